#include "cpu_level.hpp"

#include <cstdint>

#include <rowfuse_cpu_level.hpp>

#if ROWFUSE_CPU_LEVEL_IS_V3
#include <cpuid.h>

#include <cstring>
#endif

namespace rowfuse {

#if ROWFUSE_CPU_LEVEL_IS_V3

namespace {

/// The registers in which CPUID tells the features.
enum Word : std::uint8_t { leaf1_ecx, leaf7_ebx, extended1_ecx, word_count };

/// One feature: the place of its bit, and its name.
struct Feature {
  Word word;
  std::uint8_t bit;
  char name[14];
};

/// The features of x86-64-v3 and of the levels below it (System V psABI, section 3.1.1; AMD64 manual, volume 3, appendix E). A test changes
/// this table in a copy of the addon, to see what happens on a processor that lacks one.
constexpr Feature all_features[] = {
    {leaf1_ecx, 0, "SSE3"},      {leaf1_ecx, 9, "SSSE3"},    {leaf1_ecx, 13, "CMPXCHG16B"}, {leaf1_ecx, 19, "SSE4.1"},
    {leaf1_ecx, 20, "SSE4.2"},   {leaf1_ecx, 23, "POPCNT"},  {extended1_ecx, 0, "LAHF"},    {leaf1_ecx, 12, "FMA"},
    {leaf1_ecx, 22, "MOVBE"},    {leaf1_ecx, 27, "OSXSAVE"}, {leaf1_ecx, 28, "AVX"},        {leaf1_ecx, 29, "F16C"},
    {extended1_ecx, 5, "LZCNT"}, {leaf7_ebx, 3, "BMI1"},     {leaf7_ebx, 5, "AVX2"},        {leaf7_ebx, 8, "BMI2"},
};

struct Registers {
  std::uint32_t eax = 0;
  std::uint32_t ebx = 0;
  std::uint32_t ecx = 0;
  std::uint32_t edx = 0;
};

/// Returns the registers of a leaf; zeros if the processor has no such leaf.
Registers cpuid(std::uint32_t leaf) {
  Registers r;
  __get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx);
  return r;
}

/// True if the operating system saves the registers of AVX: bits 1 and 2 of the register XCR0.
bool saves_vectors() {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & 6) == 6;
}

/// Returns the name of a feature that this machine lacks, or null.
char const* missing_feature() {
  std::uint32_t const words[word_count] = {cpuid(1).ecx, cpuid(7).ebx, cpuid(0x80000001).ecx};
  Feature const* feature = all_features;
  __asm__("" : "+r"(feature));  // keeps the table as it stands, instead of masks in the code
  for (std::size_t i = 0; i < std::size_t{sizeof all_features / sizeof *all_features}; ++i, ++feature) {
    if ((words[feature->word] >> feature->bit & 1) == 0) return feature->name;
  }
  return saves_vectors() ? nullptr : "AVX in the operating system";
}

/// The text of the problem.
struct Problem {
  bool exists = false;
  char text[256] = {};

  Problem() {
    char const* const missing = missing_feature();
    if (missing == nullptr) return;
    exists = true;
    append("it was compiled for processors of the level x86-64-v3, and this one (");
    append_name();
    append(") lacks ");
    append(missing);
  }

 private:
  void append(char const* more) { std::strncat(text, more, sizeof text - 1 - std::strlen(text)); }

  /// The 48 bytes of the name are in three leaves.
  void append_name() {
    char name[49] = {};
    char* to = name;
    for (std::uint32_t leaf = 0x80000002; leaf <= 0x80000004; ++leaf, to += 16) {
      Registers const part = cpuid(leaf);
      std::memcpy(to, &part, 16);
    }
    append(name[0] == '\0' ? "unknown" : name);
  }
};

}  // namespace

char const* cpu_level_problem() {
  static Problem const problem;
  return problem.exists ? problem.text : nullptr;
}

#else

char const* cpu_level_problem() { return nullptr; }

#endif

}  // namespace rowfuse
