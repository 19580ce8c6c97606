#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "../formats.hpp"
#include "child.hpp"
#include "text_layouts.hpp"

namespace rowfuse::portable {

/// Returns "a list of lists of …".
inline std::string lists_of(std::size_t lists, std::string const& what) {
  std::string name = lists == 0 ? "" : "a list of ";
  for (std::size_t i = 1; i < lists; ++i) name += "lists of ";
  return name + what;
}

/// Returns the type that a schema describes, for errors about a column within `lists` lists.
inline std::string given_name(ArrowSchema const* schema, std::size_t lists) {
  while (schema->dictionary == nullptr && format_of(*schema) == "+l" && schema->n_children == 1) {
    schema = schema->children[0];
    ++lists;
  }
  if (schema->dictionary != nullptr) return lists_of(lists, lists > 0 ? "dictionaries" : "a dictionary");
  return lists_of(lists, lists > 0 && format_of(*schema) == "+s" ? "structs" : type_name(format_of(*schema)));
}

/// True if values can be passed for declared ones.
inline bool fits(ArrowSchema const& schema, ValueFormat const& declared) {
  if (schema.dictionary != nullptr) return declared.format == "u" && is_text_dictionary(schema);
  if (!declared.is_list()) return matches(format_of(schema), declared.format);
  return format_of(schema) == "+l" && schema.n_children == 1 && fits(*schema.children[0], declared.element());
}

/// `column` begins with its kind, "column" or "param".
inline Failure wrong_type(std::string const& column, ArrowSchema const& schema, std::size_t lists, ValueFormat const& declared) {
  return schema_failure(column + " is " + given_name(&schema, lists) + ", but it is declared " + declared_name(declared) +
                        ". Cast it before the call.");
}

}  // namespace rowfuse::portable
