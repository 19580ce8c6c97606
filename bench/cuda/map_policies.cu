// Maps under policies that nobody would choose, over columns that start anywhere: results never depend on a policy. Each is compared
// with the row function on the host, row by row.
//
//   map_policies [--seed 1] [--rows 0,1,31,63,64,1000,4099,70001]
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/map/dispatch.cuh>
#include <rowfuse/row.hpp>

#include "../../generated/tripFeatures/tripFeatures.row.hpp"
#include "../../generated/udfMap/udfMap.row.hpp"
#include "device_info.cuh"

namespace {

using namespace rowfuse;

/// Every kind of fixed column at once, nulls in and out, and a fault in some rows.
struct Mixed {
  using Input = Schema<Nullable<Bool>, Nullable<Int8>, Unread, Nullable<Int64>, Uint16, Bool>;
  using Output = Schema<Bool, Nullable<Bool>, Nullable<Int8>, Nullable<Int64>, Int16, Nullable<Float64>>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    put<0>(out, column<5>(row));
    put<1>(out, column<0>(row));
    put<2>(out, column<1>(row));
    put<3>(out, column<3>(row));
    put<4>(out, column<4>(row) - 16384);  // out of range in a quarter of the rows
    if (truthy(column<0>(row))) return put<5>(out, to_double(column<4>(row)) / 3);
    put<5>(out, null);
  }
};

/// Every kind of fixed column, without faults.
struct Sound {
  using Input = Mixed::Input;
  using Output = Mixed::Output;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    put<0>(out, !column<5>(row));
    put<1>(out, column<0>(row));
    put<2>(out, column<1>(row));
    put<3>(out, column<3>(row));
    put<4>(out, column<4>(row) / 2);
    put<5>(out, to_double(column<4>(row)) / 3);
  }
};

/// Bits alone.
struct Bits {
  using Input = Schema<Bool, Nullable<Bool>>;
  using Output = Schema<Nullable<Bool>>;

  template <class Row, class Out>
  RF_HD void operator()(Row const& row, Out& out) const {
    if (column<0>(row)) return put<0>(out, column<1>(row));
    put<0>(out, false);
  }
};

template <int threads, int vector, int in_flight, int rows>
struct Policy {
  static constexpr int block_threads = threads;
  static constexpr int vector_bytes = vector;
  static constexpr int bytes_in_flight = in_flight;
  static constexpr int most_rows = rows;
};

/// Device memory of exactly these bytes, after `lead` others, so that nothing is aligned to more than its element.
class Memory {
 public:
  Memory(std::size_t bytes, std::size_t lead) : lead_(lead) {
    CUDA_CHECK(cudaMalloc(&data_, bytes + lead + 1));
    CUDA_CHECK(cudaMemset(data_, 0xcd, bytes + lead + 1));
  }
  Memory(Memory const&) = delete;
  ~Memory() { cudaFree(data_); }
  char* get() const { return data_ + lead_; }

 private:
  char* data_ = nullptr;
  std::size_t lead_;
};

using Random = std::mt19937_64;
using Bytes = std::vector<std::uint8_t>;

Bytes random_bytes(Random& random, std::size_t count) {
  Bytes bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

/// A version of for_each_column for bodies of the host alone.
template <class Columns, class Body>
void each_column(Body const& body) {
  [&]<std::size_t... I>(std::index_sequence<I...>) { (body(ColumnIndex<I>{}), ...); }(std::make_index_sequence<Columns::size>{});
}

struct Input {
  Bytes values, validity;
  arrow::InputColumn host, device;
  std::vector<std::unique_ptr<Memory>> memory;

  void const* upload(Bytes const& bytes, std::size_t lead) {
    memory.push_back(std::make_unique<Memory>(bytes.size(), lead));
    CUDA_CHECK(cudaMemcpy(memory.back()->get(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
    return memory.back()->get();
  }
};

template <class Type>
void make_input(Random& random, std::int64_t rows, Input& made) {
  if constexpr (Type::id != arrow::TypeId::none) {
    auto const width = static_cast<std::size_t>(arrow::byte_width(Type::id));
    made.host.values_bit = is_boolean<Type> ? static_cast<std::int64_t>(random() % 20) : 0;
    made.values = random_bytes(random, is_boolean<Type> ? static_cast<std::size_t>(arrow::bitmap_bytes(rows + made.host.values_bit))
                                                        : static_cast<std::size_t>(rows) * width);
    made.host.values = made.values.data();
    made.host.values_bytes = static_cast<std::int64_t>(made.values.size());
    made.device = made.host;
    made.device.values = made.upload(made.values, is_boolean<Type> ? random() % 3 : random() % 3 * width);
    if (is_nullable<Type> && random() % 3 != 0) {
      made.host.validity_bit = made.device.validity_bit = static_cast<std::int64_t>(random() % 20);
      made.validity = random_bytes(random, static_cast<std::size_t>(arrow::bitmap_bytes(rows + made.host.validity_bit)));
      made.host.validity = made.validity.data();
      made.device.validity = static_cast<std::uint8_t const*>(made.upload(made.validity, random() % 3));
    }
  }
}

/// NaN has many bit patterns, and JavaScript cannot tell them apart.
void unify_nans(arrow::TypeId id, Bytes& values) {
  auto const unify = [&]<class Number>(Number nan) {
    for (std::size_t at = 0; at < values.size(); at += sizeof(Number)) {
      Number number;
      std::memcpy(&number, &values[at], sizeof number);
      if (number != number) std::memcpy(&values[at], &nan, sizeof nan);
    }
  };
  if (id == arrow::TypeId::float32) unify(std::numeric_limits<float>::quiet_NaN());
  if (id == arrow::TypeId::float64) unify(std::numeric_limits<double>::quiet_NaN());
}

struct Expected {
  std::vector<Bytes> values, validity;
  std::vector<std::uint64_t> report;
};

std::size_t bitmap_words(std::int64_t rows) { return static_cast<std::size_t>(rows + 31) / 32 * 4; }

/// Runs the row function on the host. Rows after the first fault are computed as well, as in the kernel.
template <class Transform>
Expected expect(std::vector<arrow::InputColumn> const& inputs, std::int64_t rows) {
  using Columns = typename Transform::Input;
  using Output = typename Transform::Output;
  Expected expected;
  expected.report.resize(cuda::column_words + Output::size);
  each_column<Output>([&](auto index) {
    using Type = ColumnType<index, Output>;
    expected.values.emplace_back(is_boolean<Type> ? bitmap_words(rows) : static_cast<std::size_t>(rows) * sizeof(typename Type::Storage));
    expected.validity.emplace_back(is_nullable<Type> ? bitmap_words(rows) : 0);
  });
  for (std::int64_t row = 0; row < rows; ++row) {
    RowValues<Columns> values;
    each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      if constexpr (Type::id != arrow::TypeId::none) {
        arrow::InputColumn const& column = inputs[index];
        bool const valid = column.validity == nullptr || arrow::bit_at(column.validity, column.validity_bit + row);
        rowfuse::detail::cell<index>(values) = decode_fixed<Type>(column, row, valid);
      }
    });
    WritingSink<Output> out;
    Transform{}(values, out);
    if (out.fault) expected.report[cuda::fault_word] = std::max(expected.report[cuda::fault_word], cuda::pack_fault(row, out.fault));
    each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      auto const& slot = out.template slot<index>();
      auto const bit = static_cast<std::uint8_t>(1u << (row & 7));
      if constexpr (is_boolean<Type>) {
        if (slot.value) expected.values[index][static_cast<std::size_t>(row >> 3)] |= bit;
      } else {
        std::memcpy(&expected.values[index][static_cast<std::size_t>(row) * sizeof slot.value], &slot.value, sizeof slot.value);
      }
      if constexpr (is_nullable<Type>) {
        if (slot.valid) expected.validity[index][static_cast<std::size_t>(row >> 3)] |= bit;
        else ++expected.report[cuda::column_words + index];
      }
    });
  }
  for (std::size_t index = 0; index < expected.values.size(); ++index) {
    unify_nans(layout_of<Transform>().outputs[index].id, expected.values[index]);
  }
  return expected;
}

template <class Transform, class Policy>
std::string run(std::vector<arrow::InputColumn> const& inputs, std::int64_t rows, Expected const& expected, std::size_t shift) {
  using Output = typename Transform::Output;
  std::vector<std::unique_ptr<Memory>> memory;
  std::vector<arrow::OutputColumn> outputs(Output::size);
  each_column<Output>([&](auto index) {
    using Type = ColumnType<index, Output>;
    memory.push_back(
        std::make_unique<Memory>(expected.values[index].size(), is_boolean<Type> ? 0 : shift * sizeof(typename Type::Storage)));
    outputs[index].values = memory.back()->get();
    memory.push_back(std::make_unique<Memory>(expected.validity[index].size(), 0));
    if (is_nullable<Type>) outputs[index].validity = reinterpret_cast<std::uint8_t*>(memory.back()->get());
  });
  Memory const report(expected.report.size() * 8, 0);
  CUDA_CHECK(cudaMemset(report.get(), 0, expected.report.size() * 8));
  CUDA_CHECK(static_cast<cudaError_t>(cuda::dispatch_map<Transform, Policy>(
      {inputs.data(), rows, outputs.data(), reinterpret_cast<std::uint64_t*>(report.get()), nullptr}, nullptr)));
  CUDA_CHECK(cudaDeviceSynchronize());
  auto const same = [](void const* device, void const* host, std::size_t bytes, arrow::TypeId id = {}) {
    Bytes copy(bytes);
    CUDA_CHECK(cudaMemcpy(copy.data(), device, bytes, cudaMemcpyDeviceToHost));
    unify_nans(id, copy);
    return bytes == 0 || std::memcmp(copy.data(), host, bytes) == 0;
  };
  if (!same(report.get(), expected.report.data(), expected.report.size() * 8)) return "report";
  for (std::size_t index = 0; index < outputs.size(); ++index) {
    arrow::TypeId const id = layout_of<Transform>().outputs[index].id;
    if (!same(outputs[index].values, expected.values[index].data(), expected.values[index].size(), id)) return "values";
    if (!same(outputs[index].validity, expected.validity[index].data(), expected.validity[index].size())) return "validity";
  }
  return "";
}

int failures = 0;
int passes = 0;

template <class Transform, class Policy>
void compare(char const* name, char const* policy, std::vector<arrow::InputColumn> const& inputs, std::int64_t rows,
             Expected const& expected) {
  for (std::size_t const shift : {0, 1}) {
    std::string const wrong = run<Transform, Policy>(inputs, rows, expected, shift);
    if (wrong.empty()) ++passes;
    else ++failures;
    if (!wrong.empty()) {
      std::printf("%s, %s, %lld rows, outputs moved by %zu: %s\n", name, policy, static_cast<long long>(rows), shift, wrong.c_str());
    }
  }
}

template <class Transform>
void check(char const* name, Random& random, std::int64_t rows) {
  using Columns = typename Transform::Input;
  std::vector<Input> inputs(Columns::size);
  each_column<Columns>([&](auto index) { make_input<ColumnType<index, Columns>>(random, rows, inputs[index]); });
  std::vector<arrow::InputColumn> host, device;
  for (Input const& input : inputs) {
    host.push_back(input.host);
    device.push_back(input.device);
  }
  Expected const expected = expect<Transform>(host, rows);
  compare<Transform, cuda::MapPolicy>(name, "the usual policy", device, rows, expected);
  compare<Transform, Policy<32, 1, 1, 1>>(name, "one row per lane, one warp per block", device, rows, expected);
  compare<Transform, Policy<96, 16, 1000, 64>>(name, "three warps, 64 rows per thread", device, rows, expected);
  compare<Transform, Policy<1024, 4, 8, 8>>(name, "1024 threads, 4 bytes per vector", device, rows, expected);
  compare<Transform, Policy<64, 8, 256, 5>>(name, "8 bytes per vector, most rows no power of two", device, rows, expected);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t seed = 1;
  std::vector<std::int64_t> sizes = {0, 1, 31, 63, 64, 1000, 4099, 70001};
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string_view const option = argv[index];
    if (option == "--seed") seed = std::stoull(argv[index + 1]);
    else if (option == "--rows") sizes = bench::numbers(argv[index + 1]);
    else {
      std::fprintf(stderr, "unknown option %s: --seed N, --rows LIST\n", argv[index]);
      return 2;
    }
  }
  Random random(seed);
  for (std::int64_t const rows : sizes) {
    check<generated::udfMap::UdfMap>("udfMap", random, rows);
    check<generated::tripFeatures::TripFeatures>("tripFeatures", random, rows);
    check<Mixed>("mixed", random, rows);
    check<Sound>("sound", random, rows);
    check<Bits>("bits", random, rows);
  }
  std::printf("%d passed, %d failed\n", passes, failures);
  return failures == 0 ? 0 : 1;
}
