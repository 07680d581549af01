// The solver's innermost operations on blocks, plain and in vector registers: nanoseconds a block of 10,000 positions.
//   build/release/bench/bench_block_ops
#include "tbgen/block_ops.hpp"

#include <benchmark/benchmark.h>

#include <random>
#include <vector>

namespace jetan {
namespace {

const BlockOps& ops_of(const benchmark::State& state) {
  return state.range(0) == 0 ? plain_block_ops() : best_block_ops();
}

std::vector<Block> random_blocks(std::size_t count) {
  std::mt19937_64 random(1);
  std::vector<Block> blocks(count);
  for (Block& block : blocks) {
    for (SquareSet& row : block.rows) row = SquareSet::from_words(random(), random()) & SquareSet::all();
  }
  return blocks;
}

// The mask of a Chief's move past nothing, with so many exceptions.
PlaneMask mask_with(std::vector<RowMask>& rows, std::size_t exceptions) {
  for (std::size_t e = 0; e < exceptions; ++e) {
    const Square square = Square::from_index(static_cast<int>(13 * e));
    rows.push_back({square, SquareSet::all() - square});
  }
  return {SquareSet::all() - Square::from_index(50), rows};
}

// Arguments: plain (0) or best (1); blocks in turn; exceptions of the mask.
template <auto BlockOps::*op>
void masked(benchmark::State& state) {
  const BlockOps& ops = ops_of(state);
  const auto blocks = random_blocks(static_cast<std::size_t>(state.range(1)));
  std::vector<RowMask> rows;
  const PlaneMask mask = mask_with(rows, static_cast<std::size_t>(state.range(2)));
  Block result{};
  std::size_t i = 0;
  for (auto _ : state) {
    (ops.*op)(result, blocks[i], mask);
    benchmark::DoNotOptimize(result);
    if (++i == blocks.size()) i = 0;
  }
  state.SetLabel(ops.name);
}
BENCHMARK(masked<&BlockOps::add_masked>)->ArgsProduct({{0, 1}, {8, 400, 20000}, {0, 3}})->Name("add_masked");
BENCHMARK(masked<&BlockOps::keep_masked>)->ArgsProduct({{0, 1}, {8}, {0, 3}})->Name("keep_masked");

void turn_back(benchmark::State& state) {
  const BlockOps& ops = ops_of(state);
  const auto blocks = random_blocks(8);
  Block result{};
  std::size_t i = 0;
  for (auto _ : state) {
    ops.turn_back(blocks[i++ % blocks.size()], Symmetry::from_code(static_cast<int>(state.range(1))), result);
    benchmark::DoNotOptimize(result);
  }
  state.SetLabel(ops.name);
}
BENCHMARK(turn_back)->ArgsProduct({{0, 1}, {3, 7}});

void occupied_rows(benchmark::State& state) {
  const BlockOps& ops = ops_of(state);
  const auto blocks = random_blocks(8);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(ops.occupied_rows(blocks[i++ % blocks.size()]));
  state.SetLabel(ops.name);
}
BENCHMARK(occupied_rows)->Arg(0)->Arg(1);

void spread(benchmark::State& state) {
  const BlockOps& ops = ops_of(state);
  const auto blocks = random_blocks(8);
  ByteBlock bytes{};
  std::size_t i = 0;
  for (auto _ : state) {
    ops.spread(blocks[i++ % blocks.size()], 7, bytes);
    benchmark::DoNotOptimize(bytes);
  }
  state.SetLabel(ops.name);
}
BENCHMARK(spread)->Arg(0)->Arg(1);

}  // namespace
}  // namespace jetan

BENCHMARK_MAIN();
