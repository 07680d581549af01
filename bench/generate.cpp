// Generates whole endings and tells how fast: positions a second and core, memory, plies, what solving, writing and
// verifying take, beside the machine's copy bandwidth in the same run.
//   OMP_WAIT_POLICY=passive build/release/bench/bench_generate CRDvCR --rules cazaux --escapes=-- --threads 1,2
// With that policy a thread that waits takes no processor time, so that "busy" is the part of their time in which the
// threads worked; what is missing are stretches outside parallel regions, and waiting for the last thread.
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

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
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
  bool plain = false;
  std::uint64_t verify = 0;
};

// How a table's making went, beyond what generate() tells.
struct Course {
  double processor_at_start = 0;
  double processor_when_solved = 0;
  double processor_at_end = 0;
  double solving_peak = 0;  // MiB
};

void print_heading() {
  constexpr auto kFormat =
      "{:<8} {:<10} {:<3} {:>3} {:>14} {:>5}  {:>8} {:>9} {:>5} {:>8} {:>8}  {:>8} {:>9} {:>5} {:>8}  {:>9}\n";
  fmt::print(kFormat, "", "", "", "", "", "", "solving", "", "", "", "", "writing", "in all", "", "", "verifying");
  fmt::print(kFormat, "ending", "rules", "esc", "thr", "positions", "plies", "s", "M/s/core", "busy", "peak MiB",
             "bits/pos", "s", "M/s/core", "busy", "bits/pos", "M/s/core");
}

void print(const GeneratedTable& table, const Course& course, const std::string& rules, int threads,
           double verified_a_second) {
  const auto positions = static_cast<double>(table.positions);
  const double cores = threads;
  const double seconds = table.solving_seconds + table.writing_seconds;
  fmt::print(
      "{:<8} {:<10} {:<3} {:>3} {:>14} {:>5}  {:>8.2f} {:>9.1f} {:>5.2f} {:>8.0f} {:>8.3f}  {:>8.2f} {:>9.1f} {:>5.2f} "
      "{:>8.4f}  {:>9}\n",
      table.table.ending.name(), rules, escape_state(table.table.escapes), threads, table.positions, table.plies,
      table.solving_seconds, positions / table.solving_seconds / cores / 1e6,
      (course.processor_when_solved - course.processor_at_start) / table.solving_seconds / cores, course.solving_peak,
      8 * 1048576 * course.solving_peak / positions, table.writing_seconds, positions / seconds / cores / 1e6,
      (course.processor_at_end - course.processor_when_solved) / table.writing_seconds / cores,
      8 * static_cast<double>(table.bytes) / positions,
      verified_a_second > 0 ? fmt::format("{:.2f}", verified_a_second / cores / 1e6) : "-");
  std::fflush(stdout);
}

// Values proved a second; 0 if none were to be.
double verify_speed(const Game& game, const GenerateOptions& generating, const TableId& id, std::uint64_t sample) {
  if (sample == 0) return 0;
  const Tablebase tables = take(Tablebase::open({generating.tables}, game.rules()));
  VerifyOptions verifying;
  verifying.sample = sample;
  verifying.threads = generating.threads;
  const auto start = Clock::now();
  const VerifyReport report = take(verify(tables, id, verifying));
  return static_cast<double>(report.positions) / seconds_since(start);
}

void make(const Game& game, const Ending& ending, GenerateOptions generating, const Options& options) {
  std::map<std::string, Course> courses;  // by escape state
  generating.progress = [&](const Progress& progress) {
    Course& course = courses[escape_state(progress.table.escapes)];
    if (progress.phase == Phase::Loading) course.processor_at_start = processor_seconds();
    if (progress.phase != Phase::Writing || course.solving_peak > 0) return;
    course.processor_when_solved = processor_seconds();
    course.solving_peak = peak_mebibytes();
  };
  generating.finished = [&](const GeneratedTable& table) {
    courses[escape_state(table.table.escapes)].processor_at_end = processor_seconds();
  };
  const auto made = take(generate(game, {ending}, generating));
  for (const GeneratedTable& table : made) {
    if (table.already_there) continue;
    print(table, courses[escape_state(table.table.escapes)], game.rules().name, generating.threads,
          verify_speed(game, generating, table.table, options.verify));
  }
  for (const GeneratedTable& table : made) {
    if (!table.already_there) fs::remove(table.path);
  }
}

void run(const Options& options) {
  const Game game(take(RuleSet::load(options.rules)));
  GenerateOptions generating;
  generating.tables = fs::temp_directory_path() / fmt::format("jetan-bench-{}", getpid());
  generating.level = options.level;
  if (options.plain) generating.kernels = Kernels::Plain;
  for (const std::string& state : options.escapes) {
    const auto escapes = parse_escape_state(state);
    if (!escapes) {
      fmt::print(stderr, "\"{}\" is no escape state; write Rr, R-, -r or --\n", state);
      std::exit(2);
    }
    generating.states.push_back(*escapes);
  }
  print_heading();
  for (const std::string& name : options.endings) {
    const Ending ending = take(Ending::parse(name));
    generating.threads = 0;
    take(generate(game, after_capture(game.rules(), ending), generating));
    for (const int threads : options.threads) {
      generating.threads = threads;
      make(game, ending, generating, options);
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
  app.add_option("--level", options.level, "Packing level");
  app.add_flag("--plain", options.plain, "Kernels without vector instructions");
  app.add_option("--verify", options.verify, "Prove so many values a side to move of each table");
  CLI11_PARSE(app, argc, argv);
  jetan::run(options);
}
