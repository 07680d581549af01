// An analysis that was cut off goes on from its journal, and settles what an undisturbed one does.
#include "tbgen/solving_journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>

#include "probe/table_info.hpp"
#include "tests/core/rule_files.hpp"
#include "tests/probe/temporary_folder.hpp"
#include "tests/tbgen/same_plies.hpp"
#include "tests/tbgen/solved_in_memory.hpp"

namespace jetan {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr BlockNumber kTile = PackedPlies::kTileBlocks;
constexpr const char* kIdentity = "a test\n";

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::unique_ptr<SolvingJournal> opened(const fs::path& folder, BlockNumber blocks) {
  auto journal = SolvingJournal::open(folder, "x", kIdentity, blocks);
  EXPECT_TRUE(journal) << (journal ? "" : journal.error().message);
  return std::move(*journal);
}

struct Tested {
  const char* rules;
  const char* black;
  const char* orange;
  Escapes escapes;
  ResidenceOptions residence;
};

class Interrupted : public testing::TestWithParam<Tested> {
 protected:
  Interrupted() : game_(preset(GetParam().rules)), solved_(game_) {
    for (const char* letter = GetParam().black; *letter != 0; ++letter) add(Side::Black, *letter);
    for (const char* letter = GetParam().orange; *letter != 0; ++letter) add(Side::Orange, *letter);
  }
  void add(Side side, char letter) { pieces_.push_back({side, *kind_of_letter(letter)}); }

  Result<Wins> analyse_with(SolvingJournal* journal, Side winner, const std::atomic<bool>* stop = nullptr) {
    const BlockKernels& kernels = solved_.kernels_of(pieces_);
    SolveOptions options = solved_.options_of(pieces_);
    options.journal = journal;
    options.stop = stop;
    WorkingSet maps(kernels.layout(), GetParam().residence);
    return analyse(kernels, winner, solved_.successors_of(pieces_, GetParam().escapes), options, maps);
  }
  void expect_same_wins(Side winner, const Wins& wins, const std::string& what) {
    const Wins& expected = solved_.solve(pieces_, GetParam().escapes).wins(winner);
    expect_same(expected.won, wins.won, what + " won");
    expect_same(expected.lost, wins.lost, what + " lost");
  }
  BlockNumber blocks() { return solved_.kernels_of(pieces_).layout().blocks(); }

  const Game game_;
  SolvedInMemory solved_;
  std::vector<Piece> pieces_;
};

// A killed run leaves any beginning of its journal behind, and all tiles that this tells of.
TEST_P(Interrupted, GoesOnWhereverItWasKilled) {
  std::mt19937_64 random(20261206);
  for (const Side winner : kSides) {
    const TemporaryFolder whole;
    expect_same_wins(winner, analyse_with(opened(whole.path(), blocks()).get(), winner).value(), "journalled");
    const std::string journal = contents(whole / "x.journal");
    const std::string tiles = contents(whole / "x.tiles");
    for (int trial = 0; trial < 12 && !HasFailure(); ++trial) {
      const std::size_t left = trial == 0 ? journal.size() : random() % (journal.size() + 1);
      const std::string what = std::string(name(winner)) + ", " + std::to_string(left) + " bytes of a journal";
      const TemporaryFolder cut;
      write(cut / "x.journal", journal.substr(0, left));
      write(cut / "x.tiles", tiles);
      expect_same_wins(winner, analyse_with(opened(cut.path(), blocks()).get(), winner).value(), what);
      // All of it is there now.
      const auto again = opened(cut.path(), blocks());
      ASSERT_TRUE(again->finished()) << what;
      expect_same_wins(winner, again->wins(), what + ", read");
    }
  }
}

// Stopped again and again, later each time.
TEST_P(Interrupted, GoesOnWhereItWasStopped) {
  const TemporaryFolder folder;
  int stops = 0;
  for (int patience = 0;; ++patience) {
    const auto journal = opened(folder.path(), blocks());
    std::atomic<bool> stop = false;
    SolveOptions options = solved_.options_of(pieces_);
    options.journal = journal.get();
    options.stop = &stop;
    options.progress = [&](int ply) { stop = ply >= patience; };
    const BlockKernels& kernels = solved_.kernels_of(pieces_);
    WorkingSet maps(kernels.layout(), GetParam().residence);
    const auto wins = analyse(kernels, Side::Black, solved_.successors_of(pieces_, GetParam().escapes), options, maps);
    if (wins) {
      expect_same_wins(Side::Black, *wins, "after stops");
      break;
    }
    ASSERT_EQ(wins.error().kind, ErrorKind::Interrupted);
    ++stops;
  }
  EXPECT_GT(stops, 2);
}

INSTANTIATE_TEST_SUITE_P(
    Endings, Interrupted,
    testing::Values(
        Tested{"burroughs", "C", "C", {false, false}, {.bytes = 0, .slab_blocks = kTile}},
        Tested{"burroughs", "C", "C", {true, true}, {.bytes = 5 * kTile * sizeof(Block), .slab_blocks = kTile}},
        Tested{"cazaux", "CD", "", {true, false}, {}},
        Tested{"cazaux", "CD", "", {false, false}, {.bytes = 20 * 300 * sizeof(Block), .slab_blocks = 300}},
        Tested{"cazaux", "C", "D", {false, true}, {.bytes = 0, .slab_blocks = 10'000}},
        Tested{"free", "C", "C", {false, false}, {.bytes = 1, .slab_blocks = kTile}}),
    [](const auto& tested) {
      return std::string(tested.param.rules) + "_" + tested.param.black + "v" + tested.param.orange + "_" +
             std::to_string(tested.index);
    });

class SolvingJournalTest : public testing::Test {
 protected:
  // One tile, lost at ply 1.
  void make() {
    const auto journal = opened(folder_.path(), 3 * kTile);
    std::vector<Block> blocks(kTile);
    blocks[7].rows[3].set(Square::from_index(5));
    PackedPlies::Packer packer;
    journal->pass_done(0, 0, false);
    journal->pass_done(0, 1, false);
    journal->wins().lost.reserve(1);
    journal->wins().lost.set_tile(1, 2, blocks, packer);
    journal->slab_done(0, 2, 1, 2 * kTile, {2 * kTile, 3 * kTile});
    journal->pass_done(0, 2, true);
    journal->part_done(0);
    journal->all_done();
  }
  Error refused(const std::string& identity = kIdentity) {
    const auto journal = SolvingJournal::open(folder_.path(), "x", identity, 3 * kTile);
    EXPECT_FALSE(journal);
    return journal ? Error{} : journal.error();
  }

  const TemporaryFolder folder_;
};

TEST_F(SolvingJournalTest, ForSomethingElseIsRefusedInWords) {
  make();
  const Error error = refused("another\n");
  EXPECT_EQ(error.kind, ErrorKind::WrongRules);
  EXPECT_THAT(error.message, testing::AllOf(HasSubstr("a test"), HasSubstr("another"), HasSubstr("--scratch")));
  EXPECT_TRUE(opened(folder_.path(), 3 * kTile)->finished());
}

TEST_F(SolvingJournalTest, OneRunAtATime) {
  const auto journal = opened(folder_.path(), 3 * kTile);
  EXPECT_THAT(refused().message, HasSubstr("another run"));
}

TEST_F(SolvingJournalTest, OtherFilesAreRefused) {
  write(folder_ / "x.journal", "Dear diary,\n");
  EXPECT_EQ(refused().kind, ErrorKind::TableDamaged);
  EXPECT_EQ(contents(folder_ / "x.journal"), "Dear diary,\n");
}

TEST_F(SolvingJournalTest, DamagedTilesAreFound) {
  make();
  std::string tiles = contents(folder_ / "x.tiles");
  tiles[tiles.size() / 2] = static_cast<char>(tiles[tiles.size() / 2] ^ 1);
  write(folder_ / "x.tiles", tiles);
  const auto journal = opened(folder_.path(), 3 * kTile);
  PackedPlies::Scratch scratch;
  try {
    journal->wins().lost.for_each_block(1, 2, scratch, [](BlockNumber, const Block&) {});
    FAIL() << "damaged tiles were read";
  } catch (const ScratchFailure& failed) {
    EXPECT_EQ(failed.error().kind, ErrorKind::TableDamaged);
    EXPECT_THAT(failed.error().message, HasSubstr("x.tiles"));
  }
  write(folder_ / "x.tiles", "");
}

TEST_F(SolvingJournalTest, MissingTilesAreFound) {
  make();
  write(folder_ / "x.tiles", "");
  EXPECT_EQ(refused().kind, ErrorKind::TableDamaged);
}

// Whatever bit of a journal is wrong, it is refused, or what comes after is dropped.
TEST_F(SolvingJournalTest, DamagedRecordsAreDropped) {
  make();
  const std::string journal = contents(folder_ / "x.journal");
  const std::string tiles = contents(folder_ / "x.tiles");
  for (std::size_t bit = 0; bit < 8 * journal.size(); bit += 5) {
    std::string damaged = journal;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    write(folder_ / "x.journal", damaged);
    write(folder_ / "x.tiles", tiles);
    const auto read = SolvingJournal::open(folder_.path(), "x", kIdentity, 3 * kTile);
    EXPECT_FALSE(read && (*read)->finished()) << bit;
  }
}

}  // namespace
}  // namespace jetan
