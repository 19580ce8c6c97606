#include "import_fields.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "../formats.hpp"
#include "given_types.hpp"
#include "import_values.hpp"
#include "level.hpp"
#include "value_path.hpp"

namespace rowfuse::portable {

namespace {

/// Returns "a list of structs", with all lists on the way.
std::string declared_name(ColumnNode const& node, std::size_t lists) {
  if (node.kind == ColumnNode::Kind::list) return declared_name(node.element(), lists + 1);
  return lists_of(lists, lists > 0 ? "structs" : "struct");
}

Failure wrong_shape(ColumnNode const& node, Child const& child, std::size_t lists) {
  std::string const declared = declared_name(node, lists);
  return schema_failure("column " + in_quotes(node.path) + " is " + given_name(child.schema, lists) + ", but it is declared " + declared +
                        ". Pass " + (declared == "struct" ? "a struct" : declared) + " with the declared fields.");
}

/// Walks from the columns of a batch down to their values.
class FieldWalk {
 public:
  FieldWalk(Registration const& transform, Inputs& inputs) : transform_{transform}, inputs_{inputs} {}

  /// Imports the fields of `parent`'s child.
  Failure fields(std::vector<ColumnNode> const& nodes, std::string_view path, Level const& parent) {
    for (ColumnNode const& node : nodes) {
      if (!is_read(node)) continue;
      Level level;
      if (Failure failure = find_field(parent.child, node.name, path.empty() ? "column" : "field", path, level.child)) return failure;
      level.count = parent.count;
      level.around = parent.present;
      if (level.child.length < level.count) return too_short(node, level);
      if (Failure failure = below(node, level)) return failure;
    }
    return {};
  }

 private:
  bool is_read(std::int32_t place) const { return transform_.cpu.layout.inputs[place].id != arrow::TypeId::none; }

  bool is_read(ColumnNode const& node) const {
    if (node.place >= 0 && is_read(node.place)) return true;
    if (node.presence >= 0 && is_read(node.presence)) return true;
    return std::any_of(node.children.begin(), node.children.end(), [&](ColumnNode const& child) { return is_read(child); });
  }

  Target target(std::int32_t place) {
    bool const nullable = transform_.cpu.layout.inputs[place].nullable;
    return {transform_.fields.inputs[place], nullable, inputs_.length, inputs_.memory, &inputs_.column(place)};
  }

  Failure too_short(ColumnNode const& node, Level const& level) const {
    std::string const name = "column " + in_quotes(node.path);
    if (node.path == node.name) return schema_failure(name + " has fewer rows than the batch.");
    return schema_failure(name + " has " + std::to_string(std::max<std::int64_t>(level.child.length, 0)) + " values, but there are " +
                          std::to_string(level.count) + " of the structs that it is a field of.");
  }

  Failure below(ColumnNode const& node, Level level) {
    if (node.kind == ColumnNode::Kind::value) return import_values(target(node.place), lists_, level);
    bool const is_records = node.kind == ColumnNode::Kind::list;
    if (!(is_records ? is_list(level.child) : is_struct(level.child))) return wrong_shape(node, level.child, lists_.size());
    if (is_records && level.child.array->n_buffers != 2)
      return schema_failure("column " + in_quotes(node.path) + " has lists without offsets.");
    if (Failure failure = find_present(node, level)) return failure;
    if (!is_records) return fields(node.children, node.path, level);
    if (level.count > 0) level.starts = values_at<std::int32_t>(level.child, 1) + level.child.offset;
    // The present bits say where the list is null. Its fields become lists that are null there.
    level.own = {};
    level.around = level.present;
    Level elements;
    elements.child = elements_of(level.child);
    elements.count = elements.child.length;
    lists_.push_back(level);
    Failure failure = below(node.element(), elements);
    lists_.pop_back();
    return failure;
  }

  /// Finds which structs or lists of structs are present. A null is refused if the column is not declared nullable.
  Failure find_present(ColumnNode const& node, Level& level) {
    level.own = level.count > 0 ? bits_of(level.child) : BitRange{};
    level.present = level.around;
    if (node.presence >= 0) {
      level.present = both(level.around, level.own, level.count, inputs_.memory);
      return is_read(node.presence) ? import_presence(target(node.presence), lists_, level) : Failure{};
    }
    if (level.own.bits == nullptr) return {};
    auto const path =
        find_path(lists_, lists_.size(), inputs_.length, [&](std::int64_t at) { return level.around.has(at) && !level.own.has(at); });
    if (!path) return {};
    return schema_failure(
        "column " + in_quotes(node.path) + ": " + name_of(*path) + " is null as a whole, but the " +
        (node.kind == ColumnNode::Kind::list ? "list" : "struct") +
        " is not declared nullable. Declare it so and handle null in the row function, or fill the nulls before the call.");
  }

  Registration const& transform_;
  Inputs& inputs_;
  Levels lists_;  ///< the surrounding lists
};

}  // namespace

Failure find_field(Child const& parent, std::string_view name, char const* kind, std::string_view around, Child& found) {
  std::string known;
  for (std::int64_t i = 0; i < parent.schema->n_children; ++i) {
    char const* const other = parent.schema->children[i]->name == nullptr ? "" : parent.schema->children[i]->name;
    if (other == name) {
      found = field_of(parent, i);
      return {};
    }
    known += (known.empty() ? "" : ", ") + in_quotes(other);
  }
  return schema_failure((around.empty() ? "" : "column " + in_quotes(around) + ": ") + "there is no " + kind + " " + in_quotes(name) +
                        ". There are: " + (known.empty() ? "none" : known) + ".");
}

Failure import_fields(Registration const& transform, std::vector<ColumnNode> const& columns, Child const& batch, Inputs& inputs) {
  Level rows;
  rows.child = batch;
  rows.count = inputs.length;
  return FieldWalk(transform, inputs).fields(columns, "", rows);
}

}  // namespace rowfuse::portable
