// `jetan rules [NAME]`: the presets, or one rule set whole.
#include <fmt/format.h>

#include <memory>

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

}  // namespace

Command add_rules_command(CLI::App& program, CommonOptions& common) {
  CLI::App* const app =
      add_command(program, common,
                  {"rules", "List the rule sets, or print one whole", "",
                   "jetan rules burroughs > mine.toml     a rule file to change and use (--rules mine.toml)"});
  const auto name = std::make_shared<std::string>();
  set_usage(app->add_option("NAME", *name, "A preset or a rule file, to be printed whole"), "[NAME]");
  return {app, [&common, name] {
            if (!name->empty()) common.rules = *name;
            if (!common.rules) {
              list_presets(common.json);
              return ExitCode::Done;
            }
            const RuleSet rules = common.load_rules();
            output().write(common.json ? json_text(as_json(rules)) + '\n' : rules.to_text());
            return ExitCode::Done;
          }};
}

}  // namespace jetan::tool
