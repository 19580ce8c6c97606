// Compares numbers on the device with the same headers compiled for the host, which scripts/number-sweep.mjs compares with V8. It
// covers the text of a hundred million doubles and its parsed value, as many texts read as numbers, every other conversion between
// numbers and text, and every function of Math. A case follows from its seed and its number on either side, so nothing is copied to the
// device. Texts are compared by byte (String(x)) or by hash, numbers bit by bit, except NaN's payload.
//
//   number_sweep [--count 100000000] [--others 10000000] [--seed 1] [--seconds <limit>] [--threads <host threads>]
//                [--operations String,Number,sin] [--json <file>]
//
// --count is for String and Number, --others for each other operation. A run that reaches its limit reports how far it came.
// Alone: nvcc -std=c++20 -arch=native --fmad=false -Xcompiler -ffp-contract=off -I native/include bench/cuda/number_sweep.cu
// Compiled by a host compiler (-x c++) it compares the host with itself, and takes --break <operation>.
#include "number_sweep_device.cuh"
//
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#if defined(__CUDACC__)
#include "device_info.cuh"
#else
#include "json_writer.hpp"
#endif

namespace sweep {
namespace {

struct Options {
  uint64_t count = 100000000;
  uint64_t others = 10000000;
  uint64_t seed = 1;
  double seconds = 1e9;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::string operations;  // separated by commas; all where it is empty
  std::string json;
  std::string broken;

  bool wants(std::string_view name) const {
    if (operations.empty()) return true;
    for (std::size_t at = 0; at <= operations.size();) {
      std::size_t const comma = std::min(operations.find(',', at), operations.size());
      if (std::string_view(operations).substr(at, comma - at) == name) return true;
      at = comma + 1;
    }
    return false;
  }
};

struct Outcome {
  std::string name;
  uint64_t wanted = 0;
  uint64_t compared = 0;
  uint64_t differences = 0;
  double seconds = 0;
  std::vector<std::string> examples;
};

std::string in_hexadecimal(uint64_t bits) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%016" PRIx64, bits);
  return text;
}

std::string of_number(double value) {
  char text[48];
  std::snprintf(text, sizeof text, " (%.17g)", value);
  return in_hexadecimal(to_bits(value)) + text;
}

template <Kind kind>
std::string of_output(Shown const& shown) {
  if constexpr (answers_number(kind)) return of_number(shown.number);
  std::string text = "\"" + std::string(shown.output, static_cast<std::size_t>(shown.text_size)) + "\"";
  if constexpr (kind == Kind::string) text += ", read as " + of_number(shown.number);
  return text;
}

template <Kind kind>
std::string of_input(Shown const& shown) {
  if constexpr (reads_text(kind)) {
    std::string const text = "\"" + std::string(shown.input, static_cast<std::size_t>(shown.made.text_size)) + "\"";
    return kind == Kind::parse_int ? text + ", " + std::to_string(static_cast<int>(shown.made.y)) : text;
  }
  if constexpr (kind == Kind::bigint_radix)
    return in_hexadecimal(shown.made.high) + " * 2^64 + " + in_hexadecimal(to_bits(shown.made.x)) + ", base " +
           std::to_string(static_cast<int>(shown.made.y));
  return of_number(shown.made.x) + ", " + of_number(shown.made.y);
}

bool operator==(Reply const& a, Reply const& b) { return a.input == b.input && a.output == b.output; }
bool operator==(StringReply const& a, StringReply const& b) {
  return a.input == b.input && a.read_back == b.read_back && a.size == b.size && std::memcmp(a.text, b.text, sizeof a.text) == 0;
}

/// Compares runs of cases on all threads of the host.
class Sweep {
 public:
  explicit Sweep(Options const& options) : options_{options}, device_{host_, run_length} {
#if !defined(__CUDACC__)
    device_.break_operation(options.broken);
#endif
  }

  Outcome compare(Operation operation, uint64_t wanted) {
    switch (operation.kind) {
      case Kind::string: return compare<Kind::string>(operation, wanted);
      case Kind::number: return compare<Kind::number>(operation, wanted);
      case Kind::parse_float: return compare<Kind::parse_float>(operation, wanted);
      case Kind::fixed: return compare<Kind::fixed>(operation, wanted);
      case Kind::precision: return compare<Kind::precision>(operation, wanted);
      case Kind::exponential: return compare<Kind::exponential>(operation, wanted);
      case Kind::shortest_exponential: return compare<Kind::shortest_exponential>(operation, wanted);
      case Kind::radix: return compare<Kind::radix>(operation, wanted);
      case Kind::parse_int: return compare<Kind::parse_int>(operation, wanted);
      case Kind::bigint: return compare<Kind::bigint>(operation, wanted);
      case Kind::bigint_radix: return compare<Kind::bigint_radix>(operation, wanted);
      case Kind::math: return compare<Kind::math>(operation, wanted);
    }
    return {};
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int32_t run_length = 1 << 20;
  static constexpr int32_t portion = 2048;  // that a thread takes at a time
  static constexpr std::size_t most_examples = 10;

  template <Kind kind>
  Outcome compare(Operation operation, uint64_t wanted) {
    Shape const shape = shape_of(operation);
    Outcome outcome;
    outcome.name = operation.name;
    outcome.wanted = wanted;
    double const began = elapsed();
    auto const length_at = [&](uint64_t begin) { return static_cast<int32_t>(std::min<uint64_t>(run_length, wanted - begin)); };
    std::vector<uint64_t> different;
    if (wanted > 0 && elapsed() < options_.seconds) device_.start<kind>(0, shape, options_.seed, 0, length_at(0));
    for (int32_t lane = 0; outcome.compared < wanted && elapsed() < options_.seconds; lane ^= 1) {
      uint64_t const begin = outcome.compared;
      int32_t const length = length_at(begin);
      uint64_t const next = begin + static_cast<uint64_t>(length);
      ReplyOf<kind> const* const replies = device_.finish<kind>(lane);
      if (next < wanted) device_.start<kind>(lane ^ 1, shape, options_.seed, next, length_at(next));
      outcome.differences += judge<kind>(shape, begin, length, replies, different);
      outcome.compared = next;
    }
    device_.finish<kind>(0);
    device_.finish<kind>(1);
    std::sort(different.begin(), different.end());
    for (std::size_t i = 0; i < different.size() && i < most_examples; ++i)
      outcome.examples.push_back(explain<kind>(operation, shape, different[i]));
    outcome.seconds = elapsed() - began;
    return outcome;
  }

  template <Kind kind>
  uint64_t judge(Shape shape, uint64_t begin, int32_t length, ReplyOf<kind> const* replies, std::vector<uint64_t>& different) {
    std::atomic<int32_t> taken{0};
    std::atomic<uint64_t> differences{0};
    std::mutex mutex;
    auto const work = [&] {
      auto const space = std::make_unique<Workspace>();
      Tables const tables = host_.tables();
      for (int32_t from; (from = taken.fetch_add(portion)) < length;) {
        int32_t const to = std::min(from + portion, length);
        for (int32_t i = from; i < to; ++i) {
          uint64_t const index = begin + static_cast<uint64_t>(i);
          if (replies[i] == reply<kind>(shape, options_.seed, index, tables, *space)) continue;
          differences.fetch_add(1);
          std::lock_guard const lock{mutex};
          if (different.size() < 10000) different.push_back(index);
        }
      }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < options_.threads; ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    return differences;
  }

  template <Kind kind>
  std::string explain(Operation operation, Shape shape, uint64_t index) {
    auto const space = std::make_unique<Workspace>();
    auto const host = std::make_unique<Shown>();
    show<kind>(shape, options_.seed, index, host_.tables(), *space, *host);
    auto const device = device_.template shown<kind>(shape, options_.seed, index);
    std::string text = std::string(operation.name) + " of case " + std::to_string(index) + ": " + of_input<kind>(*host);
    if (std::string const other = of_input<kind>(*device); other != of_input<kind>(*host)) text += " (on the device " + other + ")";
    return text + " is " + of_output<kind>(*device) + " on the device, " + of_output<kind>(*host) + " on the host";
  }

  Options const& options_;
  HostTables host_;
  Device device_;
  Clock::time_point began_ = Clock::now();
};

std::string report(Options const& options, std::vector<Outcome> const& outcomes, double seconds) {
  bench::JsonWriter json;
  json.open().field("benchmark", std::string_view("numbers on the device"));
#if defined(__CUDACC__)
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  bench::write_device(json, device);
#else
  json.field("device", std::string_view("the host again"));
#endif
  json.field("hostThreads", static_cast<long long>(options.threads));
  json.field("seed", static_cast<long long>(options.seed));
  json.field("seconds", seconds);
  json.key("operations").open('[');
  for (Outcome const& outcome : outcomes) {
    json.open().field("name", std::string_view(outcome.name));
    json.field("wanted", static_cast<long long>(outcome.wanted));
    json.field("compared", static_cast<long long>(outcome.compared));
    json.field("differences", static_cast<long long>(outcome.differences));
    json.field("seconds", outcome.seconds);
    if (!outcome.examples.empty()) {
      json.key("examples").open('[');
      for (std::string const& example : outcome.examples) json.value(std::string_view(example));
      json.close(']');
    }
    json.close();
  }
  return json.close(']').close().text();
}

std::optional<Options> read_options(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; i += 2) {
    std::string_view const name = arguments[i];
    if (i + 1 >= count) return std::nullopt;
    char const* const value = arguments[i + 1];
    if (name == "--count") options.count = std::strtoull(value, nullptr, 10);
    else if (name == "--others") options.others = std::strtoull(value, nullptr, 10);
    else if (name == "--seed") options.seed = std::strtoull(value, nullptr, 10);
    else if (name == "--seconds") options.seconds = std::strtod(value, nullptr);
    else if (name == "--threads") options.threads = std::max(1u, static_cast<unsigned>(std::strtoul(value, nullptr, 10)));
    else if (name == "--operations") options.operations = value;
    else if (name == "--json") options.json = value;
#if !defined(__CUDACC__)
    else if (name == "--break") options.broken = value;
#endif
    else return std::nullopt;
  }
  return options;
}

int run(Options const& options) {
  Sweep sweep{options};
  std::vector<Outcome> outcomes;
  uint64_t cases = 0;
  uint64_t differences = 0;
  bool is_whole = true;
  for (int32_t number = 0; number < operation_count; ++number) {
    Operation const chosen = operation(number);
    if (!options.wants(chosen.name)) continue;
    bool const is_main = chosen.kind == Kind::string || chosen.kind == Kind::number;
    Outcome const& outcome = outcomes.emplace_back(sweep.compare(chosen, is_main ? options.count : options.others));
    cases += outcome.compared;
    differences += outcome.differences;
    is_whole = is_whole && outcome.compared == outcome.wanted;
    std::printf("%-24s %12" PRIu64 " of %12" PRIu64 " compared, %" PRIu64 " differences, %.2f s\n", outcome.name.c_str(), outcome.compared,
                outcome.wanted, outcome.differences, outcome.seconds);
    for (std::string const& example : outcome.examples) std::printf("  %s\n", example.c_str());
    std::fflush(stdout);
    if (!options.json.empty()) std::ofstream(options.json) << report(options, outcomes, sweep.elapsed()) << '\n';
  }
  if (outcomes.empty()) {
    std::fprintf(stderr, "there is no operation %s\n", options.operations.c_str());
    return 2;
  }
  std::printf("%" PRIu64 " cases, %" PRIu64 " differences, %.1f s%s\n", cases, differences, sweep.elapsed(),
              is_whole ? "" : ": stopped by --seconds");
  return differences == 0 ? 0 : 1;
}

}  // namespace
}  // namespace sweep

int main(int count, char** arguments) {
  std::optional<sweep::Options> const options = sweep::read_options(count, arguments);
  if (!options) {
    std::fprintf(stderr, "usage: %s [--count n] [--others n] [--seed n] [--seconds s] [--threads n] [--operations a,b] [--json file]\n",
                 arguments[0]);
    return 2;
  }
  return sweep::run(*options);
}
