#include "core/position.hpp"

#include <fmt/format.h>

#include <charconv>
#include <vector>

namespace jetan {
namespace {

constexpr std::string_view kStartPointSymmetric = "wadfrcfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCRFDAW";
constexpr std::string_view kStartMirrored = "wadfcrfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCRFDAW";

tl::unexpected<Error> bad(std::string message) { return failure(ErrorKind::BadPosition, std::move(message)); }

// Long input is shown cut, so that a message stays a line.
std::string shown(std::string_view text) {
  return text.size() <= 80 ? std::string(text) : std::string(text.substr(0, 77)) + "...";
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  constexpr std::string_view kBlank = " \t\r\n";
  for (std::size_t at = text.find_first_not_of(kBlank); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlank, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBlank, end);
  }
  return words;
}

Result<Position> parse_placement(std::string_view text) {
  Position position;
  int file = 0;
  int rank = kRanks - 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '/') {
      if (file != kFiles) return bad(fmt::format("rank {} has {} squares; each rank needs 10", rank + 1, file));
      if (rank == 0) return bad("more than ten ranks in the placement");
      --rank;
      file = 0;
      continue;
    }
    if (c >= '1' && c <= '9') {
      int run = c - '0';
      if (c == '1' && i + 1 < text.size() && text[i + 1] == '0') {
        run = 10;
        ++i;
      }
      file += run;
    } else if (const auto piece = piece_of_letter(c)) {
      if (file < kFiles) position.put(*piece, Square::at(file, rank));
      ++file;
    } else {
      return bad(fmt::format(
          "'{}' is no piece; the letters are C R F D T W A P (Black) and c r f d t w a p (Orange)",
          c >= ' ' && c <= '~' ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c))));
    }
    if (file > kFiles) return bad(fmt::format("rank {} has more than 10 squares", rank + 1));
  }
  if (file != kFiles) return bad(fmt::format("rank {} has {} squares; each rank needs 10", rank + 1, file));
  if (rank != 0) return bad(fmt::format("{} ranks in the placement; it needs 10, parted by '/'", kRanks - rank));
  for (const Side side : kSides) {
    const int princesses = position.counts(side)[to_index(PieceKind::Princess)];
    if (princesses != 1) {
      return bad(fmt::format("{} has {} Princesses ('{}'); each side has exactly one", name(side), princesses,
                             letter(Piece{side, PieceKind::Princess})));
    }
    const int chiefs = position.counts(side)[to_index(PieceKind::Chief)];
    if (chiefs > 1) return bad(fmt::format("{} has {} Chiefs; a side has one at most", name(side), chiefs));
  }
  return position;
}

Result<Escapes> parse_escapes(std::string_view text) {
  if (text == "Rr") return Escapes{true, true};
  if (text == "R") return Escapes{true, false};
  if (text == "r") return Escapes{false, true};
  if (text == "-") return Escapes{};
  return bad(fmt::format("escapes '{}' should be Rr, R, r or -", shown(text)));
}

Result<std::optional<int>> parse_count(std::string_view text) {
  if (text == "-") return std::optional<int>{};
  int plies = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), plies);
  if (error != std::errc{} || end != text.data() + text.size() || plies < 0) {
    return bad(fmt::format("count '{}' should be - or the plies left, such as 10", shown(text)));
  }
  return std::optional<int>{plies};
}

}  // namespace

Result<Position> Position::parse(std::string_view text, bool mirrored_array) {
  auto words = split(text);
  if (words.empty()) return bad("an empty position; write: placement to-move escapes count");
  if (words.size() > 4) {
    return bad(fmt::format("'{}' has {} fields; a position has at most 4: placement to-move escapes count", shown(text),
                           words.size()));
  }
  const bool array = words[0] == "startpos";
  if (array) words[0] = mirrored_array ? kStartMirrored : kStartPointSymmetric;
  auto position = parse_placement(words[0]);
  if (!position) return position;
  if (array) position->escapes = {true, true};
  if (words.size() > 1) {
    if (words[1] != "b" && words[1] != "o") {
      return bad(fmt::format("side to move '{}' should be b (Black) or o (Orange)", shown(words[1])));
    }
    position->to_move = words[1] == "b" ? Side::Black : Side::Orange;
  }
  if (words.size() > 2) {
    const auto escapes = parse_escapes(words[2]);
    if (!escapes) return tl::unexpected(escapes.error());
    position->escapes = *escapes;
  }
  if (words.size() > 3) {
    const auto count = parse_count(words[3]);
    if (!count) return tl::unexpected(count.error());
    position->count = *count;
  }
  return position;
}

std::string Position::to_string() const {
  std::string text;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < kFiles; ++file) {
      const auto piece = at(Square::at(file, rank));
      if (!piece) {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      text += letter(*piece);
    }
    if (empty > 0) text += std::to_string(empty);
    if (rank > 0) text += '/';
  }
  text += to_move == Side::Black ? " b " : " o ";
  if (escapes.black) text += 'R';
  if (escapes.orange) text += 'r';
  if (escapes == Escapes{}) text += '-';
  text += ' ';
  text += count ? std::to_string(*count) : "-";
  return text;
}

std::optional<Piece> Position::at(Square square) const {
  for (const Side side : kSides) {
    if (!by_side_[to_index(side)].contains(square)) continue;
    for (const PieceKind kind : kAllPieceKinds) {
      if (by_kind_[to_index(kind)].contains(square)) return Piece{side, kind};
    }
  }
  return std::nullopt;
}

void Position::take_away(Square square) {
  const Piece piece = *at(square);
  by_side_[to_index(piece.side)].reset(square);
  by_kind_[to_index(piece.kind)].reset(square);
  counts_[to_index(piece.side)] -= number_of_one(piece.kind);
}

}  // namespace jetan
