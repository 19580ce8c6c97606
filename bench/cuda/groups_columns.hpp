// Columns that are as unusual as possible, and their groups on device and host. They include slices that begin in the middle of bytes,
// nulls, numbers over the whole scale, NaN of many kinds, and keys of all sizes. There are few groups or more than the table has room
// for, rows that fail, text that is not UTF-8, and malformed offsets. They are added part by part.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <cuda_runtime_api.h>

#include <rowfuse/arrow/rows_from.hpp>
#include <rowfuse/row/for_each_column.hpp>

#include "groups_compare.hpp"

namespace bench {

/// Properties of columns.
struct ColumnKinds {
  std::uint64_t keys = 10;  ///< roughly the number of distinct values
  bool some_fail = false;  ///< a row without a result, or invalid UTF-8
  bool some_malformed = false;  ///< malformed offsets
};

/// A column's buffers on the host, and their copies on the device.
class RandomColumn {
 public:
  using Random = std::mt19937_64;

  RandomColumn() = default;
  RandomColumn(RandomColumn const&) = delete;
  RandomColumn& operator=(RandomColumn const&) = delete;
  ~RandomColumn() {
    for (void* const memory : on_device_) cudaFree(memory);
  }

  rf::arrow::InputColumn host;
  rf::arrow::InputColumn device;

  template <class Type>
  void make(Random& random, std::int64_t rows, ColumnKinds const& kinds) {
    if constexpr (rf::is_scalar<Type>) {
      host.values_begin = 0;
      if constexpr (!std::is_same_v<Type, rf::RowNumber>) host.values_begin = std::bit_cast<std::int64_t>(7.0);
      else host.values_begin = static_cast<std::int64_t>(random() % 1000);
      device = host;
    } else if constexpr (Type::id != rf::arrow::TypeId::none) {
      auto const before = static_cast<std::int64_t>(random() % 20);  // rows of which this is a slice
      if constexpr (rf::is_text<Type>) {
        make_text<rf::is_utf8<Type>>(random, rows, kinds);
      } else if constexpr (rf::is_boolean<Type>) {
        make_bits(random, before + rows, values_);
        host.values = values_.data();
        host.values_bit = before;
        device.values = copied(values_.data(), values_.size());
        device.values_bit = before;
      } else {
        make_numbers<typename Type::Storage>(random, rows, kinds);
      }
      if constexpr (rf::is_nullable<Type>) {
        if (random() % 5 != 0) {
          make_bits(random, before + rows, validity_);
          host.validity = validity_.data();
          host.validity_bit = before;
          device.validity = static_cast<std::uint8_t const*>(copied(validity_.data(), validity_.size()));
          device.validity_bit = before;
        }
      }
    }
  }

 private:
  static void make_bits(Random& random, std::int64_t bits, std::vector<std::uint8_t>& to) {
    to.resize(static_cast<std::size_t>(bits / 8 + 1));
    std::uint64_t const dense = random() % 3;
    for (auto& byte : to)
      byte = static_cast<std::uint8_t>(dense == 0 ? random() : dense == 1 ? random() | random() | random() : random() & random());
  }

  template <class Number>
  void make_numbers(Random& random, std::int64_t rows, ColumnKinds const& kinds) {
    values_.resize(static_cast<std::size_t>(rows) * sizeof(Number));
    auto* const numbers = reinterpret_cast<Number*>(values_.data());
    bool const wide = random() % 3 == 0;
    for (std::int64_t row = 0; row < rows; ++row) numbers[row] = number<Number>(random, kinds, wide);
    host.values = values_.data();
    host.values_bytes = static_cast<std::int64_t>(values_.size());
    device.values = copied(values_.data(), values_.size());
    device.values_bytes = host.values_bytes;
  }

  template <class Number>
  static Number number(Random& random, ColumnKinds const& kinds, bool wide) {
    auto const key = static_cast<std::int64_t>(random() % kinds.keys);
    if constexpr (std::is_floating_point_v<Number>) {
      using Bits = std::conditional_t<sizeof(Number) == 8, std::uint64_t, std::uint32_t>;
      using Limits = std::numeric_limits<Number>;
      Number const rare[] = {Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), Limits::denorm_min(),
                             Limits::max(),       Limits::lowest(),     Number{0},          -Number{0},          Limits::min()};
      if (wide && random() % 4 == 0) return std::bit_cast<Number>(static_cast<Bits>(random()));
      if (random() % 50 == 0) return rare[random() % std::size(rare)];
      return static_cast<Number>(key) / 8 - 3;
    } else {
      if (wide && random() % 4 == 0) return static_cast<Number>(random());
      if (random() % 50 == 0) return random() % 2 == 0 ? std::numeric_limits<Number>::max() : std::numeric_limits<Number>::min();
      return static_cast<Number>(key - 2);
    }
  }

  template <bool utf8>
  void make_text(Random& random, std::int64_t rows, ColumnKinds const& kinds) {
    auto const before = random() % 50;
    std::string text(before, 'x');
    offsets_.push_back(static_cast<std::int32_t>(text.size()));
    bool const ascii = random() % 3 == 0;
    for (std::int64_t row = 0; row < rows; ++row) {
      std::uint64_t const key = (random() % kinds.keys) * 0x9E3779B97F4A7C15u >> 20;
      std::size_t size = key % 9;
      if (key % 13 == 0) size = key % 60;
      for (std::size_t i = 0; i < size; ++i) {
        std::uint64_t const piece = key >> (i % 30);
        if (!utf8 && (piece & 3) == 1) text += static_cast<char>(piece);
        else if (!ascii && (piece & 7) == 3) text += "é";
        else if (!ascii && (piece & 31) == 9) text += "😀";
        else if ((piece & 31) == 12) text += '|';
        else text += static_cast<char>('a' + (key * (i + 3) >> (i % 20)) % 26);
      }
      offsets_.push_back(static_cast<std::int32_t>(text.size()));
    }
    std::size_t const end = text.size();
    if (kinds.some_fail && rows > 0 && random() % 2 == 0 && end > before) {
      if (random() % 2 == 0) text[before + random() % (end - before)] = "\xFF\xC3\xE2\xF0\x80"[random() % 5];
      else if (end - before >= 4) text.replace(before + random() % (end - before - 3), 4, "fail");
    }
    values_.assign(text.begin(), text.end());
    values_.resize(end + random() % 40);
    if (kinds.some_malformed && rows > 0 && random() % 2 == 0) {
      std::int32_t const wrong[] = {-1, 0, std::numeric_limits<std::int32_t>::max(), static_cast<std::int32_t>(values_.size() + 1),
                                    std::numeric_limits<std::int32_t>::min()};
      offsets_[random() % offsets_.size()] = wrong[random() % std::size(wrong)];
    }
    host.values = values_.data();
    host.values_bytes = static_cast<std::int64_t>(values_.size());
    host.offsets = offsets_.data();
    device = host;
    device.values = copied(values_.data(), values_.size());
    device.offsets = static_cast<std::int32_t const*>(copied(offsets_.data(), offsets_.size() * sizeof(std::int32_t)));
  }

  void const* copied(void const* from, std::size_t bytes) {
    void* memory = nullptr;  // of host C++, which has no cudaMalloc for other pointers
    CUDA_CHECK(cudaMalloc(&memory, bytes + 16));
    CUDA_CHECK(cudaMemset(memory, 0xBF, bytes + 16));
    CUDA_CHECK(cudaMemcpy(memory, from, bytes, cudaMemcpyHostToDevice));
    on_device_.push_back(memory);
    return memory;
  }

  std::vector<std::uint8_t> values_;
  std::vector<std::int32_t> offsets_;
  std::vector<std::uint8_t> validity_;
  std::vector<void*> on_device_;
};

/// Runs device and host over the same random columns; false if they differ.
template <class Transform>
bool compare_columns(char const* name, rf::cuda::GroupEntry const& entry, RandomColumn::Random& random, std::int64_t rows,
                     ColumnKinds const& kinds) {
  using Input = typename Transform::Input;
  RandomColumn columns[Input::size];
  rf::for_each_column<Input>([&](auto index) { columns[index].template make<rf::ColumnType<index, Input>>(random, rows, kinds); });
  std::vector<rf::arrow::InputColumn> on_host;
  std::vector<rf::arrow::InputColumn> on_device;
  for (RandomColumn const& column : columns) {
    on_host.push_back(column.host);
    on_device.push_back(column.device);
  }

  rf::cpu::GroupsOf<Transform> host(0, 0);
  rf::cpu::GroupTile tile;
  tile.range = {0, static_cast<std::int32_t>(rows)};
  tile.inputs = on_host.data();
  tile.first_row = 5;
  std::size_t const bytes = (rf::cpu::StagedTile<Input>::scratch_bytes(tile.range.rows) + 63) / 64 * 64;
  std::unique_ptr<std::byte, decltype(&std::free)> const scratch(static_cast<std::byte*>(std::aligned_alloc(64, bytes + 64)), std::free);
  tile.scratch = scratch.get();
  host.add(tile);

  rf::cuda::GroupRun run(entry);
  rf::cuda::GroupReport report;
  int const parts = static_cast<int>(1 + random() % 4);
  std::int64_t first = 0;
  for (int part = 0; part < parts && report.fault_at < 0; ++part) {
    std::int64_t const end =
        part + 1 == parts ? rows : first + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows - first + 1));
    check(run.add_columns(nullptr, on_device.data(), first, end, 5, report));
    first = end;
  }
  if (tile.fault.row >= 0 || report.fault_at >= 0) {
    return same_fault(name, report.fault_at, report.fault, tile.fault.row, tile.fault.fault);
  }
  return same_groups<Transform>(name, entry, run, report.rows, host, rows);
}

}  // namespace bench
