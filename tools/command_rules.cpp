// `jetan rules [NAME]`: the presets, one rule set whole, or what two differ in.
#include <fmt/format.h>

#include <memory>

#include "core/rule_differences.hpp"
#include "core/ruleset_keys.hpp"
#include "tools/commands.hpp"
#include "tools/failure.hpp"
#include "tools/help.hpp"
#include "tools/json_output.hpp"
#include "tools/output.hpp"

namespace jetan::tool {
namespace {

// The sections and keys of the rule file, and the hash tables carry.
Json as_json(const RuleSet& rules) {
  Json json{{"name", rules.name}, {"source", rules.source}, {"hash", fmt::format("{:016x}", rules.hash())}};
  for (const RuleKey& key : rule_keys()) {
    if (!key.applies_to(rules)) continue;
    // A key's TOML value (a number, a truth or a word in quotes) is JSON too.
    json[std::string(key.section)][std::string(key.key)] = Json::parse(key.written(key.get(rules)));
  }
  return json;
}

void list_presets(bool json) {
  for (const Preset& preset : presets()) {
    const RuleSet rules = take(RuleSet::parse(preset.text, preset.name));
    output().line(json ? json_text({{"name", rules.name}, {"source", rules.source}})
                       : fmt::format("{:<12} {}", rules.name, rules.source));
  }
}

// What may stand in a rule file may stand in JSON.
Json value_as_json(const std::string& written) { return written.empty() ? Json() : Json::parse(written); }

void print_differences(const std::string& name_a, const std::string& name_b, bool json) {
  const RuleSet a = take(RuleSet::load(name_a));
  const RuleSet b = take(RuleSet::load(name_b));
  const auto found = differences(a, b);
  if (json) {
    for (const RuleDifference& difference : found) {
      output().line(json_text({{"section", difference.section},
                               {"key", difference.key},
                               {"a", value_as_json(difference.a)},
                               {"b", value_as_json(difference.b)},
                               {"meaning_a", difference.meaning_a},
                               {"meaning_b", difference.meaning_b}}));
    }
    return;
  }
  // Two files may state the same name.
  const bool told_apart = a.name != b.name;
  const std::string& first = told_apart ? a.name : name_a;
  const std::string& second = told_apart ? b.name : name_b;
  if (found.empty()) output().line(fmt::format("{} and {} play alike", first, second));
  for (const RuleDifference& difference : found) {
    output().line(fmt::format("{:<20} {}", difference.place(), difference.sentence(first, second)));
  }
}

struct RulesOptions {
  std::string name;
  std::vector<std::string> diff;
};

ExitCode run(CommonOptions& common, const RulesOptions& options) {
  if (!options.diff.empty()) {
    if (!options.name.empty() || common.names_rules()) {
      throw Failure(ExitCode::WrongUse, "--diff names both rule sets; leave NAME, --rules and --no-count out");
    }
    print_differences(options.diff.at(0), options.diff.at(1), common.json);
    return ExitCode::Done;
  }
  if (!options.name.empty()) common.rules = options.name;
  if (!common.names_rules()) {
    list_presets(common.json);
    return ExitCode::Done;
  }
  const RuleSet rules = common.load_rules();
  output().write(common.json ? json_text(as_json(rules)) + '\n' : rules.to_text());
  return ExitCode::Done;
}

}  // namespace

Command add_rules_command(CLI::App& program, CommonOptions& common) {
  CLI::App* const app =
      add_command(program, common,
                  {"rules", "List the rule sets, print one whole, or tell two apart", "",
                   "jetan rules burroughs > mine.toml     a rule file to change and use (--rules mine.toml)\n"
                   "  jetan rules --diff burroughs cazaux   what they differ in"});
  const auto options = std::make_shared<RulesOptions>();
  set_usage(app->add_option("NAME", options->name, "A preset or a rule file, to be printed whole"), "[NAME]");
  app->add_option("--diff", options->diff, "Say what two rule sets differ in, a line each")
      ->type_name("A B")
      ->expected(2);
  return {app, [&common, options] { return run(common, *options); }};
}

}  // namespace jetan::tool
