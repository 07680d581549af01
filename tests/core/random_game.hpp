// Random positions and random rule sets for tests.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/ending.hpp"
#include "core/position.hpp"
#include "core/ruleset.hpp"
#include "core/ruleset_keys.hpp"

namespace jetan {

using Random = std::mt19937_64;

inline int random_number(Random& random, int least, int most) {
  return least + static_cast<int>(random() % static_cast<std::uint64_t>(most - least + 1));
}
inline bool one_in(Random& random, int n) { return random_number(random, 1, n) == 1; }
template <class T>
T random_of(Random& random, std::initializer_list<T> choices) {
  return choices.begin()[random() % choices.size()];
}

// A position of 2 to max_pieces pieces, half the time crowded together so that they threaten and block each other. No
// side has more of a kind than in the array. Panthans keep out of their own first rank. The count, where one runs under
// the rules, is stated half the time.
inline Position random_position(Random& random, const RuleSet& rules, int max_pieces) {
  const int size = one_in(random, 2) ? 10 : 5;
  const int left = random_number(random, 0, 10 - size);
  const int low = random_number(random, 0, 10 - size);
  const auto random_square = [&] {
    return Square::at(left + random_number(random, 0, size - 1), low + random_number(random, 0, size - 1));
  };
  Position position;
  std::array<PieceCounts, 2> counts{};
  const auto place = [&](Piece piece) {
    Square square = random_square();
    while (position.at(square)) square = random_square();
    const int first_rank = piece.side == Side::Black ? 0 : kRanks - 1;
    if (piece.kind == PieceKind::Panthan && square.rank() == first_rank) return;
    position.put(piece, square);
    ++counts[to_index(piece.side)][to_index(piece.kind)];
  };
  for (const Side side : kSides) place({side, PieceKind::Princess});
  const int pieces = random_number(random, 2, max_pieces);
  for (int i = 2; i < pieces; ++i) {
    const Piece piece{random_of(random, {Side::Black, Side::Orange}),
                      kAllPieceKinds[static_cast<std::size_t>(random_number(random, 0, kPieceKinds - 1))]};
    if (counts[to_index(piece.side)][to_index(piece.kind)] < kArrayCounts[to_index(piece.kind)]) place(piece);
  }
  position.to_move = random_of(random, {Side::Black, Side::Orange});
  if (rules.escape != Escape::None) position.escapes = {one_in(random, 2), one_in(random, 2)};
  if (count_runs(rules, position) && one_in(random, 2)) position.count = random_number(random, 0, rules.count->plies);
  return position;
}

// A preset's name and text.
inline std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const Preset& preset : presets()) names.emplace_back(preset.name);
  return names;
}

// A preset with about a third of all options chosen anew.
inline RuleSet random_rules(Random& random) {
  const std::vector<Preset> all = presets();
  RuleSet rules = RuleSet::parse(all[random() % all.size()].text, "preset").value();
  const auto anew = [&] { return one_in(random, 3); };
  for (const PieceKind kind : kAllPieceKinds) {
    Stepping& stepping = rules.stepping[to_index(kind)];
    const bool steps = kind != PieceKind::Thoat && kind != PieceKind::Panthan;
    if (steps && anew()) stepping.steps = random_number(random, 1, 4);
    if (steps && anew()) stepping.count = random_of(random, {StepCount::Exact, StepCount::UpTo});
    if (steps && anew()) {
      stepping.directions = random_of(random, {Directions::Orthogonal, Directions::Diagonal, Directions::Any});
    }
    if (steps && anew()) {
      stepping.turning = random_of(random, {Turning::Combine, Turning::OneKind, Turning::Straight});
    }
    if (steps && anew()) stepping.jumps = one_in(random, 2);
    if (kind != PieceKind::Princess && one_in(random, 10)) rules.captures[to_index(kind)] = false;
    if (anew()) rules.values[to_index(kind)] = random_number(random, 0, 4);
  }
  if (anew()) rules.thoat = random_of(random, {ThoatMove::StraightFirst, ThoatMove::EitherOrder, ThoatMove::Jump});
  if (anew()) rules.thoat_count = random_of(random, {StepCount::Exact, StepCount::UpTo});
  if (anew()) rules.panthan = random_of(random, {PanthanMove::Five, PanthanMove::Seven});
  if (anew()) rules.threatened_forbidden = one_in(random, 2);
  if (anew()) rules.departure_counts_empty = one_in(random, 2);
  if (anew()) rules.princess_frightened = one_in(random, 2);
  if (anew()) rules.escape = random_of(random, {Escape::None, Escape::AnySquare, Escape::Straight, Escape::OneKind});
  if (anew()) rules.chief_taken = random_of(random, {ChiefTaken::Draw, ChiefTaken::PieceLost, ChiefTaken::Win});
  if (anew()) rules.no_move = random_of(random, {NoMove::Loss, NoMove::Draw, NoMove::LossIfThreatened});
  if (anew()) {
    rules.count = Count{random_number(random, 1, 6),
                        random_of(random, {Equality::Any, Equality::Number, Equality::Value, Equality::Same}),
                        random_number(random, 1, 12), random_of(random, {OnCapture::Continue, OnCapture::Restart})};
    if (one_in(random, 5)) rules.count.reset();
  }
  if (anew()) rules.array = random_of(random, {Array::PointSymmetric, Array::Mirrored});
  return rules;
}

// Gives a key, one of those concerned, another value, or the same again.
template <class Concerned>
void change_a_key(Random& random, RuleSet& rules, const Concerned& concerned) {
  std::vector<const RuleKey*> keys;
  for (const RuleKey& key : rule_keys()) {
    if (key.applies_to(rules) && concerned(key)) keys.push_back(&key);
  }
  const RuleKey& key = *keys[random() % keys.size()];
  const bool number = key.type == RuleKey::Type::Number;
  const int least = number ? key.least : 0;
  const int most = number ? std::min(key.most, 12) : static_cast<int>(key.words.size()) - 1;
  key.set(rules, random_number(random, least, most));
}
inline void change_a_key(Random& random, RuleSet& rules) {
  change_a_key(random, rules, [](const RuleKey&) { return true; });
}

// The presets one after the other, then random rule sets.
inline RuleSet preset_or_random_rules(Random& random, int number) {
  const std::vector<Preset> all = presets();
  const auto place = static_cast<std::size_t>(number);
  return place < all.size() ? RuleSet::parse(all[place].text, "preset").value() : random_rules(random);
}

}  // namespace jetan
