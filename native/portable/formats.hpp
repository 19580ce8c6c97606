#pragma once

#include <cstdint>
#include <cstring>
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

/// How many columns a list is: those of its name and format.
inline std::int32_t parts_of(Field const* fields, std::int32_t first, std::int32_t count) {
  std::int32_t end = first + 1;
  while (end < count && fields[end].name != nullptr && std::strcmp(fields[end].name, fields[first].name) == 0 && fields[end].format != nullptr &&
         std::strcmp(fields[end].format, fields[first].format) == 0) {
    ++end;
  }
  return end - first;
}

inline bool is_list(Field const& field) { return field.format != nullptr && field.format[0] == '+'; }

/// Bytes of an element of a list, as backends have it: a boolean takes one.
inline std::int64_t element_width(std::string_view format) {
  if (format == "b" || format == "c" || format == "C") return 1;
  if (format == "s" || format == "S") return 2;
  return format == "i" || format == "I" || format == "f" || format == "tdD" ? 4 : 8;
}

}  // namespace rowfuse::portable
