// A file in the making: under a temporary name beside its own, removed unless it is published.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "core/error.hpp"

namespace jetan {

class TemporaryFile {
 public:
  // Makes `.NAME.PID.part` in the folder of `path`, and removes what killed runs left there for the same path. Its
  // maker holds a lock (flock) on it, so a living run's file is told from a dead one's. Errors: Io, for all members.
  static Result<TemporaryFile> create(const std::filesystem::path& path);

  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  ~TemporaryFile();

  const std::filesystem::path& path() const { return path_; }  // where it will be
  const std::filesystem::path& temporary_path() const { return temporary_path_; }
  std::uint64_t size() const { return size_; }  // bytes appended

  Result<void> append(std::span<const std::byte> bytes);
  // Over bytes appended before.
  Result<void> overwrite(std::uint64_t offset, std::span<const std::byte> bytes);
  // Returns once the disk has all of it.
  Result<void> sync();
  // Gives it its name, in place of any file that had it, and sees to it that the disk knows.
  Result<void> publish();

 private:
  TemporaryFile(std::filesystem::path path, std::filesystem::path temporary_path, int descriptor)
      : path_(std::move(path)), temporary_path_(std::move(temporary_path)), descriptor_(descriptor) {}

  tl::unexpected<Error> refused(int error) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_path_;
  int descriptor_ = -1;  // -1: published or moved from
  std::uint64_t size_ = 0;
};

}  // namespace jetan
