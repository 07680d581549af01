#include "tests/naive/solved.hpp"

namespace jetan::naive {

Layout::Layout(std::vector<Piece> pieces, std::vector<std::vector<int>> grounds)
    : pieces_(std::move(pieces)), grounds_(std::move(grounds)) {
  for (const std::vector<int>& ground : grounds_) {
    radix_.push_back(size_);
    size_ *= ground.size();
    std::array<int, 100>& place = place_.emplace_back();
    place.fill(-1);
    for (std::size_t i = 0; i < ground.size(); ++i) place[static_cast<std::size_t>(ground[i])] = static_cast<int>(i);
  }
}

std::size_t Layout::index(const Squares& squares) const {
  std::size_t index = 0;
  for (std::size_t piece = 0; piece < squares.size(); ++piece) {
    index += radix_[piece] * static_cast<std::size_t>(place_[piece].at(static_cast<std::size_t>(squares[piece])));
  }
  return index;
}

void Layout::squares(std::size_t index, Squares& squares) const {
  squares.clear();
  for (const std::vector<int>& ground : grounds_) {
    squares.push_back(ground[index % ground.size()]);
    index /= ground.size();
  }
}

bool two_on_one_square(const Squares& squares) {
  for (std::size_t a = 0; a < squares.size(); ++a) {
    for (std::size_t b = a + 1; b < squares.size(); ++b) {
      if (squares[a] == squares[b]) return true;
    }
  }
  return false;
}

Board board_of(const std::vector<Piece>& pieces, const Squares& squares) {
  Board board;
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) board.at(spot_of(squares[piece])) = pieces[piece];
  return board;
}

Value value_of_code(std::int16_t code) {
  if (code > 0) return {Outcome::Win, code};
  if (code < 0) return {Outcome::Loss, -1 - code};
  return {Outcome::Draw, 0};
}

}  // namespace jetan::naive
