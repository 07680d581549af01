#include "probe/block_packer.hpp"

#include <fmt/format.h>
#include <zdict.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "probe/table_format.hpp"

namespace jetan {
namespace {

// zstd's parameters by packing level. Its own levels choose by the size of the input, which it doesn't know when it
// prepares a dictionary; these are its levels 1, 7, 10, 15, 18 and 22 for inputs of up to 128 KiB.
struct Effort {
  ZSTD_strategy strategy;
  int chain_log;
  int hash_log;
  int search_log;
  int min_match;
  int target_length;
};
constexpr std::array kEfforts{Effort{ZSTD_fast, 12, 13, 1, 6, 0},       Effort{ZSTD_lazy2, 16, 17, 3, 4, 8},
                              Effort{ZSTD_lazy2, 16, 17, 6, 4, 8},      Effort{ZSTD_btopt, 17, 17, 6, 3, 256},
                              Effort{ZSTD_btultra, 17, 17, 10, 3, 512}, Effort{ZSTD_btultra2, 17, 17, 11, 3, 999}};
static_assert(kEfforts.size() == kMostPackingLevel - kLeastPackingLevel + 1);
constexpr int kWindowLog = 16;  // a block fits

tl::unexpected<Error> no_memory(const char* what) {
  return failure(ErrorKind::OutOfMemory, fmt::format("no memory to {} a block of a table", what));
}

bool set(ZSTD_CCtx* context, const Effort& effort) {
  const std::array<std::pair<ZSTD_cParameter, int>, 9> parameters{{{ZSTD_c_windowLog, kWindowLog},
                                                                   {ZSTD_c_strategy, effort.strategy},
                                                                   {ZSTD_c_chainLog, effort.chain_log},
                                                                   {ZSTD_c_hashLog, effort.hash_log},
                                                                   {ZSTD_c_searchLog, effort.search_log},
                                                                   {ZSTD_c_minMatch, effort.min_match},
                                                                   {ZSTD_c_targetLength, effort.target_length},
                                                                   {ZSTD_c_contentSizeFlag, 0},
                                                                   {ZSTD_c_dictIDFlag, 0}}};
  return std::all_of(parameters.begin(), parameters.end(), [&](const auto& parameter) {
    return ZSTD_isError(ZSTD_CCtx_setParameter(context, parameter.first, parameter.second)) == 0;
  });
}

}  // namespace

std::vector<std::byte> train_dictionary(std::span<const std::byte> samples, std::span<const std::size_t> sizes,
                                        std::size_t bytes) {
  std::vector<std::byte> dictionary(bytes);
  const std::size_t trained = ZDICT_trainFromBuffer(dictionary.data(), bytes, samples.data(), sizes.data(),
                                                    static_cast<unsigned>(sizes.size()));
  dictionary.resize(ZDICT_isError(trained) != 0 ? 0 : trained);
  return dictionary;
}

void BlockPacker::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
BlockPacker::BlockPacker(BlockPacker&&) noexcept = default;
BlockPacker& BlockPacker::operator=(BlockPacker&&) noexcept = default;
BlockPacker::~BlockPacker() = default;

Result<BlockPacker> BlockPacker::make(int level, std::span<const std::byte> dictionary) {
  if (level < kLeastPackingLevel || level > kMostPackingLevel) {
    return failure(ErrorKind::BadArgument, fmt::format("there is no packing level {}; it goes from {} to {}", level,
                                                       kLeastPackingLevel, kMostPackingLevel));
  }
  BlockPacker packer;
  packer.context_.reset(ZSTD_createCCtx());
  const bool ready =
      packer.context_ != nullptr &&
      set(packer.context_.get(), kEfforts[static_cast<std::size_t>(level - kLeastPackingLevel)]) &&
      ZSTD_isError(ZSTD_CCtx_loadDictionary(packer.context_.get(), dictionary.data(), dictionary.size())) == 0;
  if (!ready) return no_memory("pack");
  return packer;
}

Result<PackedBlock> BlockPacker::pack(std::span<const std::byte> bytes) try {
  buffer_.resize(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress2(context_.get(), buffer_.data(), buffer_.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0) return no_memory("pack");  // there is room, and nothing else can fail
  PackedBlock block;
  constexpr auto kMagicBytes = static_cast<std::ptrdiff_t>(table_format::kZstdMagic.size());
  block.bytes.assign(buffer_.begin() + kMagicBytes, buffer_.begin() + static_cast<std::ptrdiff_t>(size));
  block.checksum = static_cast<std::uint32_t>(table_format::checksum(block.bytes));
  block.unpacked_bytes = bytes.size();
  return block;
} catch (const std::bad_alloc&) {
  return no_memory("pack");
}

std::shared_ptr<const UnpackingDictionary> UnpackingDictionary::make(std::span<const std::byte> bytes) {
  ZSTD_DDict* dictionary = ZSTD_createDDict(bytes.data(), bytes.size());
  if (dictionary == nullptr) return nullptr;
  return std::make_shared<const UnpackingDictionary>(dictionary);
}

UnpackingDictionary::~UnpackingDictionary() { ZSTD_freeDDict(dictionary_); }

void BlockUnpacker::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }
BlockUnpacker::BlockUnpacker(BlockUnpacker&&) noexcept = default;
BlockUnpacker& BlockUnpacker::operator=(BlockUnpacker&&) noexcept = default;
BlockUnpacker::~BlockUnpacker() = default;

Result<bool> BlockUnpacker::unpack(std::span<const std::byte> packed, const UnpackingDictionary* dictionary,
                                   std::span<std::byte> bytes) try {
  if (!context_) context_.reset(ZSTD_createDCtx());
  if (!context_) return no_memory("unpack");
  if (frame_.empty()) {
    for (const std::uint8_t byte : table_format::kZstdMagic) frame_.push_back(std::byte{byte});
  }
  frame_.resize(table_format::kZstdMagic.size());
  frame_.insert(frame_.end(), packed.begin(), packed.end());
  // One frame and nothing behind it, whose content has the size there is room for.
  if (ZSTD_findFrameCompressedSize(frame_.data(), frame_.size()) != frame_.size()) return false;
  const std::size_t size =
      dictionary == nullptr
          ? ZSTD_decompressDCtx(context_.get(), bytes.data(), bytes.size(), frame_.data(), frame_.size())
          : ZSTD_decompress_usingDDict(context_.get(), bytes.data(), bytes.size(), frame_.data(), frame_.size(),
                                       dictionary->get());
  return size == bytes.size();
} catch (const std::bad_alloc&) {
  return no_memory("unpack");
}

}  // namespace jetan
