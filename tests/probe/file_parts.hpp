// A table file taken apart, to be put together again with something wrong in it but every checksum right.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "probe/table_format.hpp"

namespace jetan {

struct FileParts {
  table_format::Prelude prelude;
  std::vector<std::byte> blocks;
  std::vector<table_format::BlockEntry> block_table;
  table_format::InfoRecord info;

  explicit FileParts(std::span<const std::byte> file) : prelude(*table_format::decode_prelude(file, "")) {
    const auto extent = [&](const table_format::Extent& e) { return file.subspan(e.offset, e.size); };
    const auto packed = file.subspan(prelude.prelude_bytes, prelude.block_table.offset - prelude.prelude_bytes);
    blocks.assign(packed.begin(), packed.end());
    const auto table = extent(prelude.block_table);
    std::uint64_t blocks_there = 0;
    while (table_format::block_table_bytes(blocks_there) < table.size()) ++blocks_there;
    for (std::uint64_t i = 0; i < blocks_there; ++i) block_table.push_back(table_format::block_entry(table, i));
    info = *table_format::decode_info(extent(prelude.info), prelude.minor_version, "");
  }

  // The bytes of one block, and its entry's place in them.
  std::span<std::byte> block(std::size_t number) {
    const table_format::BlockEntry& entry = block_table[number];
    return std::span(blocks).subspan(entry.offset - prelude.prelude_bytes, entry.packed_bytes);
  }
  void seal_block(std::size_t number) {
    block_table[number].checksum = static_cast<std::uint32_t>(table_format::checksum(block(number)));
  }

  // The file's bytes. `spoil` may change the prelude before its checksum is taken; `info_tail` follows the info.
  std::vector<std::byte> file(const std::function<void(table_format::Prelude&)>& spoil = {},
                              const std::vector<std::byte>& info_tail = {}) const {
    const std::vector<std::byte> table = table_format::encode_block_table(block_table);
    std::vector<std::byte> record = table_format::encode(info);
    record.insert(record.end(), info_tail.begin(), info_tail.end());
    table_format::Prelude sealed = prelude;
    sealed.block_table = {table_format::kPreludeBytes + blocks.size(), table.size(), table_format::checksum(table)};
    sealed.info = {sealed.block_table.offset + table.size(), record.size(), table_format::checksum(record)};
    sealed.file_bytes = sealed.info.offset + record.size();
    if (spoil) spoil(sealed);
    std::vector<std::byte> bytes = table_format::encode(sealed);
    for (const std::vector<std::byte>& part : {blocks, table, record})
      bytes.insert(bytes.end(), part.begin(), part.end());
    return bytes;
  }
};

}  // namespace jetan
