// `jetan verify [FILE...]`: proves tables.
#include <fmt/format.h>

#include <memory>

#include "tools/commands.hpp"
#include "tools/failure.hpp"
#include "tools/help.hpp"
#include "tools/output.hpp"
#include "tools/plain_text.hpp"
#include "tools/stop_signal.hpp"
#include "tools/verify_run.hpp"

namespace jetan::tool {

Command add_verify_command(CLI::App& program, CommonOptions& common) {
  CLI::App* const app =
      add_command(program, common,
                  {"verify", "Prove tables: their checksums and every value",
                   "A value is proved when it follows from the values of the positions its moves lead to. Of endings\n"
                   "of more than four pieces a sample is checked: a million values for each side to move.",
                   "jetan verify     proves every table of the rule set in the tables folder"});
  const auto options = std::make_shared<VerifyRunOptions>();
  const auto sample = std::make_shared<std::uint64_t>(0);
  set_usage(app->add_option("FILE", options->files, "Tables (default: all of the rule set in the tables folder)"),
            "[FILE...]");
  CLI::Option* const sampled =
      app->add_option("--sample", *sample, "Check N values for each side to move, whatever the ending")
          ->type_name("N")
          ->check(CLI::Validator(
              [](const std::string& text) {
                const bool number = text.find_first_not_of("0123456789") == std::string::npos && text.size() < 19;
                return number && text.find_first_not_of('0') != std::string::npos
                           ? std::string()
                           : "write a whole number from 1, not '" + text + "'";
              },
              ""));
  CLI::Option* const all = app->add_flag("--all", options->all, "Check all values, whatever the ending");
  app->add_option("--seed", options->seed, "What the sample is chosen by (default 1)")->type_name("S");
  CLI::Option* const checksums =
      app->add_flag("--checksums", options->checksums_only, "Check header and checksums only: fast");
  add_threads_option(*app, options->threads);
  add_memory_option(*app, options->memory, "Memory for unpacked tables, such as 8G (default 2G)");
  sampled->excludes(all);
  checksums->excludes(all);
  checksums->excludes(sampled);
  return {app, [&common, options, sample] {
            if (*sample > 0) options->sample = *sample;
            return verify_tables(common, *options);
          }};
}

}  // namespace jetan::tool
