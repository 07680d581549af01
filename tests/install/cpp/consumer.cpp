// Uses core and probe as another project would; ends with 0 if both answer as they should.
#include <core/game.hpp>
#include <iostream>
#include <probe/tablebase.hpp>

int main() {
  const auto rules = jetan::RuleSet::load("burroughs");
  const auto position = jetan::Position::parse("9r/10/10/10/10/10/3C6/10/10/R9 b - -");
  if (!rules || !position) return 1;
  const auto tables = jetan::Tablebase::open({"no-such-folder"}, *rules);
  if (!tables) return 2;
  const auto value = tables->value(*position);
  if (value || value.error().kind != jetan::ErrorKind::TableMissing) return 3;
  std::cout << "consumer: " << value.error().message << '\n';
  return 0;
}
