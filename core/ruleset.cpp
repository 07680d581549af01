// Writing a rule set, telling it from others, and finding it by name.
#include "core/ruleset.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "core/ruleset_keys.hpp"

namespace jetan {
namespace {

constexpr std::size_t kMaxFileBytes = 65536;

// In quotes, as rule_file.hpp reads it.
std::string quoted_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string preset_names() {
  std::string names;
  for (const Preset& preset : presets()) {
    if (!names.empty()) names += ", ";
    names += preset.name;
  }
  return names;
}

Result<std::string> read_file(const std::string& path) {
  const auto refused = [&path](int error) {
    return failure(ErrorKind::Io, fmt::format("{}: can't be read: {}", path, std::strerror(error)));
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return refused(errno);
  std::string text(kMaxFileBytes + 1, '\0');  // a byte more than parse() takes: it refuses what is larger
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  if (std::ferror(file.get()) != 0) return refused(errno);
  return text;
}

}  // namespace

Result<RuleSet> RuleSet::load(const std::string& name_or_path) {
  for (const Preset& preset : presets()) {
    if (preset.name == name_or_path) return parse(preset.text, fmt::format("preset {}", preset.name));
  }
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(name_or_path, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    return failure(ErrorKind::BadRules,
                   fmt::format("no rule set \"{}\": neither a preset ({}) nor a file", name_or_path, preset_names()));
  }
  if (status.type() == std::filesystem::file_type::directory) {
    return failure(ErrorKind::BadRules, fmt::format("{}: a folder, not a rule file; name a file or a preset ({})",
                                                    name_or_path, preset_names()));
  }
  return read_file(name_or_path).and_then([&](const std::string& text) { return parse(text, name_or_path); });
}

std::string RuleSet::to_text() const {
  return fmt::format("name = {}\nsource = {}\n\n{}", quoted_text(name), quoted_text(source), canonical_text());
}

std::string RuleSet::canonical_text() const {
  std::string text;
  std::string_view section;
  for (const RuleKey& key : rule_keys()) {
    if (key.section != section) {
      text += fmt::format("{}[{}]\n", section.empty() ? "" : "\n", key.section);
      section = key.section;
    }
    if (key.applies_to(*this)) text += fmt::format("{} = {}\n", key.key, key.written(key.get(*this)));
  }
  return text;
}

RuleSet without_count(const RuleSet& rules) {
  constexpr std::string_view kSuffix = "-no-count";
  RuleSet without = rules;
  if (!rules.count) return without;
  without.count.reset();
  without.name = without.name.substr(0, kMaxRuleNameBytes - kSuffix.size()).append(kSuffix);
  return without;
}

std::uint64_t RuleSet::hash() const {
  const std::string text = canonical_text();
  return XXH64(text.data(), text.size(), 0);
}

}  // namespace jetan
