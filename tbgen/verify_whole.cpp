#include "tbgen/verify_whole.hpp"

#include <algorithm>

#include "tbgen/verify_array.hpp"

namespace jetan {
namespace {

// The values of all positions that the moves of one side lead to.
class Successors {
 public:
  static Result<Successors> load(const VerifyJob& job, Side mover) {
    Successors successors(job);
    const SuccessorGroups groups = SuccessorGroups::of(job, mover);
    for (std::size_t i = 0; i < groups.groups.size(); ++i) {
      if (!groups.groups[i]) continue;
      auto array = ValueArray::load(job, groups.groups[i]->positions);
      if (!array) return tl::unexpected(array.error());
      successors.groups_[i].emplace(Group{std::move(*array), groups.groups[i]->passage});
    }
    return successors;
  }

  struct Scratch {
    std::vector<Move> moves;
    std::array<std::uint8_t, kSquares> slot_on{};
  };

  // The value that follows from the position's moves; kNoValue if a successor has none.
  ValueCode follows(const Position& position, Scratch& scratch) const {
    scratch.moves.clear();
    game_.legal_moves(position, scratch.moves);
    if (scratch.moves.empty()) {
      return game_.over(position) == Outcome::Loss ? encode({Outcome::Loss, 0}) : encode({});
    }
    const PieceSlots::Squares squares = slots_.squares(position);
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      scratch.slot_on[static_cast<std::size_t>(squares[slot].index())] = static_cast<std::uint8_t>(slot);
    }
    const Symmetry symmetry = slots_.to_key_board(squares);
    const PieceSlots::Key here = slots_.key(squares, symmetry);
    const ValueArray& quiet = groups_[SuccessorGroups::kQuiet]->array;
    const auto& escape = groups_[SuccessorGroups::kEscape];
    Reckoning reckoning(ply_limit_);
    for (const Move move : scratch.moves) {
      if (move.capture) {
        if (!reckon_capture(position, move, reckoning)) return kNoValue;
        continue;
      }
      const std::size_t slot = scratch.slot_on[static_cast<std::size_t>(move.from.index())];
      const ValueArray& array = move.escape ? escape->array : quiet;
      PieceSlots::Key key;
      if (slot == 0) {  // the board turns with this piece
        PieceSlots::Squares moved = squares;
        moved[0] = move.to;
        key = slots_.key(moved);
      } else {
        key = here + slots_.part(slot, symmetry(move.to)) - slots_.part(slot, symmetry(move.from));
      }
      const ValueCode code = array.at(key);
      if (code == kNoValue) return code;
      reckoning.leads_to(code);
    }
    return reckoning.value();
  }

 private:
  struct Group {
    ValueArray array;
    Passage passage;
  };

  explicit Successors(const VerifyJob& job)
      : game_(job.game()),
        slots_({job.info().id.ending.counts(Side::Black), job.info().id.ending.counts(Side::Orange)}),
        ply_limit_(job.info().ply_limit) {}

  // Captures are few: these go the plain way. False if the successor has no value.
  bool reckon_capture(const Position& position, Move move, Reckoning& reckoning) const {
    const AfterMove after = game_.play(position, move);
    if (after.ended) {
      reckoning.ends(*after.ended);
      return true;
    }
    const auto& group = groups_[SuccessorGroups::capture(position.at(move.to)->kind)];
    if (!group) return false;
    const PieceSlots& slots = group->array.slots();
    const ValueCode code = group->array.at(slots.key(slots.squares(after.position)));
    if (code == kNoValue) return false;
    reckoning.leads_to(code, group->passage);
    return true;
  }

  const Game& game_;
  PieceSlots slots_;
  int ply_limit_;
  std::array<std::optional<Group>, SuccessorGroups::kGroups> groups_;
};

}  // namespace

Result<std::uint64_t> whole_check_bytes(const VerifyJob& job) {
  std::uint64_t most = 0;
  for (const Side mover : job.info().sides) {
    std::uint64_t bytes = 0;
    for (const auto& group : SuccessorGroups::of(job, mover).groups) {
      if (!group) continue;
      const auto of_group = ValueArray::bytes(job, group->positions);
      if (!of_group) return of_group;
      bytes += *of_group;
    }
    most = std::max(most, bytes);
  }
  return most;
}

Result<void> verify_whole(const VerifyJob& job, std::size_t side) {
  const auto successors = Successors::load(job, job.info().sides[side]);
  if (!successors) return tl::unexpected(successors.error());
  const TableUnits units(job.file());
  struct Scratch {
    TableUnits::Scratch values;
    Successors::Scratch moves;
  };
  const auto check_unit = [&](std::uint64_t number, Scratch& scratch) -> Result<void> {
    const auto unit = units.unpack(side, number, scratch.values);
    if (!unit) return tl::unexpected(unit.error());
    Result<void> result;
    std::uint64_t positions = 0;
    for_each_position(job.file(), side, unit->first, unit->last(),
                      [&](CellNumber cell, const Position& position, int orbit) {
                        positions += orbit != 0 ? 1 : 0;
                        if (job.game().wins_at_once(position)) return true;
                        const ValueCode stored = unit->values[cell - unit->first];
                        const ValueCode follows = successors->follows(position, scratch.moves);
                        if (stored == follows) return true;
                        result = tl::unexpected(job.differs(position, stored, follows));
                        return false;
                      });
    job.add_done(positions);
    return result;
  };
  return job.in_parallel(
      units.count(), [] { return Scratch{}; }, check_unit);
}

}  // namespace jetan
