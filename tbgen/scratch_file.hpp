// A file of an unfinished run: stays when the run ends early, and the next run goes on with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <span>

#include "core/error.hpp"

namespace jetan {

// Thrown where work in the midst of a loop over many threads can't go on; `generate` gives it back as an error.
class ScratchFailure : public std::exception {
 public:
  explicit ScratchFailure(Error error) : error_(std::move(error)) {}
  const Error& error() const { return error_; }
  const char* what() const noexcept override { return error_.message.c_str(); }

 private:
  Error error_;
};

// Members may be called by many threads at once, on stretches of the file that don't overlap. Errors: Io.
class ScratchFile {
 public:
  // Opens it, or makes it, in a folder that exists; it is locked against other runs.
  static Result<ScratchFile> open(const std::filesystem::path& path);

  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&&) = delete;
  ~ScratchFile();

  const std::filesystem::path& path() const { return path_; }
  Result<std::uint64_t> size() const;
  Result<void> write(std::uint64_t offset, std::span<const std::byte> bytes) const;
  Result<void> read(std::uint64_t offset, std::span<std::byte> bytes) const;
  Result<void> truncate(std::uint64_t bytes) const;
  Result<void> sync() const;

 private:
  ScratchFile(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  Result<void> done(int error) const;

  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace jetan
