/// The operations of a sweep, with their inputs and results.
#pragma once

#include <cstdint>
#include <string_view>

#include <rowfuse/number/text/bigint_text.hpp>
#include <rowfuse/number/text/parse_bigint.hpp>
#include <rowfuse/number/text/parse_int.hpp>
#include <rowfuse/number/text/parse_number.hpp>
#include <rowfuse/number/text/radix_text.hpp>

#include "../../test/native/number/math_functions.hpp"
#include "number_sweep_arguments.hpp"
#include "number_sweep_texts.hpp"

namespace sweep {

enum class Kind : int32_t {
  string,                // String(x), and the number that its text reads back as
  number,                // Number(text)
  parse_float,           // parseFloat(text)
  fixed,                 // x.toFixed(y)
  precision,             // x.toPrecision(y)
  exponential,           // x.toExponential(y)
  shortest_exponential,  // x.toExponential()
  radix,                 // x.toString(y)
  parse_int,             // parseInt(text, y)
  bigint,                // String(BigInt(text))
  bigint_radix,          // an integer of 128 bits, toString(y)
  math,                  // a function of Math
};

struct Operation {
  char const* name;
  Kind kind;
  int32_t function;  // of Math
};

inline constexpr Operation text_operations[] = {
    {"String", Kind::string, 0},
    {"Number", Kind::number, 0},
    {"parseFloat", Kind::parse_float, 0},
    {"toFixed", Kind::fixed, 0},
    {"toPrecision", Kind::precision, 0},
    {"toExponential", Kind::exponential, 0},
    {"toExponential()", Kind::shortest_exponential, 0},
    {"toString(radix)", Kind::radix, 0},
    {"parseInt", Kind::parse_int, 0},
    {"BigInt", Kind::bigint, 0},
    {"BigInt toString(radix)", Kind::bigint_radix, 0},
};
inline constexpr int32_t text_operation_count = static_cast<int32_t>(sizeof text_operations / sizeof *text_operations);
inline constexpr int32_t operation_count = text_operation_count + test::function_count;

inline Operation operation(int32_t number) {
  if (number < text_operation_count) return text_operations[number];
  int32_t const function = number - text_operation_count;
  return {test::function_names[function], Kind::math, function};
}

RF_HD constexpr bool reads_text(Kind kind) {
  return kind == Kind::number || kind == Kind::parse_float || kind == Kind::parse_int || kind == Kind::bigint;
}
RF_HD constexpr bool answers_number(Kind kind) {
  return kind == Kind::number || kind == Kind::parse_float || kind == Kind::parse_int || kind == Kind::math;
}

/// A case: two numbers, or a text and a number, or the halves of an integer of 128 bits in `x` and `high`, and a base.
struct Case {
  double x = 0;
  double y = 0;
  uint64_t high = 0;
  int32_t text_size = 0;
};

struct Answer {
  double number = 0;  // for Kind::string the number that its text reads back as
  rf::View text{};
};

/// The second argument of a function of Math.
enum class Second : int32_t { none, any, exponent };

struct Shape {
  int32_t function = 0;
  Second second = Second::none;
};

inline Shape shape_of(Operation operation) {
  std::string_view const name = operation.name;
  if (operation.kind != Kind::math) return {};
  if (name == "pow") return {operation.function, Second::exponent};
  for (std::string_view const other : {"atan2", "hypot", "hypot3", "remainder", "imul", "max", "min"})
    if (name == other) return {operation.function, Second::any};
  return {operation.function, Second::none};
}

template <Kind kind>
RF_HD RF_NOINLINE Case make_case(Shape shape, uint64_t seed, uint64_t index, Tables const& tables, Workspace& space) {
  Random random{seed, static_cast<uint64_t>(kind) + static_cast<uint64_t>(shape.function), index};
  Case made;
  if constexpr (kind == Kind::math) {
    made.x = argument(random, region_of(index), ordinal_of(index), tables);
    if (shape.second != Second::none) made.y = second_argument(random, made.x, shape.second == Second::exponent, tables);
  } else if constexpr (kind == Kind::number || kind == Kind::parse_float) {
    made.text_size = decimal_text(space, random, index, tables);
  } else if constexpr (kind == Kind::parse_int) {
    int32_t const base = random.flip() ? 10 : random.below(4) == 0 ? 16 : random.below(8) == 0 ? 1 - random.below(3) : random.below(39);
    made.y = base;
    made.text_size = integer_text(space, random, base, true, random.below(16) == 0 ? most_digits : random.below(4) == 0 ? 80 : 20);
  } else if constexpr (kind == Kind::bigint) {
    int32_t const base = random.below(4) == 0 ? 0 : 10;
    made.text_size = integer_text(space, random, base, base != 0, random.below(8) == 0 ? 60 : 38);
  } else if constexpr (kind == Kind::bigint_radix) {
    int32_t const shift = random.below(128);
    auto const upper = static_cast<int64_t>(random.bits());
    rf::Int128 const bits = rf::int128(upper, random.bits()) >> shift;
    made.x = from_bits(static_cast<uint64_t>(bits));
    made.high = static_cast<uint64_t>(static_cast<rf::Uint128>(bits) >> 64);
    made.y = 2 + random.below(35);
  } else {
    made.x = number_of(random, region_of(index), ordinal_of(index), tables);
    int32_t const most = random.flip() ? 20 : 100;
    if constexpr (kind == Kind::fixed || kind == Kind::exponential) made.y = random.below(most + 1);
    if constexpr (kind == Kind::precision) made.y = 1 + random.below(most);
    if constexpr (kind == Kind::radix) made.y = 2 + random.below(35);
  }
  return made;
}

template <Kind kind>
RF_HD RF_NOINLINE Answer answer(int32_t function, Case const& made, Workspace& space) {
  rf::View const text{space.text, made.text_size, 0};
  auto const argument = static_cast<int32_t>(made.y);
  Out out;
  Answer result;
  if constexpr (kind == Kind::math) {
    result.number = test::evaluate(function, made.x, made.y);
  } else if constexpr (kind == Kind::string) {
    result.text = space.shortest.format(made.x);
    result.number = rf::to_number(result.text);
  } else if constexpr (kind == Kind::number) {
    result.number = rf::to_number(text);
  } else if constexpr (kind == Kind::parse_float) {
    result.number = rf::parse_float(text);
  } else if constexpr (kind == Kind::parse_int) {
    result.number = rf::parse_int(text, argument);
  } else if constexpr (kind == Kind::fixed) {
    result.text = rf::to_fixed(out, space.buffer, made.x, argument);
  } else if constexpr (kind == Kind::precision) {
    result.text = rf::to_precision(out, space.buffer, made.x, argument);
  } else if constexpr (kind == Kind::exponential) {
    result.text = rf::to_exponential(out, space.buffer, made.x, argument);
  } else if constexpr (kind == Kind::shortest_exponential) {
    result.text = rf::to_exponential(space.buffer, made.x);
  } else if constexpr (kind == Kind::radix) {
    result.text = rf::to_radix(out, space.buffer, made.x, argument);
  } else if constexpr (kind == Kind::bigint_radix) {
    result.text = rf::to_radix(out, space.buffer, rf::int128(static_cast<int64_t>(made.high), to_bits(made.x)), argument);
  } else {
    rf::Int128 const value = rf::parse_bigint(out, text);
    if (out.fault) {
      result.text = {out.fault.code == rf::Fault::thrown ? "error" : "range", 5, 0};
    } else {
      rf::BigIntText digits;
      rf::View const made_text = digits.format(value);
      for (int32_t i = 0; i < made_text.size; ++i) space.buffer.characters[i] = made_text.data[i];
      result.text = space.buffer.view(made_text.size);
    }
  }
  return result;
}

/// NaN's payload is ignored.
RF_HD inline uint64_t canonical_bits(double value) { return value == value ? to_bits(value) : uint64_t{0x7FF8} << 48; }

/// FNV-1a
struct Hash {
  uint64_t value = 14695981039346656037u;

  RF_HD void add(uint64_t word) { value = (value ^ word) * 1099511628211u; }
  RF_HD void add(rf::View text) {
    for (int32_t i = 0; i < text.size; ++i) add(static_cast<uint64_t>(static_cast<unsigned char>(text.data[i])));
    add(static_cast<uint64_t>(text.size));
  }
};

}  // namespace sweep
