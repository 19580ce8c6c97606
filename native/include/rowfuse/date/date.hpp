/// Dates in UTC. A time value is a number of milliseconds since 1970, and NaN if the date is invalid.
#pragma once

#include <cmath>
#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/string/memory/text_buffer.hpp>

namespace rowfuse {

namespace detail {

inline constexpr double milliseconds_of_day = 86400000;
/// 100 million days on either side of 1970: ECMA-262 21.4.1.1.
inline constexpr double latest_time = 8.64e15;

/// A day of the proleptic Gregorian calendar.
struct Day {
  int32_t year;
  int32_t month;  ///< from 0
  int32_t date;   ///< from 1
};

/// Counts years from March, so that a leap year adds its day at the end of the year. The lengths of the months then lie on a line: 153 days
/// in five months.
RF_HD inline Day day_of(int32_t days) {
  int32_t const shifted = days + 719468;  // days since 1 March of the year 0
  int32_t const era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  int32_t const day_of_era = shifted - era * 146097;
  int32_t const year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int32_t const day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int32_t const march = (5 * day_of_year + 2) / 153;
  int32_t const month = march < 10 ? march + 2 : march - 10;
  return {era * 400 + year_of_era + (month < 2 ? 1 : 0), month, day_of_year - (153 * march + 2) / 5 + 1};
}

/// Returns the first day of a month, in days since 1970. Before the year -399,999 the count of leap days is slightly off, as in V8, whose
/// divisions truncate. Such a month still matters, because a date can add hundreds of millions of days to it and be valid.
RF_HD inline int32_t days_before(int32_t year, int32_t month) {
  constexpr int32_t shift = 399999;
  constexpr int32_t days_to_1970 = 365 * (1970 + shift) + (1970 + shift) / 4 - (1970 + shift) / 100 + (1970 + shift) / 400;
  int32_t const shifted = year + shift;
  int32_t const before = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 - days_to_1970;
  if (month < 2) return before + 31 * month;
  bool const is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return before + 59 + static_cast<int32_t>(is_leap) + (153 * (month - 2) + 2) / 5;
}

/// A valid time value as a day and the millisecond within that day.
struct Time {
  int32_t day;
  int32_t millisecond;
};
RF_HD inline Time time_of(double value) {
  auto const time = static_cast<int64_t>(value);
  auto day = static_cast<int32_t>(time / 86400000);
  auto millisecond = static_cast<int32_t>(time % 86400000);
  if (millisecond < 0) {
    millisecond += 86400000;
    --day;
  }
  return {day, millisecond};
}

/// ToIntegerOrInfinity of a finite number.
RF_HD inline double integer_of(double value) { return ::trunc(value) + 0.0; }

RF_HD RF_INLINE bool are_finite(double a, double b, double c, double d) { return a - a == 0 && b - b == 0 && c - c == 0 && d - d == 0; }

}  // namespace detail

/// ECMA-262 21.4.1.31 TimeClip: the time value of `new Date(value)`.
RF_HD inline double time_clip(double value) {
  if (!(value >= -detail::latest_time && value <= detail::latest_time)) return nan();
  return detail::integer_of(value);
}

/// Returns the number of the day that begins at `time`, which is within 2^31 days of 1970.
RF_HD inline std::int32_t whole_days(double time) { return static_cast<std::int32_t>(time / 86400000); }

// ECMA-262 21.4.4: the getters of Date.prototype (getUTCFullYear and so on) for a time value.

RF_HD inline double utc_full_year(double time) { return time != time ? time : detail::day_of(detail::time_of(time).day).year; }
RF_HD inline double utc_month(double time) { return time != time ? time : detail::day_of(detail::time_of(time).day).month; }
RF_HD inline double utc_date(double time) { return time != time ? time : detail::day_of(detail::time_of(time).day).date; }
RF_HD inline double utc_day(double time) {
  if (time != time) return time;
  // 1 January 1970 was a Thursday.
  int32_t const day = (detail::time_of(time).day + 4) % 7;
  return day < 0 ? day + 7 : day;
}
RF_HD inline double utc_hours(double time) {
  if (time != time) return time;
  auto const hours = detail::time_of(time).millisecond / 3600000;
  return hours;
}
RF_HD inline double utc_minutes(double time) { return time != time ? time : detail::time_of(time).millisecond / 60000 % 60; }
RF_HD inline double utc_seconds(double time) { return time != time ? time : detail::time_of(time).millisecond / 1000 % 60; }
RF_HD inline double utc_milliseconds(double time) { return time != time ? time : detail::time_of(time).millisecond % 1000; }

/// ECMA-262 21.4.3.4 Date.UTC. Years and months beyond V8's limits give NaN.
RF_HD inline double date_utc(double year, double month = 0, double date = 1, double hours = 0, double minutes = 0, double seconds = 0,
                             double milliseconds = 0) {
  if (year == year) {
    double const integer = ::trunc(year);
    if (integer >= 0 && integer <= 99) year = 1900 + integer;
  }
  bool const has_day = year >= -1e6 && year <= 1e6 && month >= -1e7 && month <= 1e7 && date - date == 0;
  if (!has_day || !detail::are_finite(hours, minutes, seconds, milliseconds)) return nan();
  auto y = static_cast<int32_t>(year);
  auto m = static_cast<int32_t>(month);
  y += m / 12;
  m %= 12;
  if (m < 0) {
    m += 12;
    --y;
  }
  double const day = static_cast<double>(detail::days_before(y, m) - 1) + detail::integer_of(date);
  double const time = detail::integer_of(hours) * 3600000.0 + detail::integer_of(minutes) * 60000.0 + detail::integer_of(seconds) * 1000.0 +
                      detail::integer_of(milliseconds);
  return time_clip(time + day * detail::milliseconds_of_day);
}

namespace detail {

RF_HD RF_INLINE char* write_padded_digits(char* at, int32_t value, int32_t count) {
  for (int32_t i = count - 1; i >= 0; --i) {
    at[i] = static_cast<char>('0' + value % 10);
    value /= 10;
  }
  return at + count;
}

/// ECMA-262 21.4.1.32: writes a valid time value in the Date Time String Format, as 24 or 27 characters.
RF_HD inline char* write_date(char* at, double time) {
  auto const [day, millisecond] = time_of(time);
  auto const [year, month, date] = day_of(day);
  auto const put = [&at](int32_t value, int32_t count, char separator) {
    at = write_padded_digits(at, value, count);
    *at++ = separator;
  };
  if (year >= 0 && year <= 9999) {
    put(year, 4, '-');
  } else {
    *at++ = year < 0 ? '-' : '+';
    put(year < 0 ? -year : year, 6, '-');
  }
  put(month + 1, 2, '-');
  put(date, 2, 'T');
  put(millisecond / 3600000, 2, ':');
  put(millisecond / 60000 % 60, 2, ':');
  put(millisecond / 1000 % 60, 2, '.');
  put(millisecond % 1000, 3, 'Z');
  return at;
}

}  // namespace detail

/// ECMA-262 21.4.4.36 Date.prototype.toISOString: a RangeError if the date is invalid.
template <class Out, int32_t capacity>
RF_HD View to_iso_string(Out& out, TextBuffer<capacity>& buffer, double time) {
  static_assert(capacity >= 27);
  if (time == time) return buffer.view(buffer.characters, detail::write_date(buffer.characters, time));
  out.fault.raise(Fault::thrown, -1);
  return buffer.view(0);
}

/// ECMA-262 21.4.4.37 Date.prototype.toJSON: null if the date is invalid.
template <int32_t capacity>
RF_HD Maybe<View> date_to_json(TextBuffer<capacity>& buffer, double time) {
  static_assert(capacity >= 27);
  if (time != time) return null;
  return buffer.view(buffer.characters, detail::write_date(buffer.characters, time));
}

}  // namespace rowfuse
