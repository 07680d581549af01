#include "probe/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

namespace jetan {
namespace {

tl::unexpected<Error> refused(const std::filesystem::path& path, int error) {
  return failure(ErrorKind::Io, fmt::format("{}: can't be read: {}", path.string(), std::strerror(error)));
}

Result<MappedFile> mapped(const std::filesystem::path& path, int descriptor, const auto& make) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return refused(path, errno);
  if (!S_ISREG(status.st_mode)) {
    return failure(ErrorKind::Io, fmt::format("{}: not a file but a {}", path.string(),
                                              S_ISDIR(status.st_mode) ? "folder" : "device or pipe"));
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size == 0) return make(std::span<const std::byte>{});
  if (size > std::numeric_limits<std::size_t>::max()) return refused(path, EFBIG);
  void* start = ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_SHARED, descriptor, 0);
  if (start == MAP_FAILED) return refused(path, errno);
  return make(std::span(static_cast<const std::byte*>(start), static_cast<std::size_t>(size)));
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  // Without O_NONBLOCK, opening a pipe would wait for someone to write to it.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    const int error = errno;
    if (error != ENOENT && error != ENOTDIR) return refused(path, error);
    return failure(ErrorKind::TableMissing, fmt::format("{}: no such file", path.string()));
  }
  Result<MappedFile> file =
      mapped(path, descriptor, [](std::span<const std::byte> bytes) { return MappedFile(bytes); });
  ::close(descriptor);
  return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

void MappedFile::read_ahead() const {
  if (!bytes_.empty())
    static_cast<void>(::madvise(const_cast<std::byte*>(bytes_.data()), bytes_.size(), MADV_WILLNEED));
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace jetan
