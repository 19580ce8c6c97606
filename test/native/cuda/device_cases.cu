/// Every operation on the device against the same code on the host, over random strings and numbers. Needs a GPU. string_cases.cpp and
/// number_cases.cpp compare the host's results with JavaScript.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <rowfuse/number/number.hpp>
#include <rowfuse/number/text/number_text.hpp>
#include <rowfuse/string/string.hpp>
#include <rowfuse/value/value.hpp>

namespace rf = rowfuse;

struct Case {
  int32_t offset;  // of the haystack's bytes, which the needle's follow
  int32_t size;
  int32_t needle_size;
  int32_t a;
  int32_t b;
  double number;
  uint32_t ascii;
};

struct Digest {
  uint64_t value = 14695981039346656037u;  // FNV-1a

  RF_HD void add(uint64_t word) { value = (value ^ word) * 1099511628211u; }
  RF_HD void add(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    add(number == number ? bits : 1);
  }
  template <rf::StringLike S>
  RF_HD void add(S const& string) {
    char text[512];
    rf::Written const written = rf::write_utf8(text, text + sizeof text, string);
    add(static_cast<uint64_t>(written.needed));
    add(static_cast<uint64_t>(string.length()));
    for (char const* at = text; at < written.at; ++at) add(static_cast<uint64_t>(static_cast<unsigned char>(*at)));
  }
  RF_HD void add(rf::Maybe<rf::View> const& unit) { add(rf::text(unit)); }

  template <class S, class N, class I>
  RF_HD void operations(S const& s, N const& n, I a, I b) {
    add(s.unit_at(a));
    add(s.at(a));
    add(s.char_at(a));
    add(s.slice(a));
    add(s.slice(a, b));
    add(s.substring(a));
    add(s.substring(a, b));
    add(rf::to_double(s.index_of(n)));
    add(rf::to_double(s.index_of(n, a)));
    add(rf::to_double(s.last_index_of(n)));
    add(rf::to_double(s.last_index_of(n, a)));
    uint64_t bits = 0;
    for (bool const bit : {s.includes(n), s.includes(n, a), s.starts_with(n), s.starts_with(n, a), s.ends_with(n), s.ends_with(n, a),
                           s == n, s<n, s> n, rf::truthy(s), rf::equal(s.at(a), rf::undefined)})
      bits = bits << 1 | static_cast<uint64_t>(bit);
    add(bits);
    add(s.trim());
    add(s.trim_start());
    add(s.trim_end());
    add(rf::concat(s, n));
  }
};

RF_HD uint64_t digest_of(Case const& c, char const* bytes) {
  Digest digest;
  rf::View const s{bytes + c.offset, c.size, c.ascii};
  rf::View const n{bytes + c.offset + c.size, c.needle_size, c.ascii};
  rf::View const cut = s.slice(c.a, c.b);
  auto const rope = rf::concat(cut, n, s.slice(c.b), rf::wtf8_literal<"\xED\xA0\xBD">());
  digest.operations(s, n, c.a, c.b);
  digest.operations(s, n, static_cast<double>(c.a) + 0.5, c.number);
  digest.operations(cut, n, s.index_of(n) + c.a, s.last_index_of(n) - c.b);
  digest.operations(cut, cut.char_at(c.a), c.a, c.b);
  digest.operations(rope, n, c.a, c.b);
  digest.operations(cut, rf::concat(n, rf::literal<" ">()), c.a, c.b);
  digest.add(static_cast<uint64_t>(s == rf::literal<"public">()));
  digest.add(static_cast<uint64_t>(s.starts_with(rf::literal<"a b">())));

  rf::NumberText text;
  digest.add(text.format(c.number));
  digest.add(text.format(c.a));
  digest.add(text.format(s.index_of(n)));
  digest.add(rf::remainder(c.number, static_cast<double>(c.b)));
  rf::Maybe<double> const maybe = c.a > 0 ? rf::Maybe<double>(c.number) : rf::Maybe<double>(rf::null);
  digest.add(rf::coalesce(maybe, c.a) + rf::coalesce(maybe, [&] { return c.number; }) + rf::to_number(maybe));
  return digest.value;
}

__global__ void digests(Case const* cases, char const* bytes, uint64_t* out, int32_t count) {
  auto const row = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row < count) out[row] = digest_of(cases[row], bytes);
}

int main() {
  constexpr int32_t count = 200000;
  std::mt19937_64 random{2025};
  char const* const characters[] = {"a",
                                    "b",
                                    " ",
                                    "\xC3\xA9",
                                    "\xC2\xA0",
                                    "\xE2\x82\xAC",
                                    "\xEE\x80\x80",
                                    "\xEF\xBF\xBF",
                                    "\xE2\x80\x83",
                                    "\xF0\x9F\x98\x80",
                                    "\xF0\x9F\x98\x81"};
  std::string bytes;
  std::vector<Case> cases;
  for (int32_t i = 0; i < count; ++i) {
    bool const ascii = random() % 4 == 0;
    auto const append = [&](uint64_t length) {
      auto const before = bytes.size();
      for (uint64_t k = random() % length; k > 0; --k) bytes += characters[random() % (ascii ? 3 : 11)];
      return static_cast<int32_t>(bytes.size() - before);
    };
    auto const offset = static_cast<int32_t>(bytes.size());
    int32_t const size = append(24);
    int32_t const needle_size = append(4);
    uint64_t const bits = random() % 3 == 0 ? random() % 1000000 : random();
    double number;
    std::memcpy(&number, &bits, sizeof number);
    if (random() % 3 == 0) number = static_cast<double>(bits) / 1000;
    cases.push_back({offset, size, needle_size, static_cast<int32_t>(random() % 30) - 6, static_cast<int32_t>(random() % 30) - 6, number,
                     ascii ? rf::View::ascii : 0});
  }

  Case* device_cases = nullptr;
  char* device_bytes = nullptr;
  uint64_t* device_out = nullptr;
  std::vector<uint64_t> out(count);
  cudaMalloc(&device_cases, count * sizeof(Case));
  cudaMalloc(&device_bytes, bytes.size());
  cudaMalloc(&device_out, count * sizeof(uint64_t));
  cudaMemcpy(device_cases, cases.data(), count * sizeof(Case), cudaMemcpyHostToDevice);
  cudaMemcpy(device_bytes, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
  digests<<<(count + 127) / 128, 128>>>(device_cases, device_bytes, device_out, count);
  cudaMemcpy(out.data(), device_out, count * sizeof(uint64_t), cudaMemcpyDeviceToHost);
  if (auto const error = cudaGetLastError(); error != cudaSuccess) {
    std::printf("CUDA: %s\n", cudaGetErrorString(error));
    return 2;
  }
  int32_t failures = 0;
  for (int32_t i = 0; i < count; ++i)
    if (out[static_cast<std::size_t>(i)] != digest_of(cases[static_cast<std::size_t>(i)], bytes.data())) ++failures;
  std::printf("%d cases, %d failures\n", count, failures);
  return failures == 0 ? 0 : 1;
}
