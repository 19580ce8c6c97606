/// What a string column says, in one short text: the same as checksum.mjs.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace bench {

class ColumnChecksum {
 public:
  /// Adds `rows` rows: `offsets[0 ... rows]` into `data`.
  ColumnChecksum& add(std::int32_t const* offsets, char const* data, std::int64_t rows) {
    for (std::int64_t row = 0; row < rows; ++row) {
      lengths_ = (lengths_ ^ static_cast<std::uint32_t>(offsets[row + 1] - offsets[row])) * prime;
    }
    for (std::int64_t at = offsets[0]; at < offsets[rows]; ++at) {
      values_ = (values_ ^ static_cast<unsigned char>(data[at])) * prime;
    }
    rows_ += rows;
    bytes_ += offsets[rows] - offsets[0];
    return *this;
  }

  std::string text() const {
    char buffer[80];
    std::snprintf(buffer, sizeof buffer, "%lld:%lld:%08x:%08x", static_cast<long long>(rows_), static_cast<long long>(bytes_), lengths_,
                  values_);
    return buffer;
  }

 private:
  static constexpr std::uint32_t prime = 0x01000193u;  // 32-bit FNV-1a, by bytes
  std::int64_t rows_ = 0;
  std::int64_t bytes_ = 0;
  std::uint32_t lengths_ = 0x811c9dc5u;
  std::uint32_t values_ = 0x811c9dc5u;
};

}  // namespace bench
