#include "tests/tools/program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>

namespace jetan {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Gone when closed.
File scratch_file(const std::string& text = {}) {
  File file(std::tmpfile(), &std::fclose);
  if (!file) throw std::runtime_error("no temporary file");
  std::fputs(text.c_str(), file.get());
  std::rewind(file.get());
  return file;
}

std::string contents(std::FILE* file) {
  std::rewind(file);
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  return text;
}

int status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

[[noreturn]] void become_program(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
  ::unsetenv("JETAN_TABLES");
  for (const auto& [name, value] : surroundings.environment) ::setenv(name.c_str(), value.c_str(), 1);
  // A test run in the background may have been started with these ignored.
  for (const int number : {SIGINT, SIGTERM, SIGPIPE}) std::signal(number, SIG_DFL);
  if (surroundings.file_bytes) {
    const rlimit limit{*surroundings.file_bytes, *surroundings.file_bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  if (!surroundings.folder.empty() && ::chdir(surroundings.folder.c_str()) != 0) ::_exit(126);
  std::vector<std::string> words{JETAN_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(JETAN_PROGRAM, pointers.data());
  ::_exit(127);
}

}  // namespace

std::vector<std::string> Finished::lines() const {
  std::vector<std::string> lines;
  std::istringstream text(out);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

std::vector<nlohmann::json> Finished::json_lines() const {
  std::vector<nlohmann::json> objects;
  for (const std::string& line : lines()) {
    objects.push_back(nlohmann::json::parse(line));
    EXPECT_TRUE(objects.back().is_object()) << line;
  }
  return objects;
}

nlohmann::json Finished::json() const {
  const auto objects = json_lines();
  EXPECT_EQ(objects.size(), 1U) << out << err;
  return objects.empty() ? nlohmann::json::object() : objects.front();
}

Finished run(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
  const File in = scratch_file(surroundings.input);
  const File out = scratch_file();
  const File err = scratch_file();
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::fileno(in.get()), STDIN_FILENO);
    ::dup2(surroundings.output.empty() ? ::fileno(out.get()) : ::open(surroundings.output.c_str(), O_WRONLY),
           STDOUT_FILENO);
    ::dup2(::fileno(err.get()), STDERR_FILENO);
    if (surroundings.output_closed) ::close(STDOUT_FILENO);
    if (std::array<int, 2> unread{}; surroundings.output_unread && ::pipe(unread.data()) == 0) {
      ::dup2(unread[1], STDOUT_FILENO);
      for (const int end : unread) ::close(end);
    }
    become_program(arguments, surroundings);
  }
  const int status = status_of(child);
  return {status, contents(out.get()), contents(err.get())};
}

Running::Running(const std::vector<std::string>& arguments, std::optional<unsigned short> terminal_columns) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  int terminal = -1;
  if (terminal_columns) {
    const winsize size{24, *terminal_columns, 0, 0};
    if (::openpty(&terminal_, &terminal, nullptr, nullptr, &size) != 0) throw std::runtime_error("no terminal");
  }
  child_ = ::fork();
  if (child_ == 0) {
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    if (terminal_columns) ::dup2(terminal, STDERR_FILENO);
    become_program(arguments, {.environment = {{"TERM", "xterm"}}});
  }
  if (terminal_columns) ::close(terminal);
  ::close(in[0]);
  ::close(out[1]);
  input_ = in[1];
  output_ = out[0];
}

Running::~Running() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    status_of(child_);
  }
  end_input();
  ::close(output_);
  if (terminal_ >= 0) ::close(terminal_);
}

void Running::write(const std::string& text) { ASSERT_EQ(::write(input_, text.data(), text.size()), std::ssize(text)); }

void Running::end_input() {
  if (input_ >= 0) ::close(input_);
  input_ = -1;
}

std::string Running::read_line() {
  std::string line;
  for (char c = 0; ::read(output_, &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

std::string Running::read_terminal() {
  std::string text(4096, '\0');
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(::read(terminal_, text.data(), text.size()), 0)));
  return text;
}

void Running::signal(int number) { ::kill(child_, number); }

int Running::wait() {
  const int status = status_of(child_);
  child_ = 0;
  return status;
}

}  // namespace jetan
