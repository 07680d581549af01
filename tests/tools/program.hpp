// Runs the `jetan` program as a child, the way a shell would, but without one: every argument arrives as it is.
#pragma once

#include <sys/types.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace jetan {

struct Surroundings {
  std::string input = {};                               // what it finds on stdin
  std::map<std::string, std::string> environment = {};  // beyond the test's own, in which JETAN_TABLES isn't set
  std::string folder = {};                              // to run in
  std::string output = {};                              // a file that takes stdout
  bool output_closed = false;                           // it has no stdout at all
  bool output_unread = false;                           // its stdout is a pipe that no one reads
  std::optional<unsigned long> file_bytes = {};         // the largest file it may write: a full disk
};

struct Finished {
  int status;  // the exit status; 128 and the signal's number when one ended it
  std::string out;
  std::string err;

  std::vector<std::string> lines() const;          // of stdout
  std::vector<nlohmann::json> json_lines() const;  // of stdout, each an object
  nlohmann::json json() const;                     // the only one
};

Finished run(const std::vector<std::string>& arguments, const Surroundings& surroundings = {});

// A child that goes on while the test does something; ended with the test.
class Running {
 public:
  // With a terminal of so many columns its stderr is that, else the test's own.
  explicit Running(const std::vector<std::string>& arguments, std::optional<unsigned short> terminal_columns = {});
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void write(const std::string& text);
  void end_input();
  std::string read_line();      // of stdout; waits for it
  std::string read_terminal();  // what comes next; waits for something
  void signal(int number);
  int wait();  // its status, as in Finished

 private:
  pid_t child_;
  int input_ = -1;
  int output_ = -1;
  int terminal_ = -1;
};

}  // namespace jetan
