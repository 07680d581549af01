#include "core/rule_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace jetan {
namespace {

constexpr std::size_t kMaxBytes = 65536;
constexpr std::size_t kMaxShown = 40;  // characters of a value that a message repeats
constexpr std::string_view kBlanks = " \t";

bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// How many bytes the UTF-8 character at the start of the text has; 0 if there is no valid one.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  if (length < 3) return length;
  const unsigned second = byte(1);  // rules out overlong forms, surrogates, and what lies beyond U+10FFFF
  const bool in_range = (first != 0xE0 || second >= 0xA0) && (first != 0xED || second < 0xA0) &&
                        (first != 0xF0 || second >= 0x90) && (first != 0xF4 || second < 0x90);
  return in_range ? length : 0;
}

// UTF-8 throughout, and of the control characters only the tab.
bool is_plain(std::string_view line) {
  while (!line.empty()) {
    const std::size_t length = utf8_length(line);
    const bool control = (line[0] >= '\0' && line[0] < ' ' && line[0] != '\t') || line[0] == '\x7f';
    if (length == 0 || control) return false;
    line.remove_prefix(length);
  }
  return true;
}

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size())); }

// Takes the key characters that the text starts with.
std::string take_name(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_key_character);
  std::string name(text.begin(), end);
  text.remove_prefix(name.size());
  return name;
}

// Takes a text in quotes: in "…" a backslash may stand before a quote or another backslash, in '…' it is itself.
std::optional<std::string> take_quoted(std::string_view& text) {
  const char quote = text.front();
  std::string result;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == quote) {
      text.remove_prefix(i + 1);
      return result;
    }
    if (quote == '"' && text[i] == '\\') {
      ++i;
      if (i == text.size() || (text[i] != '"' && text[i] != '\\')) return std::nullopt;
    }
    result += text[i];
  }
  return std::nullopt;
}

// Takes a value that isn't quoted: all up to a comment.
RuleFile::Value take_bare(std::string_view& text) {
  std::string_view token = text.substr(0, text.find('#'));
  text.remove_prefix(token.size());
  token = token.substr(0, token.find_last_not_of(kBlanks) + 1);
  RuleFile::Value value{RuleFile::Value::Type::Other, std::string(token), 0};
  if (token == "true" || token == "false") {
    value.type = RuleFile::Value::Type::Truth;
  } else if (const auto [end, error] = std::from_chars(token.begin(), token.end(), value.number);
             error == std::errc() && std::to_string(value.number) == token) {
    value.type = RuleFile::Value::Type::Number;
  }
  return value;
}

// Reads line after line into a RuleFile.
class Reader {
 public:
  explicit Reader(std::string_view where) : where_(where) {}

  Result<RuleFile> read(std::string_view text) {
    while (!text.empty()) {
      ++line_;
      const std::size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!is_plain(line)) return error("a byte that is no UTF-8 text, or a control character");
      if (Result<void> done = read_line(line); !done) return tl::unexpected(done.error());
    }
    file_.last_line = std::max(line_, 1);
    return std::move(file_);
  }

 private:
  using Done = Result<void>;

  Done read_line(std::string_view line) {
    skip_blanks(line);
    if (line.empty() || line.front() == '#') return {};
    return line.front() == '[' ? read_section(line.substr(1)) : read_entry(line);
  }

  Done read_section(std::string_view line) {
    skip_blanks(line);
    std::string name = take_name(line);
    skip_blanks(line);
    if (name.empty() || !line.starts_with(']')) return error("a section is written [name]");
    if (const RuleFile::Section* first = file_.find(name)) {
      return error(fmt::format("a second section [{}]; the first is on line {}", name, first->line));
    }
    file_.sections.push_back({std::move(name), line_, {}});
    return read_line_end(line.substr(1));
  }

  Done read_entry(std::string_view line) {
    RuleFile::Section& section = file_.sections.empty() ? file_.top : file_.sections.back();
    RuleFile::Entry entry{take_name(line), {}, line_};
    skip_blanks(line);
    if (entry.key.empty() || !line.starts_with('=')) return error("neither a [section], a key = value nor a # comment");
    if (const RuleFile::Entry* first = section.find(entry.key)) {
      return error(fmt::format("a second key {}; the first is on line {}", entry.key, first->line));
    }
    line.remove_prefix(1);
    skip_blanks(line);
    if (line.empty() || line.front() == '#') return error(fmt::format("{} = lacks its value", entry.key));
    if (line.front() == '"' || line.front() == '\'') {
      std::optional<std::string> text = take_quoted(line);
      if (!text) return error("a text in quotes that doesn't end, or a backslash not before a quote or a backslash");
      entry.value = {RuleFile::Value::Type::Text, std::move(*text), 0};
    } else {
      entry.value = take_bare(line);
    }
    section.entries.push_back(std::move(entry));
    return read_line_end(line);
  }

  // Nothing more on the line but a comment.
  Done read_line_end(std::string_view line) const {
    skip_blanks(line);
    if (line.empty() || line.front() == '#') return {};
    return error("more on the line than one section or one key = value");
  }

  tl::unexpected<Error> error(std::string_view message) const { return rule_file_error(where_, line_, message); }

  std::string_view where_;
  int line_ = 0;
  RuleFile file_;
};

template <class Named>
const Named* find_named(const std::vector<Named>& all, std::string Named::*name, std::string_view wanted) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Named& each) { return each.*name == wanted; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::string RuleFile::Value::shown() const {
  std::string safe;
  for (const char c : text.substr(0, kMaxShown)) safe += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > kMaxShown) safe += "...";
  return type == Type::Text ? fmt::format("\"{}\"", safe) : safe;
}

const RuleFile::Entry* RuleFile::Section::find(std::string_view key) const {
  return find_named(entries, &Entry::key, key);
}

const RuleFile::Section* RuleFile::find(std::string_view section) const {
  return find_named(sections, &Section::name, section);
}

Result<RuleFile> RuleFile::read(std::string_view text, std::string_view where) {
  if (text.size() > kMaxBytes) {
    return failure(ErrorKind::BadRules,
                   fmt::format("{}: too large for a rule file (more than {} bytes)", where, kMaxBytes));
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // the mark some editors put before UTF-8
  return Reader(where).read(text);
}

tl::unexpected<Error> rule_file_error(std::string_view where, int line, std::string_view message) {
  return failure(ErrorKind::BadRules, fmt::format("{}:{}: {}", where, line, message));
}

}  // namespace jetan
