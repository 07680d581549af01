#include "probe/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "probe/file_io.hpp"

namespace jetan {
namespace {

namespace fs = std::filesystem;
using namespace file_io;  // NOLINT: this file is about them

constexpr std::string_view kSuffix = ".part";

std::string prefix_of(const fs::path& path) { return fmt::format(".{}.", path.filename().string()); }

// Whether the descriptor's file is the one that has the name now: another run may have renamed or removed it before
// the lock was ours.
bool has_name(int descriptor, const fs::path& name) {
  struct stat own {};
  struct stat named {};
  return ::fstat(descriptor, &own) == 0 && ::stat(name.c_str(), &named) == 0 && own.st_dev == named.st_dev &&
         own.st_ino == named.st_ino;
}

void remove_leftovers(const fs::path& path) {
  const std::string prefix = prefix_of(path);
  std::error_code error;
  for (fs::directory_iterator entry(folder_of(path), error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(kSuffix)) continue;
    const int descriptor = ::open(entry->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) continue;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && has_name(descriptor, entry->path())) {
      ::unlink(entry->path().c_str());
    }
    ::close(descriptor);
  }
}

}  // namespace

tl::unexpected<Error> TemporaryFile::refused(int error) const { return not_written(path_, error); }

Result<TemporaryFile> TemporaryFile::create(const fs::path& path) {
  if (!path.has_filename()) return failure(ErrorKind::Io, fmt::format("{}: no file's name", path.string()));
  remove_leftovers(path);
  const fs::path temporary = folder_of(path) / fmt::format("{}{}{}", prefix_of(path), ::getpid(), kSuffix);
  for (int attempt = 0; attempt < 10; ++attempt) {
    const int descriptor = ::open(temporary.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor < 0) return not_written(path, errno);
    TemporaryFile file(path, temporary, descriptor);
    if (!lock(descriptor)) {
      file.descriptor_ = -1;  // another's: not ours to remove
      ::close(descriptor);
      break;
    }
    if (has_name(descriptor, temporary)) {
      if (::ftruncate(descriptor, 0) != 0) return not_written(path, errno);
      return file;
    }
    file.descriptor_ = -1;
    ::close(descriptor);
  }
  return failure(ErrorKind::Io, fmt::format("{}: another run is writing this file; let it finish", path.string()));
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_path_(std::move(other.temporary_path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(temporary_path_, other.temporary_path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ < 0) return;
  ::unlink(temporary_path_.c_str());  // before the lock is given up with the descriptor
  ::close(descriptor_);
}

Result<void> TemporaryFile::append(std::span<const std::byte> bytes) {
  if (const int error = write_all(descriptor_, size_, bytes); error != 0) return refused(error);
  size_ += bytes.size();
  return {};
}

Result<void> TemporaryFile::overwrite(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (const int error = write_all(descriptor_, offset, bytes); error != 0) return refused(error);
  return {};
}

Result<void> TemporaryFile::sync() {
  if (::fsync(descriptor_) != 0) return refused(errno);
  return {};
}

Result<void> TemporaryFile::publish() {
  if (::rename(temporary_path_.c_str(), path_.c_str()) != 0) return refused(errno);
  const int closed = ::close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno;
  if (closed != 0) return refused(closed);
  if (const int error = sync_folder(folder_of(path_)); error != 0) return refused(error);
  return {};
}

}  // namespace jetan
