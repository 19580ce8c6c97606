/// Generated code that no random case reaches: literals known at compile time, absent values, conversions. Built with optimisation,
/// because sizes known at compile time take their own paths.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/number.hpp>
#include <rowfuse/number/text/number_text.hpp>
#include <rowfuse/string/string.hpp>
#include <rowfuse/value/value.hpp>

namespace rf = rowfuse;

namespace {

int failures = 0;
#define EXPECT(condition) ((condition) ? void() : (++failures, void(std::printf("values.cpp:%d: %s\n", __LINE__, #condition))))

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
    EXPECT((cell.view() == rf::literal<"public">()) == (text == "public"));
    EXPECT((rf::literal<"public">() == cell.view()) == (text == "public"));
    EXPECT((cell.view() != rf::literal<"public">()) == (text != "public"));
    EXPECT((cell.view() == rf::literal<"">()) == text.empty());
    EXPECT(cell.view().starts_with(rf::literal<"pu">()) == text.starts_with("pu"));
    EXPECT(cell.view().ends_with(rf::literal<"ity">()) == text.ends_with("ity"));
    EXPECT(cell.view().includes(rf::literal<"l">()) == (text.find('l') != std::string::npos));
    EXPECT(cell.view().includes(rf::literal<"lic">()) == (text.find("lic") != std::string::npos));
  }
  for (int size = 0; size < 80; ++size) {
    std::string const text(static_cast<std::size_t>(size), 'x');
    Cell const cell{text};
    EXPECT(cell.view() == Cell{text}.view());
    EXPECT(cell.view().length() == size);
    EXPECT(cell.view().index_of(rf::literal<" ">()) == -1);
    EXPECT((cell.view() == rf::literal<"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx">()) == (size == 40));
    for (int at = 0; at < size; ++at) {
      std::string changed = text;
      changed[static_cast<std::size_t>(at)] = ' ';
      Cell const other{changed};
      EXPECT(cell.view() != other.view());
      EXPECT(other.view().index_of(rf::literal<" ">()) == at);
      EXPECT(other.view().last_index_of(rf::literal<" ">()) == at);
      EXPECT(utf8(other.view().slice(0, at), rf::literal<"|">(), other.view().slice(at)) ==
             changed.substr(0, static_cast<std::size_t>(at)) + "|" + changed.substr(static_cast<std::size_t>(at)));
    }
  }
  EXPECT(rf::literal<"a\0b">().length() == 3);
  EXPECT(utf8(rf::literal<"a\0b">()) == std::string("a\0b", 3));
  EXPECT(rf::literal<"J\xC3\xB6rg">().length() == 4);
  EXPECT(rf::wtf8_literal<"\xED\xA0\xBD">().length() == 1);
  EXPECT(rf::wtf8_literal<"\xED\xA0\xBD">() == rf::literal<"\xF0\x9F\x98\x80">().char_at(0));
  EXPECT(rf::wtf8_literal<"\xED\xB8\x80">() == rf::literal<"\xF0\x9F\x98\x80">().char_at(1));
  EXPECT(utf8(rf::wtf8_literal<"\xED\xA0\xBD">(), rf::wtf8_literal<"\xED\xB8\x80">()) == "\xF0\x9F\x98\x80");
  EXPECT(utf8(rf::wtf8_literal<"\xED\xB8\x80">(), rf::wtf8_literal<"\xED\xA0\xBD">()) == "\xEF\xBF\xBD\xEF\xBF\xBD");
  static_assert(rf::literal<"abc">().is_ascii() && !rf::literal<"\xC3\xB6">().is_ascii());
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
  EXPECT(rf::equal(rf::literal<"ab">().at(int32_t{5}), rf::undefined) &&
         rf::equal(rf::literal<"ab">().at(int32_t{-1}), rf::literal<"b">()));
  EXPECT(!rf::equal(rf::literal<"1">(), 1.0) && !rf::equal(true, 1.0) && !rf::equal(rf::null, rf::undefined));
  EXPECT(rf::coalesce(none, 3.0) == 3 && rf::coalesce(some, int32_t{3}) == 2.5);
  EXPECT(rf::coalesce(undefined, [] { return 4.0; }) == 4);
  EXPECT(rf::coalesce(rf::Maybe<rf::View>(rf::null), rf::concat(rf::literal<"a">(), rf::literal<"b">())) == rf::literal<"ab">());
  EXPECT(rf::coalesce(rf::Maybe<rf::Rope<2>>(rf::concat(rf::literal<"a">(), rf::literal<"b">())), rf::literal<"z">()) ==
         rf::literal<"ab">());
  EXPECT(rf::coalesce(none, rf::undefined).is_undefined());
  EXPECT(rf::coalesce(none, rf::Maybe<double>(rf::null)).is_null());
  EXPECT(rf::coalesce(rf::Maybe<rf::Position>(rf::null), int32_t{3}) == 3);
  rf::Maybe<rf::Rope<3>> const wider = rf::Maybe<rf::View>(rf::literal<"v">());
  EXPECT(wider.present() && *wider == rf::literal<"v">());

  EXPECT(!rf::truthy(none) && rf::truthy(some) && !rf::truthy(0.0) && !rf::truthy(-0.0) && !rf::truthy(std::nan("")));
  EXPECT(rf::truthy(HUGE_VAL) && rf::truthy(int32_t{-1}) && !rf::truthy(rf::literal<"">()) && rf::truthy(rf::literal<"0">()));
  EXPECT(!rf::truthy(rf::concat(rf::literal<"">(), rf::literal<"">())) && rf::truthy(rf::concat(rf::literal<"">(), rf::literal<"a">())));
  EXPECT(!rf::truthy(rf::literal<"ab">().index_of(rf::literal<"a">())) && rf::truthy(rf::literal<"ab">().index_of(rf::literal<"b">())) &&
         rf::truthy(rf::literal<"ab">().index_of(rf::literal<"c">())));
  EXPECT(!rf::truthy(rf::Maybe<rf::View>(rf::literal<"">())) && !rf::truthy(rf::undefined));

  rf::NumberText number;
  EXPECT(rf::text(true) == rf::literal<"true">() && rf::text(rf::Maybe<bool>(rf::null)) == rf::literal<"null">());
  EXPECT(rf::text(rf::literal<"ab">().at(int32_t{9})) == rf::literal<"undefined">() &&
         rf::text(rf::Maybe<rf::View>(rf::literal<"x">())) == rf::literal<"x">());
  EXPECT(rf::text(rf::Maybe<rf::Rope<2>>(rf::null)) == rf::literal<"null">());
  EXPECT(number.format(none) == rf::literal<"null">() && number.format(undefined) == rf::literal<"undefined">());
  EXPECT(number.format(rf::literal<"\xC3\xB6 x">().index_of(rf::literal<"x">())) == rf::literal<"2">() &&
         number.format(rf::Position{}) == rf::literal<"-1">());
  EXPECT(number.format(int32_t{-2147483647 - 1}) == rf::literal<"-2147483648">() &&
         number.format(rf::Maybe<int32_t>(0)) == rf::literal<"0">());
}

void ropes() {
  rf::View const s = rf::literal<"ab">();
  for (bool const condition : {true, false}) {
    auto const either = condition ? rf::Rope<2>(s) : rf::Rope<2>(rf::concat(s, rf::literal<"c">()));
    EXPECT(either.length() == (condition ? 2 : 3));
  }
  rf::Rope<4> const wide = rf::concat(rf::literal<"\xF0\x9F\x98\x80">().slice(int32_t{0}, int32_t{1}), rf::literal<"">(),
                                      rf::literal<"\xF0\x9F\x98\x80!">().slice(int32_t{1}));
  EXPECT(wide == rf::literal<"\xF0\x9F\x98\x80!">() && wide.length() == 3);
  EXPECT(wide.index_of(rf::literal<"!">()) == 2 && wide.includes(rf::literal<"\xF0\x9F\x98\x80">()));
}

}  // namespace

int main() {
  literals();
  absent_values();
  ropes();
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
