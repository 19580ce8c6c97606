/// Runs the CUDA agents of rolling transforms on the host block by block (block_emulation.hpp), and compares them with the direct
/// evaluation of each window.
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/rolling/agent.cuh>
#include <rowfuse/cuda/rolling/agent_fold.cuh>
#include <rowfuse/cuda/rolling/agent_narrow.cuh>
#include <rowfuse/cuda/rolling/agent_nodes.cuh>

#include "rolling_transforms.hpp"

namespace {

using namespace rolling_test;
using rf::cuda::Reach;

template <int threads, int batch>
struct Policy {
  static constexpr int block_threads = threads;
  static constexpr int loads_in_flight = batch;
  static constexpr int narrow_rows_a_thread = 1 + batch / 4;
};
template <int threads, int rows, int staged>
struct FoldingPolicy {
  static constexpr int block_threads = threads;
  static constexpr int rows_a_thread = rows;
  static constexpr int staged_elements = staged;
};

int cases = 0;
int failures = 0;

/// Poisoned shared memory of exactly these bytes.
struct Shared {
  explicit Shared(std::size_t bytes_) : bytes(bytes_), memory(static_cast<char*>(std::aligned_alloc(16, (bytes_ + 15) / 16 * 16))) {
    poison();
  }
  Shared(Shared const&) = delete;
  ~Shared() { std::free(memory); }
  void poison() { std::memset(memory, 0xef, bytes); }
  std::size_t bytes;
  char* memory;
};

template <class Transform>
struct Launch {
  using Reductions = rf::rolling::ReductionsOf<Transform>;
  static constexpr int count = static_cast<int>(Reductions::size);

  Table<Transform> const& table;
  rf::Window window;
  Result<Transform> result;
  rf::cuda::InputPack<Transform::Input::size> inputs;
  rf::cuda::OutputPack<Transform::Output::size> outputs;
  std::vector<std::uint64_t> report;
  std::vector<Bytes> memory{};
  rf::cuda::RollingNodes nodes[count + 1] = {};
  void* totals[count + 1] = {};

  Launch(Table<Transform> const& table_, rf::Window const& window_)
      : table(table_),
        window(window_.within(table_.rows)),
        result(table_.rows),
        inputs(table_.columns.data()),
        outputs(result.columns.data()),
        report(rf::cuda::column_words + Transform::Output::size) {}

  std::int32_t length() const { return static_cast<std::int32_t>(table.rows); }

  template <class Item>
  Item* take(std::int64_t items) {
    memory.emplace_back(static_cast<std::size_t>(items) * sizeof(Item) + 1, 0xab);
    return reinterpret_cast<Item*>(memory.back().data());
  }

  template <class Policy>
  void make_nodes() {
    using Agent = rf::cuda::AgentRollingNodes<Transform, Policy>;
    rf::cuda::RollingLevelPack<count> ones;
    auto const nodes_of = [&](int level) { return (table.rows + (std::int64_t{1} << 4 * level) - 1) >> 4 * level; };
    each<Reductions::size>([&](auto index) {
      using Value = typename rf::rolling::ReductionAt<index, Reductions>::Monoid::Value;
      for (int level = 1; level < rf::rolling::most_levels; ++level) nodes[index].levels[level] = take<Value>(nodes_of(level));
      ones.level[index] = const_cast<void*>(nodes[index].levels[1]);
    });
    Shared shared(Agent::shared_bytes);
    for (std::int64_t block = 0; block * Agent::elements < table.rows; ++block) {
      shared.poison();
      block::run(static_cast<unsigned>(block), Policy::block_threads, [&] { Agent{inputs, length(), ones, shared.memory}.run(); });
    }
    each<Reductions::size>([&](auto index) {
      using Monoid = typename rf::rolling::ReductionAt<index, Reductions>::Monoid;
      using Value = typename Monoid::Value;
      for (int level = 2; level < rf::rolling::most_levels; ++level) {
        auto* const parents = static_cast<Value*>(const_cast<void*>(nodes[index].levels[level]));
        auto const* const children = static_cast<Value const*>(nodes[index].levels[level - 1]);
        auto const of = static_cast<std::int32_t>(nodes_of(level - 1));
        for (std::int64_t group = 0; group < nodes_of(level); group += 32)
          block::run(static_cast<unsigned>(group / 32), 32, [&] { rf::cuda::make_parent<Monoid>(children, of, parents); });
      }
    });
  }

  template <class Policy, int most, bool stores_totals>
  void reduce_narrow() {
    using Agent = rf::cuda::AgentNarrow<Transform, Policy, most, stores_totals>;
    for (std::int64_t block = 0; block * Agent::tile_rows < table.rows; ++block) {
      block::run(static_cast<unsigned>(block), Policy::block_threads,
                 [&] { Agent{inputs, outputs, window, length(), totals, report.data()}.run(); });
    }
  }

  template <class Policy, Reach reach, bool stores_totals>
  void reduce() {
    if constexpr (stores_totals) {
      each<Reductions::size>(
          [&](auto index) { totals[index] = take<typename rf::rolling::ReductionAt<index, Reductions>::Monoid::Value>(table.rows); });
    }
    if constexpr (reach == Reach::narrow) {
      if (window.rows() <= 4) reduce_narrow<Policy, 4, stores_totals>();
      else if (window.rows() <= 8) reduce_narrow<Policy, 8, stores_totals>();
      else reduce_narrow<Policy, 16, stores_totals>();
    } else {
      reduce_wide<Policy, reach, stores_totals>();
    }
  }

  template <class Policy, Reach reach, bool stores_totals>
  void reduce_wide() {
    using Agent = rf::cuda::AgentRolling<Transform, Policy, reach, stores_totals>;
    using Shape = typename Agent::Shape;
    if constexpr (reach == Reach::far) make_nodes<Policy>();
    Shared shared(Shape::of(static_cast<int>((window.rows() + 14) >> 4)).bytes());
    for (std::int64_t block = 0; block * Shape::tile_rows < table.rows; ++block) {
      shared.poison();
      block::run(static_cast<unsigned>(block), Policy::block_threads,
                 [&] { Agent{inputs, outputs, window, length(), nodes, totals, report.data(), shared.memory}.run(); });
    }
  }

  template <class Policy>
  void fold() {
    using Agent = rf::cuda::AgentFold<Transform, Policy>;
    Shared shared(Agent::shared_bytes(window));
    for (std::int64_t block = 0; block * Agent::tile_rows < table.rows; ++block) {
      shared.poison();
      block::run(static_cast<unsigned>(block), Policy::block_threads,
                 [&] { Agent{inputs, outputs, window, length(), totals, report.data(), shared.memory}.run(); });
    }
  }

  void compare(Result<Transform> const& expected, char const* what) {
    for (int i = 0; i < Transform::Output::size; ++i) {
      result.null_counts[static_cast<std::size_t>(i)] =
          static_cast<std::int64_t>(report[static_cast<std::size_t>(rf::cuda::column_words + i)]);
    }
    ++cases;
    std::int64_t const row = first_difference(result, expected, table.rows);
    if (row < 0) return;
    ++failures;
    std::printf("%s, %lld rows, window %lld + 1 + %lld: row %lld\n", what, static_cast<long long>(table.rows),
                static_cast<long long>(window.preceding), static_cast<long long>(window.following), static_cast<long long>(row));
  }
};

template <class Transform, class Policy, Reach reach>
void reductions(Table<Transform> const& table, rf::Window const& window, Result<Transform> const& expected, char const* what) {
  Launch<Transform> launch(table, window);
  launch.template reduce<Policy, reach, false>();
  launch.compare(expected, what);
}

template <class Transform, class Policy>
void each_reach(Table<Transform> const& table, rf::Window const& window, Result<Transform> const& expected, char const* what) {
  if (window.rows() <= 16) {
    reductions<Transform, Policy, Reach::narrow>(table, window, expected, what);
  } else {
    reductions<Transform, Policy, Reach::near>(table, window, expected, what);
    reductions<Transform, Policy, Reach::far>(table, window, expected, what);
  }
}

template <class Transform>
void check(char const* what, std::mt19937_64& random, std::int64_t rows, rf::Window const& window) {
  Table<Transform> const table(random, rows, random() % 3 != 0);
  Result<Transform> const right = expected(table, window);
  block::backwards = random() % 2 != 0;
  if constexpr (rf::rolling::FoldsOf<Transform>::size > 0) {
    auto const folds = [&]<class Policy, class Folding>(Policy, Folding) {
      Launch<Transform> launch(table, window);
      if (window.rows() <= 16) launch.template reduce<Policy, Reach::narrow, true>();
      else launch.template reduce<Policy, Reach::near, true>();
      launch.template fold<Folding>();
      launch.compare(right, what);
    };
    folds(Policy<32, 8>{}, FoldingPolicy<32, 9, 64>{});
    folds(Policy<64, 4>{}, FoldingPolicy<64, 1, 4096>{});
    folds(Policy<64, 4>{}, FoldingPolicy<32, 17, 50>{});
  } else {
    each_reach<Transform, Policy<32, 8>>(table, window, right, what);
    if constexpr (rf::rolling::ReductionsOf<Transform>::size == 1) each_reach<Transform, Policy<96, 2>>(table, window, right, what);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::mt19937_64 random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  int const rounds = argc > 2 ? std::atoi(argv[2]) : 1;
  for (int round = 0; round < rounds; ++round) {
    int number = 0;
    for (std::int64_t const size : {1, 2, 3, 4, 5, 8, 9, 12, 15, 16, 17, 18, 31, 32, 33, 48, 255, 256, 257, 273, 300, 1000, 5000}) {
      // Windows of rows before and of rows after the own one in turn, and some of both kinds.
      for (int const side : {number++ % 2, 2}) {
        auto const before = side == 0 ? size - 1 : side == 1 ? 0 : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(size));
        rf::Window const window{before, size - 1 - before, 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(size))};
        auto const rows = [&] {
          return 1 + static_cast<std::int64_t>(random() % (random() % 3 == 0 ? 70 : random() % 4 != 0 ? 600 : 3000));
        };
        check<Mean>("mean", random, rows(), window);
        check<One<Least>>("min", random, rows(), window);
        check<One<Greatest>>("max", random, rows(), window);
        check<One<FirstLeast>>("first least", random, rows(), window);
        check<One<FirstGreatest>>("first greatest", random, rows(), window);
        check<Variance>("variance", random, rows(), window);
        check<PresentVariance>("variance of present", random, rows(), window);
        check<Everything>("everything", random, rows(), window);
        check<Loops>("loops", random, rows() / 4 + 1, window);
      }
    }
  }
  std::printf("%d cases, %d failures\n", cases, failures);
  return failures != 0;
}
