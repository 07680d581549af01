// The meaning of a rule file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/rule_file.hpp"
#include "core/ruleset.hpp"
#include "core/ruleset_keys.hpp"

namespace jetan {
namespace {

constexpr std::size_t kMaxSourceBytes = 300;

using Done = Result<void>;
using Value = RuleFile::Value;

bool is_name(std::string_view text) {
  constexpr std::string_view kCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  return !text.empty() && text.size() <= kMaxRuleNameBytes &&
         text.find_first_not_of(kCharacters) == std::string_view::npos;
}

// The key's value; nothing if it is of another type or not among what the key allows.
std::optional<int> value_of(const RuleKey& key, const Value& value) {
  const auto place = [&key, &value](Value::Type type) -> std::optional<int> {
    const auto found = std::find(key.words.begin(), key.words.end(), value.text);
    if (value.type != type || found == key.words.end()) return std::nullopt;
    return static_cast<int>(found - key.words.begin());
  };
  switch (key.type) {
    case RuleKey::Type::Number:
      if (value.type != Value::Type::Number || value.number < key.least || value.number > key.most) return std::nullopt;
      return static_cast<int>(value.number);
    case RuleKey::Type::ListedNumber: return place(Value::Type::Number);
    case RuleKey::Type::Truth: return place(Value::Type::Truth);
    case RuleKey::Type::Word: return place(Value::Type::Text);
  }
  return std::nullopt;
}

// Makes a rule set of a file; stops at the first error.
class Interpreter {
 public:
  Interpreter(const RuleFile& file, std::string_view where) : file_(file), where_(where) {}

  Result<RuleSet> interpret() {
    return check_names()
        .and_then([&] { return take_name(); })
        .and_then([&] { return take_source(); })
        .and_then([&] { return take_sections(); })
        .map([&] { return rules_; });
  }

 private:
  // Nothing stands in the file that has no meaning.
  Done check_names() const {
    const std::vector<std::string_view> known = rule_sections();
    for (const RuleFile::Entry& entry : file_.top.entries) {
      if (entry.key == "name" || entry.key == "source") continue;
      return error(entry.line,
                   fmt::format("unknown key {} before the first section; only name and source stand there", entry.key));
    }
    for (const RuleFile::Section& section : file_.sections) {
      if (std::find(known.begin(), known.end(), section.name) == known.end()) {
        return error(section.line,
                     fmt::format("unknown section [{}]; the sections are {}", section.name, fmt::join(known, ", ")));
      }
      if (Done done = check_keys(section); !done) return done;
    }
    return {};
  }

  Done check_keys(const RuleFile::Section& section) const {
    std::vector<std::string_view> known;
    for (const RuleKey& key : rule_keys()) {
      if (key.section == section.name) known.push_back(key.key);
    }
    for (const RuleFile::Entry& entry : section.entries) {
      if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
      if (section.name == "princess" && entry.key == "captures") {
        return error(entry.line, "the Princess never captures; leave captures out of [princess]");
      }
      return error(entry.line, fmt::format("unknown key {} in [{}]; its keys are {}", entry.key, section.name,
                                           fmt::join(known, ", ")));
    }
    return {};
  }

  Done take_name() {
    const RuleFile::Entry* entry = file_.top.find("name");
    const std::string allowed = fmt::format("1 to {} letters, digits, '-', '_' or '.', in quotes", kMaxRuleNameBytes);
    if (entry == nullptr) {
      return error(1, fmt::format("the file lacks the key name before the first section; it must be {}", allowed));
    }
    if (entry->value.type != Value::Type::Text || !is_name(entry->value.text)) {
      return error(entry->line, fmt::format("name is {}; it must be {}", entry->value.shown(), allowed));
    }
    rules_.name = entry->value.text;
    return {};
  }

  Done take_source() {
    const RuleFile::Entry* entry = file_.top.find("source");
    const std::string allowed = fmt::format("a text of at most {} bytes, without tabs, in quotes", kMaxSourceBytes);
    if (entry == nullptr) {
      return error(1, fmt::format("the file lacks the key source before the first section; it must be {}", allowed));
    }
    if (entry->value.type != Value::Type::Text || entry->value.text.size() > kMaxSourceBytes ||
        entry->value.text.find('\t') != std::string::npos) {
      return error(entry->line, fmt::format("source is {}; it must be {}", entry->value.shown(), allowed));
    }
    rules_.source = entry->value.text;
    return {};
  }

  Done take_sections() {
    for (const RuleKey& key : rule_keys()) {
      const RuleFile::Section* section = file_.find(key.section);
      if (section == nullptr) {
        return error(file_.last_line, fmt::format("the file ends without the section [{}]", key.section));
      }
      if (Done done = take_key(key, *section); !done) return done;
    }
    return {};
  }

  Done take_key(const RuleKey& key, const RuleFile::Section& section) {
    const RuleFile::Entry* entry = section.find(key.key);
    if (!key.applies_to(rules_)) {
      if (entry == nullptr) return {};
      return error(entry->line,
                   fmt::format("{}.{} is set although enabled is false: leave it out, or set enabled = true",
                               key.section, key.key));
    }
    if (entry == nullptr) {
      return error(section.line,
                   fmt::format("[{}] lacks the key {}; it must be {}", key.section, key.key, key.allowed()));
    }
    const std::optional<int> value = value_of(key, entry->value);
    if (!value) {
      return error(entry->line, fmt::format("{}.{} is {}; it must be {}", key.section, key.key, entry->value.shown(),
                                            key.allowed()));
    }
    key.set(rules_, *value);
    return {};
  }

  tl::unexpected<Error> error(int line, std::string_view message) const {
    return rule_file_error(where_, line, message);
  }

  const RuleFile& file_;
  std::string_view where_;
  RuleSet rules_;
};

}  // namespace

Result<RuleSet> RuleSet::parse(std::string_view text, std::string_view where) {
  return RuleFile::read(text, where).and_then([&](const RuleFile& file) {
    return Interpreter(file, where).interpret();
  });
}

}  // namespace jetan
