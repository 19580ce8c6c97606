/// The cases of a sweep for Node: scripts/number-sweep.mjs loads this, computes the same with JavaScript's own operations, and
/// compares.
#include <node_api.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "number_sweep_operations.hpp"

namespace {

using sweep::Kind;

/// Buffers for a block of cases.
struct Block {
  uint64_t seed;
  uint64_t begin;
  int64_t count;
  double* given;     // three numbers per case: x, y, and the high half of an integer of 128 bits
  char* given_text;  // lines
  double* answered;
  char* answered_text;  // lines
};

char* put_line(char* at, char const* text, int32_t size) {
  std::memcpy(at, text, static_cast<std::size_t>(size));
  at[size] = '\n';
  return at + size + 1;
}

template <Kind kind>
void fill(sweep::Shape shape, Block& block) {
  static sweep::HostTables const host;
  auto const space = std::make_unique<sweep::Workspace>();
  for (int64_t i = 0; i < block.count; ++i) {
    sweep::Case const made = sweep::make_case<kind>(shape, block.seed, block.begin + static_cast<uint64_t>(i), host.tables(), *space);
    block.given[3 * i] = made.x;
    block.given[3 * i + 1] = made.y;
    std::memcpy(&block.given[3 * i + 2], &made.high, sizeof made.high);
    if constexpr (sweep::reads_text(kind)) block.given_text = put_line(block.given_text, space->text, made.text_size);
    sweep::Answer const answer = sweep::answer<kind>(shape.function, made, *space);
    block.answered[i] = answer.number;
    if constexpr (!sweep::answers_number(kind)) block.answered_text = put_line(block.answered_text, answer.text.data, answer.text.size);
  }
}

void fill(sweep::Operation operation, Block& block) {
  sweep::Shape const shape = sweep::shape_of(operation);
  switch (operation.kind) {
    case Kind::string: return fill<Kind::string>(shape, block);
    case Kind::number: return fill<Kind::number>(shape, block);
    case Kind::parse_float: return fill<Kind::parse_float>(shape, block);
    case Kind::fixed: return fill<Kind::fixed>(shape, block);
    case Kind::precision: return fill<Kind::precision>(shape, block);
    case Kind::exponential: return fill<Kind::exponential>(shape, block);
    case Kind::shortest_exponential: return fill<Kind::shortest_exponential>(shape, block);
    case Kind::radix: return fill<Kind::radix>(shape, block);
    case Kind::parse_int: return fill<Kind::parse_int>(shape, block);
    case Kind::bigint: return fill<Kind::bigint>(shape, block);
    case Kind::bigint_radix: return fill<Kind::bigint_radix>(shape, block);
    case Kind::math: return fill<Kind::math>(shape, block);
  }
}

/// Stops the process, because the caller has made a mistake.
void require(bool holds, char const* what) {
  if (!holds) napi_fatal_error("number_sweep_addon", NAPI_AUTO_LENGTH, what, NAPI_AUTO_LENGTH);
}

int64_t integer_of(napi_env env, napi_value value) {
  int64_t number = 0;
  require(napi_get_value_int64(env, value, &number) == napi_ok && number >= 0, "a number is expected");
  return number;
}

template <class T>
T* memory_of(napi_env env, napi_value value, std::size_t least) {
  void* data = nullptr;
  std::size_t size = 0;
  require(napi_get_arraybuffer_info(env, value, &data, &size) == napi_ok && size >= least * sizeof(T), "a larger ArrayBuffer is expected");
  return static_cast<T*>(data);
}

/// fill(operation, seed, begin, count, given, givenText, answered, answeredText): the bytes of both texts.
napi_value fill_block(napi_env env, napi_callback_info info) {
  napi_value arguments[8];
  std::size_t count = 8;
  require(napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr) == napi_ok && count == 8, "eight arguments are expected");
  int64_t const number = integer_of(env, arguments[0]);
  require(number < sweep::operation_count, "there is no such operation");
  Block block{};
  block.seed = static_cast<uint64_t>(integer_of(env, arguments[1]));
  block.begin = static_cast<uint64_t>(integer_of(env, arguments[2]));
  block.count = integer_of(env, arguments[3]);
  auto const cases = static_cast<std::size_t>(block.count);
  sweep::Operation const operation = sweep::operation(static_cast<int32_t>(number));
  block.given = memory_of<double>(env, arguments[4], 3 * cases);
  block.given_text = memory_of<char>(env, arguments[5], cases * (sweep::most_text + 1));
  block.answered = memory_of<double>(env, arguments[6], cases);
  block.answered_text = memory_of<char>(env, arguments[7], cases * 1135);
  char const* const given_begin = block.given_text;
  char const* const answered_begin = block.answered_text;
  fill(operation, block);
  napi_value sizes;
  napi_create_array_with_length(env, 2, &sizes);
  int64_t const lengths[2] = {block.given_text - given_begin, block.answered_text - answered_begin};
  for (uint32_t i = 0; i < 2; ++i) {
    napi_value size;
    napi_create_int64(env, lengths[i], &size);
    napi_set_element(env, sizes, i, size);
  }
  return sizes;
}

napi_value text(napi_env env, char const* characters) {
  napi_value value;
  napi_create_string_utf8(env, characters, NAPI_AUTO_LENGTH, &value);
  return value;
}

napi_value texts(napi_env env, char const* const* from, std::size_t count) {
  napi_value list;
  napi_create_array_with_length(env, count, &list);
  for (std::size_t i = 0; i < count; ++i) napi_set_element(env, list, static_cast<uint32_t>(i), text(env, from[i]));
  return list;
}

}  // namespace

NAPI_MODULE_INIT() {
  napi_value operations;
  napi_create_array_with_length(env, sweep::operation_count, &operations);
  for (int32_t i = 0; i < sweep::operation_count; ++i) {
    sweep::Operation const operation = sweep::operation(i);
    napi_value entry;
    napi_value flag;
    napi_create_object(env, &entry);
    napi_set_named_property(env, entry, "name", text(env, operation.name));
    napi_get_boolean(env, sweep::reads_text(operation.kind), &flag);
    napi_set_named_property(env, entry, "readsText", flag);
    napi_get_boolean(env, sweep::answers_number(operation.kind), &flag);
    napi_set_named_property(env, entry, "answersNumber", flag);
    napi_set_element(env, operations, static_cast<uint32_t>(i), entry);
  }
  napi_set_named_property(env, exports, "operations", operations);
  napi_set_named_property(env, exports, "numberRegions", texts(env, sweep::number_regions, sweep::regions));
  napi_set_named_property(env, exports, "textRegions", texts(env, sweep::text_regions, sweep::regions));
  napi_value function;
  napi_create_function(env, "fill", NAPI_AUTO_LENGTH, fill_block, nullptr, &function);
  napi_set_named_property(env, exports, "fill", function);
  return exports;
}
