/// What generated code writes that no random case reaches: literals known at compile time, absent values, conversions.
/// Built with optimisation, because sizes known at compile time take paths of their own.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include <rowfuse/number/number.hpp>
#include <rowfuse/number/number_text.hpp>
#include <rowfuse/row/maybe.hpp>
#include <rowfuse/string/string.hpp>

namespace rf = rowfuse;
using namespace rf::literals;

namespace {

int failures = 0;
#define EXPECT(condition) \
  ((condition) ? void() : (++failures, void(std::printf("values.cpp:%d: %s\n", __LINE__, #condition))))

/// A string in heap memory of exactly its size.
struct Cell {
  explicit Cell(std::string const& text) : memory{std::make_unique<char[]>(text.size())}, size{text.size()} {
    std::memcpy(memory.get(), text.data(), size);
  }
  rf::View view() const { return {memory.get(), static_cast<int32_t>(size)}; }
  std::unique_ptr<char[]> memory;
  std::size_t size;
};

std::string utf8(auto const&... text) {
  std::string bytes(static_cast<std::size_t>(rf::utf8_size(text...)), '\0');
  rf::write_utf8(bytes.data(), text...);
  return bytes;
}

void literals() {
  for (std::string const text : {"", "p", "pu", "public", "publiC", "publicity", "private", "\xE4"}) {
    Cell const cell{text};
    EXPECT((cell.view() == "public"_rf) == (text == "public"));
    EXPECT(("public"_rf == cell.view()) == (text == "public"));
    EXPECT((cell.view() != "public"_rf) == (text != "public"));
    EXPECT((cell.view() == ""_rf) == text.empty());
    EXPECT(cell.view().starts_with("pu"_rf) == text.starts_with("pu"));
    EXPECT(cell.view().ends_with("ity"_rf) == text.ends_with("ity"));
    EXPECT(cell.view().includes("l"_rf) == (text.find('l') != std::string::npos));
    EXPECT(cell.view().includes("lic"_rf) == (text.find("lic") != std::string::npos));
  }
  for (int size = 0; size < 80; ++size) {
    std::string const text(static_cast<std::size_t>(size), 'x');
    Cell const cell{text};
    EXPECT(cell.view() == Cell{text}.view());
    EXPECT(cell.view().length() == size);
    EXPECT(cell.view().index_of(" "_rf) == -1);
    EXPECT((cell.view() == "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"_rf) == (size == 40));
    for (int at = 0; at < size; ++at) {
      std::string changed = text;
      changed[static_cast<std::size_t>(at)] = ' ';
      Cell const other{changed};
      EXPECT(cell.view() != other.view());
      EXPECT(other.view().index_of(" "_rf) == at);
      EXPECT(other.view().last_index_of(" "_rf) == at);
      EXPECT(utf8(other.view().slice(0, at), "|"_rf, other.view().slice(at)) ==
             changed.substr(0, static_cast<std::size_t>(at)) + "|" + changed.substr(static_cast<std::size_t>(at)));
    }
  }
  EXPECT("a\0b"_rf.length() == 3);
  EXPECT(utf8("a\0b"_rf) == std::string("a\0b", 3));
  EXPECT("J\xC3\xB6rg"_rf.length() == 4);
  EXPECT("\xED\xA0\xBD"_wtf8.length() == 1);
  EXPECT("\xED\xA0\xBD"_wtf8 == "\xF0\x9F\x98\x80"_rf.char_at(0));
  EXPECT("\xED\xB8\x80"_wtf8 == "\xF0\x9F\x98\x80"_rf.char_at(1));
  EXPECT(utf8("\xED\xA0\xBD"_wtf8, "\xED\xB8\x80"_wtf8) == "\xF0\x9F\x98\x80");
  EXPECT(utf8("\xED\xB8\x80"_wtf8, "\xED\xA0\xBD"_wtf8) == "\xEF\xBF\xBD\xEF\xBF\xBD");
  static_assert("abc"_rf.is_ascii() && !"\xC3\xB6"_rf.is_ascii());
}

void absent_values() {
  rf::Maybe<double> const none = rf::null;
  rf::Maybe<double> const undefined = rf::undefined;
  rf::Maybe<double> const some = 2.5;
  EXPECT(none.is_null() && !none.is_undefined() && none.is_absent() && !none.present());
  EXPECT(undefined.is_undefined() && !undefined.is_null() && undefined.is_absent());
  EXPECT(some.present() && *some == 2.5);
  EXPECT(rf::to_number(none) == 0 && std::isnan(rf::to_number(undefined)) && rf::to_number(some) == 2.5);
  EXPECT(rf::to_number(true) == 1 && rf::to_number(rf::Maybe<bool>(rf::null)) == 0 && rf::to_number(int32_t{7}) == 7);
  EXPECT(rf::equal(none, rf::null) && !rf::equal(none, rf::undefined) && !rf::equal(none, undefined));
  EXPECT(rf::equal(rf::null, none) && rf::equal(undefined, rf::undefined) && !rf::equal(some, rf::null));
  EXPECT(rf::equal(some, 2.5) && rf::equal(2.5, some) && rf::equal(rf::Maybe<int32_t>(2), rf::Maybe<double>(2.0)));
  EXPECT(!rf::equal(rf::Maybe<double>(std::nan("")), std::nan("")) && rf::equal(0.0, -0.0));
  EXPECT(rf::equal("ab"_rf.at(int32_t{5}), rf::undefined) && rf::equal("ab"_rf.at(int32_t{-1}), "b"_rf));
  EXPECT(!rf::equal("1"_rf, 1.0) && !rf::equal(true, 1.0) && !rf::equal(rf::null, rf::undefined));
  EXPECT(rf::coalesce(none, 3.0) == 3 && rf::coalesce(some, int32_t{3}) == 2.5);
  EXPECT(rf::coalesce(undefined, [] { return 4.0; }) == 4);
  EXPECT(rf::coalesce(rf::Maybe<rf::View>(rf::null), rf::concat("a"_rf, "b"_rf)) == "ab"_rf);
  EXPECT(rf::coalesce(rf::Maybe<rf::Rope<2>>(rf::concat("a"_rf, "b"_rf)), "z"_rf) == "ab"_rf);
  EXPECT(rf::coalesce(none, rf::undefined).is_undefined());
  EXPECT(rf::coalesce(none, rf::Maybe<double>(rf::null)).is_null());
  EXPECT(rf::coalesce(rf::Maybe<rf::Position>(rf::null), int32_t{3}) == 3);
  rf::Maybe<rf::Rope<3>> const wider = rf::Maybe<rf::View>("v"_rf);
  EXPECT(wider.present() && *wider == "v"_rf);

  EXPECT(!rf::truthy(none) && rf::truthy(some) && !rf::truthy(0.0) && !rf::truthy(-0.0) && !rf::truthy(std::nan("")));
  EXPECT(rf::truthy(HUGE_VAL) && rf::truthy(int32_t{-1}) && !rf::truthy(""_rf) && rf::truthy("0"_rf));
  EXPECT(!rf::truthy(rf::concat(""_rf, ""_rf)) && rf::truthy(rf::concat(""_rf, "a"_rf)));
  EXPECT(!rf::truthy("ab"_rf.index_of("a"_rf)) && rf::truthy("ab"_rf.index_of("b"_rf)) &&
         rf::truthy("ab"_rf.index_of("c"_rf)));
  EXPECT(!rf::truthy(rf::Maybe<rf::View>(""_rf)) && !rf::truthy(rf::undefined));

  rf::NumberText number;
  EXPECT(rf::text(true) == "true"_rf && rf::text(rf::Maybe<bool>(rf::null)) == "null"_rf);
  EXPECT(rf::text("ab"_rf.at(int32_t{9})) == "undefined"_rf && rf::text(rf::Maybe<rf::View>("x"_rf)) == "x"_rf);
  EXPECT(rf::text(rf::Maybe<rf::Rope<2>>(rf::null)) == "null"_rf);
  EXPECT(number.format(none) == "null"_rf && number.format(undefined) == "undefined"_rf);
  EXPECT(number.format("\xC3\xB6 x"_rf.index_of("x"_rf)) == "2"_rf && number.format(rf::Position{}) == "-1"_rf);
  EXPECT(number.format(int32_t{-2147483647 - 1}) == "-2147483648"_rf && number.format(rf::Maybe<int32_t>(0)) == "0"_rf);
}

void ropes() {
  rf::View const s = "ab"_rf;
  for (bool const condition : {true, false}) {
    auto const either = condition ? rf::Rope<2>(s) : rf::Rope<2>(rf::concat(s, "c"_rf));
    EXPECT(either.length() == (condition ? 2 : 3));
  }
  rf::Rope<4> const wide = rf::concat("\xF0\x9F\x98\x80"_rf.slice(int32_t{0}, int32_t{1}), ""_rf,
                                      "\xF0\x9F\x98\x80!"_rf.slice(int32_t{1}));
  EXPECT(wide == "\xF0\x9F\x98\x80!"_rf && wide.length() == 3);
  EXPECT(wide.index_of("!"_rf) == 2 && wide.includes("\xF0\x9F\x98\x80"_rf));
}

}  // namespace

int main() {
  literals();
  absent_values();
  ropes();
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
