#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/cuda/block/report.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/warp/store_rows.cuh>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cuda {

namespace detail {

/// A vector that one instruction loads or stores.
template <int bytes>
struct VectorOf;
template <>
struct VectorOf<1> {
  using Type = std::uint8_t;
};
template <>
struct VectorOf<2> {
  using Type = std::uint16_t;
};
template <>
struct VectorOf<4> {
  using Type = std::uint32_t;
};
template <>
struct VectorOf<8> {
  using Type = uint2;
};
template <>
struct VectorOf<16> {
  using Type = uint4;
};

template <class Type>
inline constexpr bool is_fixed = Type::id != arrow::TypeId::none && !is_boolean<Type> && !is_text<Type>;

/// The bytes of a row's values, without bits and validity.
template <class Columns>
struct RowWidth;
template <class... Types>
struct RowWidth<Schema<Types...>> {
  template <class Type>
  static constexpr int of = is_fixed<Type> ? static_cast<int>(sizeof(typename Type::Storage)) : 0;
  static constexpr int sum = (of<Types> + ... + 0);
  static constexpr int widest = [] {
    int most = 1;
    ((most = of<Types> > most ? of<Types> : most), ...);
    return most;
  }();
};

/// Holds `count` values of a column; `values` need only be aligned to one of them.
template <class Storage, int count>
struct Values {
  Storage each[count];

  __device__ void load(Storage const* from, bool aligned) {
    using Vector = typename VectorOf<sizeof(Storage) * count>::Type;
    if (aligned) {
      // Evicted first, because the values are read once: 32.3 instead of 34.0 us for 80 MB of int64, and no difference for doubles to
      // doubles.
      Vector const vector = __ldcs(reinterpret_cast<Vector const*>(from));
      memcpy(each, &vector, sizeof each);
    } else {
#pragma unroll
      for (int i = 0; i < count; ++i) each[i] = __ldg(from + i);
    }
  }

  __device__ void store(Storage* to, bool aligned) const {
    using Vector = typename VectorOf<sizeof(Storage) * count>::Type;
    if (aligned) {
      Vector vector;
      memcpy(&vector, each, sizeof each);
      *reinterpret_cast<Vector*>(to) = vector;
    } else {
#pragma unroll
      for (int i = 0; i < count; ++i) to[i] = each[i];
    }
  }

  static __device__ bool is_aligned(void const* values) {
    return reinterpret_cast<std::uintptr_t>(values) % (sizeof(Storage) * count) == 0;
  }
};

/// Returns `count` bits of a bitmap, at most 16, from bit `index` on. Reads no byte that holds none of them.
template <int count>
__device__ std::uint32_t load_bits(std::uint8_t const* bitmap, std::int64_t index) {
  std::uint8_t const* const first = bitmap + (index >> 3);
  int const shift = static_cast<int>(index & 7);
  std::uint32_t bits = __ldg(first);
#pragma unroll
  for (int byte = 1; byte <= (count + 6) / 8; ++byte) {
    if (8 * byte < shift + count) bits |= static_cast<std::uint32_t>(__ldg(first + byte)) << (8 * byte);
  }
  return bits >> shift & ((1u << count) - 1);
}

/// Stores `count` bits of every lane, in the order of the lanes, as `count` words at `words`.
template <int count>
__device__ void store_bits(std::uint32_t* words, std::uint32_t bits) {
  unsigned const lane = threadIdx.x & 31;
  constexpr int lanes = 32 / count;  // lanes whose bits make up a word
  std::uint32_t word = bits << (lane % lanes * count);
#pragma unroll
  for (int distance = 1; distance < lanes; distance *= 2) word |= __shfl_xor_sync(full_warp, word, distance);
  if (lane % lanes == 0) words[lane / lanes] = word;
}

/// Stores one bit per lane.
template <>
__device__ inline void store_bits<1>(std::uint32_t* words, std::uint32_t bits) {
  unsigned const word = __ballot_sync(full_warp, bits != 0);
  if ((threadIdx.x & 31) == 0) *words = word;
}

}  // namespace detail

/// Evaluates one block's rows of a map over columns of fixed width. A thread takes vectors of neighbouring rows, the vectors of a warp
/// are adjacent, and all loads of a thread are in flight before it evaluates its first row.
template <class Transform, class Policy>
struct AgentMap {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;

  static constexpr int widest = detail::RowWidth<Input>::widest > detail::RowWidth<Output>::widest ? detail::RowWidth<Input>::widest
                                                                                                   : detail::RowWidth<Output>::widest;
  static constexpr int vector_rows = Policy::vector_bytes > widest ? Policy::vector_bytes / widest : 1;
  static constexpr int vectors = [] {
    constexpr int bytes = detail::RowWidth<Input>::sum * vector_rows;
    int const wanted = bytes > 0 ? Policy::bytes_in_flight / bytes : Policy::most_rows;
    int const most = Policy::most_rows / vector_rows;
    int const fewer = wanted < most ? wanted : most;
    return fewer > 1 ? fewer : 1;
  }();
  static constexpr int warp_rows = 32 * vector_rows * vectors;
  static constexpr int tile_rows = Policy::block_threads / 32 * warp_rows;
  static_assert(vector_rows <= 16 && (vector_rows & (vector_rows - 1)) == 0, "vector_bytes is a power of two up to 16");

  InputPack<Input::size> const& inputs;
  OutputPack<Output::size> const& outputs;
  std::int32_t length;
  std::uint64_t* report;

  __device__ void run() const {
    BlockReport<Output::size, Policy::block_threads> nulls;
    std::uint32_t const first = blockIdx.x * static_cast<std::uint32_t>(tile_rows) + threadIdx.x / 32 * warp_rows;
    if (first + warp_rows <= static_cast<std::uint32_t>(length)) {
      run_whole(first, nulls);
    } else {
      run_rest(first, nulls);
    }
    if constexpr (has_nullable_column<Output>) nulls.flush(report);
  }

 private:
  /// The values or bits of one column that the thread has read or will write.
  template <class Type, bool fixed = detail::is_fixed<Type>>
  struct Registers {
    std::uint32_t bits[vectors] = {};
    std::uint32_t valid[vectors] = {};
  };
  template <class Type>
  struct Registers<Type, true> {
    detail::Values<typename Type::Storage, vector_rows> values[vectors];
    std::uint32_t valid[vectors] = {};
  };

  template <std::size_t I, class Type>
  struct Cell {
    Registers<Type> registers;
  };
  template <class Indices, class Columns>
  struct Cells;
  template <std::size_t... I, class... Types>
  struct Cells<std::index_sequence<I...>, Schema<Types...>> : Cell<I, Types>... {};
  template <class Columns>
  using CellsOf = Cells<std::make_index_sequence<Columns::size>, Columns>;

  template <std::size_t I, class Type>
  static __device__ auto& registers(Cell<I, Type>& cell) {
    return cell.registers;
  }
  template <std::size_t I, class Type>
  static __device__ auto const& registers(Cell<I, Type> const& cell) {
    return cell.registers;
  }

  template <class Nulls>
  __device__ void run_whole(std::uint32_t first, Nulls& nulls) const {
    std::int64_t const row = first + (threadIdx.x & 31) * vector_rows;
    CellsOf<Input> read;
    load(row, read);
    CellsOf<Output> written;
#pragma unroll
    for (int vector = 0; vector < vectors; ++vector) {
#pragma unroll
      for (int i = 0; i < vector_rows; ++i) evaluate(row + vector * 32 * vector_rows + i, vector, i, read, written);
    }
    store(first, row, written, nulls);
  }

  __device__ void load(std::int64_t row, CellsOf<Input>& read) const {
    for_each_column<Input>([&](auto index) {
      using Type = ColumnType<index, Input>;
      if constexpr (Type::id != arrow::TypeId::none) {
        arrow::InputColumn const& column = inputs.columns[index];
        auto& target = registers<index>(read);
        if constexpr (detail::is_fixed<Type>) {
          using Storage = typename Type::Storage;
          auto const* const values = static_cast<Storage const*>(column.values) + row;
          bool const aligned = detail::Values<Storage, vector_rows>::is_aligned(column.values);
#pragma unroll
          for (int vector = 0; vector < vectors; ++vector) {
            target.values[vector].load(values + vector * 32 * vector_rows, aligned);
          }
        } else {
          auto const* const bitmap = static_cast<std::uint8_t const*>(column.values);
#pragma unroll
          for (int vector = 0; vector < vectors; ++vector) {
            target.bits[vector] = detail::load_bits<vector_rows>(bitmap, column.values_bit + row + vector * 32 * vector_rows);
          }
        }
        if constexpr (is_nullable<Type>) {
#pragma unroll
          for (int vector = 0; vector < vectors; ++vector) {
            target.valid[vector] = column.validity == nullptr ? ~0u
                                                              : detail::load_bits<vector_rows>(
                                                                    column.validity, column.validity_bit + row + vector * 32 * vector_rows);
          }
        }
      }
    });
  }

  __device__ void evaluate(std::int64_t row, int vector, int i, CellsOf<Input> const& read, CellsOf<Output>& written) const {
    RowValues<Input> values;
    for_each_column<Input>([&](auto index) {
      using Type = ColumnType<index, Input>;
      if constexpr (Type::id != arrow::TypeId::none) {
        auto const& source = registers<index>(read);
        auto& value = rowfuse::detail::cell<index>(values);
        if constexpr (is_nullable<Type>) {
          if ((source.valid[vector] >> i & 1) == 0) {
            value = null;
            return;
          }
        }
        if constexpr (is_boolean<Type>) {
          value = (source.bits[vector] >> i & 1) != 0;
        } else {
          value = from_storage<Type>(source.values[vector].each[i]);
        }
      } else if constexpr (is_scalar<Type>) {
        rowfuse::detail::cell<index>(values) = decode_scalar<Type>(inputs.columns[index], row);
      }
    });
    WritingSink<Output> out;
    Transform{}(values, out);
    if (out.fault) report_fault(report, row, out.fault);
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      auto const& slot = out.template slot<index>();
      auto& target = registers<index>(written);
      if constexpr (is_boolean<Type>) {
        target.bits[vector] |= static_cast<std::uint32_t>(slot.value) << i;
      } else {
        target.values[vector].each[i] = slot.value;
      }
      if constexpr (is_nullable<Type>) target.valid[vector] |= static_cast<std::uint32_t>(slot.valid) << i;
    });
  }

  template <class Nulls>
  __device__ void store(std::uint32_t first, std::int64_t row, CellsOf<Output> const& written, Nulls& nulls) const {
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      arrow::OutputColumn const& column = outputs.columns[index];
      auto const& source = registers<index>(written);
      if constexpr (detail::is_fixed<Type>) {
        using Storage = typename Type::Storage;
        auto* const values = static_cast<Storage*>(column.values) + row;
        bool const aligned = detail::Values<Storage, vector_rows>::is_aligned(column.values);
#pragma unroll
        for (int vector = 0; vector < vectors; ++vector) {
          source.values[vector].store(values + vector * 32 * vector_rows, aligned);
        }
      } else {
        store_words(static_cast<std::uint32_t*>(column.values), first, source.bits);
      }
      if constexpr (is_nullable<Type>) {
        store_words(reinterpret_cast<std::uint32_t*>(column.validity), first, source.valid);
        std::uint32_t absent = 0;
#pragma unroll
        for (int vector = 0; vector < vectors; ++vector) absent += vector_rows - __popc(source.valid[vector]);
        nulls.counts[index] += warp_sum(absent);
      }
    });
  }

  static __device__ void store_words(std::uint32_t* bitmap, std::uint32_t first, std::uint32_t const (&bits)[vectors]) {
#pragma unroll
    for (int vector = 0; vector < vectors; ++vector) {
      detail::store_bits<vector_rows>(bitmap + first / 32 + vector * vector_rows, bits[vector]);
    }
  }

  /// Evaluates the rows at the end, which are fewer than a warp takes at once: 32 at a time, one per lane.
  template <class Nulls>
  __device__ void run_rest(std::uint32_t first, Nulls& nulls) const {
    auto const end = static_cast<std::uint32_t>(length);
#pragma unroll 1
    for (std::uint32_t group = first; group < end; group += 32) {
      std::uint32_t const row = group + (threadIdx.x & 31);
      bool const exists = row < end;
      WritingSink<Output> out;
      if (exists) {
        RowValues<Input> values;
        for_each_column<Input>([&](auto index) {
          using Type = ColumnType<index, Input>;
          if constexpr (Type::id != arrow::TypeId::none) {
            arrow::InputColumn const& column = inputs.columns[index];
            bool valid = true;
            if constexpr (is_nullable<Type>) {
              valid = column.validity == nullptr || arrow::bit_at(column.validity, column.validity_bit + row);
            }
            rowfuse::detail::cell<index>(values) = decode_fixed<Type>(column, row, valid);
          } else if constexpr (is_scalar<Type>) {
            rowfuse::detail::cell<index>(values) = decode_scalar<Type>(inputs.columns[index], row);
          }
        });
        Transform{}(values, out);
        if (out.fault) report_fault(report, row, out.fault);
      }
      store_warp_rows<Output>(outputs, group, row, exists, out, nulls);
    }
  }
};

}  // namespace rowfuse::cuda
