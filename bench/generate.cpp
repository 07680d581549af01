// Generates whole endings and tells how fast: positions a second and core, memory, plies, what solving, writing and
// verifying take, beside the machine's copy bandwidth in the same run.
//   build/release/bench/bench_generate CRDvCR --rules cazaux --escapes=-- --threads 1,2
#include "tbgen/generate.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>
#include <thread>

#include "tbgen/verify.hpp"

namespace jetan {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

template <class T>
T take(Result<T> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "{}\n", result.error().message);
  std::exit(1);
}

// The best of several copies of memory well beyond the caches, all threads at once. Bytes read and written a second.
double copy_bandwidth(int threads) {
  constexpr std::size_t kBytes = std::size_t{128} << 20;
  std::vector<std::vector<char>> from(static_cast<std::size_t>(threads), std::vector<char>(kBytes, 1));
  std::vector<std::vector<char>> to(static_cast<std::size_t>(threads), std::vector<char>(kBytes, 2));
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    const auto start = Clock::now();
    std::vector<std::thread> copies;
    for (std::size_t t = 0; t < from.size(); ++t) {
      copies.emplace_back([&, t] { std::memcpy(to[t].data(), from[t].data(), kBytes); });
    }
    for (std::thread& copy : copies) copy.join();
    best = std::max(best, 2.0 * kBytes * threads / seconds_since(start));
  }
  return best;
}

double peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

struct Options {
  std::vector<std::string> endings;
  std::string rules = "burroughs";
  std::vector<std::string> escapes;
  std::vector<int> threads{1, 2};
  int level = GenerateOptions{}.level;
  std::uint64_t verify = 0;
};

void run(const Options& options) {
  const Game game(take(RuleSet::load(options.rules)));
  GenerateOptions generating;
  generating.tables = fs::temp_directory_path() / fmt::format("jetan-bench-{}", getpid());
  generating.level = options.level;
  for (const std::string& state : options.escapes) {
    const auto escapes = parse_escape_state(state);
    if (!escapes) {
      fmt::print(stderr, "\"{}\" is no escape state; write Rr, R-, -r or --\n", state);
      std::exit(2);
    }
    generating.states.push_back(*escapes);
  }
  fmt::print("{:<8} {:<10} {:<2} {:>3} {:>14} {:>5} {:>8} {:>8} {:>9} {:>9} {:>8} {:>8} {:>9}\n", "ending", "rules",
             "esc", "thr", "positions", "plies", "solve s", "write s", "M/s/core", "M/s/core", "bits/pos", "peak MiB",
             "bits/pos");
  fmt::print("{:<8} {:<10} {:<2} {:>3} {:>14} {:>5} {:>8} {:>8} {:>9} {:>9} {:>8} {:>8} {:>9}\n", "", "", "", "",
             "both sides", "", "", "", "solving", "in files", "in file", "solving", "solving");
  for (const std::string& name : options.endings) {
    const Ending ending = take(Ending::parse(name));
    generating.threads = 0;
    take(generate(game, after_capture(game.rules(), ending), generating));
    for (const int threads : options.threads) {
      generating.threads = threads;
      std::map<std::string, double> solving_peak;  // by escape state, MiB
      generating.progress = [&](const Progress& progress) {
        if (progress.phase == Phase::Writing)
          solving_peak.emplace(escape_state(progress.table.escapes), peak_mebibytes());
      };
      const auto made = take(generate(game, {ending}, generating));
      for (const GeneratedTable& table : made) {
        if (table.already_there) continue;
        const auto positions = static_cast<double>(table.positions);
        const double rate = positions / threads / 1e6;
        fmt::print(
            "{:<8} {:<10} {:<2} {:>3} {:>14} {:>5} {:>8.2f} {:>8.2f} {:>9.1f} {:>9.1f} {:>8.4f} {:>8.0f} {:>9.3f}\n",
            ending.name(), game.rules().name, escape_state(table.table.escapes), threads, table.positions, table.plies,
            table.solving_seconds, table.writing_seconds, rate / table.solving_seconds,
            rate / (table.solving_seconds + table.writing_seconds), 8 * static_cast<double>(table.bytes) / positions,
            solving_peak[escape_state(table.table.escapes)],
            8 * solving_peak[escape_state(table.table.escapes)] * 1048576 / positions);
        std::fflush(stdout);
        fs::remove(table.path);
      }
    }
  }
  fs::remove_all(generating.tables);
  for (const int threads : options.threads) {
    fmt::print("copying memory, {} threads: {:.1f} GB/s read and written\n", threads, copy_bandwidth(threads) / 1e9);
  }
}

}  // namespace
}  // namespace jetan

int main(int argc, char** argv) {
  jetan::Options options;
  CLI::App app("Times the generation of endings");
  app.add_option("ENDING", options.endings, "Endings")->required();
  app.add_option("--rules", options.rules, "Rule set");
  app.add_option("--escapes", options.escapes, "Only these escape states and those they lead to")->delimiter(',');
  app.add_option("--threads", options.threads, "Numbers of threads, one run each")->delimiter(',');
  app.add_option("--level", options.level, "zstd level");
  CLI11_PARSE(app, argc, argv);
  jetan::run(options);
}
