// What an analysis has settled so far, on disk: a run that ended early goes on from there.
//
// Two files. NAME.tiles holds the packed tiles (TileStore). NAME.journal says, record by record, what they are: the
// tiles of a slab, a pass, a part that is complete. A record is written only when the disk has the tiles it tells of,
// and has a checksum: whatever a run that was cut off left behind its last whole record is dropped. Nothing else is
// needed to go on, because all maps of an analysis follow from the plies (Analysis::restore).
//
// The journal is as a pass goes on at most kSecondsUnwritten behind.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tbgen/solution.hpp"

namespace jetan {

class SolvingJournal {
 public:
  static constexpr int kSecondsUnwritten = 2;

  // Opens NAME.journal and NAME.tiles in a folder, or begins them. `identity`: lines of text that tell for what they
  // are; those of another text are refused (WrongRules). Errors: Io; TableDamaged.
  static Result<std::unique_ptr<SolvingJournal>> open(const std::filesystem::path& folder, const std::string& name,
                                                      const std::string& identity, BlockNumber blocks);

  // What is settled: complete passes of before, and what will be.
  Wins& wins() { return wins_; }
  // Whether all is settled, or a part.
  bool finished() const { return finished_; }
  bool part_finished(std::size_t part) const { return part < parts_.size() && parts_[part].finished; }

  // Wins that don't come from an analysis: begins anew, and tells where their tiles are to be; and keeps them.
  std::shared_ptr<TileStore> begin_anew();
  void keep(Wins wins);

  // A pass settles the losses or the wins of a ply.
  static int pass_of_losses(int ply) { return 2 * ply; }
  static int pass_of_wins(int ply) { return 2 * ply + 1; }

  // How far the analysis of a part has come.
  struct Begun {
    std::vector<bool> any;           // by complete pass: whether it settled anything
    std::vector<std::size_t> slabs;  // done of the pass after these; their tiles are among wins()
  };
  // Slabs of a pass that isn't complete count only if they had so many blocks.
  Begun begun(std::size_t part, BlockNumber slab_blocks);

  // These may throw ScratchFailure.
  void slab_done(std::size_t part, int pass, std::size_t slab, BlockNumber slab_blocks, BlockRange blocks);
  void pass_done(std::size_t part, int pass, bool any);
  void part_done(std::size_t part);
  void all_done();
  // Returns once the disk has all.
  void flush();

 private:
  enum class Kind : std::uint8_t { Identity, Slab, Pass, Part, All };
  struct TileOf {
    std::uint64_t number;
    TileStore::Tile stored;
  };
  struct Record {
    Kind kind = Kind::Identity;
    std::uint32_t part = 0;
    std::uint32_t pass = 0;
    std::uint8_t any = 0;
    std::uint64_t slab = 0;
    std::uint64_t slab_blocks = 0;
    std::vector<TileOf> tiles;
    std::string identity;
  };

  SolvingJournal(ScratchFile file, BlockNumber blocks) : file_(std::move(file)), blocks_(blocks) {}

  template <class Codec>
  static void describe(Codec& codec, Record& record);
  static std::vector<std::byte> encode(Record record);
  // The records from a place on, up to the first that isn't whole; the place after the last.
  static std::uint64_t decode(std::span<const std::byte> bytes, std::vector<Record>& records);

  Result<void> read(const std::string& identity, const std::filesystem::path& tiles);
  PackedPlies& plies_of(int pass) { return pass % 2 == 0 ? wins_.lost : wins_.won; }
  void set_tiles(const Record& record);
  void add(Record record);
  Record slab_record(std::size_t part, int pass, const PackedPlies& plies, BlockRange blocks) const;

  ScratchFile file_;
  BlockNumber blocks_;
  std::shared_ptr<TileStore> store_;
  Wins wins_;
  bool finished_ = false;
  struct Part : Begun {
    bool finished = false;
  };
  std::vector<Part> parts_;
  std::vector<Record> unfinished_;  // slabs of a pass that isn't complete, of the last part
  std::uint64_t head_bytes_ = 0;    // of the identity
  std::uint64_t end_ = 0;           // of what is written
  std::vector<std::byte> unwritten_;
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
};

}  // namespace jetan
