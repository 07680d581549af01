#include "tools/probe_batch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include "tools/answer_text.hpp"
#include "tools/failure.hpp"
#include "tools/output.hpp"
#include "tools/parallel.hpp"
#include "tools/position_argument.hpp"

namespace jetan::tool {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 18;
constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // some editors put it before all UTF-8
constexpr std::size_t kLinesInARow = 32;                     // answered by one thread

struct Line {
  std::string answer;
  ExitCode code = ExitCode::Done;
};

// A file or stdin, closed when done with.
class Input {
 public:
  explicit Input(const std::string& path) : path_(path == "-" ? "stdin" : path) {
    fd_ = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) throw Failure(ExitCode::WrongUse, fmt::format("{}: can't be read: {}", path_, std::strerror(errno)));
  }
  ~Input() {
    if (fd_ != STDIN_FILENO) ::close(fd_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // Appends what there is to read, waiting only if there is nothing; false at the end.
  bool read(std::string& buffer) {
    bool more = read_once(buffer);
    while (more && buffer.size() < kReadBytes && ready()) more = read_once(buffer);
    return more;
  }

  const std::string& path() const { return path_; }

 private:
  // Whether reading would not wait.
  bool ready() const {
    pollfd question{fd_, POLLIN, 0};
    return ::poll(&question, 1, 0) > 0;
  }

  bool read_once(std::string& buffer) {
    const std::size_t before = buffer.size();
    buffer.resize(before + kReadBytes);
    ssize_t got = 0;
    do got = ::read(fd_, buffer.data() + before, kReadBytes);
    while (got < 0 && errno == EINTR);
    buffer.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0) throw Failure(ExitCode::NoRoom, fmt::format("{}: can't be read: {}", path_, std::strerror(errno)));
    return got > 0;
  }

  std::string path_;
  int fd_;
};

// The lines of a text that ask something.
std::vector<std::string_view> questions(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos && line[first] != '#') lines.push_back(line.substr(first));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

class Batch {
 public:
  Batch(const Tablebase& tables, const BatchOptions& options) : tables_(tables), options_(options) {}

  // Answers whole lines.
  void answer(std::string_view text) {
    const auto lines = questions(text);
    std::vector<Line> answers(lines.size());
    parallel_for(lines.size(), kLinesInARow, [&](std::size_t i) { answers[i] = answer_line(lines[i]); });
    for (const Line& line : answers) {
      output().line(line.answer);
      gravest_ = std::max(gravest_, line.code);
    }
    output().flush();
  }

  ExitCode gravest() const { return gravest_; }

 private:
  Line answer_line(std::string_view text) const {
    const auto position = read_position(tables_.game(), text);
    if (!position) return refusal(text, position.error());
    if (options_.best || options_.moves) {
      const auto answer = tables_.ask(*position);
      return answer ? Line{in_full(*position, *answer)} : refusal(text, answer.error());
    }
    const auto value = tables_.value_unchecked(*position);  // read_position has checked it
    return value ? Line{in_short(*position, *value)} : refusal(text, value.error());
  }

  Metric metric(const Position& position) const {
    return tables_.game().count_runs(position) ? Metric::Count : Metric::Win;
  }

  std::string in_short(const Position& position, Value value) const {
    if (!options_.json) return value_in_words(position, value, metric(position));
    Json json;
    json["position"] = position.to_string();
    put_value(json, value);
    json["metric"] = name(metric(position));
    json["count"] = count_as_json(position);
    json["best"] = nullptr;
    return json_text(json);
  }

  std::string in_full(const Position& position, const Answer& answer) const {
    if (options_.json) return json_text(answer_as_json(position, answer, options_.moves));
    std::string text = answer_in_words(tables_.game(), position, answer);
    if (options_.moves) {
      for (const MoveValue& move : answer.moves) {
        text += fmt::format("; {} {}", move.move.to_string(), in_plies(move.value));
      }
    }
    return text;
  }

  Line refusal(std::string_view text, const Error& error) const {
    const ExitCode code = exit_code(error.kind);
    if (!options_.json) return {"error: " + error.message, code};
    return {json_text({{"position", text},
                       {"outcome", nullptr},
                       {"plies", nullptr},
                       {"metric", nullptr},
                       {"count", nullptr},
                       {"best", nullptr},
                       {"error", error.message}}),
            code};
  }

  const Tablebase& tables_;
  const BatchOptions& options_;
  ExitCode gravest_ = ExitCode::Done;
};

}  // namespace

ExitCode probe_batch(const Tablebase& tables, const std::string& path, const BatchOptions& options) {
  Input input(path);
  Batch batch(tables, options);
  std::string buffer;
  bool at_start = true;
  for (bool more = true; more;) {
    more = input.read(buffer);
    if (at_start && (!more || buffer.find('\n') != std::string::npos)) {
      if (buffer.starts_with(kByteOrderMark)) buffer.erase(0, kByteOrderMark.size());
      at_start = false;
    }
    const std::size_t whole = buffer.rfind('\n') + 1;  // 0 when there is none
    batch.answer(std::string_view(buffer).substr(0, whole));
    buffer.erase(0, whole);
    // No position is as long as that: the rest of the line only has to be passed over.
    if (buffer.size() > kMaxLineBytes) buffer.resize(kMaxLineBytes / 2);
  }
  batch.answer(buffer);  // a last line without its end
  return batch.gravest();
}

}  // namespace jetan::tool
