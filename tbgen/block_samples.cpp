#include "tbgen/block_samples.hpp"

#include <array>
#include <numeric>

#include "probe/block_packer.hpp"
#include "tbgen/parallel.hpp"

namespace jetan {

Result<std::uint64_t> packed_bytes(const BlockSamples& samples, std::span<const std::byte> dictionary, int level,
                                   int threads) {
  std::vector<Result<std::uint64_t>> sizes(samples.sizes.size(), std::uint64_t{0});
  std::vector<std::size_t> offsets(samples.sizes.size());
  std::exclusive_scan(samples.sizes.begin(), samples.sizes.end(), offsets.begin(), std::size_t{0});
  for_each_in_parallel(
      threads, samples.sizes.size(), [&] { return BlockPacker::make(level, dictionary); },
      [&](std::uint64_t i, Result<BlockPacker>& packer) {
        sizes[i] = packer ? packer->pack(std::span(samples.bytes).subspan(offsets[i], samples.sizes[i]))
                                .map([](const PackedBlock& block) -> std::uint64_t { return block.bytes.size(); })
                          : tl::unexpected(packer.error());
      });
  std::uint64_t sum = 0;
  for (const auto& size : sizes) {
    if (!size) return size;
    sum += *size;
  }
  return sum;
}

Result<std::vector<std::byte>> choose_dictionary(const BlockSamples& samples, std::uint64_t blocks, int level,
                                                 int threads) {
  constexpr std::size_t kDictionaryBytes = 112'640;
  // Every other block to learn from, the others to try it on.
  std::array<BlockSamples, 2> halves;
  for (std::size_t i = 0, offset = 0; i < samples.sizes.size(); offset += samples.sizes[i++]) {
    halves[i % 2].add(std::span(samples.bytes).subspan(offset, samples.sizes[i]));
  }
  std::vector<std::byte> dictionary = train_dictionary(halves[0].bytes, halves[0].sizes, kDictionaryBytes);
  if (dictionary.empty()) return dictionary;
  const auto without = packed_bytes(halves[1], {}, level, threads);
  if (!without) return tl::unexpected(without.error());
  const auto with = packed_bytes(halves[1], dictionary, level, threads);
  if (!with) return tl::unexpected(with.error());
  const auto own =
      BlockPacker::make(kMostPackingLevel, {}).and_then([&](BlockPacker packer) { return packer.pack(dictionary); });
  if (!own) return tl::unexpected(own.error());
  const double saved = (static_cast<double>(*without) - static_cast<double>(*with)) * static_cast<double>(blocks) /
                       static_cast<double>(halves[1].sizes.size());
  if (saved <= static_cast<double>(own->bytes.size())) dictionary.clear();
  return dictionary;
}

}  // namespace jetan
