/// Every operation between numbers and text in device code, which must compile without a warning.
#include <rowfuse/date/date.hpp>
#include <rowfuse/hash/sha256.hpp>
#include <rowfuse/number/text/parse_bigint.hpp>
#include <rowfuse/number/text/parse_int.hpp>
#include <rowfuse/number/text/parse_number.hpp>
#include <rowfuse/number/text/radix_text.hpp>
#include <rowfuse/string/case/case_map.hpp>

namespace rf = rowfuse;

struct Out {
  rf::RowFault fault;
};

template <class S>
__device__ double read(Out& out, S const& s, int32_t radix) {
  return rf::to_number(s) + rf::parse_float(s) + rf::parse_int(s, radix) + rf::to_number(rf::parse_bigint(out, s));
}

__global__ void every_parser(char const* data, int32_t size, int32_t radix, double* results) {
  Out out;
  rf::View const s{data, size};
  results[0] = read(out, s, radix) + read(out, rf::concat(s, s), radix) + read(out, s.to_upper_case(), radix) +
               rf::to_number(rf::Maybe<rf::View>(s));
  results[1] = static_cast<double>(static_cast<bool>(out.fault));
}

__global__ void every_printer(double value, int32_t integer, double digits, char* to, double* results) {
  Out out;
  char* const end = to + 4096;
  rf::TextBuffer<123> buffer;
  rf::TextBuffer<1134> radix;
  to = rf::write_utf8(to, end, rf::to_fixed(out, buffer, value, digits)).at;
  to = rf::write_utf8(to, end, rf::to_fixed(out, buffer, value, integer)).at;
  to = rf::write_utf8(to, end, rf::to_exponential(out, buffer, value, digits)).at;
  to = rf::write_utf8(to, end, rf::to_exponential(buffer, value)).at;
  to = rf::write_utf8(to, end, rf::to_precision(out, buffer, value, integer)).at;
  to = rf::write_utf8(to, end, rf::to_radix(out, radix, value, digits)).at;
  to = rf::write_utf8(to, end, rf::to_radix(out, radix, integer, integer)).at;
  to = rf::write_utf8(to, end, rf::to_radix(out, radix, int64_t{integer} << 20, integer)).at;
  to = rf::write_utf8(to, end, rf::to_radix(out, radix, rf::int128(integer, 7), integer)).at;
  results[0] = static_cast<double>(static_cast<bool>(out.fault));
}

__global__ void every_date(double value, char* to, double* results) {
  Out out;
  rf::TextBuffer<27> buffer;
  double const time = rf::time_clip(value);
  results[0] = rf::utc_full_year(time) + rf::utc_month(time) + rf::utc_date(time) + rf::utc_day(time) + rf::utc_hours(time) +
               rf::utc_minutes(time) + rf::utc_seconds(time) + rf::utc_milliseconds(time);
  results[1] = rf::date_utc(value, value, value, value);
  to = rf::write_utf8(to, to + 64, rf::to_iso_string(out, buffer, time)).at;
  results[2] = rf::date_to_json(buffer, time).is_null() + static_cast<bool>(out.fault);
}

__global__ void every_hash(char const* data, int32_t size, char* to) {
  rf::View const s{data, size};
  rf::TextBuffer<64> buffer;
  to = rf::write_utf8(to, to + 64, rf::sha256(buffer, rf::concat(s, s))).at;
  rf::write_utf8(to, to + 64, rf::hmac_sha256(buffer, s, s.to_lower_case()));
}
