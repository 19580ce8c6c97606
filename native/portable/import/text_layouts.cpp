#include "text_layouts.hpp"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/arrow/column.hpp>

namespace rowfuse::portable {

namespace {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

/// Returns zeroed memory whose untouched pages cost nothing. It has places for all values, of which a slice uses few.
template <class Value>
std::shared_ptr<Value[]> zeros(std::int64_t count) {
  return {static_cast<Value*>(std::calloc(static_cast<std::size_t>(count), sizeof(Value))), Free{}};
}

std::shared_ptr<std::int32_t[]> room_for_offsets(OtherTexts const& texts) { return zeros<std::int32_t>(texts.count + 1); }

/// Describes a value in errors.
std::string place_of(OtherTexts const& texts, std::int64_t at) {
  return texts.are_rows ? "row " + std::to_string(at) : "element " + std::to_string(at) + " of those of all lists";
}

Failure too_many_bytes(Field const& field) {
  return schema_failure("column " + in_quotes(field.name) + " has more than 2147483647 bytes of text. Pass it in pieces.");
}

arrow::Dictionary indices_of(Child const& child) {
  char const kind = child.schema->format[0];
  arrow::Dictionary dictionary;
  dictionary.index_width = kind == 'c' || kind == 'C' ? 1 : kind == 's' || kind == 'S' ? 2 : kind == 'i' || kind == 'I' ? 4 : 8;
  dictionary.index_is_signed = kind >= 'a';
  dictionary.indices = values_at<char>(child, 1) + child.offset * dictionary.index_width;
  dictionary.entries = child.array->dictionary->length;
  return dictionary;
}

}  // namespace

bool is_text_dictionary(ArrowSchema const& schema) {
  if (schema.dictionary == nullptr || schema.format == nullptr || schema.dictionary->format == nullptr) return false;
  std::string_view const indices = schema.format;
  return std::string_view(schema.dictionary->format) == "u" && indices.size() == 1 &&
         std::string_view("cCsSiIlL").find(indices[0]) != std::string_view::npos;
}

Failure spread_out(OtherTexts const& texts, Field const& field, CallMemory& call, Level& level) {
  Child const& child = texts.child;
  auto const [begin, end] = texts.range;
  std::string const where = "column " + in_quotes(field.name);
  ArrowArray const* const entries = child.array->dictionary;
  if (entries == nullptr || entries->n_buffers != 3) return schema_failure(where + " has no dictionary.");
  arrow::Dictionary const dictionary = indices_of(child);
  Child const list{child.schema->dictionary, entries, entries->offset, entries->length};
  auto const* const offsets = dictionary.entries == 0 ? nullptr : values_at<std::int32_t>(list, 1) + list.offset;
  auto const* const text = values_at<char>(list, 2);
  BitRange const named = bits_of(list);

  auto const memory = room_for_offsets(texts);
  auto const bits = zeros<std::uint8_t>(end / 8 + 1);
  if (memory == nullptr || bits == nullptr) return no_memory(field.name);
  std::int32_t* const ends = memory.get();
  std::int64_t total = 0;
  bool any_null = false;
  for (std::int64_t at = begin; at < end; ++at) {
    bool valid = level.present.has(at);
    if (valid) {
      std::int64_t const entry = dictionary.entry(at);
      if (entry < 0 || entry >= dictionary.entries) {
        return schema_failure(where + ": " + place_of(texts, at) + " is malformed: its index is " + std::to_string(entry) +
                              ", the dictionary has " + std::to_string(dictionary.entries) + " entries.");
      }
      valid = named.has(entry);
      if (valid) total += std::int64_t{offsets[entry + 1]} - offsets[entry];
      if (valid && (offsets[entry] < 0 || offsets[entry + 1] < offsets[entry])) {
        return schema_failure(where + ": entry " + std::to_string(entry) + " of its dictionary has malformed offsets.");
      }
      if (total > std::numeric_limits<std::int32_t>::max()) return too_many_bytes(field);
    }
    any_null = any_null || !valid;
    if (valid) bits[at / 8] |= static_cast<std::uint8_t>(1 << (at & 7));
    ends[at + 1] = static_cast<std::int32_t>(total);
  }
  ends[texts.count] = static_cast<std::int32_t>(total);
  std::shared_ptr<char[]> const bytes(new (std::nothrow) char[static_cast<std::size_t>(total) + 1]);
  if (bytes == nullptr) return no_memory(field.name);
  for (std::int64_t at = begin; at < end; ++at) {
    std::int32_t const size = ends[at + 1] - ends[at];
    if (size > 0) std::memcpy(bytes.get() + ends[at], text + offsets[dictionary.entry(at)], static_cast<std::size_t>(size));
  }
  level.values = bytes.get();
  level.starts = ends;
  level.own = level.present = any_null ? BitRange{bits.get(), 0} : BitRange{};
  call.keep(bytes);
  call.keep(memory);
  call.keep(bits);
  return {};
}

Failure narrow(OtherTexts const& texts, Field const& field, CallMemory& call, Level& level) {
  auto const [begin, end] = texts.range;
  std::int64_t const* const offsets = values_at<std::int64_t>(texts.child, 1) + texts.child.offset;
  auto const memory = room_for_offsets(texts);
  if (memory == nullptr) return no_memory(field.name);
  std::int32_t* const ends = memory.get();
  std::int64_t const first = offsets[begin];
  for (std::int64_t at = begin; at <= end; ++at) {
    // Compared before they are subtracted, because the difference may exceed 64 bits.
    if (first < 0 || (at > begin && offsets[at] < offsets[at - 1])) {
      return schema_failure("column " + in_quotes(field.name) + ": " + place_of(texts, at > begin ? at - 1 : begin) +
                            " has malformed offsets.");
    }
    if (offsets[at] - first > std::numeric_limits<std::int32_t>::max()) return too_many_bytes(field);
    ends[at] = static_cast<std::int32_t>(offsets[at] - first);
  }
  ends[texts.count] = ends[end];
  level.starts = ends;
  level.values = values_at<char>(texts.child, 2) + first;
  call.keep(memory);
  return {};
}

}  // namespace rowfuse::portable
