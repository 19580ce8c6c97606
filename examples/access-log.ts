import { expand, float64, lines, nullable, timestamp, transform, uint16, utf8 } from 'rowfuse';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const day = String.raw`(?<day>\d\d)/(?<month>${months.join('|')})/(?<year>\d{4})`;
const time = String.raw`(?<hours>\d\d):(?<minutes>\d\d):(?<seconds>\d\d) (?<zone>[+-]\d{4})`;
const quoted = String.raw`(?:[^"\\]|\\.)*`;
const request = String.raw`(?:(?<method>[A-Z]+) (?<path>\S+)(?: HTTP/[\d.]+)?|${quoted})`;

/** The combined log format of Apache and nginx. A request that is no HTTP, such as that of a port scan, has no method and no path. */
const combined = new RegExp(
  String.raw`^(?<host>\S+) \S+ (?<user>\S+) \[${day}:${time}\] "${request}" (?<status>\d{3}) (?<bytes>\d+|-) "(?<referrer>${quoted})" "(?<agent>${quoted})"$`,
);

/** Returns null for `-`, which stands for a missing value. */
const known = (field = '-') => (field === '-' ? null : field);

/** Reads an access log into typed columns; `-` becomes null. Lines in another format are dropped. */
export const accesses = expand({
  input: lines(),
  output: {
    host: utf8,
    user: nullable(utf8),
    time: timestamp('ms'),
    method: nullable(utf8),
    path: nullable(utf8),
    status: uint16,
    bytes: nullable(float64),
    referrer: nullable(utf8),
    agent: nullable(utf8),
  },
  *rows({ line }) {
    const fields = line.match(combined)?.groups;
    if (fields === undefined) return;
    const { host = '', month = '', method, path, bytes } = fields;
    const zone = Number(fields.zone); // -330 is three hours and a half
    const offset = Math.trunc(zone / 100) * 60 + (zone % 100);
    yield {
      host,
      user: known(fields.user),
      time: Date.UTC(
        Number(fields.year),
        months.indexOf(month),
        Number(fields.day),
        Number(fields.hours),
        Number(fields.minutes) - offset,
        Number(fields.seconds),
      ),
      method: method ?? null,
      path: path ?? null,
      status: Number(fields.status),
      bytes: bytes === '-' ? null : Number(bytes),
      referrer: known(fields.referrer),
      agent: known(fields.agent),
    };
  },
});

/** Returns the lines that `accesses` drops. */
export const malformedLines = transform({
  input: lines(),
  output: utf8,
  where: ({ line }) => !combined.test(line),
  row: ({ line }) => line,
});
