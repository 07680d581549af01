#include "tools/plain_text.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace jetan::tool {
namespace {

constexpr std::string_view kUnits = "KMGT";

}  // namespace

std::string with_commas(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (amount /= 1024; amount >= 1023.95 && unit + 1 < kUnits.size(); ++unit) amount /= 1024;
  return fmt::format("{:.1f} {}iB", amount, kUnits[unit]);
}

std::string seconds_text(double seconds) {
  if (seconds < 1) return fmt::format("{:.2f} s", seconds);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  return clock_text(seconds);
}

std::string clock_text(double seconds) {
  const auto whole = std::llround(std::min(std::max(seconds, 0.0), 3.6e8));
  const auto hours = whole / 3600;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string counted(std::uint64_t number, std::string_view what) {
  return fmt::format("{} {}{}", with_commas(number), what, number == 1 ? "" : "s");
}

std::string plies_text(int plies) { return fmt::format("{} {}", plies, plies == 1 ? "ply" : "plies"); }

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  double amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount, std::chars_format::fixed);
  if (error != std::errc{} || amount < 0) return std::nullopt;
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  if (!unit.empty() && unit != "B") {
    const std::size_t power = kUnits.find(static_cast<char>(unit.front() & ~0x20));
    if (power == std::string_view::npos) return std::nullopt;
    unit.remove_prefix(1);
    if (!unit.empty() && unit != "B" && unit != "iB") return std::nullopt;
    amount *= std::pow(1024.0, static_cast<double>(power + 1));
  }
  if (!(amount < 0x1p63)) return std::nullopt;
  return static_cast<std::uint64_t>(amount);
}

}  // namespace jetan::tool
