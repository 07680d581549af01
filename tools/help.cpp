#include "tools/help.hpp"

#include <fmt/format.h>

#include <memory>

namespace jetan::tool {
namespace {

constexpr const char* kNotation = R"(Positions: placement to-move escapes count, quoted or as separate words:
  10/3r6/10/10/10/3C6/10/10/10/3cR5 b - 10
Placement: ranks 10 to 1, files a to j, a number for so many empty squares; upper case Black,
lower case Orange: C Chief, R Princess, F Flier, D Dwar, T Thoat, W Warrior, A Padwar, P Panthan.
To move: b or o. Escapes left: Rr, R, r or -. Count: the plies left on it, or - where none runs.
The last three may be left out: b, - and the full count. "startpos" is the array.

Moves: e1-e4, capture e1xe4, escape f1~b7.
Endings: the pieces of one side, v, those of the other: CRDvCR.

Exit status: 0 done, 2 wrong use, 3 bad position, ending or rule set, 4 table missing,
5 table damaged, 6 out of memory or disk, 1 anything else.

Start with:
  jetan gen CRvCR
  jetan probe 10/3r6/10/10/10/3C6/10/10/10/3cR5 --moves
`jetan COMMAND --help` tells more of a command.)";

class HelpLayout : public CLI::Formatter {
 public:
  HelpLayout() {
    column_width(24);
    label("Positionals", "Arguments");
  }

  std::string make_usage(const CLI::App* app, std::string) const override {
    if (app->get_parent() == nullptr) return "\nUsage: jetan COMMAND ...\n";
    return fmt::format("\nUsage: jetan {} [options]\n", with_arguments(app));
  }

  std::string make_subcommand(const CLI::App* command) const override {
    const std::string text = command->get_description();
    return fmt::format("  {:<21} {}\n", with_arguments(command), text.substr(0, text.find('\n')));
  }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    // CLI11 leaves two empty lines between groups of options.
    return CLI::detail::find_and_replace(CLI::Formatter::make_help(app, std::move(name), mode), "\n\n\n", "\n\n");
  }

  std::string make_description(const CLI::App* app) const override { return app->get_description() + "\n"; }

  // Without CLI11's checks and exclusions, which the descriptions tell in words.
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_positional() || option->get_type_size() == 0) return "";
    const std::string type = option->get_type_name();
    return ' ' + type.substr(0, type.find(':'));
  }

 private:
  static std::string with_arguments(const CLI::App* command) {
    std::string text = command->get_name();
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_positional()) text += ' ' + option->get_option_text();
    }
    return text;
  }
};

}  // namespace

void prepare_help(CLI::App& program, CommonOptions& common) {
  program.name("jetan");
  program.description("Perfect tables of Jetan endings: makes them, proves them, and answers from them.");
  program.formatter(std::make_shared<HelpLayout>());
  program.set_help_flag("-h,--help", "Print this help");
  program.set_version_flag("--version", "jetan " JETAN_VERSION, "Print the version");
  program.require_subcommand(0, 1);  // main() answers for none, in better words
  program.footer(kNotation);
  add_common_options(program, common);
}

CLI::App* add_command(CLI::App& program, CommonOptions& common, const CommandHelp& help) {
  std::string description = help.summary;
  if (*help.details != '\0') description += fmt::format("\n{}", help.details);
  CLI::App* const command = program.add_subcommand(help.name, description);
  command->group("Commands");
  command->footer(fmt::format("Example:\n  {}", help.example));
  add_common_options(*command, common);
  return command;
}

}  // namespace jetan::tool
