#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace bench {

/// Writes JSON in the order of the calls, with the commas.
class JsonWriter {
 public:
  JsonWriter& open(char bracket = '{') {
    separate();
    text_ += bracket;
    first_ = true;
    return *this;
  }
  JsonWriter& close(char bracket = '}') {
    text_ += bracket;
    first_ = false;
    return *this;
  }
  JsonWriter& key(std::string_view name) {
    separate();
    quote(name);
    text_ += ": ";
    first_ = true;
    return *this;
  }
  JsonWriter& value(double number) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.9g", number);
    return raw(buffer);
  }
  JsonWriter& value(long long number) { return raw(std::to_string(number)); }
  JsonWriter& value(bool flag) { return raw(flag ? "true" : "false"); }
  JsonWriter& value(std::string_view text) {
    separate();
    quote(text);
    first_ = false;
    return *this;
  }
  template <class Value>
  JsonWriter& field(std::string_view name, Value const& content) {
    return key(name).value(content);
  }
  /// Writes a value that is JSON already.
  JsonWriter& raw(std::string_view text) {
    separate();
    text_ += text;
    return *this;
  }
  std::string const& text() const { return text_; }

 private:
  void separate() {
    if (!first_) text_ += ", ";
    first_ = false;
  }
  void quote(std::string_view text) {
    text_ += '"';
    for (char const c : text) {
      if (c == '"' || c == '\\') text_ += '\\';
      if (static_cast<unsigned char>(c) >= 0x20) text_ += c;
    }
    text_ += '"';
  }

  std::string text_;
  bool first_ = true;
};

}  // namespace bench
