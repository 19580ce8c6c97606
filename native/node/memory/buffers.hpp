#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <napi.h>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>

namespace rowfuse::node {

/// The bytes of an ArrayBufferView at the time when it was read.
struct ByteRange {
  void* data = nullptr;
  std::int64_t size = 0;

  bool operator==(ByteRange const&) const = default;
};

/// Columns of JavaScript buffers, with the views themselves: to keep them alive, and to detect changes later. The row code checks only
/// offsets, so all lengths are checked here.
class Buffers {
 public:
  explicit Buffers(Napi::Env env) : views_(Napi::Array::New(env)) {}

  /// Reads `InputBuffers[]`. Returns false, with `problem` set, if something does not fit the layout.
  bool read_inputs(Napi::Value columns, arrow::Layout const& layout, std::int64_t length);
  /// Reads the scalars among `InputBuffers[]`, one entry per column. Entries that are not scalars stay unchanged.
  bool read_scalars(Napi::Value columns, arrow::Layout const& layout, std::vector<arrow::InputColumn>& scalars);
  /// Reads `OutputBuffers[]`; `bytes` are the measured bytes by column. If these are `unmeasured`, a text column may lack values, and then
  /// has `nullptr`.
  static constexpr std::int64_t unmeasured = -1;
  bool read_outputs(Napi::Value columns, arrow::Layout const& layout, std::int64_t length, std::vector<std::int64_t> const& bytes);

  /// Reads the bytes of a view. Returns false, with `problem` set, if it is none.
  bool read_view(Napi::Value view, ByteRange& range);

  /// Returns the bytes of `object[name]`, at least `needed`. Returns null, with `problem` set, if there are fewer.
  std::uint8_t* read_bytes(Napi::Object object, char const* name, std::int64_t needed, std::int64_t alignment = 1);

  std::vector<arrow::InputColumn> inputs;
  std::vector<arrow::OutputColumn> outputs;
  std::string problem;

  Napi::Array views() const { return views_; }
  std::vector<ByteRange> const& ranges() const { return ranges_; }
  /// The owners of the bytes: the memory behind each view, and copies of the text of scalars.
  std::vector<std::shared_ptr<void>> const& memory() const { return memory_; }

 private:
  /// True if `columns` is an array of `count` entries.
  bool is_list(Napi::Value columns, std::int32_t count, char const* name);
  bool read_scalar(Napi::Object scalar, arrow::TypeId type, arrow::InputColumn& result);
  /// Reads all rows of a column under windows.
  bool read_windowed(Napi::Object column, arrow::ColumnType type, std::int64_t length, arrow::InputColumn& result);
  bool read_input(Napi::Object column, arrow::ColumnType type, std::int64_t length, arrow::InputColumn& result);
  /// Reads the indices of a dictionary-encoded column.
  bool read_dictionary(Napi::Object column, std::int64_t length, std::int64_t entries, arrow::InputColumn& result);
  bool read_output(Napi::Object column, arrow::ColumnType type, std::int64_t length, std::int64_t bytes, arrow::OutputColumn& result);
  /// Reads the bytes of `column[name]`, at least `needed`, aligned to `alignment`.
  bool take(Napi::Object column, char const* name, std::int64_t needed, std::int64_t alignment, ByteRange& range);
  bool take(Napi::Value view, std::string const& name, std::int64_t needed, std::int64_t alignment, ByteRange& range);
  bool fail(std::string const& text);

  Napi::Array views_;
  std::vector<ByteRange> ranges_;
  std::vector<std::shared_ptr<void>> memory_;
  std::string where_;
};

/// True if every view still covers the same bytes.
bool unchanged(Napi::Array views, std::vector<ByteRange> const& ranges);

}  // namespace rowfuse::node
