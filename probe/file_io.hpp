// The system's calls on files, with errors that say what to do. All bytes that the libraries write go through here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "core/error.hpp"

namespace jetan::file_io {

// An Io error: the file can't be written, for this errno.
tl::unexpected<Error> not_written(const std::filesystem::path& path, int error);

// The folder of a file.
std::filesystem::path folder_of(const std::filesystem::path& path);

// Whether the descriptor's file is this process's to write now (flock). File systems without locks have to do without
// this protection.
bool lock(int descriptor);

// The errno, or 0. All of the bytes are written, at an offset.
int write_all(int descriptor, std::uint64_t offset, std::span<const std::byte> bytes);
// Likewise; what lies behind the file's end is an error: EIO.
int read_all(int descriptor, std::uint64_t offset, std::span<std::byte> bytes);
// Sees to it that the disk knows the names in a folder.
int sync_folder(const std::filesystem::path& folder);

}  // namespace jetan::file_io
