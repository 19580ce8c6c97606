// Runs every generated transform on random columns, on the device and on the CPU, and compares all outputs: validity,
// offsets, values, null counts, and the lowest failing row. It links the generated code and the runtime's own calls,
// without Node, so that compute-sanitizer sees nothing but our kernels.
//
//   random_transforms [--seed 1] [--rows 0,1,31,64,65,1000,4099] [--part 1/4] [--without NAMES] [--json FILE]
//
// With --part several processes share the transforms.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <future>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <call/cpu_call.hpp>
#include <call/cuda_call.hpp>
#include <rowfuse/binding.hpp>

#include "json_writer.hpp"
#include "number_list.hpp"

namespace {

using namespace rowfuse;
using Random = std::mt19937_64;

int below(Random& random, int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); }

/// Memory of exactly the bytes that are asked for, so that a read past the end is seen by tools that watch for it.
using Bytes = std::vector<std::uint8_t>;

struct RandomColumn {
  Bytes values;
  std::vector<std::int32_t> offsets;
  Bytes validity;
  arrow::InputColumn column;
};

/// What example transforms look for, and every UTF-8 length.
constexpr std::string_view pieces[] = {"public", "private", " ", " ", "@", ".", "Ada", "a", "Xx", "\t", "0", "é", "ß",
                                       "\u00a0", "\u2028", "\ufeff", "水", "\U0001F600", "\U0001F600", "-", "", "Σ", "İ", "ﬃ",
                                       "straße", "ΟΔΟΣ"};

/// Pieces of text that a lane may go through unit by unit, which takes the square of its length, and of text that it does not.
constexpr int long_pieces = 250;
constexpr int bulk_pieces = 1500;

/// Now and then up to `longest` pieces, too long for one lane of a warp.
std::string random_text(Random& random, std::size_t column, int longest) {
  int const kind = below(random, 8);
  if (kind == 0) return "";
  if (kind == 1) return column % 2 == 0 ? "Ada Lovelace" : "public";
  if (kind == 2) return "public";
  std::string text;
  int const count = below(random, 400) == 0 ? below(random, longest) : kind == 3 ? below(random, 60) : below(random, 6);
  for (int index = 0; index < count; ++index) {
    text += pieces[static_cast<std::size_t>(below(random, static_cast<int>(std::size(pieces))))];
  }
  return text;
}

/// `tame` numbers are small and whole: row functions with narrow integer outputs get through without a fault.
template <class Number>
Number random_number(Random& random, bool tame) {
  if (tame) return static_cast<Number>(below(random, 100));
  if constexpr (std::is_floating_point_v<Number>) {
    constexpr Number special[] = {Number(0),    -Number(0), Number(1),   Number(-1.5),
                                  std::numeric_limits<Number>::infinity(), -std::numeric_limits<Number>::infinity(),
                                  std::numeric_limits<Number>::quiet_NaN(), std::numeric_limits<Number>::max(),
                                  std::numeric_limits<Number>::denorm_min()};
    if (below(random, 4) == 0) return special[static_cast<std::size_t>(below(random, static_cast<int>(std::size(special))))];
    return static_cast<Number>(std::normal_distribution<double>(0, 1000)(random));
  } else {
    if (below(random, 8) == 0) return std::numeric_limits<Number>::max();
    if (below(random, 8) == 0) return std::numeric_limits<Number>::min();
    return static_cast<Number>(random());
  }
}

template <class Number>
void fill_numbers(Random& random, bool tame, Bytes& values) {
  for (std::size_t at = 0; at < values.size(); at += sizeof(Number)) {
    Number const number = random_number<Number>(random, tame);
    std::memcpy(&values[at], &number, sizeof number);
  }
}

void fill_values(Random& random, bool tame, arrow::TypeId id, Bytes& values) {
  using arrow::TypeId;
  switch (id) {
    case TypeId::float32: return fill_numbers<float>(random, tame, values);
    case TypeId::float64: return fill_numbers<double>(random, tame, values);
    case TypeId::int8: return fill_numbers<std::int8_t>(random, tame, values);
    case TypeId::int16: return fill_numbers<std::int16_t>(random, tame, values);
    case TypeId::int32: return fill_numbers<std::int32_t>(random, tame, values);
    case TypeId::uint8: return fill_numbers<std::uint8_t>(random, tame, values);
    case TypeId::uint16: return fill_numbers<std::uint16_t>(random, tame, values);
    case TypeId::int64: return fill_numbers<std::int64_t>(random, tame, values);
    case TypeId::uint64: return fill_numbers<std::uint64_t>(random, tame, values);
    case TypeId::uint32: return fill_numbers<std::uint32_t>(random, tame, values);
    default: break;
  }
}

Bytes random_bits(Random& random, std::int64_t bits) {
  Bytes bytes(static_cast<std::size_t>((bits + 7) / 8));
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() | random());
  return bytes;
}

/// One column of `rows` rows. Bitmaps start at any bit, offsets at any byte; half of the nullable columns have nulls.
std::unique_ptr<RandomColumn> random_column(Random& random, bool tame, int longest, arrow::ColumnType type, std::int64_t rows,
                                            std::size_t index) {
  auto made = std::make_unique<RandomColumn>();
  arrow::InputColumn& column = made->column;
  if (type.nullable && below(random, 2) == 0) {
    column.validity_bit = below(random, 20);
    made->validity = random_bits(random, rows + column.validity_bit);
    column.validity = made->validity.data();
  }
  if (type.id == arrow::TypeId::utf8) {
    made->offsets.push_back(below(random, 3) == 0 ? 5 : 0);
    std::string text(static_cast<std::size_t>(made->offsets[0]), '\xff');  // bytes before the slice are never looked at
    for (std::int64_t row = 0; row < rows; ++row) {
      text += random_text(random, index, longest);
      made->offsets.push_back(static_cast<std::int32_t>(text.size()));
    }
    made->values.assign(text.begin(), text.end());
    column.offsets = made->offsets.data();
  } else if (type.id == arrow::TypeId::boolean) {
    column.values_bit = below(random, 20);
    made->values = random_bits(random, rows + column.values_bit);
  } else if (type.id != arrow::TypeId::none) {
    made->values.resize(static_cast<std::size_t>(rows * arrow::byte_width(type.id)));
    fill_values(random, tame, type.id, made->values);
  }
  column.values = made->values.data();
  column.values_bytes = static_cast<std::int64_t>(made->values.size());
  return made;
}

/// Breaks one row of a text column: bytes that are no UTF-8, or offsets that do not rise or leave the values. Both
/// backends have to name the same row and reason, and to touch nothing outside.
void break_text(Random& random, RandomColumn& broken) {
  int const rows = static_cast<int>(broken.offsets.size()) - 1;
  if (rows < 1) return;
  auto const row = static_cast<std::size_t>(below(random, rows));
  auto const start = static_cast<std::size_t>(broken.offsets[row]);
  switch (below(random, 4)) {
    case 0:
      if (start < broken.values.size()) broken.values[start] = 0xff;
      break;
    case 1:
      if (start < broken.values.size()) broken.values[start] = 0xc3;  // the lead of two bytes
      break;
    case 2:
      broken.offsets[row + 1] = broken.offsets[row] - 1;
      break;
    default:
      broken.offsets[row + 1] = static_cast<std::int32_t>(broken.values.size()) + 1000;
      break;
  }
}

/// NaN has many bit patterns, and JavaScript cannot tell them apart.
template <class Number>
void unify_nans(Bytes& values) {
  for (std::size_t at = 0; at < values.size(); at += sizeof(Number)) {
    Number number;
    std::memcpy(&number, &values[at], sizeof number);
    if (number != number) number = std::numeric_limits<Number>::quiet_NaN();
    std::memcpy(&values[at], &number, sizeof number);
  }
}

/// Everything a call gives back.
struct Outcome {
  Failure failure = Failure::none;
  std::string message;
  std::int64_t fault_row = -1;
  RowFault fault;
  std::vector<Bytes> values;
  std::vector<std::vector<std::int32_t>> offsets;
  std::vector<Bytes> validity;
  std::vector<std::int64_t> null_counts;
};

template <class Start>
bool wait(Start const& start) {
  std::promise<void> done;
  if (!start([&done] { done.set_value(); })) return false;
  done.get_future().wait();
  return true;
}

void clear_tail(Bytes& bitmap, std::int64_t bits) {
  for (std::int64_t bit = bits; bit < static_cast<std::int64_t>(bitmap.size()) * 8; ++bit) {
    bitmap[static_cast<std::size_t>(bit >> 3)] &= static_cast<std::uint8_t>(~(1u << (bit & 7)));
  }
}

Outcome run(Call& call, arrow::Layout const& layout, std::int64_t rows) {
  Outcome outcome;
  auto const concluded = [&] {
    outcome.failure = call.result.failure;
    outcome.message = call.result.message;
    outcome.fault_row = call.result.fault_row;
    outcome.fault = call.result.fault;
    return outcome.failure == Failure::none && outcome.fault_row < 0;
  };
  if (layout.has_text_output()) {
    if (!wait([&](auto done) { return call.measure(done); })) outcome.message = "no thread";
    if (!concluded()) return outcome;
  }
  std::vector<arrow::OutputColumn> columns;
  auto const words = [](std::int64_t bits) { return static_cast<std::size_t>((bits + 31) / 32 * 4); };
  for (std::int32_t index = 0; index < layout.output_count; ++index) {
    arrow::ColumnType const type = layout.outputs[index];
    bool const text = type.id == arrow::TypeId::utf8;
    std::size_t const bytes = text                                      ? static_cast<std::size_t>(call.result.bytes[static_cast<std::size_t>(index)])
                              : type.id == arrow::TypeId::boolean ? words(rows)
                                                                  : static_cast<std::size_t>(rows * arrow::byte_width(type.id));
    outcome.values.emplace_back(bytes, 0xcd);
    outcome.offsets.emplace_back(text ? static_cast<std::size_t>(rows) + 1 : 0, -1);
    outcome.validity.emplace_back(type.nullable ? words(rows) : 0, 0xcd);
  }
  for (std::size_t index = 0; index < outcome.values.size(); ++index) {
    arrow::OutputColumn column;
    column.values = outcome.values[index].data();
    column.values_bytes = static_cast<std::int64_t>(outcome.values[index].size());
    if (!outcome.offsets[index].empty()) column.offsets = outcome.offsets[index].data();
    if (!outcome.validity[index].empty()) column.validity = outcome.validity[index].data();
    columns.push_back(column);
  }
  if (!wait([&](auto done) { return call.fill(columns, done); })) outcome.message = "no thread";
  if (!concluded()) {
    // What a failed call has written by then means nothing, and no caller sees it.
    outcome.values.clear();
    outcome.offsets.clear();
    outcome.validity.clear();
    return outcome;
  }
  outcome.null_counts = call.result.null_counts;
  for (std::int32_t index = 0; index < layout.output_count; ++index) {
    auto const at = static_cast<std::size_t>(index);
    clear_tail(outcome.validity[at], rows);
    if (layout.outputs[index].id == arrow::TypeId::boolean) clear_tail(outcome.values[at], rows);
    if (layout.outputs[index].id == arrow::TypeId::float32) unify_nans<float>(outcome.values[at]);
    if (layout.outputs[index].id == arrow::TypeId::float64) unify_nans<double>(outcome.values[at]);
  }
  return outcome;
}

/// Empty when the two are the same, else what differs.
std::string difference(Outcome const& cpu, Outcome const& cuda) {
  if (cuda.failure != cpu.failure) return "failure: " + cuda.message;
  if (cuda.fault_row != cpu.fault_row) {
    return "fault in row " + std::to_string(cuda.fault_row) + ", not " + std::to_string(cpu.fault_row);
  }
  if (cuda.fault.code != cpu.fault.code || cuda.fault.column != cpu.fault.column) return "another fault";
  if (cuda.null_counts != cpu.null_counts) return "null counts";
  if (cuda.validity != cpu.validity) return "validity";
  if (cuda.offsets != cpu.offsets) return "offsets";
  if (cuda.values != cpu.values) return "values";
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t seed = 1;
  std::vector<std::int64_t> sizes = {0, 1, 31, 64, 65, 1000, 4099};
  std::string out;
  std::string without;
  int part = 1;
  int parts = 1;
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string_view const option = argv[index];
    if (option == "--seed") seed = std::stoull(argv[index + 1]);
    else if (option == "--rows") sizes = bench::numbers(argv[index + 1]);
    else if (option == "--json") out = argv[index + 1];
    else if (option == "--part" && std::sscanf(argv[index + 1], "%d/%d", &part, &parts) == 2 && 1 <= part && part <= parts) continue;
    else if (option == "--without") without = std::string(",") + argv[index + 1] + ",";
    else {
      std::fprintf(stderr, "unknown option %s: --seed N, --rows LIST, --part I/N, --without NAMES, --json FILE\n", argv[index]);
      return 2;
    }
  }
  bench::JsonWriter json;
  json.open().key("transforms").open('[');
  int passed = 0;
  int failed = 0;
  int turn = 0;
  for (Registration const* transform = Registration::first(); transform != nullptr; transform = transform->next) {
    if (without.find(std::string(",") + transform->name + ",") != std::string::npos) continue;
    if (turn++ % parts != part - 1) continue;
    if (transform->cuda == nullptr) {
      std::fprintf(stderr, "%s was built without CUDA\n", transform->name);
      return 2;
    }
    cuda::Probe const probe = cuda::probe(transform->cuda, 0);
    if (!probe.available) {
      std::fprintf(stderr, "%s cannot run here: %s\n", transform->name, probe.reason.c_str());
      return 2;
    }
    arrow::Layout const& layout = transform->cpu.layout;
    int const longest = transform->cuda->has_long_rows ? bulk_pieces : long_pieces;
    int faults = 0;
    int before = failed;
    auto const start = std::chrono::steady_clock::now();
    for (std::int64_t const rows : sizes) {
      Random random(seed * 1000003 + static_cast<std::uint64_t>(rows));
      bool const tame = below(random, 2) == 0;
      std::vector<std::unique_ptr<RandomColumn>> columns;
      std::vector<arrow::InputColumn> inputs;
      for (std::int32_t index = 0; index < layout.input_count; ++index) {
        columns.push_back(random_column(random, tame, longest, layout.inputs[index], rows, static_cast<std::size_t>(index)));
        bool const text = layout.inputs[index].id == arrow::TypeId::utf8;
        if (text && below(random, 4) == 0) break_text(random, *columns.back());
        inputs.push_back(columns.back()->column);
      }
      auto const on_cpu = cpu::make_call(transform->cpu, inputs, rows, {});
      auto const on_cuda = cuda::make_call(*transform->cuda, inputs, rows, {});
      Outcome const expected = run(*on_cpu, layout, rows);
      std::string const differs = difference(expected, run(*on_cuda, layout, rows));
      faults += expected.fault_row >= 0;
      (differs.empty() ? passed : failed) += 1;
      if (!differs.empty()) {
        std::printf("%s, %lld rows, seed %llu: cuda differs from cpu: %s\n", transform->name, static_cast<long long>(rows),
                    static_cast<unsigned long long>(seed), differs.c_str());
      }
    }
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (seconds > 1) std::printf("%s took %.1f s\n", transform->name, seconds);
    std::fflush(stdout);
    json.open().field("name", std::string_view(transform->name)).field("sizes", static_cast<long long>(sizes.size()));
    json.field("faults", static_cast<long long>(faults)).field("failed", static_cast<long long>(failed - before)).close();
  }
  json.close(']').field("passed", static_cast<long long>(passed)).field("failed", static_cast<long long>(failed)).close();
  if (!out.empty()) std::ofstream(out) << json.text() << "\n";
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}
