// A table is the same to the byte, however many threads made it and whichever kernels.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tbgen/generate.hpp"
#include "tests/probe/temporary_folder.hpp"

namespace jetan {
namespace {

using Files = std::map<std::string, std::string>;  // contents by name

Files make(const Game& game, const std::string& ending, int threads, Kernels kernels) {
  const TemporaryFolder folder;
  GenerateOptions options;
  options.tables = folder.path();
  options.threads = threads;
  options.kernels = kernels;
  const auto made = generate(game, {Ending::parse(ending).value()}, options);
  EXPECT_TRUE(made) << (made ? "" : made.error().message);
  Files files;
  for (const GeneratedTable& table : made.value()) {
    std::ifstream file(table.path, std::ios::binary);
    files[table.path.filename().string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

class SameFiles : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(SameFiles, WhateverTheThreadsAndTheKernels) {
  const auto [rules, ending] = GetParam();
  const Game game(RuleSet::load(rules).value());
  const Files files = make(game, ending, 1, Kernels::Best);
  EXPECT_FALSE(files.empty());
  EXPECT_EQ(make(game, ending, 3, Kernels::Best), files);
  EXPECT_EQ(make(game, ending, 2, Kernels::Plain), files);
}

INSTANTIATE_TEST_SUITE_P(Endings, SameFiles,
                         testing::Values(std::pair("burroughs", "CRvCR"), std::pair("cazaux", "CRvRT"),
                                         std::pair("cazaux", "RDvRF"), std::pair("cazaux", "CRvRP"),
                                         std::pair("free", "RWWvR")),
                         [](const auto& tested) {
                           return std::string(tested.param.first) + "_" + tested.param.second;
                         });

}  // namespace
}  // namespace jetan
