// The game under one rule set: legal moves, what they lead to, and when it is over.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/movement.hpp"
#include "core/position.hpp"
#include "core/ruleset.hpp"

namespace jetan {

// Text form: `e1-e4`, capture `e1xe4`, escape `f1~b7`.
struct Move {
  Square from;
  Square to;
  bool capture = false;
  bool escape = false;

  std::string to_string() const;
  friend bool operator==(Move, Move) = default;
};

enum class Outcome : std::uint8_t { Loss, Draw, Win };  // for the side to move
constexpr Outcome reversed(Outcome outcome) {
  return outcome == Outcome::Draw ? outcome : outcome == Outcome::Win ? Outcome::Loss : Outcome::Win;
}
const char* name(Outcome outcome);  // "loss", "draw", "win"

// What a move leads to.
struct AfterMove {
  std::optional<Outcome> ended;  // the game is over with this move: the mover's outcome
  Position position;             // otherwise: the opponent to move
};

// Immutable once made; safe to use from many threads.
class Game {
 public:
  explicit Game(RuleSet rules) : rules_(std::move(rules)), movement_(rules_) {}

  const RuleSet& rules() const { return rules_; }
  const Movement& movement() const { return movement_; }

  // A position from its text, the array ("startpos") as the rules have it. Errors: those of Position::parse.
  Result<Position> parse_position(std::string_view text) const;

  // Checks what only the rule set knows: Panthans on squares they can stand on, no escape left where the rules have
  // none, a count only where one runs, from 0 to the rule's plies. Errors: BadPosition.
  Result<void> check(const Position& position) const;

  // Appends the legal moves of the side to move, in no special order. The count is not looked at: after it has run
  // out the game is over all the same (see `over`).
  void legal_moves(const Position& position, std::vector<Move>& moves) const;
  std::vector<Move> legal_moves(const Position& position) const;
  bool has_legal_move(const Position& position) const;

  // A legal move from its text. Errors: BadPosition, naming the move.
  Result<Move> parse_move(const Position& position, std::string_view text) const;

  // The move must be legal.
  AfterMove play(const Position& position, Move move) const;

  // The outcome for the side to move if the game is over before it moves: no legal move, or a count run out.
  std::optional<Outcome> over(const Position& position) const;

  // Whether the side to move has a move that wins the game at once: it captures a Princess, or a Chief so that it wins.
  bool wins_at_once(const Position& position) const;

  // Squares the side's pieces (but for the Princess) could capture on past these blockers, were an enemy there.
  SquareSet attacks(const Position& position, Side side, SquareSet blockers) const;
  // Where the side's Princess may go by her ordinary move, and by an escape if she has one left; whoever is to move.
  struct PrincessTargets {
    SquareSet ordinary;
    SquareSet escapes;
  };
  PrincessTargets princess_targets(const Position& position, Side side) const;
  // Whether the side's Princess could be captured where she stands.
  bool is_threatened(const Position& position, Side side) const;

  // Whether the rules run a count in this position, going by its pieces.
  bool count_runs(const Position& position) const;

  // Number of move sequences of a length; one that ends the game early counts only at its own length.
  std::uint64_t perft(const Position& position, int depth) const;

 private:
  RuleSet rules_;
  Movement movement_;
};

}  // namespace jetan
