import { bool, float64, int32, timestamp, transform, utf8 } from 'rowfuse';

export const isoDate = transform({
  input: { placed: timestamp('ms') },
  output: utf8,
  row: ({ placed }) => new Date(placed).toISOString().slice(0, 10),
});

export const isoTime = transform({
  input: { placed: timestamp('ms') },
  output: utf8,
  row: ({ placed }) => new Date(placed).toISOString(),
});

export const germanDate = transform({
  input: { placed: timestamp('ms') },
  output: utf8,
  row({ placed }) {
    const date = new Date(placed);
    const two = (n: number) => String(n).padStart(2, '0');
    return `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`;
  },
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const longDate = transform({
  input: { placed: timestamp('ms') },
  output: utf8,
  row({ placed }) {
    const date = new Date(placed);
    return `${days[date.getUTCDay()]}, ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  },
});

export const weekday = transform({
  input: { placed: timestamp('ms') },
  output: int32,
  row: ({ placed }) => new Date(placed).getUTCDay(),
});

export const isWeekend = transform({
  input: { placed: timestamp('ms') },
  output: bool,
  row({ placed }) {
    const day = new Date(placed).getUTCDay();
    return day === 0 || day === 6;
  },
});

export const quarter = transform({
  input: { placed: timestamp('ms') },
  output: utf8,
  row({ placed }) {
    const date = new Date(placed);
    return `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
  },
});

export const dayOfYear = transform({
  input: { placed: timestamp('ms') },
  output: int32,
  row({ placed }) {
    const date = new Date(placed);
    return Math.floor((placed - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
  },
});

export const isoWeek = transform({
  input: { placed: timestamp('ms') },
  output: int32,
  row({ placed }) {
    const day = Math.floor(placed / 86_400_000);
    const thursday = day - ((day + 3) % 7) + 3;
    const year = new Date(thursday * 86_400_000).getUTCFullYear();
    return Math.floor((thursday - Date.UTC(year, 0, 1) / 86_400_000) / 7) + 1;
  },
});

export const hourBucket = transform({
  input: { placed: timestamp('ms') },
  output: timestamp('ms'),
  row: ({ placed }) => Math.floor(placed / 3_600_000) * 3_600_000,
});

export const startOfMonth = transform({
  input: { placed: timestamp('ms') },
  output: timestamp('ms'),
  row({ placed }) {
    const date = new Date(placed);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  },
});

export const addMonths = transform({
  input: { placed: timestamp('ms'), small: int32 },
  output: timestamp('ms'),
  row({ placed, small }) {
    const date = new Date(placed);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + small, date.getUTCDate());
  },
});

export const daysBetween = transform({
  input: { placed: timestamp('ms'), shipped: timestamp('ms') },
  output: int32,
  row: ({ placed, shipped }) => Math.floor((shipped - placed) / 86_400_000),
});

export const age = transform({
  input: { placed: timestamp('ms'), shipped: timestamp('ms') },
  output: int32,
  row({ placed, shipped }) {
    const from = new Date(placed);
    const to = new Date(shipped);
    const years = to.getUTCFullYear() - from.getUTCFullYear();
    const before =
      to.getUTCMonth() < from.getUTCMonth() ||
      (to.getUTCMonth() === from.getUTCMonth() && to.getUTCDate() < from.getUTCDate());
    return before ? years - 1 : years;
  },
});

export const parseIsoDate = transform({
  input: { date: utf8 },
  output: timestamp('ms'),
  row: ({ date }) => Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))),
});

export const usToIsoDate = transform({
  input: { usDate: utf8 },
  output: utf8,
  row({ usDate }) {
    const [month = '', day = '', year = ''] = usDate.split('/');
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  },
});

export const isLeapYear = transform({
  input: { year: int32 },
  output: bool,
  row: ({ year }) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0,
});

export const daysInMonth = transform({
  input: { year: int32, small: int32 },
  output: int32,
  row({ year, small }) {
    const month = small % 12;
    if (month === 1) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
    return month === 3 || month === 5 || month === 8 || month === 10 ? 30 : 31;
  },
});

export const isValidDate = transform({
  input: { date: utf8 },
  output: bool,
  row({ date }) {
    if (date.length !== 10 || date[4] !== '-' || date[7] !== '-') return false;
    const month = Number(date.slice(5, 7));
    const day = Number(date.slice(8));
    return month >= 1 && month <= 12 && day >= 1 && day <= 31;
  },
});

export const secondsOfClock = transform({
  input: { clock: utf8 },
  output: int32,
  row({ clock }) {
    const [h, m, s] = clock.split(':');
    return (Number(h) * 3600 + Number(m) * 60 + Number(s)) | 0;
  },
});

export const twelveHours = transform({
  input: { clock: utf8 },
  output: utf8,
  row({ clock }) {
    const hour = Number(clock.slice(0, 2));
    return `${hour % 12 === 0 ? 12 : hour % 12}${clock.slice(2, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
  },
});

export const civilFromDays = transform({
  input: { n: int32 },
  output: { year: int32, month: int32, day: int32 },
  row({ n }) {
    const z = n + 719468;
    const era = Math.floor(z / 146097);
    const doe = z - era * 146097;
    const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36524) - Math.floor(doe / 146096)) / 365);
    const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
    const mp = Math.floor((5 * doy + 2) / 153);
    const month = mp < 10 ? mp + 3 : mp - 9;
    return {
      year: yoe + era * 400 + (month <= 2 ? 1 : 0),
      month,
      day: doy - Math.floor((153 * mp + 2) / 5) + 1,
    };
  },
});

export const easter = transform({
  input: { year: int32 },
  output: utf8,
  row({ year }) {
    const a = year % 19;
    const b = Math.floor(year / 100);
    const c = year % 100;
    const d = Math.floor(b / 4);
    const e = b % 4;
    const g = Math.floor((8 * b + 13) / 25);
    const h = (19 * a + b - d - g + 15) % 30;
    const i = Math.floor(c / 4);
    const k = c % 4;
    const l = (32 + 2 * e + 2 * i - h - k) % 7;
    const m = Math.floor((a + 11 * h + 22 * l) / 451);
    const month = Math.floor((h + l - 7 * m + 114) / 31);
    const day = ((h + l - 7 * m + 114) % 31) + 1;
    return `${year}-0${month}-${String(day).padStart(2, '0')}`;
  },
});

export const unixSeconds = transform({
  input: { placed: timestamp('ms') },
  output: float64,
  row: ({ placed }) => Math.floor(Number(placed) / 1000),
});

export const logHour = transform({
  input: { log: utf8 },
  output: int32,
  row: ({ log }) => Number(log.slice(11, 13)) | 0,
});
