// A rule set: every point on which sources of Jetan differ, as data.
//
// A rule set is a TOML file (the presets are data/rules/*.toml, compiled into the library); core/RULES-FORMAT.md
// describes its keys. Its canonical text is such a file too, with every key in a fixed order: two rule sets are
// taken to play alike exactly when their canonical texts, which leave out name and source, are equal, and the hash
// says so in 64 bits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/piece.hpp"

namespace jetan {

enum class StepCount : std::uint8_t { Exact, UpTo };
enum class Directions : std::uint8_t { Orthogonal, Diagonal, Any };
enum class Turning : std::uint8_t {
  Combine,   // any mix of the directions
  OneKind,   // orthogonal steps or diagonal steps, not both in one move
  Straight,  // all steps of a move in one direction
};
enum class ThoatMove : std::uint8_t {
  StraightFirst,  // an orthogonal, then a diagonal step; blocked on the square between
  EitherOrder,    // in either order, each blocked on its square between
  Jump,           // never blocked
};
enum class PanthanMove : std::uint8_t { Five, Seven };  // directions; seven adds the two diagonally backward
enum class Escape : std::uint8_t {
  None,
  AnySquare,
  Straight,  // one queen line of up to nine squares, jumping
  OneKind,   // ten steps, all orthogonal or all diagonal, jumping: any square of the same colour
};
enum class ChiefTaken : std::uint8_t { Draw, PieceLost, Win };  // a Chief taken by another piece than the Chief
enum class NoMove : std::uint8_t { Loss, Draw, LossIfThreatened };
enum class Equality : std::uint8_t { Any, Number, Value, Same };
enum class OnCapture : std::uint8_t { Continue, Restart };
enum class Array : std::uint8_t { PointSymmetric, Mirrored };

// How a piece moves that is not a Thoat or a Panthan (their entries are not used).
struct Stepping {
  int steps = 1;  // 1 to 4
  StepCount count = StepCount::Exact;
  Directions directions = Directions::Any;
  Turning turning = Turning::Combine;
  bool jumps = false;
  friend bool operator==(const Stepping&, const Stepping&) = default;
};

// The draw by counting moves.
struct Count {
  int max_pieces = 3;  // 1 to 8: each side has at most so many, Chief and Princess counted
  Equality equal = Equality::Value;
  int plies = 10;  // 1 to 50
  OnCapture on_capture = OnCapture::Continue;
  friend bool operator==(const Count&, const Count&) = default;
};

inline constexpr std::size_t kMaxRuleNameBytes = 40;

struct RuleSet {
  std::string name;    // how it is called; doesn't affect play
  std::string source;  // where it comes from; doesn't affect play

  std::array<Stepping, kPieceKinds> stepping;  // by kind
  std::array<bool, kPieceKinds> captures{};    // by kind; never true for the Princess
  std::array<int, kPieceKinds> values{};       // by kind; 0 to 1000
  ThoatMove thoat = ThoatMove::EitherOrder;
  StepCount thoat_count = StepCount::Exact;  // UpTo: may stop after its first step
  PanthanMove panthan = PanthanMove::Five;

  bool threatened_forbidden = true;    // the Princess may not end her move on a threatened square
  bool departure_counts_empty = true;  // in that test; else she still blocks where she came from
  bool princess_frightened = false;    // she may not pass over threatened squares either
  Escape escape = Escape::AnySquare;

  ChiefTaken chief_taken = ChiefTaken::Draw;
  NoMove no_move = NoMove::Loss;
  std::optional<Count> count = Count{};
  Array array = Array::PointSymmetric;

  // Reads a rule file's text. `where` names it in errors ("my.toml"). Errors: BadRules, with the line.
  static Result<RuleSet> parse(std::string_view text, std::string_view where);
  // A preset's name, else a file's path. Errors: BadRules; Io when the file can't be read.
  static Result<RuleSet> load(const std::string& name_or_path);

  // The rule set as a file. It reads back the same if name and source are as a file may state them.
  std::string to_text() const;
  // The part of to_text() that affects play: no name, no source.
  std::string canonical_text() const;
  // xxHash64 of canonical_text().
  std::uint64_t hash() const;

  // Same play (name and source may differ).
  bool plays_like(const RuleSet& other) const { return canonical_text() == other.canonical_text(); }
};

// The same rules without the count, called NAME-no-count; those that have none as they are.
RuleSet without_count(const RuleSet& rules);

struct Preset {
  std::string_view name;
  std::string_view text;  // the file
};
// All presets, `burroughs` first, then by name.
std::vector<Preset> presets();

}  // namespace jetan
