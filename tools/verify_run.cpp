#include "tools/verify_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>

#include "tbgen/verify.hpp"
#include "tools/failure.hpp"
#include "tools/json_output.hpp"
#include "tools/output.hpp"
#include "tools/plain_text.hpp"
#include "tools/progress_display.hpp"
#include "tools/stop_signal.hpp"

namespace jetan::tool {
namespace {

constexpr int kWholeUpToPieces = 4;
constexpr std::uint64_t kDefaultSample = 1'000'000;

std::vector<std::filesystem::path> tables_of_folder(const CommonOptions& common) {
  const RuleSet rules = common.load_rules();
  const std::filesystem::path folder = common.tables_folder();
  const Tablebase tables = take(Tablebase::open({folder}, rules));
  std::vector<std::filesystem::path> paths;
  for (const TableKind kind : {TableKind::Distances, TableKind::Outcomes}) {
    for (const TableId& id : tables.tables(kind)) paths.push_back(take(tables.path(id, kind)));
  }
  if (paths.empty()) {
    throw Failure(ExitCode::TableMissing, fmt::format("no tables of rules {} in {}; `jetan gen` makes them, --tables "
                                                      "names another folder",
                                                      rules.name, folder.string()));
  }
  return paths;
}

class Run {
 public:
  Run(const CommonOptions& common, const VerifyRunOptions& options)
      : common_(common), options_(options), stop_(stop_on_signal()) {
    if (!options.files.empty() && common.names_rules()) asked_.emplace(common.load_rules());
  }

  ExitCode verify(const std::vector<std::filesystem::path>& paths) {
    const std::vector<double> work = work_of(paths);
    work_total_ = std::accumulate(work.begin(), work.end(), 0.0);
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const auto& path = paths[i];
      const auto start = std::chrono::steady_clock::now();
      auto checked = verify_file(path, paths.size(), work[i]);
      work_done_ += work[i];
      if (!checked && checked.error().kind == ErrorKind::Interrupted) {
        throw Failure(ExitCode::Other, fmt::format("stopped; {} of {} verified, {} failed", done_ - failed_,
                                                   counted(paths.size(), "table"), failed_));
      }
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      display_.clear();
      ++done_;
      print(path, checked, taken.count());
    }
    if (!common_.json && failed_ == 0) output().line(fmt::format("{} verified", counted(paths.size(), "table")));
    if (failed_ > 0) report(fmt::format("{} of {} failed", failed_, counted(paths.size(), "table")));
    return gravest_;
  }

 private:
  // How a table was checked.
  struct Checked {
    TableInfo info;
    std::string how;              // "all", "sample" or "checksums"
    std::uint64_t positions = 0;  // whose values were checked
  };

  // A file tells its rule set itself; where the command line names one too, the two must play the ending alike.
  Result<std::shared_ptr<const TableFile>> open(const std::filesystem::path& path) const {
    return asked_ ? TableFile::open(path, *asked_) : TableFile::open(path);
  }

  // The positions there are to check in each file, one at least.
  std::vector<double> work_of(const std::vector<std::filesystem::path>& paths) const {
    std::vector<double> work;
    for (const auto& path : paths) {
      const auto file = open(path);
      if (!file) {
        work.push_back(1);
        continue;
      }
      const TableInfo& info = (*file)->info();
      const PositionIndex a_side = std::min(sample_of(info.id.ending).value_or(info.positions), info.positions);
      work.push_back(static_cast<double>(a_side) * static_cast<double>(info.sides.size()));
    }
    return work;
  }

  Result<Checked> verify_file(const std::filesystem::path& path, std::size_t tables_total, double work) {
    const auto file = open(path);
    if (!file) return tl::unexpected(file.error());
    const TableInfo& info = (*file)->info();
    Checked checked{info, "checksums", 0};
    if (options_.checksums_only) {
      if (const auto sound = (*file)->check_checksums(); !sound) return tl::unexpected(sound.error());
      if (stop_) return failure(ErrorKind::Interrupted, "stopped");
      return checked;
    }
    const auto tables = Tablebase::open(folders_of(path, info.rules), info.rules);
    if (!tables) return tl::unexpected(tables.error());
    VerifyOptions verifying;
    verifying.sample = sample_of(info.id.ending);
    verifying.seed = options_.seed;
    verifying.threads = options_.threads;
    if (!options_.memory.empty()) verifying.memory = *parse_bytes(options_.memory);
    verifying.stop = &stop_;
    const std::string what = fmt::format("{} of {}: {}.{}", done_ + 1, counted(tables_total, "table"),
                                         info.id.ending.name(), escape_state(info.id.escapes));
    verifying.progress = [&](std::uint64_t done, std::uint64_t total) {
      const double of_this = total == 0 ? 0 : static_cast<double>(done) / static_cast<double>(total);
      display_.update((work_done_ + work * of_this) / work_total_, stop_ ? what + " stopping" : what);
    };
    const auto verified = jetan::verify(*tables, **file, verifying);
    if (!verified) return tl::unexpected(verified.error());
    checked.how = verified->all ? "all" : "sample";
    checked.positions = verified->positions;
    return checked;
  }

  std::optional<std::uint64_t> sample_of(const Ending& ending) const {
    if (options_.sample || options_.all) return options_.sample;
    if (ending.pieces() <= kWholeUpToPieces) return std::nullopt;
    return kDefaultSample;
  }

  // Where the tables are that a file's table depends on: beside it, if it lies where `jetan gen` puts it, and in the
  // tables folder.
  std::vector<std::filesystem::path> folders_of(const std::filesystem::path& path, const RuleSet& rules) const {
    std::vector<std::filesystem::path> folders{common_.tables_folder()};
    const auto beside = std::filesystem::absolute(path).parent_path();
    const auto tables = beside.parent_path();
    std::error_code ignored;
    if (std::filesystem::equivalent(find_rules_folder(tables, rules), beside, ignored)) {
      folders.insert(folders.begin(), tables);
    }
    return folders;
  }

  void print(const std::filesystem::path& path, const Result<Checked>& checked, double seconds) {
    if (checked) {
      output().line(common_.json ? json_text(as_json(path, *checked, seconds)) : as_text(*checked, seconds));
    } else {
      ++failed_;
      gravest_ = std::max(gravest_, exit_code(checked.error().kind));
      if (common_.json) {
        output().line(json_text({{"file", path.string()}, {"ok", false}, {"error", checked.error().message}}));
      } else {
        output().line(fmt::format("FAILED {}", path.string()));
      }
    }
    output().flush();
    if (!checked) report(checked.error().message);
  }

  static Json as_json(const std::filesystem::path& path, const Checked& checked, double seconds) {
    return {{"file", path.string()},
            {"ok", true},
            {"rules", checked.info.rules.name},
            {"ending", checked.info.id.ending.name()},
            {"escapes", escape_state(checked.info.id.escapes)},
            {"kind", checked.info.kind == TableKind::Outcomes ? "outcomes" : "distances"},
            {"checked", checked.how},
            {"positions", checked.positions},
            {"seconds", seconds}};
  }

  static std::string as_text(const Checked& checked, double seconds) {
    const std::string name =
        fmt::format("{}.{}{}", checked.info.id.ending.name(), escape_state(checked.info.id.escapes),
                    checked.info.kind == TableKind::Outcomes ? " outcomes" : "");
    const std::string number = with_commas(checked.positions);
    const std::string what = checked.how == "all"      ? fmt::format("all {} values", number)
                             : checked.how == "sample" ? fmt::format("{} sampled values", number)
                                                       : "header and checksums";
    return fmt::format("ok     {:<14} {}, {}", name, what, seconds_text(seconds));
  }

  const CommonOptions& common_;
  const VerifyRunOptions& options_;
  std::optional<Game> asked_;  // the rules that files named must be of
  const std::atomic<bool>& stop_;
  ProgressDisplay display_;
  double work_total_ = 0;  // positions
  double work_done_ = 0;
  std::size_t done_ = 0;  // tables
  std::size_t failed_ = 0;
  ExitCode gravest_ = ExitCode::Done;
};

}  // namespace

ExitCode verify_tables(const CommonOptions& common, const VerifyRunOptions& options) {
  std::vector<std::filesystem::path> paths(options.files.begin(), options.files.end());
  if (paths.empty()) paths = tables_of_folder(common);
  return Run(common, options).verify(paths);
}

}  // namespace jetan::tool
