/// The compared results of a case, and the report of a difference.
#pragma once

#include <cstring>
#include <type_traits>

#include "number_sweep_operations.hpp"

namespace sweep {

/// The input and the result of a case: the bits of a number, or the hash of a text of up to 1134 characters.
struct Reply {
  uint64_t input;
  uint64_t output;
};

/// String(x) itself, and the bits that it reads back as.
struct StringReply {
  uint64_t input;
  uint64_t read_back;
  char text[28];  // zeros after the last character
  int32_t size;
};

template <Kind kind>
using ReplyOf = std::conditional_t<kind == Kind::string, StringReply, Reply>;

template <Kind kind>
RF_HD ReplyOf<kind> reply(Shape shape, uint64_t seed, uint64_t index, Tables const& tables, Workspace& space) {
  Case const made = make_case<kind>(shape, seed, index, tables, space);
  Hash input;
  if constexpr (reads_text(kind)) input.add(rf::View{space.text, made.text_size, 0});
  input.add(canonical_bits(made.x));
  input.add(canonical_bits(made.y));
  input.add(made.high);
  Answer const answered = answer<kind>(shape.function, made, space);
  ReplyOf<kind> result{};
  result.input = input.value;
  if constexpr (kind == Kind::string) {
    result.read_back = canonical_bits(answered.number);
    result.size = answered.text.size;
    for (int32_t i = 0; i < answered.text.size; ++i) result.text[i] = answered.text.data[i];
  } else if constexpr (answers_number(kind)) {
    result.output = canonical_bits(answered.number);
  } else {
    Hash output;
    output.add(answered.text);
    result.output = output.value;
  }
  return result;
}

/// One case in full.
struct Shown {
  Case made;
  double number;
  int32_t text_size;
  char input[most_text];
  char output[1134];
};

template <Kind kind>
RF_HD void show(Shape shape, uint64_t seed, uint64_t index, Tables const& tables, Workspace& space, Shown& shown) {
  shown.made = make_case<kind>(shape, seed, index, tables, space);
  if constexpr (reads_text(kind))
    for (int32_t i = 0; i < shown.made.text_size; ++i) shown.input[i] = space.text[i];
  Answer const answered = answer<kind>(shape.function, shown.made, space);
  shown.number = answered.number;
  shown.text_size = answered.text.size;
  for (int32_t i = 0; i < answered.text.size; ++i) shown.output[i] = answered.text.data[i];
}

}  // namespace sweep
