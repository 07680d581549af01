// `jetan plan ENDING...`: what generating would take.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "tbgen/plan.hpp"
#include "tools/commands.hpp"
#include "tools/endings_wanted.hpp"
#include "tools/failure.hpp"
#include "tools/help.hpp"
#include "tools/json_output.hpp"
#include "tools/output.hpp"
#include "tools/plain_text.hpp"

namespace jetan::tool {
namespace {

struct PlanOptions {
  EndingsWanted wanted;
  int threads = 0;
  std::string memory;
  std::string scratch;
};

void print_json(const RuleSet& rules, const Plan& plan, std::uint64_t memory) {
  const auto line = [&](const Json& ending, int tables, PositionIndex positions, const MemoryNeeds& needed,
                        std::uint64_t disk, double seconds) {
    output().line(json_text({{"rules", rules.name},
                             {"ending", ending},
                             {"tables", tables},
                             {"positions", positions},
                             {"memory_bytes", needed.all},
                             {"least_memory_bytes", needed.least},
                             {"disk_bytes", disk},
                             {"scratch_bytes", needed.scratch},
                             {"seconds", seconds},
                             {"fits", needed.least <= memory}}));
  };
  for (const EndingPlan& of : plan.endings) {
    line(of.ending.name(), of.tables, of.positions, of.memory, of.disk, of.seconds);
  }
  line(nullptr, plan.tables, plan.positions, plan.memory, plan.disk, plan.seconds);
}

// With as much as it may use it is quickest; with less, as long as it suffices, maps are packed.
std::uint64_t memory_used(const MemoryNeeds& needs, std::uint64_t memory) {
  return needs.all <= memory ? needs.all : std::max(needs.least, std::min(needs.all, memory));
}

// On disk until an ending's tables are there.
std::string scratch_text(const MemoryNeeds& needs, const char* between) {
  return needs.scratch > 0 ? fmt::format("{}{} of scratch", between, bytes_text(needs.scratch)) : "";
}

void print_text(const Plan& plan, std::uint64_t memory) {
  for (const EndingPlan& of : plan.endings) {
    if (of.tables == 0) {
      output().line(fmt::format("{:<10} already there", of.ending.name()));
      continue;
    }
    output().line(fmt::format("{:<10} {:<9} {:>19} positions {:>10} of memory {:>10} of disk {:>9}{}{}",
                              of.ending.name(), counted(static_cast<std::uint64_t>(of.tables), "table"),
                              with_commas(of.positions), bytes_text(memory_used(of.memory, memory)),
                              bytes_text(of.disk), seconds_text(of.seconds), scratch_text(of.memory, "   "),
                              of.memory.all <= memory     ? ""
                              : of.memory.least <= memory ? "   maps packed, slower"
                                                          : "   doesn't fit in memory"));
  }
  output().line(fmt::format("in all: {} to make, {} positions; about {} of memory ({} may be used), {} of disk{}, {}",
                            counted(static_cast<std::uint64_t>(plan.tables), "table"), with_commas(plan.positions),
                            bytes_text(memory_used(plan.memory, memory)), bytes_text(memory), bytes_text(plan.disk),
                            scratch_text(plan.memory, ", "), seconds_text(plan.seconds)));
}

ExitCode run(const CommonOptions& common, const PlanOptions& options) {
  const Game game = common.load_game();
  GenerateOptions generating;
  generating.tables = common.tables_folder();
  generating.threads = options.threads;
  generating.states = states_of(options.wanted);
  generating.outcomes = options.wanted.outcomes;
  generating.scratch = options.scratch;
  const std::uint64_t memory = options.memory.empty() ? available_memory() : *parse_bytes(options.memory);
  const Plan of = take(plan(game, endings_of(game.rules(), options.wanted, "plan"), generating));
  if (common.json) {
    print_json(game.rules(), of, memory);
  } else {
    print_text(of, memory);
  }
  return ExitCode::Done;
}

}  // namespace

Command add_plan_command(CLI::App& program, CommonOptions& common) {
  CLI::App* const app =
      add_command(program, common,
                  {"plan", "Tell what `jetan gen` would take: tables, positions, memory, disk and time",
                   "Memory is an upper estimate. The time is foretold from how fast this machine is at the moment;\n"
                   "expect it within a factor of two. Sizes on disk vary more.",
                   "jetan plan CRDvCR               what it and all it depends on take\n"
                   "  jetan plan --pieces 4 --rules cazaux"});
  const auto options = std::make_shared<PlanOptions>();
  add_endings_options(*app, options->wanted);
  add_threads_option(*app, options->threads);
  add_memory_option(*app, options->memory, "Memory that may be used, such as 8G or 512M (default: what is free)");
  app->add_option("--scratch", options->scratch, "Folder for unfinished work, as `jetan gen` takes it")
      ->type_name("DIR");
  return {app, [&common, options] { return run(common, *options); }};
}

}  // namespace jetan::tool
