// The operations on blocks in vector registers. This file is compiled once for each instruction set.
#include "tbgen/block_ops.hpp"

#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tbgen/block_ops.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace jetan::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

namespace hn = hwy::HWY_NAMESPACE;

// A vector holds 1, 2 or 4 whole rows.
using Tag = hn::CappedTag<std::uint64_t, 8>;
using Vector = hn::Vec<Tag>;
constexpr Tag kTag;
constexpr hn::CappedTag<std::uint64_t, 2> kRowTag;
constexpr std::size_t kWords = 2 * kSquares;  // of a block

HWY_INLINE const std::uint64_t* words(const Block& block) {
  return reinterpret_cast<const std::uint64_t*>(block.rows.data());
}
HWY_INLINE std::uint64_t* words(Block& block) { return reinterpret_cast<std::uint64_t*>(block.rows.data()); }

// A row in every place of a vector.
HWY_INLINE Vector repeated(const SquareSet& row) {
  return hn::LoadDup128(kTag, reinterpret_cast<const std::uint64_t*>(&row));
}

// All bits of one place of a vector.
alignas(64) constexpr std::uint64_t kPlaces[4][8] = {
    {~0ULL, ~0ULL}, {0, 0, ~0ULL, ~0ULL}, {0, 0, 0, 0, ~0ULL, ~0ULL}, {0, 0, 0, 0, 0, 0, ~0ULL, ~0ULL}};

// block = f(block, source, mask), the mask being another in a few rows: these are done over, from what they were.
template <class Function>
HWY_INLINE void masked(Block& block, const Block& source, const PlaneMask& mask, const Function& f) {
  const std::size_t lanes = hn::Lanes(kTag);
  const std::size_t rows = lanes / 2;
  std::uint64_t* const to = words(block);
  const std::uint64_t* const from = words(source);
  const std::size_t exceptions = mask.exceptions.size();
  HWY_ALIGN std::uint64_t kept[kWords];
  for (std::size_t e = 0; e < exceptions; ++e) {
    const auto row = static_cast<std::size_t>(mask.exceptions[e].row.index());
    hn::Store(hn::Load(kRowTag, to + 2 * row), kRowTag, kept + 2 * e);
  }
  const Vector base = repeated(mask.base);
  for (std::size_t w = 0; w < kWords; w += lanes) {
    hn::Store(f(hn::Load(kTag, to + w), hn::Load(kTag, from + w), base), kTag, to + w);
  }
  for (std::size_t e = 0; e < exceptions; ++e) {
    const auto row = static_cast<std::size_t>(mask.exceptions[e].row.index());
    const std::size_t w = row / rows * lanes;
    const Vector place = hn::Load(kTag, kPlaces[row % rows]);
    const Vector done =
        f(hn::LoadDup128(kTag, kept + 2 * e), hn::Load(kTag, from + w), repeated(mask.exceptions[e].mask));
    hn::Store(hn::Or(hn::And(place, done), hn::AndNot(place, hn::Load(kTag, to + w))), kTag, to + w);
  }
}

void add_masked(Block& result, const Block& source, const PlaneMask& mask) {
  masked(result, source, mask, [](Vector into, Vector from, Vector open) { return hn::Or(into, hn::And(from, open)); });
}

void keep_masked(Block& members, const Block& source, const PlaneMask& mask) {
  masked(members, source, mask,
         [](Vector into, Vector from, Vector open) { return hn::AndNot(hn::AndNot(from, open), into); });
}

template <class Function>
HWY_INLINE void for_each_vector(const Function& f) {
  for (std::size_t w = 0; w < kWords; w += hn::Lanes(kTag)) f(w);
}

void add(Block& result, const Block& other) {
  std::uint64_t* const to = words(result);
  const std::uint64_t* const from = words(other);
  for_each_vector(
      [&](std::size_t w) { hn::Store(hn::Or(hn::Load(kTag, to + w), hn::Load(kTag, from + w)), kTag, to + w); });
}

void remove(Block& members, const Block& other) {
  std::uint64_t* const to = words(members);
  const std::uint64_t* const from = words(other);
  for_each_vector(
      [&](std::size_t w) { hn::Store(hn::AndNot(hn::Load(kTag, from + w), hn::Load(kTag, to + w)), kTag, to + w); });
}

void complement(const Block& source, Block& result) {
  std::uint64_t* const to = words(result);
  const std::uint64_t* const from = words(source);
  const Vector all = repeated(SquareSet::all());
  for_each_vector([&](std::size_t w) { hn::Store(hn::AndNot(hn::Load(kTag, from + w), all), kTag, to + w); });
}

bool any(const Block& members) {
  const std::uint64_t* const from = words(members);
  Vector sum = hn::Zero(kTag);
  for_each_vector([&](std::size_t w) { sum = hn::Or(sum, hn::Load(kTag, from + w)); });
  return !hn::AllTrue(kTag, hn::Eq(sum, hn::Zero(kTag)));
}

// The even bits, side by side.
constexpr std::uint64_t even_bits(std::uint64_t bits) {
  bits &= 0x5555'5555'5555'5555;
  bits = (bits | bits >> 1) & 0x3333'3333'3333'3333;
  bits = (bits | bits >> 2) & 0x0F0F'0F0F'0F0F'0F0F;
  bits = (bits | bits >> 4) & 0x00FF'00FF'00FF'00FF;
  bits = (bits | bits >> 8) & 0x0000'FFFF'0000'FFFF;
  return (bits | bits >> 16) & 0xFFFF'FFFF;
}

SquareSet occupied_rows(const Block& members) {
  const std::uint64_t* const from = words(members);
  std::uint64_t halves[4] = {};  // two bits a row
  for_each_vector([&](std::size_t w) {
    std::uint8_t bits[8];
    hn::StoreMaskBits(kTag, hn::Ne(hn::Load(kTag, from + w), hn::Zero(kTag)), bits);
    halves[w / 64] |= std::uint64_t{bits[0]} << w % 64;
  });
  std::uint64_t rows[2];
  for (std::size_t i = 0; i < 2; ++i) {
    rows[i] = even_bits(halves[2 * i] | halves[2 * i] >> 1) | even_bits(halves[2 * i + 1] | halves[2 * i + 1] >> 1)
                                                                  << 32;
  }
  // From one bit a row to a lane a quadrant.
  constexpr std::uint64_t kQuadrant = (1ULL << kQuadrantSquares) - 1;
  return SquareSet::from_words((rows[0] & kQuadrant) | (rows[0] >> 25 & kQuadrant) << 32,
                               ((rows[0] >> 50 | rows[1] << 14) & kQuadrant) | (rows[1] >> 11 & kQuadrant) << 32);
}

// In every lane of 25 squares, those with u - v = distance.
constexpr std::uint64_t diagonal(int distance) {
  std::uint64_t lane = 0;
  for (int v = 0; v < 5; ++v) {
    if (v + distance >= 0 && v + distance < 5) lane |= std::uint64_t{1} << (5 * v + v + distance);
  }
  return lane | lane << 32;
}

template <int distance>
HWY_INLINE Vector moved_diagonals(Vector rows) {
  const Vector up = hn::ShiftLeft<4 * distance>(hn::And(rows, hn::Set(kTag, diagonal(distance))));
  const Vector down = hn::ShiftRight<4 * distance>(hn::And(rows, hn::Set(kTag, diagonal(-distance))));
  return hn::Or(up, down);
}

// Transposes the 5 x 5 bits of every lane.
HWY_INLINE Vector transposed_lanes(Vector rows) {
  const Vector still = hn::And(rows, hn::Set(kTag, diagonal(0)));
  return hn::Or(hn::Or(still, hn::Or(moved_diagonals<1>(rows), moved_diagonals<2>(rows))),
                hn::Or(moved_diagonals<3>(rows), moved_diagonals<4>(rows)));
}

void turn_back(const Block& block, Symmetry symmetry, Block& result) {
  // Where each byte of a row comes from: its lane is the one that holds the quadrant's image.
  alignas(16) std::uint8_t bytes[16];
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    const int from = symmetry(Square::from_index(kQuadrantSquares * quadrant)).quadrant();
    for (int b = 0; b < 4; ++b) bytes[4 * quadrant + b] = static_cast<std::uint8_t>(4 * from + b);
  }
  const hn::Repartition<std::uint8_t, Tag> byte_tag;
  const auto lanes = hn::LoadDup128(byte_tag, bytes);
  std::uint64_t* const to = words(result);
  // All rows into their places first: a vector that is loaded right behind the stores of its parts has to wait for
  // them.
  HWY_ALIGN std::uint64_t gathered[kWords];
  for (std::size_t row = 0; row < kSquares; ++row) {
    const auto from = static_cast<std::size_t>(symmetry(Square::from_index(static_cast<int>(row))).index());
    hn::Store(hn::Load(kRowTag, words(block) + 2 * from), kRowTag, gathered + 2 * row);
  }
  const auto turn = [&](auto transposes) {
    for_each_vector([&](std::size_t w) {
      Vector turned = hn::Load(kTag, gathered + w);
      if constexpr (transposes) turned = transposed_lanes(turned);
      turned = hn::BitCast(kTag, hn::TableLookupBytes(hn::BitCast(byte_tag, turned), lanes));
      hn::Store(turned, kTag, to + w);
    });
  };
  if (symmetry.transposes()) {
    turn(std::true_type{});
  } else {
    turn(std::false_type{});
  }
}

void spread(const Block& members, std::uint8_t value, ByteBlock& bytes) {
  const hn::CappedTag<std::uint8_t, 64> tag;
  const auto values = hn::Set(tag, value);
  for (std::size_t i = 0; i < kSquares; ++i) {
    const SquareSet row = members.rows[i];
    if (row.empty()) continue;
    const std::uint64_t bits[3] = {row.low(), row.high(), 0};  // eight bytes are read even where fewer count
    for (std::size_t b = 0; b < 128; b += hn::Lanes(tag)) {
      const auto mask = hn::LoadMaskBits(tag, reinterpret_cast<const std::uint8_t*>(bits) + b / 8);
      hn::BlendedStore(values, mask, tag, &bytes.rows[i][b]);
    }
  }
}

const BlockOps* ops() {
  static const BlockOps kOps{hwy::TargetName(HWY_TARGET),
                             add_masked,
                             keep_masked,
                             add,
                             remove,
                             complement,
                             any,
                             occupied_rows,
                             turn_back,
                             spread};
  return &kOps;
}

#else

const BlockOps* ops() { return &plain_block_ops(); }

#endif

}  // namespace jetan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace jetan {

HWY_EXPORT(ops);

const BlockOps& best_block_ops() { return *HWY_DYNAMIC_DISPATCH(ops)(); }

}  // namespace jetan
#endif
