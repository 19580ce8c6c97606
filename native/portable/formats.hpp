#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <rowfuse/binding.hpp>

namespace rowfuse::portable {

/// A format string of the C data interface, as a description declares its type.
inline std::string type_name(std::string_view format) {
  struct Named {
    std::string_view format;
    std::string_view name;
  };
  constexpr Named types[] = {{"b", "bool"},      {"c", "int8"},   {"C", "uint8"},       {"s", "int16"},    {"S", "uint16"},  {"i", "int32"},
                             {"I", "uint32"},    {"l", "int64"},  {"L", "uint64"},      {"f", "float32"},  {"g", "float64"}, {"u", "utf8"},
                             {"U", "largeUtf8"}, {"z", "binary"}, {"Z", "largeBinary"}, {"tdD", "date32"}, {"+s", "struct"}, {"+l", "list"},
                             {"tss", "'s'"},     {"tsm", "'ms'"}, {"tsu", "'us'"},      {"tsn", "'ns'"}};
  bool const timestamp = format.starts_with("ts");
  for (Named const& type : types) {
    if (type.format != (timestamp ? format.substr(0, 3) : format)) continue;
    if (!timestamp) return std::string(type.name);
    std::string const zone(format.substr(4));
    return "timestamp(" + std::string(type.name) + (zone.empty() ? "" : ", '" + zone + "'") + ")";
  }
  return "format '" + std::string(format) + "'";
}

/// Whether a format has offsets of 64 bits.
inline bool has_large_offsets(std::string_view format) { return format == "U" || format == "Z"; }

/// Whether a column of one format can be passed for a declared one. A time zone only says where moments are shown: any will do
/// where one is declared, and none where none is.
inline bool matches(std::string_view given, std::string_view declared) {
  if (given == declared) return true;
  return given.starts_with("ts") && given.size() > 4 && declared.size() > 4 && given.substr(0, 4) == declared.substr(0, 4);
}

/// Bytes of an element of a list, as backends have it: a boolean takes one.
inline std::int64_t element_width(std::string_view format) {
  if (format == "b" || format == "c" || format == "C") return 1;
  if (format == "s" || format == "S") return 2;
  return format == "i" || format == "I" || format == "f" || format == "tdD" ? 4 : 8;
}

/// What a description says of values: those of rows, or the elements of lists.
struct ValueFormat {
  std::string_view format;  ///< theirs, with that of their own elements behind it
  bool nullable = false;
  bool required = false;  ///< null where the struct around is, and nowhere else

  bool is_list() const { return format.starts_with("+l"); }
  /// Text or bytes, whose offsets are as large, or twice that where Arrow has them.
  bool has_offsets() const { return format == "u" || format == "z" || has_large_offsets(format); }
  /// Whether there may be nulls among them that no struct around is the reason of.
  bool may_be_null() const { return nullable && !required; }

  /// Of a list: what its elements are.
  ValueFormat element() const {
    bool const is_required = format.size() > 2 && format[2] == '!';
    bool const is_nullable = is_required || (format.size() > 2 && format[2] == '?');
    return {format.substr(is_nullable ? 3 : 2), is_nullable, is_required};
  }

  /// How many columns a list of such elements is: those of the elements of lists, and where each of them begins; bytes and the same;
  /// values alone; and where nulls may be among them a byte each.
  std::int32_t parts() const { return (is_list() ? element().parts() + 1 : has_offsets() ? 2 : 1) + (nullable ? 1 : 0); }

  /// The place, among those columns, of the one that says how many elements there are: that of where texts and lists begin, or their own.
  std::int32_t counted() const { return is_list() ? element().parts() : has_offsets() ? 1 : 0; }

  /// Bytes of an element in that column.
  std::int64_t width() const { return is_list() || has_offsets() ? 4 : element_width(format); }
};

/// How many columns a field is.
inline std::int32_t columns_of(Field const& field) {
  ValueFormat const format{field.format == nullptr ? "" : field.format};
  return format.is_list() ? format.element().parts() : 1;
}

/// What the values of a column are within so many lists. `nullable`: those of its rows may be null.
inline ValueFormat format_within(Field const& field, bool nullable, std::size_t lists) {
  ValueFormat format{field.format, nullable, field.part == Part::required};
  for (; lists > 0; --lists) format = format.element();
  return format;
}

/// As a description declares them.
inline std::string declared_name(ValueFormat const& values) {
  std::string const type = values.is_list() ? "list(" + declared_name(values.element()) + ")" : type_name(values.format);
  return values.may_be_null() ? "nullable(" + type + ")" : type;
}

}  // namespace rowfuse::portable
