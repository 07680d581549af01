// How fast positions are numbered: rank and unrank of random placements.
//   build/release/bench/bench_index
#include "core/index.hpp"

#include <benchmark/benchmark.h>

#include <random>

namespace jetan {
namespace {

constexpr const char* kEndings[]{"CRvR", "CRvCR", "CRDvCR", "CRPvCRP", "CRDDvCRD"};

struct Sample {
  Index index;
  std::vector<PositionIndex> numbers;
  std::vector<Placement> placements;

  explicit Sample(const char* ending)
      : index(Index::make(Ending::parse(ending).value(), Movement(RuleSet::load("burroughs").value()))) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 4096; ++i) {
      numbers.push_back(random() % index.size());
      placements.push_back(index.unrank(numbers.back()));
    }
  }
};

void rank(benchmark::State& state) {
  const Sample sample(kEndings[state.range(0)]);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(sample.index.rank(sample.placements[i++ % sample.placements.size()]));
  state.SetLabel(kEndings[state.range(0)]);
}
BENCHMARK(rank)->DenseRange(0, std::ssize(kEndings) - 1);

void unrank(benchmark::State& state) {
  const Sample sample(kEndings[state.range(0)]);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(sample.index.unrank(sample.numbers[i++ % sample.numbers.size()]));
  state.SetLabel(kEndings[state.range(0)]);
}
BENCHMARK(unrank)->DenseRange(0, std::ssize(kEndings) - 1);

}  // namespace
}  // namespace jetan

BENCHMARK_MAIN();
