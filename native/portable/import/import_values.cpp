#include "import_values.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "../formats.hpp"
#include "given_types.hpp"
#include "lower_list.hpp"
#include "text_layouts.hpp"
#include "value_path.hpp"

namespace rowfuse::portable {

namespace {

/// Imports the values of a column, level by level.
class Values {
 public:
  Values(Target const& target, Levels lists) : target_{target}, field_{target.field}, levels_{std::move(lists)} {}

  Failure import(Level values) {
    ValueFormat declared = format_within(field_, target_.nullable, levels_.size());
    if (!fits(*values.child.schema, declared)) {
      return wrong_type("column " + in_quotes(field_.name), *values.child.schema, levels_.size(),
                        format_within(field_, target_.nullable, 0));
    }
    for (; declared.is_list(); declared = declared.element()) {
      if (!is_list(values.child) || values.child.array->n_buffers != 2) return wrong_buffers(values.child);
      if (values.count > 0) values.starts = values_at<std::int32_t>(values.child, 1) + values.child.offset;
      Level elements;
      elements.child = elements_of(values.child);
      elements.count = elements.child.length;
      add(values);
      values = elements;
    }
    bool const is_text = declared.has_offsets() && values.child.schema->dictionary == nullptr;
    if (values.child.array->n_buffers != (is_text ? 3 : 2)) return wrong_buffers(values.child);
    add(values);
    if (target_.length == 0) return {};
    if (Failure failure = find_values(declared)) return failure;
    for (std::size_t lists = 0; lists < levels_.size(); ++lists) {
      if (Failure failure = refuse_nulls(lists)) return failure;
    }
    return give(declared);
  }

  /// Imports the presence of structs or lists. Nothing else of them is read.
  Failure import_presence(Level level) {
    levels_.push_back(level);
    if (target_.length == 0) return {};
    give_present();
    if (levels_.size() > 1) return lower_list(levels_, target_);
    std::int64_t const bytes = arrow::bitmap_bytes(target_.length);
    auto* const ones = target_.memory.take<std::uint8_t>(bytes);
    std::memset(ones, 0xFF, static_cast<std::size_t>(bytes));
    target_.columns[0].values = ones;
    target_.columns[0].values_bytes = bytes;
    return {};
  }

 private:
  Failure wrong_buffers(Child const& child) const {
    if (levels_.empty()) {
      return schema_failure("column " + in_quotes(field_.name) + " has " + std::to_string(child.array->n_buffers) + " buffers.");
    }
    return schema_failure("column " + in_quotes(field_.name) + ": its elements lack the buffers of their type.");
  }

  void add(Level level) {
    level.own = level.count > 0 ? bits_of(level.child) : BitRange{};
    level.present = both(level.around, level.own, level.count, target_.memory);
    levels_.push_back(level);
  }

  /// Finds the values that are not lists, with 32-bit offsets.
  Failure find_values(ValueFormat const& declared) {
    Level& level = levels_.back();
    Child const& child = level.child;
    if (level.count == 0) return {};
    if (child.schema->dictionary != nullptr || has_large_offsets(declared.format)) return convert(level);
    if (declared.format == "b") {
      level.truths = {values_at<std::uint8_t>(child, 1), child.offset};
    } else if (declared.has_offsets()) {
      level.starts = values_at<std::int32_t>(child, 1) + child.offset;
      level.values = child.array->buffers[2];
    } else {
      level.values = values_at<char>(child, 1) + child.offset * declared.width();
    }
    return {};
  }

  /// Converts text of a dictionary, or with 64-bit offsets. Only values that rows hold are converted, because others may be malformed.
  Failure convert(Level& level) {
    Range range{0, target_.length};
    for (std::size_t lists = 1; lists < levels_.size(); ++lists) range = range_within(levels_[lists - 1], range, levels_[lists].count);
    OtherTexts const texts{level.child, range, level.count, levels_.size() == 1};
    bool const looks_up = level.child.schema->dictionary != nullptr;
    return looks_up ? spread_out(texts, field_, target_.memory, level) : narrow(texts, field_, target_.memory, level);
  }

  /// Refuses a null within `lists` lists if none is allowed there.
  Failure refuse_nulls(std::size_t lists) const {
    Level const& level = levels_[lists];
    ValueFormat const declared = format_within(field_, target_.nullable, lists);
    if (declared.may_be_null() || level.own.bits == nullptr) return {};
    auto const path =
        find_path(levels_, lists, target_.length, [&](std::int64_t at) { return level.around.has(at) && !level.own.has(at); });
    if (!path) return {};
    std::string const what = "column " + in_quotes(field_.name) + ": " + name_of(*path) + " is null, but the ";
    if (lists > 0) {
      return schema_failure(what + "elements are not declared nullable. Declare them so, or fill the nulls before the call.");
    }
    std::string const name = declared_name(declared);
    return schema_failure(what + "column is declared " + name + ", not nullable(" + name +
                          "). Declare it nullable and handle null in the row function, or fill the nulls before the call.");
  }

  void give_present() {
    target_.columns[0].validity = levels_.front().present.bits;
    target_.columns[0].validity_bit = levels_.front().present.offset;
  }

  Failure give(ValueFormat const& declared) {
    if (target_.nullable) give_present();
    if (levels_.size() > 1) return lower_list(levels_, target_);
    Level const& rows = levels_.front();
    arrow::InputColumn& column = target_.columns[0];
    std::int64_t const length = target_.length;
    if (declared.format == "b") {
      column.values = rows.truths.bits;
      column.values_bit = rows.truths.offset;
      column.values_bytes = arrow::bitmap_bytes(rows.truths.offset + length);
      return {};
    }
    column.values = rows.values;
    column.offsets = rows.starts;
    // The size of text is not known, so the last offset serves as the size.
    column.values_bytes = declared.has_offsets() ? std::max(rows.starts[length], 0) : length * declared.width();
    return {};
  }

  Target const& target_;
  Field const& field_;
  Levels levels_;
};

}  // namespace

Failure import_values(Target const& target, Levels lists, Level values) { return Values(target, std::move(lists)).import(values); }

Failure import_presence(Target const& target, Levels lists, Level level) { return Values(target, std::move(lists)).import_presence(level); }

}  // namespace rowfuse::portable
