#include "tools/common_options.hpp"

#include <cstdlib>

#include "tools/failure.hpp"
#include "tools/plain_text.hpp"

namespace jetan::tool {

RuleSet CommonOptions::load_rules() const {
  const RuleSet loaded = take(RuleSet::load(rules.value_or("burroughs")));
  return no_count ? without_count(loaded) : loaded;
}

std::string CommonOptions::tables_folder() const {
  if (tables) return *tables;
  const char* const environment = std::getenv("JETAN_TABLES");
  return environment != nullptr && *environment != '\0' ? environment : "tables";
}

void add_common_options(CLI::App& app, CommonOptions& options) {
  app.add_option("--rules", options.rules, "Rule set: a preset's name or a rule file (default burroughs)")
      ->type_name("NAME|FILE")
      ->group("Common options");
  app.add_flag("--no-count", options.no_count, "The same rules without the count")->group("Common options");
  app.add_option("--tables", options.tables, "Folder of the tables (default $JETAN_TABLES, else ./tables)")
      ->type_name("DIR")
      ->check(
          CLI::Validator([](const std::string& text) { return std::string(text.empty() ? "name a folder" : ""); }, ""))
      ->group("Common options");
  app.add_flag("--json", options.json, "Print JSON, an object a line")->group("Common options");
}

void add_memory_option(CLI::App& app, std::string& memory, const char* description) {
  const auto check = [](const std::string& text) {
    return parse_bytes(text).value_or(0) > 0 ? "" : "write a size such as 8G, 512M or 1000000, not '" + text + "'";
  };
  app.add_option("--memory", memory, description)->type_name("BYTES")->check(CLI::Validator(check, ""));
}

void add_threads_option(CLI::App& app, int& threads) {
  app.add_option("--threads", threads, "Processors to use (default: all)")->type_name("N")->check(CLI::Range(1, 4096));
}

}  // namespace jetan::tool
