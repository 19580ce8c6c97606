// Breaks claims one by one: those of planted.hpp, which the test generates, and promises of the row library.
#include <string_view>

#include <rowfuse/row.hpp>
#include <rowfuse/row/counting_sink.hpp>
#include <rowfuse/string/form/claimed_text.hpp>
#include <rowfuse/string/memory/arena.hpp>
#include <rowfuse/string/memory/text_buffer.hpp>

namespace {

namespace rf = ::rowfuse;

template <class Transform, class Value>
void evaluate(Value value) {
  rf::RowValues<typename Transform::Input> row;
  rf::detail::cell<0>(row) = value;
  alignas(8) char memory[4096];
  rf::CountingSink<typename Transform::Output> out;
  out.arena = {memory, sizeof memory};
  Transform{}(row, out);
}

}  // namespace

#include "planted.hpp"

namespace {

void break_promise(std::string_view name) {
  if (name == "ascii") rf::claimed_text(rf::View("\xC3\xA9", 2, rf::View::ascii));
  if (name == "encoding") rf::claimed_text(rf::View("a\x80", 2));
  if (name == "halves") rf::claimed_text(rf::View("abcd", 4, rf::View::low_head));
  if (name == "pieces") rf::shrink<1>(rf::concat(rf::View("a", 1), rf::View("b", 1)));
  if (name == "position") {
    rf::View const text("\xC3\xA9", 2);
    static_cast<void>(text.slice(rf::Position(text.data, 1)));
  }
  if (name == "buffer") static_cast<void>(rf::TextBuffer<4>{}.view(5));
  if (name == "presence") static_cast<void>(*rf::Maybe<int>(rf::null));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  if (std::string_view(arguments[1]) == "library") {
    break_promise(arguments[2]);
  } else {
    evaluate_case(arguments[1], arguments[2]);
  }
}
