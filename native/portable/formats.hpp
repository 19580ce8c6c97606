#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <rowfuse/binding.hpp>

namespace rowfuse::portable {

/// Returns the name of a type as a description declares it, from its format string of the C data interface.
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

/// True if a format has 64-bit offsets.
inline bool has_large_offsets(std::string_view format) { return format == "U" || format == "Z"; }

/// True if a column of one format can be passed for a declared one. A time zone only affects how moments are displayed. So any time zone
/// will do if one is declared, and none may be passed if none is.
inline bool matches(std::string_view given, std::string_view declared) {
  if (given == declared) return true;
  return given.starts_with("ts") && given.size() > 4 && declared.size() > 4 && given.substr(0, 4) == declared.substr(0, 4);
}

/// Returns the bytes of a list element as backends store it: a boolean takes one.
inline std::int64_t element_width(std::string_view format) {
  if (format == "b" || format == "c" || format == "C") return 1;
  if (format == "s" || format == "S") return 2;
  return format == "i" || format == "I" || format == "f" || format == "tdD" ? 4 : 8;
}

/// The declared format of values: those of rows, or the elements of lists.
struct ValueFormat {
  std::string_view format;  ///< of the values; the format of list elements follows
  bool nullable = false;
  bool required = false;  ///< null exactly where the surrounding struct is null

  bool is_list() const { return format.starts_with("+l"); }
  /// True for text or bytes, with 32-bit or 64-bit offsets.
  bool has_offsets() const { return format == "u" || format == "z" || has_large_offsets(format); }
  /// True if values may be null although no surrounding struct is.
  bool may_be_null() const { return nullable && !required; }

  /// Returns the format of a list's elements.
  ValueFormat element() const {
    bool const is_required = format.size() > 2 && format[2] == '!';
    bool const is_nullable = is_required || (format.size() > 2 && format[2] == '?');
    return {format.substr(is_nullable ? 3 : 2), is_nullable, is_required};
  }

  /// Returns the number of columns of a list with such elements. Lists have the columns of their elements, and one for where each list
  /// begins. Text and bytes have two: bytes, and where each element begins. Other values have one. If there may be nulls, one column more
  /// has one byte per element.
  std::int32_t parts() const { return (is_list() ? element().parts() + 1 : has_offsets() ? 2 : 1) + (nullable ? 1 : 0); }

  /// Returns the index of the column that tells the number of elements: the column of starts of text and lists, or that of the values.
  std::int32_t counted() const { return is_list() ? element().parts() : has_offsets() ? 1 : 0; }

  /// Returns the bytes per element in that column.
  std::int64_t width() const { return is_list() || has_offsets() ? 4 : element_width(format); }
};

/// Returns the number of columns of a field.
inline std::int32_t columns_of(Field const& field) {
  ValueFormat const format{field.format == nullptr ? "" : field.format};
  return format.is_list() ? format.element().parts() : 1;
}

/// Returns the format of a column's values within `lists` lists. `nullable` says if the values of its rows may be null.
inline ValueFormat format_within(Field const& field, bool nullable, std::size_t lists) {
  ValueFormat format{field.format, nullable, field.part == Part::required};
  for (; lists > 0; --lists) format = format.element();
  return format;
}

/// Returns the type as a description declares it.
inline std::string declared_name(ValueFormat const& values) {
  std::string const type = values.is_list() ? "list(" + declared_name(values.element()) + ")" : type_name(values.format);
  return values.may_be_null() ? "nullable(" + type + ")" : type;
}

}  // namespace rowfuse::portable
