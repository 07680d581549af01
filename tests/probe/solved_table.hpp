// CRvR without escapes under `burroughs`, solved once for all tests of a program.
#pragma once

#include "probe/tablebase.hpp"
#include "tests/probe/table_maker.hpp"
#include "tests/probe/temporary_folder.hpp"

namespace jetan {

struct SolvedTable {
  SolvedTable() : maker(preset_rules("burroughs"), tables.path()) { id = maker.make("CRvR", {{}}, {1, 1, 1}).front(); }
  static const SolvedTable& once() {
    static const SolvedTable solved;
    return solved;
  }
  Tablebase open(TablebaseOptions options = {}) const {
    return std::move(*Tablebase::open({tables.path()}, maker.game().rules(), options));
  }
  Position position(PositionIndex index, Side to_move) const {
    Position position = maker.index(id).position(index);
    position.to_move = to_move;
    return position;
  }

  TemporaryFolder tables;
  TableMaker maker;
  TableId id;
};

}  // namespace jetan
