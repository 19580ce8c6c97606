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
  constexpr Named types[] = {{"b", "bool"},    {"c", "int8"},    {"C", "uint8"},   {"s", "int16"},  {"S", "uint16"}, {"i", "int32"},
                             {"I", "uint32"},  {"l", "int64"},   {"L", "uint64"},  {"f", "float32"}, {"g", "float64"}, {"u", "utf8"},
                             {"U", "largeUtf8"}, {"z", "binary"}, {"Z", "largeBinary"},
                             {"tdD", "date32"}, {"+s", "struct"}, {"+l", "list"}, {"tss", "'s'"}, {"tsm", "'ms'"}, {"tsu", "'us'"}, {"tsn", "'ns'"}};
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

inline bool is_list(Field const& field) { return field.format != nullptr && field.format[0] == '+'; }

/// What a format says of a list's elements.
struct ElementFormat {
  std::string_view format;  ///< theirs, with that of their own elements behind it
  bool nullable = false;

  bool is_list() const { return format.starts_with("+l"); }
  /// Text or bytes, whose offsets are as large, or twice that where Arrow has them.
  bool has_offsets() const { return format == "u" || format == "z" || has_large_offsets(format); }
  /// Bytes of one in the column that says how many there are: that of where these and lists begin, or their own.
  std::int64_t width() const { return is_list() || has_offsets() ? 4 : element_width(format); }
  /// The place of that column among those of the list.
  std::int32_t counted() const;
};

/// Of the format of a list.
inline ElementFormat element_of(std::string_view list) {
  bool const nullable = list.size() > 2 && list[2] == '?';
  return {list.substr(nullable ? 3 : 2), nullable};
}

/// How many columns a list of such elements is: those of the elements of lists, and where each of them begins; bytes and the same;
/// values alone; and where nulls may be among them a byte each.
inline std::int32_t parts_of(ElementFormat const& element) {
  std::int32_t const own = element.is_list() ? parts_of(element_of(element.format)) + 1 : element.has_offsets() ? 2 : 1;
  return own + (element.nullable ? 1 : 0);
}

inline std::int32_t ElementFormat::counted() const { return is_list() ? parts_of(element_of(format)) : has_offsets() ? 1 : 0; }

/// As a description declares it.
inline std::string element_name(ElementFormat const& element) {
  std::string const type = element.is_list() ? "list(" + element_name(element_of(element.format)) + ")" : type_name(element.format);
  return element.nullable ? "nullable(" + type + ")" : type;
}

}  // namespace rowfuse::portable
