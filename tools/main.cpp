// The `jetan` program: reads the command line, runs one command, and answers for its exit status.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>
#include <vector>

#include "tools/commands.hpp"
#include "tools/failure.hpp"
#include "tools/help.hpp"
#include "tools/output.hpp"

namespace jetan::tool {
namespace {

// The command whose help answers a question about this command line.
std::string help_command(const CLI::App& program) {
  const auto given = program.get_subcommands();
  return given.empty() ? "jetan --help" : fmt::format("jetan {} --help", given.front()->get_name());
}

// Where CLI11's own message speaks of its insides.
std::string in_our_words(const CLI::ParseError& error, const std::vector<std::string>& surplus) {
  const std::string message = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !surplus.empty()) {
    const std::string& first = surplus.front();
    return first.starts_with('-') ? fmt::format("there is no option {}", first)
                                  : fmt::format("'{}' is one argument too many", first);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    // "POS: At Most 4 required but received 5", "--rules: 1 required NAME missing".
    const std::string argument = message.substr(0, message.find(':'));
    int most = 0;
    int received = 0;
    if (std::sscanf(message.c_str() + argument.size(), ": At Most %d required but received %d", &most, &received) ==
        2) {
      return fmt::format("{} takes {} words at most, not {}", argument, most, received);
    }
    return fmt::format("{} needs more to follow it", argument);
  }
  return message;
}

ExitCode run_command_line(int argc, char** argv) {
  CLI::App program;
  CommonOptions common;
  prepare_help(program, common);
  std::vector<Command> commands;
  for (const auto add : {add_rules_command, add_moves_command, add_perft_command, add_index_command, add_plan_command,
                         add_gen_command, add_probe_command, add_stats_command, add_verify_command}) {
    commands.push_back(add(program, common));
  }
  try {
    program.parse(argc, argv);
    for (const Command& command : commands) {
      if (command.app->parsed()) return command.run();
    }
  } catch (const CLI::CallForHelp&) {
    const auto given = program.get_subcommands();
    output().write((given.empty() ? program : *given.front()).help());
    return ExitCode::Done;
  } catch (const CLI::CallForVersion&) {
    output().line("jetan " JETAN_VERSION);
    return ExitCode::Done;
  } catch (const CLI::ParseError& error) {
    const auto unknown = program.remaining();
    if (program.get_subcommands().empty() && !unknown.empty() && unknown.front().front() != '-') {
      report(fmt::format("there is no command '{}'; `jetan --help` lists them", unknown.front()));
      return ExitCode::WrongUse;
    }
    report(fmt::format("{}; see `{}`", in_our_words(error, program.remaining(true)), help_command(program)));
    return ExitCode::WrongUse;
  }
  report("name a command; `jetan --help` lists them");
  return ExitCode::WrongUse;
}

// What an exception comes to.
template <class Body>
ExitCode guarded(const Body& body) {
  try {
    return body();
  } catch (const OutputClosed& closed) {
    return closed.code();
  } catch (const Failure& failure) {
    report(failure.what());
    return failure.code();
  } catch (const std::bad_alloc&) {
    report("out of memory");
    return ExitCode::NoRoom;
  } catch (const std::exception& error) {
    report(error.what());
    return ExitCode::Other;
  }
}

}  // namespace
}  // namespace jetan::tool

int main(int argc, char** argv) {
  using namespace jetan::tool;
  prepare_standard_streams();
  const ExitCode ran = guarded([&] { return run_command_line(argc, argv); });
  // What was printed before a failure is worth having, too.
  const ExitCode finished = guarded([] {
    output().finish();
    return ExitCode::Done;
  });
  return static_cast<int>(finished == ExitCode::Done ? ran : finished);
}
