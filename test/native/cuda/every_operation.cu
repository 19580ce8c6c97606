/// Every operation in device code, and a row function as generated code writes it, which must compile without a warning.
#include <rowfuse/array/array.hpp>
#include <rowfuse/array/join.hpp>
#include <rowfuse/number/number.hpp>
#include <rowfuse/number/text/number_text.hpp>
#include <rowfuse/string/case/case_map.hpp>
#include <rowfuse/string/lazy/char_code.hpp>
#include <rowfuse/string/lazy/from_codes.hpp>
#include <rowfuse/string/lazy/padded.hpp>
#include <rowfuse/string/lazy/replaced.hpp>
#include <rowfuse/string/lazy/well_formed.hpp>
#include <rowfuse/string/memory/arena.hpp>
#include <rowfuse/string/string.hpp>
#include <rowfuse/value/value.hpp>

namespace rf = rowfuse;

struct Cell {
  char const* data;
  int32_t size;
};

template <uint32_t flags>
__device__ int64_t redact(Cell const* names, Cell const* visibilities, char* out) {
  auto const row = blockIdx.x * blockDim.x + threadIdx.x;
  rf::View const name{names[row].data, names[row].size, flags};
  rf::View const visibility{visibilities[row].data, visibilities[row].size, flags};
  if (visibility != rf::literal<"public">()) return rf::write_utf8(out, out + 64, rf::literal<"X X">()).needed;
  auto const space = name.index_of(rf::literal<" ">());
  auto const first = space < 0 ? name : name.slice(int32_t{0}, space);
  return rf::write_utf8(out, out + 64, name.char_at(space + 1), rf::literal<" ">(), first).needed;
}

__global__ void redact_ascii(Cell const* names, Cell const* visibilities, char* out, int64_t* sizes) {
  sizes[threadIdx.x] = redact<rf::View::ascii>(names, visibilities, out + 64 * threadIdx.x);
}

__global__ void redact_utf8(Cell const* names, Cell const* visibilities, char* out, int64_t* sizes) {
  sizes[threadIdx.x] = redact<0>(names, visibilities, out + 64 * threadIdx.x);
}

template <class S, class N, class I>
RF_HD double operations(S const& s, N const& n, I i, char* out) {
  double sum = s.length() + rf::to_double(s.index_of(n)) + rf::to_double(s.index_of(n, i)) + rf::to_double(s.last_index_of(n)) +
               rf::to_double(s.last_index_of(n, i));
  sum += s.includes(n) + s.includes(n, i) + s.starts_with(n) + s.starts_with(n, i) + s.ends_with(n) + s.ends_with(n, i);
  sum += (s == n) + (s != n) + (s < n) + (s > n) + (s <= n) + (s >= n) + rf::equal(s, n) + rf::truthy(s);
  sum += rf::utf8_size(s.trim(), s.trim_start(), s.trim_end());
  out = rf::write_utf8(out, s.slice(i), s.slice(i, i), s.substring(i), s.substring(i, i), s.char_at(i));
  auto const unit = s.unit_at(i);
  out = rf::write_utf8(out, rf::text(unit), rf::text(s.at(i)), rf::coalesce(unit, rf::literal<"none">()), rf::concat(s, n));
  // Text that needs escapes, in a template: nvcc writes both again for the host's compiler.
  sum += s.includes(rf::literal<"\"\\\n\000?\302\240">());
  sum += rf::equal(unit, rf::undefined) + rf::equal(unit, rf::null) + rf::truthy(unit);
  return sum;
}

RF_HD void all_operations(Cell const* cells, double number, int32_t integer, char* out, double* results) {
  rf::View const s{cells[0].data, cells[0].size};
  rf::View const n{cells[1].data, cells[1].size};
  auto const rope = rf::concat(s, n, rf::literal<"\xF0\x9F\x98\x80">(), rf::wtf8_literal<"\xED\xA0\xBD">());
  auto const position = s.index_of(rf::literal<"x">()) + 1;
  results[0] = operations(s, n, integer, out);
  results[1] = operations(s, n, number, out);
  results[2] = operations(s, rope, position, out);
  results[3] = operations(rope, s, number, out);
  results[4] = operations(rope, rope, integer, out);
  rf::Maybe<double> const maybe = number > 0 ? rf::Maybe<double>(number) : rf::Maybe<double>(rf::null);
  results[5] = rf::to_number(maybe) + rf::to_number(rf::Maybe<bool>(rf::undefined)) + rf::remainder(number, 3.0) +
               rf::coalesce(maybe, integer) + rf::coalesce(maybe, [&] { return number * 2; }) + (position < integer) +
               (position == number) + (integer >= position);
  rf::NumberText text;
  out = rf::write_utf8(out, text.format(number));
  out = rf::write_utf8(out, text.format(integer));
  out = rf::write_utf8(out, text.format(position));
  out = rf::write_utf8(out, text.format(maybe), rf::text(number > 1), rf::text(rf::null));
}

template <class S, class N, class I>
RF_HD double lazy_operations(S const& s, N const& n, I i, char* out) {
  double sum = s.length() + rf::to_double(s.index_of(n)) + rf::to_double(s.index_of(n, i)) + rf::to_double(s.last_index_of(n)) +
               rf::to_double(s.last_index_of(n, i));
  sum += s.includes(n) + s.starts_with(n) + s.starts_with(n, i) + s.ends_with(n) + s.ends_with(n, i) + s.empty();
  sum += (s == n) + (n != s) + (s < n) + rf::equal(s.at(i), n) + rf::utf8_size(s.slice(i, i), s.char_at(i));
  rf::write_utf8(out, s.substring(i), s.to_lower_case());
  return sum;
}

RF_HD void build_strings(Cell const* cells, double number, char* out, double* results) {
  rf::View const s{cells[0].data, cells[0].size};
  rf::View const n{cells[1].data, cells[1].size};
  results[6] = lazy_operations(s.to_upper_case(), n, number, out);
  results[7] = lazy_operations(rf::concat(s, n).to_lower_case(), s.to_upper_case(), 3, out);
  rf::ArenaSlot slot{out, 4096};
  rf::RowFault fault;
  rf::Arena arena{slot, fault};
  rf::View built = rf::literal<"">();
  for (rf::View const c : rf::code_points(s)) {
    built = rf::append(arena, built, c, n.to_upper_case());
    built = rf::prepend(arena, built, rf::concat(c, n));
  }
  results[8] = rf::flatten(arena, rf::Maybe<rf::View>(built)).present() + slot.outgrown + static_cast<bool>(fault);
}

__global__ void every_lazy_operation(Cell const* cells, double number, char* out, double* results) {
  build_strings(cells, number, out, results);
}

/// The interface of a sink for operations that can fail the row.
struct Out {
  rf::RowFault fault;
  rf::ArenaSlot arena;
};

template <class S>
RF_HD double made_strings(S const& s, rf::View n, double number, Out& out, char* to) {
  double sum = rf::char_code_at(s, number) + *rf::code_point_at(s, 3) + rf::is_well_formed(s);
  to = rf::write_utf8(to, to + 64, rf::to_well_formed(s), rf::repeat(out, s, number), rf::pad_start(out, s, number, n),
                      rf::pad_end(out, s, 3, n))
           .at;
  rf::write_utf8(to, to + 64, rf::from_char_code(number, 3), rf::from_code_point(out, number));
  sum += rf::to_well_formed(s).length() + (rf::repeat(out, s, number) == n) + (rf::pad_start(out, s, number, n) < n);
  return sum;
}

RF_HD double make_strings(Cell const* cells, double number, Out& out, char* to) {
  using rf::Dollars, rf::Occurrences;
  rf::View const s{cells[0].data, cells[0].size};
  rf::View const n{cells[1].data, cells[1].size};
  rf::write_utf8(to, to + 64, rf::replace<Occurrences::all, Dollars::patterns>(out, s, n, s), rf::replace_first(s, n, n));
  auto const first = rf::replace<Occurrences::first, Dollars::patterns>(out, s, n, s);
  auto const all = rf::replace<Occurrences::all, Dollars::plain>(out, s, n, s);
  return made_strings(s, n, number, out, to) + made_strings(rf::concat(s, n), n, number, out, to) +
         made_strings(s.to_upper_case(), n, number, out, to) + (first.trim() == s) + all.includes(n);
}

RF_HD double arrays(Cell const* cells, double number, Out& out, char* to) {
  rf::View const s{cells[0].data, cells[0].size};
  rf::View const n{cells[1].data, cells[1].size};
  auto arena = rf::arena(out);
  auto const parts = rf::split(s, n);
  auto stored = rf::array_push(arena, rf::store_array(arena, parts), n);
  rf::Array<double> numbers;
  rf::Array<rf::Maybe<rf::View>> maybe;
  maybe = rf::array_push(arena, maybe, rf::array_at(stored, number));
  for (rf::View const part : parts) numbers = rf::array_push(arena, numbers, double(part.length()));
  double sum = rf::array_index_of(stored, s) + rf::array_includes(numbers, number) + rf::array_last_index_of(maybe, n);
  sum += *rf::array_element(numbers, 3) + rf::array_element(maybe, 2)->size + rf::split(s, n, 3).size();
  to = rf::write_utf8(to, to + 64, rf::join(out, parts, n), rf::join(out, rf::array_sorted(arena, stored), s)).at;
  stored = rf::array_reversed(arena, rf::array_slice(arena, parts, 1, -1));
  stored = rf::array_without_last(rf::array_concat(arena, stored, parts));
  return sum + (rf::join(out, maybe, s).trim() == n) + rf::array_of<rf::View>(arena, s, n).size();
}

__global__ void every_made_string(Cell const* cells, double number, Out* outs, char* to, double* results) {
  results[0] = make_strings(cells, number, *outs, to) + arrays(cells, number, *outs, to);
}

/// `toUpperCase` over ASCII text, as generated code writes it.
__global__ void upper_ascii(Cell const* names, char* out, int64_t* sizes) {
  auto const row = blockIdx.x * blockDim.x + threadIdx.x;
  rf::View const name{names[row].data, names[row].size, rf::View::ascii};
  char* const to = out + 64 * threadIdx.x;
  sizes[row] = rf::utf8_size(name.to_upper_case()) + rf::write_utf8(to, to + 64, name.to_upper_case()).needed;
}

__global__ void every_operation(Cell const* cells, double number, int32_t integer, char* out, double* results) {
  all_operations(cells, number, integer, out, results);
}
