#include "tbgen/scratch_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "probe/file_io.hpp"

namespace jetan {

namespace fs = std::filesystem;

Result<ScratchFile> ScratchFile::open(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
  if (descriptor < 0) return file_io::not_written(path, errno);
  ScratchFile file(path, descriptor);
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return file_io::not_written(path, errno);
  if (!S_ISREG(status.st_mode)) return failure(ErrorKind::Io, fmt::format("{}: not a file", path.string()));
  if (!file_io::lock(descriptor)) {
    return failure(ErrorKind::Io, fmt::format("{}: another run is using this; let it finish, or give another --scratch",
                                              path.string()));
  }
  return file;
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

ScratchFile::~ScratchFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> ScratchFile::done(int error) const {
  if (error != 0) return file_io::not_written(path_, error);
  return {};
}

Result<std::uint64_t> ScratchFile::size() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) return file_io::not_written(path_, errno);
  return static_cast<std::uint64_t>(status.st_size);
}

Result<void> ScratchFile::write(std::uint64_t offset, std::span<const std::byte> bytes) const {
  return done(file_io::write_all(descriptor_, offset, bytes));
}

Result<void> ScratchFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  const int error = file_io::read_all(descriptor_, offset, bytes);
  if (error != 0) {
    return failure(ErrorKind::Io, fmt::format("{}: can't be read: {}", path_.string(), std::strerror(error)));
  }
  return {};
}

Result<void> ScratchFile::truncate(std::uint64_t bytes) const {
  return done(::ftruncate(descriptor_, static_cast<off_t>(bytes)) == 0 ? 0 : errno);
}

Result<void> ScratchFile::sync() const { return done(::fdatasync(descriptor_) == 0 ? 0 : errno); }

}  // namespace jetan
