#include "probe/file_io.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace jetan::file_io {

namespace fs = std::filesystem;

tl::unexpected<Error> not_written(const fs::path& path, int error) {
  const char* what_to_do = "";
  if (error == ENOSPC) what_to_do = "; make room on the disk and run the command again";
  if (error == EDQUOT) what_to_do = "; make room within your disk quota and run the command again";
  if (error == EFBIG) what_to_do = "; raise the limit on the size of files (ulimit -f) and run the command again";
  if (error == EACCES || error == EROFS) what_to_do = "; choose a folder that you may write to";
  return failure(ErrorKind::Io,
                 fmt::format("{}: can't be written: {}{}", path.string(), std::strerror(error), what_to_do));
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

bool lock(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

int write_all(int descriptor, std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    if (written == 0) return ENOSPC;
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

int read_all(int descriptor, std::uint64_t offset, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t read = ::pread(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (read < 0 && errno == EINTR) continue;
    if (read < 0) return errno;
    if (read == 0) return EIO;
    offset += static_cast<std::uint64_t>(read);
    bytes = bytes.subspan(static_cast<std::size_t>(read));
  }
  return 0;
}

int sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  return error == EINVAL ? 0 : error;  // EINVAL: a file system that doesn't sync folders
}

}  // namespace jetan::file_io
