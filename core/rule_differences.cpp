#include "core/rule_differences.hpp"

#include <fmt/format.h>

namespace jetan {

std::string RuleDifference::sentence(std::string_view name_a, std::string_view name_b) const {
  return fmt::format("{}: {} ({}); {} ({})", subject, meaning_a, name_a, meaning_b, name_b);
}

RuleDifference difference(const RuleKey& key, const RuleSet& a, const RuleSet& b) {
  const int of_a = key.get(a);
  const int of_b = key.get(b);
  return {std::string(key.section), std::string(key.key), std::string(key.subject), key.written(of_a),
          key.written(of_b),        key.meaning(of_a),    key.meaning(of_b)};
}

std::string in_words(const std::vector<RuleDifference>& differences, std::string_view name_a, std::string_view name_b,
                     std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < differences.size() && i < most; ++i) {
    text += fmt::format("{}{}", i > 0 ? "; " : "", differences[i].sentence(name_a, name_b));
  }
  if (differences.size() > most) text += fmt::format("; and {} more", differences.size() - most);
  return text;
}

std::vector<RuleDifference> differences(const RuleSet& a, const RuleSet& b) {
  std::vector<RuleDifference> found;
  for (const RuleKey& key : rule_keys()) {
    if (!key.applies_to(a) || !key.applies_to(b)) continue;
    if (key.get(a) != key.get(b)) found.push_back(difference(key, a, b));
  }
  return found;
}

}  // namespace jetan
