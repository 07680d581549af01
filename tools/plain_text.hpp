// Numbers, sizes and times as people read and write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jetan::tool {

std::string with_commas(std::uint64_t number);                     // "11,764,935"
std::string bytes_text(std::uint64_t bytes);                       // "512 B", "1.3 MiB"
std::string seconds_text(double seconds);                          // "0.42 s", "3.1 s", "12:03", "1:02:03"
std::string clock_text(double seconds);                            // "0:35", "12:03", "1:02:03"
std::string counted(std::uint64_t number, std::string_view what);  // "1 table", "1,200 tables"
std::string plies_text(int plies);                                 // "1 ply", "5 plies"

// "8G", "512M", "1.5 GiB", "1000000": K, M, G and T are powers of 1024.
std::optional<std::uint64_t> parse_bytes(std::string_view text);

}  // namespace jetan::tool
