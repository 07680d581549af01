// A regular file's bytes, mapped into memory for reading.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "core/error.hpp"

namespace jetan {

class MappedFile {
 public:
  // Errors: TableMissing when there is no such file; Io, also when it isn't a regular file.
  static Result<MappedFile> open(const std::filesystem::path& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }
  // Asks the system to bring the file into memory, now and in the background.
  void read_ahead() const;

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::span<const std::byte> bytes_;
};

}  // namespace jetan
