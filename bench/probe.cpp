// Times questions put to tables: nanoseconds a probe, by way of asking, order of positions, state of memory and
// threads.
//   build/release/bench/bench_probe --tables DIR CRDvCR
// Positions come in two orders. Random: any position of any of the ending's tables. Search: what an engine near the
// end asks: all moves of a position, then on to one of them, for some moves; and again from elsewhere.
// Warm: every block asked for has been unpacked before. Cold: none is kept, so that each probe unpacks one (the files
// themselves are in memory). Percentiles are of probes timed one by one, less what the clock itself takes.
#include <fmt/format.h>
#include <sys/mman.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <thread>

#include "probe/c_api.hpp"
#include "probe/tablebase.hpp"

namespace jetan {
namespace {

using Clock = std::chrono::steady_clock;

double nanoseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

template <class T>
T take(Result<T> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "{}\n", result.error().message);
  std::exit(1);
}

struct Options {
  std::string ending;
  std::string folder = "tables";
  std::string rules = "burroughs";
  std::size_t positions = 1'000'000;
  std::size_t blocks = 16'000;
  std::size_t cold_positions = 20'000;
  std::uint64_t cache_megabytes = 2048;
  std::uint64_t seed = 1;
  std::vector<int> threads{1, 2};
};

using Random = std::mt19937_64;

// Any position of any of the tables, colours as likely one way as the other, but of so many blocks only, that they can
// all be kept unpacked.
class RandomPositions {
 public:
  RandomPositions(const Tablebase& tables, const std::vector<TableId>& ids, std::size_t blocks, Random& random)
      : random_(random) {
    for (const TableId& id : ids) files_.push_back(take(tables.table(id)));
    for (std::size_t n = 0; n < blocks; ++n) {
      const TableFile& file = *files_[random_() % files_.size()];
      const auto& sides = file.info().sides;
      blocks_.push_back({&file, sides[random_() % sides.size()], random_() % file.blocks()});
    }
  }

  Position next() {
    for (;;) {
      const Block& block = blocks_[random_() % blocks_.size()];
      const CellNumber cell =
          block.number * block.file->cells_of_block() + random_() % block.file->cells_in_block(block.number);
      std::optional<Position> position = block.file->planes().position(cell);
      if (!position) continue;
      position->escapes = block.file->info().id.escapes;
      position->to_move = block.to_move;
      return random_() % 2 == 0 ? *position : turned_over(*position);
    }
  }

  std::vector<Position> next(std::size_t count) {
    std::vector<Position> positions(count);
    for (Position& position : positions) position = next();
    return positions;
  }

 private:
  struct Block {
    const TableFile* file;
    Side to_move;
    std::uint64_t number;
  };
  Random& random_;
  std::vector<std::shared_ptr<const TableFile>> files_;
  std::vector<Block> blocks_;
};

std::vector<Position> search_positions(const Tablebase& tables, RandomPositions& from, std::size_t count,
                                       Random& random) {
  constexpr int kMoves = 20;
  std::vector<Position> positions;
  while (positions.size() < count) {
    Position here = from.next();
    for (int n = 0; n < kMoves && positions.size() < count; ++n) {
      std::vector<Position> next;
      for (const Move move : tables.game().legal_moves(here)) {
        const AfterMove after = tables.game().play(here, move);
        if (!after.ended && !tables.game().over(after.position)) next.push_back(after.position);
      }
      if (next.empty()) break;
      positions.insert(positions.end(), next.begin(), next.end());
      here = next[random() % next.size()];
    }
  }
  positions.resize(count);
  return positions;
}

// Nanoseconds of a read from a random place of so many bytes, where each place depends on what was read before: no
// probe whose block may be anywhere in them can be quicker, unless other probes go on meanwhile.
double memory_alone(std::size_t bytes, Random& random) {
  constexpr std::size_t kLargePage = std::size_t{2} << 20;
  const std::size_t size = bytes / kLargePage * kLargePage;
  if (size == 0) return 0;
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  const std::unique_ptr<unsigned char, Free> memory(static_cast<unsigned char*>(std::aligned_alloc(kLargePage, size)));
  if (!memory) return 0;
  ::madvise(memory.get(), size, MADV_HUGEPAGE);
  std::memset(memory.get(), 1, size);
  constexpr int kReads = 2'000'000;
  std::vector<std::size_t> places(kReads);
  for (std::size_t& place : places) place = random() % (size - 1);
  std::size_t read = 0;
  const auto start = Clock::now();
  for (const std::size_t place : places) read = memory.get()[place + (read & 1)];
  const double taken = nanoseconds_since(start) / kReads;
  volatile std::size_t kept = read;
  static_cast<void>(kept);
  return taken;
}

// What one thread asks: the positions of a stretch. Tells a number that depends on every answer.
using Ask = std::function<std::uint64_t(std::span<const Position>)>;

struct Way {
  std::string name;
  Ask ask;
};

std::uint64_t number_of(Value value) { return static_cast<std::uint64_t>(encode(value)); }

std::vector<Way> ways(const Tablebase& tables, const TableFile& file) {
  const auto one_by_one = [](auto&& question) {
    return [question](std::span<const Position> positions) {
      std::uint64_t sum = 0;
      for (const Position& position : positions) sum += question(position);
      return sum;
    };
  };
  std::vector<Way> all;
  all.push_back({"cell alone", one_by_one([&](const Position& p) { return file.planes().cell(p); })});
  all.push_back(
      {"wins at once", one_by_one([&](const Position& p) { return tables.game().wins_at_once(p) ? 1U : 0U; })});
  all.push_back(
      {"value, unchecked", one_by_one([&](const Position& p) { return number_of(*tables.value_unchecked(p)); })});
  all.push_back({"value", one_by_one([&](const Position& p) { return number_of(*tables.value(p)); })});
  all.push_back({"value, if in memory", one_by_one([&](const Position& p) {
                   const auto value = tables.value_in_memory(p);
                   return *value ? number_of(**value) : 0;
                 })});
  all.push_back({"outcome", one_by_one([&](const Position& p) { return static_cast<unsigned>(*tables.outcome(p)); })});
  all.push_back({"values, by 1,000", [&](std::span<const Position> positions) {
                   std::uint64_t sum = 0;
                   for (std::size_t at = 0; at < positions.size(); at += 1000) {
                     const auto some = positions.subspan(at, std::min<std::size_t>(1000, positions.size() - at));
                     for (const auto& value : tables.values(some)) sum += number_of(*value);
                   }
                   return sum;
                 }});
  return all;
}

// Through the C interface; asked of stretches of these positions, put into its form beforehand.
std::vector<Way> ways_in_c(jetan_tables* tables, std::span<const Position> all_positions) {
  const auto in_c = std::make_shared<std::vector<jetan_position>>();
  for (const Position& position : all_positions) in_c->push_back(take(c_api::position_for_c(position)));
  const Position* first = all_positions.data();
  const auto one_by_one = [in_c, first, tables](auto probe) {
    return [=](std::span<const Position> positions) {
      std::uint64_t sum = 0;
      const jetan_position* from = in_c->data() + (positions.data() - first);
      for (std::size_t i = 0; i < positions.size(); ++i) {
        jetan_value value{};
        probe(tables, from + i, &value, nullptr);
        sum += static_cast<std::uint64_t>(value.plies);
      }
      return sum;
    };
  };
  std::vector<Way> all{{"C, unchecked", one_by_one(jetan_probe_unchecked)}, {"C", one_by_one(jetan_probe)}};
  all.push_back({"C, by 1,000", [=](std::span<const Position> positions) {
                   std::uint64_t sum = 0;
                   std::vector<jetan_value> values(1000);
                   for (std::size_t at = 0; at < positions.size(); at += values.size()) {
                     const std::size_t some = std::min(values.size(), positions.size() - at);
                     const jetan_position* from = in_c->data() + (positions.data() - first) + at;
                     jetan_probe_many(tables, from, some, values.data(), nullptr, nullptr);
                     for (std::size_t i = 0; i < some; ++i) sum += static_cast<std::uint64_t>(values[i].plies);
                   }
                   return sum;
                 }});
  return all;
}

// Nanoseconds a probe for each thread, all at once, each with a stretch of its own.
double time(const Ask& ask, std::span<const Position> positions, int threads) {
  const std::size_t stretch = positions.size() / static_cast<std::size_t>(threads);
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(threads));
  const auto start = Clock::now();
  std::vector<std::thread> running;
  for (std::size_t t = 0; t < sums.size(); ++t) {
    running.emplace_back([&, t] { sums[t] = ask(positions.subspan(t * stretch, stretch)); });
  }
  for (std::thread& thread : running) thread.join();
  const double taken = nanoseconds_since(start) / static_cast<double>(stretch);
  volatile std::uint64_t kept = std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
  static_cast<void>(kept);
  return taken;
}

struct Percentiles {
  double half, ninety, ninety_nine, thousandth;
};

Percentiles percentiles(const Ask& ask, std::span<const Position> positions) {
  std::vector<double> clock(10'001);
  for (double& each : clock) each = nanoseconds_since(Clock::now());
  std::nth_element(clock.begin(), clock.begin() + 5'000, clock.end());
  std::vector<double> taken;
  taken.reserve(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto start = Clock::now();
    volatile std::uint64_t kept = ask(positions.subspan(i, 1));
    taken.push_back(nanoseconds_since(start) - clock[5'000]);
    static_cast<void>(kept);
  }
  std::sort(taken.begin(), taken.end());
  const auto at = [&](double part) {
    return taken[static_cast<std::size_t>(part * static_cast<double>(taken.size()))];
  };
  return {at(0.5), at(0.9), at(0.99), at(0.999)};
}

void print_times(const std::string& order, const std::string& memory, const Way& way,
                 std::span<const Position> positions, const Options& options) {
  fmt::print("{:<7} {:<5} {:<20}", order, memory, way.name);
  double best_of_one = 0;
  for (const int threads : options.threads) {
    double best = 0;
    for (int round = 0; round < 3; ++round) {
      const double taken = time(way.ask, positions, threads);
      best = round == 0 ? taken : std::min(best, taken);
    }
    if (best_of_one == 0) best_of_one = best;
    fmt::print(" {:>9.1f}", best);
  }
  const Percentiles of = percentiles(way.ask, positions);
  fmt::print("   {:>8.0f} {:>8.0f} {:>8.0f} {:>8.0f}   {:>7.2f}\n", of.half, of.ninety, of.ninety_nine, of.thousandth,
             1e3 / best_of_one);
  std::fflush(stdout);
}

void run(const Options& options) {
  jetan_tables opened{take(Tablebase::open({options.folder}, take(RuleSet::load(options.rules))))};
  const Tablebase& tables = opened.tablebase;
  const Ending ending = take(Ending::parse(options.ending));
  std::vector<TableId> ids;
  for (const TableId& id : tables.tables()) {
    if (id.ending == ending) ids.push_back(id);
  }
  if (ids.empty()) {
    fmt::print(stderr, "no table of {} in {}; `jetan gen {}` makes them\n", ending.name(), options.folder,
               ending.name());
    std::exit(1);
  }
  Random random(options.seed);
  const auto file = take(tables.table(ids[0]));
  const auto all = ways(tables, *file);
  RandomPositions from(tables, ids, options.blocks, random);

  fmt::print("{} under {}, {} tables; nanoseconds a probe\n{:<34}", ending.name(), options.rules, ids.size(), "");
  for (const int threads : options.threads) fmt::print(" {:>9}", fmt::format("{} thr", threads));
  fmt::print("   {:>8} {:>8} {:>8} {:>8}   {:>7}\n", "50%", "90%", "99%", "99.9%", "M/s");
  for (const bool searching : {false, true}) {
    const char* order = searching ? "search" : "random";
    const auto positions =
        searching ? search_positions(tables, from, options.positions / 5, random) : from.next(options.positions);
    tables.set_cache_bytes(options.cache_megabytes << 20);
    for (const Position& position : positions) {
      take(tables.value(position));
      take(tables.outcome(position));
    }
    const auto kept = tables.cache_statistics();
    for (const Way& way : all) {
      // Cells are asked of one table, whose first side is Black.
      if (way.name == "cell alone" && searching) continue;
      if (way.name == "cell alone") {
        std::vector<Position> turned = positions;
        std::transform(turned.begin(), turned.end(), turned.begin(), oriented);
        print_times(order, "warm", way, turned, options);
      } else {
        print_times(order, "warm", way, positions, options);
      }
    }
    for (const Way& way : ways_in_c(&opened, positions)) print_times(order, "warm", way, positions, options);
    fmt::print("{:<7} {:<5} {:<20} {:>9.1f}\n", order, "", fmt::format("a read from {} MB", kept.bytes / 1'000'000),
               memory_alone(kept.bytes, random));
    tables.set_cache_bytes(0);
    // Those that win at once need no block.
    std::vector<Position> unpacking;
    for (const Position& position : positions) {
      if (unpacking.size() < options.cold_positions && !tables.game().wins_at_once(position))
        unpacking.push_back(position);
    }
    for (const Way& way : all) {
      if (way.name == "value" || way.name == "outcome") print_times(order, "cold", way, unpacking, options);
    }
  }
}

}  // namespace
}  // namespace jetan

int main(int argc, char** argv) {
  jetan::Options options;
  CLI::App app("Times questions put to tables");
  app.add_option("ENDING", options.ending, "Ending")->required();
  app.add_option("--tables", options.folder, "Tables folder");
  app.add_option("--rules", options.rules, "Rule set");
  app.add_option("--positions", options.positions, "Positions asked for warm");
  app.add_option("--blocks", options.blocks, "Blocks of which positions in random order are");
  app.add_option("--cold-positions", options.cold_positions, "Positions asked for cold");
  app.add_option("--cache", options.cache_megabytes, "Megabytes of unpacked blocks kept, at most");
  app.add_option("--seed", options.seed, "Of the positions");
  app.add_option("--threads", options.threads, "Numbers of threads, one run each")->delimiter(',');
  CLI11_PARSE(app, argc, argv);
  jetan::run(options);
}
