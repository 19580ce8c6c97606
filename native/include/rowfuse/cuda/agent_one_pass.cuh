#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/block_report.cuh>
#include <rowfuse/cuda/column_pack.cuh>
#include <rowfuse/cuda/one_pass_shape.hpp>
#include <rowfuse/cuda/pipeline_barrier.cuh>
#include <rowfuse/cuda/shared_text.cuh>
#include <rowfuse/cuda/tile_chain.cuh>
#include <rowfuse/cuda/warp_rows.cuh>
#include <rowfuse/cuda/warp_scan.cuh>
#include <rowfuse/row/counting_sink.hpp>
#include <rowfuse/row/segment_sink.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cuda {

/// What the blocks of a launch share, besides columns.
struct OnePassState {
  TileChain chain;
  std::uint32_t* ticket;       ///< the next tile, and the number of blocks that have ended: both 0 between launches
  std::uint64_t* report;       ///< device memory; all zero between launches
  std::uint64_t* host_report;  ///< pinned host memory: takes the report of this launch
};

/// One block of the one-pass kernel: input to output, with every row evaluated once.
///
/// Its warps have three parts. One thread fetches: it takes a tile by ticket and has the copy engine bring the tile's text
/// and offsets to shared memory. Most warps evaluate: each takes its rows of the tile, writes their text to shared
/// memory and adds up their bytes; when the place of an earlier tile is known, it copies that tile's text out. One warp
/// finds places: it adds up the bytes of all tiles before each of the block's. They meet at barriers in shared memory
/// only, so fetching, evaluating, waiting for places and writing overlap.
///
/// The fast path is for rows whose text is ASCII and lies in shared memory. All others - text that is not ASCII, or too long
/// for the tile's buffers, malformed offsets - are counted from global memory, and evaluated again into
/// their destination once that is known.
template <class Transform, class Policy>
struct AgentOnePass {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;
  static constexpr std::uint32_t warps = Policy::warps;
  static constexpr std::uint32_t stages = Policy::stages;
  static constexpr std::uint32_t slots = Policy::slots;
  static constexpr int text_in = text_columns<Input>;
  static constexpr int text_out = text_columns<Output>;
  static constexpr int segments = Transform::segments.count;  // 0: text is counted and written by two evaluations
  static constexpr int block_threads = (static_cast<int>(warps) + 2) * 32;
  static constexpr std::uint32_t no_tile = 0xFFFFFFFFu;

  /// Of an input column of text, in a stage. Addresses are shared ones; where it is not staged, only offsets are there.
  struct StagedColumn {
    std::int32_t begin;     // the offset of the tile's first byte
    std::int32_t end;       // of the byte after the last that is staged
    std::uint32_t origin;   // where the byte at offset 0 would lie
    std::uint32_t offsets;  // where the tile's first offset lies
  };
  struct Tile {
    std::uint32_t number;
    std::uint32_t first;  // row
    std::uint32_t rows;
    std::uint32_t steps;  // rows of a lane
    bool staged;
    StagedColumn columns[text_in > 0 ? text_in : 1];
  };
  /// What a warp remembers of the rows in a slot.
  struct Waiting {
    std::uint32_t first;  // row
    std::uint32_t rows;
    bool evaluated;       // false: they will be, straight to their destination
  };
  struct Control {
    PipelineBarrier full[stages];
    PipelineBarrier empty[stages];
    PipelineBarrier counted[slots];
    PipelineBarrier placed[slots];
    alignas(16) Tile tiles[stages];
    Waiting waiting[slots][warps];
    std::uint32_t bytes[slots][text_out][warps];
    std::uint32_t place[slots][text_out][warps];
    unsigned sum[slots][text_out];
    unsigned arrived[slots];
  };

  InputPack<Input::size> const& inputs;
  OutputPack<Output::size> const& outputs;
  std::uint32_t length;
  OnePassState const& state;
  OnePassShape const& shape;
  Control& control;

  __device__ void run() const {
    if (threadIdx.x == 0) initialize();
    __syncthreads();
    std::uint32_t const warp = threadIdx.x >> 5;
    if (warp < warps) {
      evaluate_tiles(warp);
    } else if (warp == warps) {
      if (lane() == 0) fetch_tiles();
    } else {
      place_tiles();
    }
    end();
  }

 private:
  __device__ static std::uint32_t lane() { return threadIdx.x & 31; }

  __device__ std::uint32_t stage_address(std::uint32_t stage) const {
    return shared_address(&control) + OnePassShape::round_up(sizeof(Control)) + stage * shape.stage_bytes;
  }
  __device__ std::uint32_t text_address(std::uint32_t slot, std::uint32_t warp, int column) const {
    return stage_address(stages) + slot * shape.slot_bytes + (warp * text_out + column) * shape.piece_bytes;
  }
  __device__ std::uint32_t places_address(std::uint32_t text) const { return text + shape.text_bytes + 16; }

  __device__ void initialize() const {
    for (std::uint32_t i = 0; i < stages; ++i) {
      control.full[i].initialize(1);
      control.empty[i].initialize(warps + 1);
    }
    for (std::uint32_t i = 0; i < slots; ++i) {
      control.counted[i].initialize(warps);
      control.placed[i].initialize(1);
      control.arrived[i] = 0;
      for (int c = 0; c < text_out; ++c) control.sum[i][c] = 0;
    }
    publish_barriers();
  }

  /// The last block to end hands the report over, and leaves everything as it found it.
  __device__ void end() const {
    __syncthreads();
    if (threadIdx.x != 0) return;
    __threadfence();
    if (atomicInc(state.ticket + 1, gridDim.x - 1) != gridDim.x - 1) return;
    __threadfence();
    *state.ticket = 0;
    for (int i = 0; i < one_pass_report_words(Output::size); ++i) {
      state.host_report[i] = __ldcg(state.report + i);
      state.report[i] = 0;
    }
    __threadfence_system();
  }

  // -------------------------------------------------------------------------------------------------------- fetching

  __device__ void fetch_tiles() const {
    for (std::uint32_t i = 0;; ++i) {
      std::uint32_t const stage = i % stages;
      std::uint32_t const number = atomicAdd(state.ticket, 1u);
      Tile tile{};
      if (number < state.chain.tiles) describe(number, stage_address(stage), tile);
      if (number >= state.chain.tiles) tile.number = no_tile;
      if (i >= stages) control.empty[stage].wait(i / stages - 1);
      control.tiles[stage] = tile;
      if (tile.number == no_tile) return control.full[stage].arrive();
      fetch(tile, control.full[stage]);
    }
  }

  __device__ void describe(std::uint32_t number, std::uint32_t address, Tile& tile) const {
    tile.number = number;
    bool const whole = number < shape.whole_tiles;
    std::uint32_t const first = whole ? number * shape.tile_rows
                                      : shape.whole_tiles * shape.tile_rows + (number - shape.whole_tiles) * shape.last_rows;
    tile.first = first;
    tile.rows = min(whole ? shape.tile_rows : shape.last_rows, length - first);
    tile.steps = whole ? shape.steps : shape.last_steps;
    tile.staged = true;
    for_each_column<Input>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Input>>) {
        auto& column = tile.columns[text_columns_before<index, Input>];
        column.begin = __ldg(inputs.columns[index].offsets + first);
        column.end = __ldg(inputs.columns[index].offsets + first + tile.rows);
      }
    });
    std::uint32_t used = 0;
    for_each_column<Input>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Input>>) {
        constexpr int c = text_columns_before<index, Input>;
        auto const& from = inputs.columns[index];
        auto& column = tile.columns[c];
        bool const sound =
            from.values_begin <= column.begin && column.begin <= column.end && column.end <= from.values_bytes;
        std::uint32_t const phase = phase_of(static_cast<char const*>(from.values) + column.begin);
        // What does not fit stays out, and the rows that need it go the slow way.
        std::uint32_t const room = shape.staged_bytes > used + phase ? shape.staged_bytes - used - phase : 0;
        std::uint32_t const size = sound ? min(static_cast<std::uint32_t>(column.end - column.begin), room) : 0;
        column.end = column.begin + static_cast<std::int32_t>(size);
        column.origin = address + used + phase - static_cast<std::uint32_t>(column.begin);
        column.offsets = address + shape.staged_bytes + c * shape.offsets_bytes + phase_of(from.offsets + first);
        used += covering_bytes(phase, size);
        tile.staged = tile.staged && sound;
      }
    });
  }

  __device__ void fetch(Tile const& tile, PipelineBarrier& full) const {
    std::uint32_t bytes = 0;
    for_each_column<Input>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Input>>) {
        auto const& column = tile.columns[text_columns_before<index, Input>];
        bytes += covering_bytes(column.offsets & 15, (tile.rows + 1) * 4);
        if (tile.staged) bytes += covering_bytes((column.origin + column.begin) & 15, column.end - column.begin);
      }
    });
    full.arrive_expecting(bytes);
    for_each_column<Input>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Input>>) {
        auto const& from = inputs.columns[index];
        auto const& column = tile.columns[text_columns_before<index, Input>];
        copy_covering(column.offsets, from.offsets + tile.first, (tile.rows + 1) * 4, full);
        if (tile.staged) {
          copy_covering(column.origin + column.begin, static_cast<char const*>(from.values) + column.begin,
                        column.end - column.begin, full);
        }
      }
    });
  }

  __device__ static std::uint32_t phase_of(void const* pointer) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer)) & 15;
  }
  /// Of the aligned 16-byte pieces that hold `size` bytes from `phase` on; none where there are no bytes.
  __device__ static std::uint32_t covering_bytes(std::uint32_t phase, std::uint32_t size) {
    return size == 0 ? 0 : (phase + size + 15) / 16 * 16;
  }
  /// Copies those pieces. Device memory is allocated in such pieces, so all of them can be read.
  __device__ static void copy_covering(std::uint32_t to, void const* from, std::uint32_t size, PipelineBarrier& full) {
    std::uint32_t const phase = to & 15;
    if (size > 0) bulk_copy(to - phase, static_cast<char const*>(from) - phase, covering_bytes(phase, size), full);
  }

  // --------------------------------------------------------------------------------------------------- finding places

  __device__ void place_tiles() const {
    std::uint32_t through[text_out] = {};  // the bytes of all tiles up to the block's last; the caller knows that all fit
    std::uint32_t next = 0;                // the tile after that
    for (std::uint32_t i = 0;; ++i) {
      std::uint32_t const stage = i % stages;
      std::uint32_t const slot = i % slots;
      control.full[stage].wait(i / stages);
      std::uint32_t const tile = control.tiles[stage].number;
      __syncwarp();
      if (lane() == 0) control.empty[stage].arrive();
      if (tile == no_tile) return;
      control.counted[slot].wait(i / slots);
#pragma unroll
      for (int c = 0; c < text_out; ++c) {
        std::uint32_t const bytes = lane() < warps ? control.bytes[slot][c][lane()] : 0;
        std::uint32_t const sum = inclusive_sum(bytes);
        std::uint32_t const before = through[c] + static_cast<std::uint32_t>(state.chain.collect(c, next, tile));
        if (lane() < warps) control.place[slot][c][lane()] = before + sum - bytes;
        through[c] = before + __shfl_sync(full_warp, sum, 31);
      }
      if (tile + 1 == state.chain.tiles && lane() == 0) report_total(through);
      next = tile + 1;
      __syncwarp();
      if (lane() == 0) control.placed[slot].arrive();
    }
  }

  __device__ void report_total(std::uint32_t const (&bytes)[text_out]) const {
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        constexpr int c = text_columns_before<index, Output>;
        state.report[column_words + index] = bytes[c];
        // The offset after the last row's.
        outputs.columns[index].offsets[length] = static_cast<std::int32_t>(bytes[c]);
      }
    });
  }

  // -------------------------------------------------------------------------------------------------------- evaluating

  struct Bytes {
    std::uint32_t of[text_out];
  };
  using Nulls = std::uint32_t[Output::size];  // of the warp's rows so far; the same on all lanes

  __device__ void evaluate_tiles(std::uint32_t warp) const {
    Nulls nulls = {};
    std::uint32_t written = 0;
    std::uint32_t i = 0;
    for (;; ++i) {
      std::uint32_t const stage = i % stages;
      std::uint32_t const slot = i % slots;
      control.full[stage].wait(i / stages);
      Tile const& tile = control.tiles[stage];
      std::uint32_t const number = tile.number;
      if (number == no_tile) break;
      std::uint32_t const before = warp * 32 * tile.steps;  // rows of the tile before the warp's
      std::uint32_t const rows = before < tile.rows ? min(32 * tile.steps, tile.rows - before) : 0;
      std::uint32_t const first = tile.first + before;
      Bytes bytes;
      bool const evaluated =
          is_fast(tile, before, rows) && evaluate(tile, before, first, rows, text_address(slot, warp, 0), bytes, nulls);
      if (!evaluated) {
        bytes = count(inputs, length, state.report, first, rows, text_address(slot, warp, 0), shape.piece_bytes);
      }
      __syncwarp();
      if (lane() == 0) {
        control.empty[stage].arrive();
        control.waiting[slot][warp] = {first, rows, evaluated};
        hand_in(number, slot, warp, bytes);
      }
      __syncwarp();
      if (i + 1 >= slots) write_out(written++, warp, nulls);
    }
    while (written < i) write_out(written++, warp, nulls);
    report_nulls(nulls);
  }

  /// Whether all of the warp's text is in shared memory, by its first and its last offset, and is ASCII.
  __device__ bool is_fast(Tile const& tile, std::uint32_t before, std::uint32_t rows) const {
    if (!tile.staged) return false;
    if (rows == 0) return true;
    bool sound = true;
    std::uint32_t bits = 0;
    for_each_column<Input>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Input>>) {
        auto const& column = tile.columns[text_columns_before<index, Input>];
        auto const* const offsets = shared_pointer<std::int32_t const>(column.offsets + before * 4);
        std::int32_t const begin = offsets[0];
        std::int32_t const end = offsets[rows];
        std::int32_t const lowest = column.begin;
        std::int32_t const highest = column.end;
        sound = static_cast<int>(sound) & static_cast<int>(lowest <= begin) & static_cast<int>(begin <= end) &
                static_cast<int>(end <= highest);
        // Whole pieces: a neighbour's byte can make the rows slow, never wrong.
        std::uint32_t const from = (column.origin + begin) & ~15u;
        std::uint32_t const to = sound ? column.origin + end : from;
#pragma unroll 1
        for (std::uint32_t at = from + lane() * 16; at < to; at += 32 * 16) {
          uint4 const piece = *shared_pointer<uint4 const>(at);
          bits |= piece.x | piece.y | piece.z | piece.w;
        }
      }
    });
    return __all_sync(full_warp, sound && (bits & 0x80808080u) == 0) != 0;
  }

  /// Evaluates the rows; their text goes to `text`. False when it does not fit there, or offsets go back.
  __device__ bool evaluate(Tile const& tile, std::uint32_t before, std::uint32_t first, std::uint32_t rows,
                           std::uint32_t text, Bytes& bytes, Nulls& nulls) const {
#pragma unroll
    for (int c = 0; c < text_out; ++c) {
      bytes.of[c] = 0;
      if constexpr (segments > 0) {
        auto* const pieces = shared_pointer<uint4>(text + c * shape.piece_bytes);
#pragma unroll 1
        for (std::uint32_t at = lane(); at <= shape.text_bytes / 16; at += 32) pieces[at] = uint4{};
      }
    }
    __syncwarp();
    // In a register from here on: the compiler would otherwise derive it anew for every 32 rows.
    asm volatile("" : "+r"(text));
    // By input column, with constant indices only: registers.
    std::uint32_t origin[text_in > 0 ? text_in : 1];
    std::uint32_t offsets_of_warp[text_in > 0 ? text_in : 1];
#pragma unroll
    for (int c = 0; c < text_in; ++c) {
      origin[c] = tile.columns[c].origin;
      offsets_of_warp[c] = tile.columns[c].offsets + before * 4;
    }
#pragma unroll 1
    for (std::uint32_t at = lane(); at - lane() < rows; at += 32) {
      std::uint32_t const row = first + at;
      bool const exists = at < rows;
      bool sound = true;
      RowValues<Input> values;
      for_each_column<Input>([&](auto index) {
        using Type = ColumnType<index, Input>;
        auto const& column = inputs.columns[index];
        auto& value = rowfuse::detail::cell<index>(values);
        bool valid = exists;
        if constexpr (is_nullable<Type>) {
          valid = exists && (column.validity == nullptr || arrow::bit_at(column.validity, column.validity_bit + row));
        }
        if constexpr (is_text<Type>) {
          constexpr int c = text_columns_before<index, Input>;
          auto const* const offsets = shared_pointer<std::int32_t const>(offsets_of_warp[c]);
          std::int32_t const begin = offsets[at];
          std::int32_t const end = offsets[at + 1];
          sound = static_cast<int>(sound) & (static_cast<int>(begin <= end) | static_cast<int>(!exists));
          View const view(shared_pointer<char const>(origin[c] + begin), end - begin, View::ascii);
          if constexpr (is_nullable<Type>) {
            if (valid) value = view;
            else value = null;
          } else {
            value = view;
          }
        } else if constexpr (Type::id != arrow::TypeId::none) {
          if (exists) value = decode_fixed<Type>(column, row, valid);
        }
      });
      // Offsets that rise from the warp's first to its last stay between the two.
      if (!__all_sync(full_warp, sound)) return false;
      if constexpr (segments > 0) {
        if (!write_segments(values, row, exists, at, text, bytes, nulls)) return false;
      } else {
        if (!write_twice(values, row, exists, at, text, bytes, nulls)) return false;
      }
    }
    return true;
  }

  /// One evaluation: the views that the text consists of are remembered, and copied when their place is known.
  __device__ __forceinline__ bool write_segments(RowValues<Input> const& values, std::uint32_t row, bool exists,
                                                 std::uint32_t at, std::uint32_t text, Bytes& bytes,
                                                 Nulls& nulls) const {
    SegmentSink<Output, segments> out;
    if (exists) Transform{}(values, out);
    if (out.fault) report_fault(state.report, row, out.fault);
    bool fits = true;
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        constexpr int c = text_columns_before<index, Output>;
        auto& parts = out.template slot<index>().text;
        std::uint32_t size = 0;
#pragma unroll
        for (int i = 0; i < segments; ++i) {
          if (out.fault) parts[i].size = 0;
          size += parts[i].size;
        }
        std::uint32_t const column_text = text + c * shape.piece_bytes;
        std::uint32_t const place = take_place(size, column_text, at, bytes.of[c]);
        fits = fits && bytes.of[c] <= shape.text_bytes;
        if (fits) {
          SharedText writer(column_text + place);
#pragma unroll
          for (int i = 0; i < segments; ++i) {
            if ((Transform::segments.longer >> i & 1) != 0) writer.append_long(parts[i]);
            else writer.append_short(parts[i]);
          }
        }
      }
    });
    store_fixed(out, row, exists, nulls);
    __syncwarp();
    return fits;
  }

  /// Two evaluations, for text that has no bytes before it is written: numbers, mapped case.
  __device__ __forceinline__ bool write_twice(RowValues<Input> const& values, std::uint32_t row, bool exists,
                                              std::uint32_t at, std::uint32_t text, Bytes& bytes,
                                              Nulls& nulls) const {
    CountingSink<Output> sizes;
    if (exists) Transform{}(values, sizes);
    if (sizes.fault) report_fault(state.report, row, sizes.fault);
    WritingSink<Output> out;
    bool fits = true;
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        constexpr int c = text_columns_before<index, Output>;
        auto const size = sizes.fault ? 0 : static_cast<std::uint32_t>(sizes.bytes[index]);
        std::uint32_t const column_text = text + c * shape.piece_bytes;
        std::uint32_t const place = take_place(size, column_text, at, bytes.of[c]);
        fits = fits && bytes.of[c] <= shape.text_bytes;
        auto& slot = out.template slot<index>();
        slot.cursor = shared_pointer<char>(column_text + place);
        slot.end = slot.cursor + size;
      }
    });
    if (!fits) return false;
    if (exists && !sizes.fault) Transform{}(values, out);
    store_fixed(out, row, exists, nulls);
    __syncwarp();
    return true;
  }

  /// The place of the lane's text among that of the warp's rows so far, which is also noted behind the text.
  __device__ std::uint32_t take_place(std::uint32_t size, std::uint32_t text, std::uint32_t at,
                                      std::uint32_t& bytes) const {
    std::uint32_t const sum = inclusive_sum(size);
    std::uint32_t const place = bytes + sum - size;
    bytes += __shfl_sync(full_warp, sum, 31);
    *shared_pointer<std::uint16_t>(places_address(text) + at * 2) = static_cast<std::uint16_t>(place);
    return place;
  }

  /// Stores what has a fixed width, where the rows are: 32 rows, the first of which is a multiple of 32.
  template <class Sink>
  __device__ void store_fixed(Sink& out, std::uint32_t row, bool exists, Nulls& nulls) const {
    store_fixed(outputs, out, row, exists, nulls);
  }
  template <class Sink>
  __device__ static void store_fixed(OutputPack<Output::size> const& outputs, Sink& out, std::uint32_t row, bool exists,
                                     Nulls& nulls) {
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      arrow::OutputColumn const& column = outputs.columns[index];
      auto const& slot = out.template slot<index>();
      if constexpr (is_text<Type>) {
      } else if constexpr (is_boolean<Type>) {
        unsigned const word = __ballot_sync(full_warp, exists && slot.value);
        if (lane() == 0) static_cast<std::uint32_t*>(column.values)[row >> 5] = word;
      } else {
        if (exists) static_cast<typename Type::Storage*>(column.values)[row] = slot.value;
      }
      if constexpr (is_nullable<Type>) {
        unsigned const word = __ballot_sync(full_warp, exists && slot.valid);
        if (lane() == 0) reinterpret_cast<std::uint32_t*>(column.validity)[row >> 5] = word;
        nulls[index] += __popc(__ballot_sync(full_warp, exists)) - __popc(word);
      }
    });
  }

  /// The warp's bytes: for the other blocks when it is the tile's last, and for this block's places.
  __device__ void hand_in(std::uint32_t tile, std::uint32_t slot, std::uint32_t warp, Bytes const& bytes) const {
#pragma unroll
    for (int c = 0; c < text_out; ++c) {
      control.bytes[slot][c][warp] = bytes.of[c];
      atomicAdd(&control.sum[slot][c], bytes.of[c]);
    }
    __threadfence_block();
    if (atomicInc(&control.arrived[slot], warps - 1) == warps - 1) {
#pragma unroll
      for (int c = 0; c < text_out; ++c) state.chain.publish(c, tile, atomicExch(&control.sum[slot][c], 0u));
    }
    control.counted[slot].arrive();
  }

  // ----------------------------------------------------------------------------------------------------------- writing

  /// Copies the text of the block's i-th tile to its place, as soon as that is known.
  __device__ void write_out(std::uint32_t i, std::uint32_t warp, Nulls& nulls) const {
    std::uint32_t const slot = i % slots;
    control.placed[slot].wait(i / slots);
    Waiting const waiting = control.waiting[slot][warp];
    if (waiting.rows == 0) return;
    bool inside = true;
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        constexpr int c = text_columns_before<index, Output>;
        arrow::OutputColumn const& column = outputs.columns[index];
        std::uint32_t const text = text_address(slot, warp, c);
        std::uint32_t const place = control.place[slot][c][warp];
        std::uint32_t const size = control.bytes[slot][c][warp];
        inside = inside && std::int64_t{place} + size <= column.values_bytes;
        std::int32_t* const offsets = column.offsets + waiting.first;
        if (waiting.evaluated) {
          write_offsets(offsets, places_address(text), place, waiting.rows);
          if (inside) copy_shared_text(static_cast<char*>(column.values) + place, text, size);
        } else {
          auto const* const places = shared_pointer<std::uint32_t const>(text);
          for (std::uint32_t row = lane(); row < waiting.rows; row += 32) offsets[row] = static_cast<std::int32_t>(place + places[row]);
        }
      }
    });
    if (!inside) {
      // A bound that does not hold: the caller runs the rows again, without one.
      if (lane() == 0) atomicAdd(reinterpret_cast<unsigned long long*>(state.report + changed_word), 1ull);
    } else if (!waiting.evaluated) {
      std::uint32_t place[text_out];
      std::uint32_t size[text_out];
#pragma unroll
      for (int c = 0; c < text_out; ++c) {
        place[c] = control.place[slot][c][warp];
        size[c] = control.bytes[slot][c][warp];
      }
      write_directly(inputs, outputs, length, state.report, waiting, text_address(slot, warp, 0), shape.piece_bytes, place,
                     size, nulls);
    }
    __syncwarp();
  }

  /// Four offsets a lane. The first row of a warp is a multiple of 32, and the result is aligned to 16 bytes.
  __device__ static void write_offsets(std::int32_t* to, std::uint32_t places, std::uint32_t begin, std::uint32_t rows) {
#pragma unroll 1
    for (std::uint32_t row = lane() * 4; row < rows; row += 128) {
      uint2 const four = *shared_pointer<uint2 const>(places + row * 2);
      int4 offsets;
      offsets.x = static_cast<int>(begin + (four.x & 0xFFFF));
      offsets.y = static_cast<int>(begin + (four.x >> 16));
      offsets.z = static_cast<int>(begin + (four.y & 0xFFFF));
      offsets.w = static_cast<int>(begin + (four.y >> 16));
      if (row + 4 <= rows) {
        *reinterpret_cast<int4*>(to + row) = offsets;
      } else {
        to[row] = offsets.x;
        if (row + 1 < rows) to[row + 1] = offsets.y;
        if (row + 2 < rows) to[row + 2] = offsets.z;
      }
    }
  }

  __device__ void report_nulls(Nulls const& nulls) const {
    for_each_column<Output>([&](auto index) {
      if constexpr (is_nullable<ColumnType<index, Output>>) {
        if (lane() == 0 && nulls[index] != 0) {
          atomicAdd(reinterpret_cast<unsigned long long*>(state.report + column_words + Output::size + index),
                    static_cast<unsigned long long>(nulls[index]));
        }
      }
    });
  }

  // ------------------------------------------------------------------------------------------------ rows of the slow path
  // Out of line, and without the agent, whose address would otherwise bring its members from registers into memory.

  /// The bytes of the rows' text; the place of each row's goes to `text`, four bytes each.
  __device__ __noinline__ static Bytes count(InputPack<Input::size> const& inputs, std::uint32_t length,
                                             std::uint64_t* report, std::uint32_t first, std::uint32_t rows,
                                             std::uint32_t text, std::uint32_t piece_bytes) {
    Bytes bytes{};
    for (std::uint32_t at = lane(); at - lane() < rows; at += 32) {
      CountingSink<Output> out;
      WarpRows<Input> const values(inputs, static_cast<std::int32_t>(length), static_cast<std::int32_t>(first + at),
                                   out.fault);
      values.validate(out.fault);
      if (values.exists() && !out.fault) Transform{}(values.template values<false>(), out);
      if (out.fault) report_fault(report, first + at, out.fault);
      for_each_column<Output>([&](auto index) {
        if constexpr (is_text<ColumnType<index, Output>>) {
          constexpr int c = text_columns_before<index, Output>;
          auto const size = out.fault ? 0 : static_cast<std::uint32_t>(out.bytes[index]);
          std::uint32_t const sum = inclusive_sum(size);
          *shared_pointer<std::uint32_t>(text + c * piece_bytes + at * 4) = bytes.of[c] + sum - size;
          bytes.of[c] += __shfl_sync(full_warp, sum, 31);
        }
      });
    }
    __syncwarp();
    return bytes;
  }

  /// Evaluates the rows into their destination.
  __device__ __noinline__ static void write_directly(InputPack<Input::size> const& inputs,
                                                     OutputPack<Output::size> const& outputs, std::uint32_t length,
                                                     std::uint64_t* report, Waiting waiting, std::uint32_t text,
                                                     std::uint32_t piece_bytes, std::uint32_t const (&place)[text_out],
                                                     std::uint32_t const (&bytes)[text_out], Nulls& nulls) {
    for (std::uint32_t at = lane(); at - lane() < waiting.rows; at += 32) {
      std::uint32_t const row = waiting.first + at;
      WritingSink<Output> out;
      WarpRows<Input> const values(inputs, static_cast<std::int32_t>(length), static_cast<std::int32_t>(row), out.fault);
      values.validate(out.fault);
      for_each_column<Output>([&](auto index) {
        if constexpr (is_text<ColumnType<index, Output>>) {
          constexpr int c = text_columns_before<index, Output>;
          if (!values.exists()) return;
          auto const* const places = shared_pointer<std::uint32_t const>(text + c * piece_bytes);
          char* const whole = static_cast<char*>(outputs.columns[index].values) + place[c];
          auto& slot = out.template slot<index>();
          slot.cursor = whole + places[at];
          slot.end = whole + (at + 1 < waiting.rows ? places[at + 1] : bytes[c]);
        }
      });
      if (values.exists() && !out.fault) Transform{}(values.template values<false>(), out);
      bool exact = !out.overrun;
      for_each_column<Output>([&](auto index) {
        if constexpr (is_text<ColumnType<index, Output>>) {
          auto const& slot = out.template slot<index>();
          exact = exact && (out.fault || slot.cursor == slot.end);
        }
      });
      if (!exact) atomicAdd(reinterpret_cast<unsigned long long*>(report + changed_word), 1ull);
      store_fixed(outputs, out, row, values.exists(), nulls);
    }
  }
};

}  // namespace rowfuse::cuda
