// Both strategies side by side, over text of many kinds: names of which some share is not ASCII, text of other scripts, and rows a few
// of which are long. The results decide how the choice between them is made.
//
//   strategies_bench [--out strategies.json] [--rows 2000000] [--runs 10] [--text "rows of"]
//
// Events give the device time of a call, with output memory allocated beforehand. Outputs of both are compared byte by byte.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/entry.cuh>

#include "../../generated/displayName/displayName.row.hpp"
#include "../../generated/maskEmail/maskEmail.row.hpp"
#include "../../generated/redact/redact.row.hpp"
#include "../../generated/upperCase/upperCase.row.hpp"
#include "column_memory.cuh"
#include "device_info.cuh"
#include "json_writer.hpp"
#include "measure.cuh"

namespace {

using namespace bench;
namespace cuda = rowfuse::cuda;
namespace arrow = rowfuse::arrow;
using Random = std::mt19937_64;

/// A kind of text.
struct Kind {
  char const* name;
  double accented = 0;          // the share of rows with one letter that is not ASCII
  bool foreign = false;         // every letter has three bytes
  double long_rows = 0;         // the share of rows that are longer:
  std::int64_t long_bytes = 0;  // up to that many bytes
  int words = 2;                // of a row
};

constexpr Kind kinds[] = {
    {"ASCII"},
    {"1 row in 1000 not ASCII", 0.001},
    {"1 row in 100 not ASCII", 0.01},
    {"1 row in 10 not ASCII", 0.1},
    {"1 row in 3 not ASCII", 1.0 / 3},
    {"all rows not ASCII", 1},
    {"letters of three bytes", 0, true},
    {"1 row in 1000 up to 1 KB", 0, false, 0.001, 1000},
    {"1 row in 1000 up to 10 KB", 0, false, 0.001, 10000},
    {"1 row in 4000 up to 60 KB", 0, false, 0.00025, 60000},
    {"rows of 130 bytes", 0, false, 0, 0, 20},
    {"rows of 260 bytes", 0, false, 0, 0, 40},
    {"rows of 520 bytes", 0, false, 0, 0, 80},
    {"rows of 1 KB", 0, false, 0, 0, 160},
    {"rows of 4 KB", 0, false, 0, 0, 640},
    {"rows of 1 KB, 1 in 10 not ASCII", 0.1, false, 0, 0, 160},
};

std::string word(Random& random, Kind const& kind) {
  std::string text;
  for (std::uint64_t letters = 3 + random() % 7; letters > 0; --letters) {
    if (kind.foreign) text += "水";
    else text += static_cast<char>('a' + random() % 26);
  }
  return text;
}

std::string cell(Random& random, Kind const& kind) {
  auto const chance = [&](double share) { return static_cast<double>(random() >> 11) * 0x1p-53 < share; };
  if (chance(kind.long_rows)) return std::string(random() % kind.long_bytes, 'x');
  switch (random() % 8) {
    case 0: return "public";
    case 1:
      if (kind.words == 2) return word(random, kind) + "@" + word(random, kind) + ".com";
      break;
    default: break;
  }
  std::string text = word(random, kind);
  // The first space of a long row comes late, so a search reads all of the text before it.
  for (int i = 1; i < kind.words; ++i) text += (i < kind.words * 3 / 4 ? "-" : i + 1 < kind.words ? " " : "@") + word(random, kind);
  if (kind.words == 2) text.replace(text.find('@'), 1, " ");
  if (chance(kind.accented)) text.replace(random() % text.size(), 1, "é");
  return text;
}

struct HostColumn {
  std::vector<char> text;
  std::vector<std::int32_t> offsets{0};
};

HostColumn random_column(std::uint64_t seed, Kind const& kind, std::int64_t rows) {
  Random random(seed);
  HostColumn column;
  for (std::int64_t row = 0; row < rows; ++row) {
    std::string const text = cell(random, kind);
    column.text.insert(column.text.end(), text.begin(), text.end());
    column.offsets.push_back(static_cast<std::int32_t>(column.text.size()));
  }
  column.text.resize(column.text.size() + 16);
  return column;
}

/// The first columns as a transform's input, all of which is text here.
InputTable table_of(std::vector<HostColumn> const& columns, arrow::Layout const& layout) {
  InputTable table;
  for (std::int32_t i = 0; i < layout.input_count; ++i) {
    HostColumn const& host = columns[static_cast<std::size_t>(i)];
    arrow::InputColumn column;
    column.values = table.keep(host.text);
    column.values_bytes = host.offsets.back();
    column.offsets = table.keep(host.offsets);
    table.columns.push_back(column);
  }
  return table;
}

bool same(void const* a, void const* b, std::size_t bytes) {
  std::vector<char> left(bytes);
  std::vector<char> right(bytes);
  CUDA_CHECK(cudaMemcpy(left.data(), a, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(right.data(), b, bytes, cudaMemcpyDeviceToHost));
  return std::memcmp(left.data(), right.data(), bytes) == 0;
}

template <class Transform>
bool compare(char const* name, std::vector<HostColumn> const& columns, std::int64_t rows, int runs, JsonWriter& json, cudaStream_t stream) {
  cuda::Entry const entry = cuda::entry<Transform>("");
  InputTable const table = table_of(columns, entry.layout);
  std::int64_t moved = (rows + 1) * 4;
  for (auto const& column : table.columns) moved += column.values_bytes + (rows + 1) * 4;
  arrow::InputColumn const* const inputs = table.columns.data();
  Result one = make_result(entry, table, rows);
  Result two = make_result(entry, table, rows);
  cuda::Workspace workspace;
  cuda::TwoPass const passes(entry);
  float const two_ms = time_runs(stream, 2, runs, [&](int) {
                         check(passes.measure(stream, inputs, rows, two.columns.data(), workspace, two.report));
                         check(passes.fill(stream, inputs, rows, two.columns.data(), workspace));
                       }).median();
  std::int64_t const bytes = two.report.columns[0];
  cuda::OnePass const pass(entry);
  std::optional<float> one_ms;
  if (pass.launch(stream, inputs, rows, one.columns.data(), workspace) == cudaSuccess) {
    check(pass.finish(rows, workspace, one.report, one.bytes));
    one_ms = time_runs(stream, 2, runs, [&](int) {
               check(pass.launch(stream, inputs, rows, one.columns.data(), workspace));
               check(pass.finish(rows, workspace, one.report, one.bytes));
             }).median();
  }
  bool const abandoned = one_ms && one.report.changed_rows > 0;
  bool const equal = !one_ms || abandoned ||
                     (one.bytes[0] == bytes && same(one.columns[0].values, two.columns[0].values, static_cast<std::size_t>(bytes)) &&
                      same(one.columns[0].offsets, two.columns[0].offsets, static_cast<std::size_t>(rows + 1) * 4));
  moved += bytes;
  json.open().field("transform", std::string_view(name)).field("bytes", static_cast<long long>(moved)).field("twoPassesMs", two_ms);
  std::printf("  %-12s two passes %9.1f us, %5.0f GB/s", name, two_ms * 1e3, static_cast<double>(moved) / (two_ms * 1e6));
  if (one_ms) {
    json.field("onePassMs", *one_ms).field("abandoned", abandoned);
    std::printf(", one pass %9.1f us: %5.2f%s", *one_ms * 1e3, two_ms / *one_ms, abandoned ? ", abandoned" : "");
  }
  json.field("equal", equal).close();
  std::printf("%s\n", equal ? "" : "  DIFFER");
  std::fflush(stdout);
  return equal;
}

}  // namespace

int main(int argc, char** argv) {
  std::string out;
  std::int64_t most_rows = 2'000'000;
  int runs = 10;
  std::string text;
  for (int index = 1; index + 1 < argc; index += 2) {
    std::string_view const option = argv[index];
    if (option == "--out") out = argv[index + 1];
    else if (option == "--rows") most_rows = std::stoll(argv[index + 1]);
    else if (option == "--runs") runs = std::stoi(argv[index + 1]);
    else if (option == "--text") text = argv[index + 1];  // only the kinds whose names contain that
    else {
      std::fprintf(stderr, "unknown option %s: --out FILE, --rows N, --runs N, --text PART\n", argv[index]);
      return 2;
    }
  }
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  cudaStream_t stream = nullptr;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  JsonWriter json;
  json.open().field("benchmark", std::string_view("strategies"));
  write_device(json, device);
  json.field("mostRows", static_cast<long long>(most_rows)).key("kinds").open('[');
  bool equal = true;
  for (Kind const& kind : kinds) {
    if (std::string_view(kind.name).find(text) == std::string_view::npos) continue;
    std::int64_t const rows = most_rows * 2 / kind.words;  // about as many bytes
    std::printf("%s, %lld rows\n", kind.name, static_cast<long long>(rows));
    std::vector<HostColumn> columns;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) columns.push_back(random_column(seed, kind, rows));
    int const repeats = kind.long_bytes > 1000 ? 2 : runs;
    json.open().field("text", std::string_view(kind.name)).field("rows", static_cast<long long>(rows)).key("transforms").open('[');
    equal = compare<rowfuse::generated::redact::Redact>("redact", columns, rows, repeats, json, stream) && equal;
    equal = compare<rowfuse::generated::upperCase::UpperCase>("upperCase", columns, rows, repeats, json, stream) && equal;
    equal = compare<rowfuse::generated::displayName::DisplayName>("displayName", columns, rows, repeats, json, stream) && equal;
    equal = compare<rowfuse::generated::maskEmail::MaskEmail>("maskEmail", columns, rows, repeats, json, stream) && equal;
    json.close(']').close();
  }
  json.close(']').field("allEqual", equal).close();
  if (!out.empty()) std::ofstream(out) << json.text() << "\n";
  return equal ? 0 : 1;
}
