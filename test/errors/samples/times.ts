import { date32, float64, nullable, timestamp, transform, utf8 } from 'rowfuse';

const minutes = 'minute' as unknown as 's';
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const wrongUnit = transform({
  input: { at: timestamp(minutes) }, // RF1113
  output: utf8,
  row: () => '',
});

export const wrongSpelling = transform({
  // @ts-expect-error: no such unit
  input: { at: timestamp('minute') }, // RF1113
  // @ts-expect-error: a unit is needed
  output: nullable(timestamp()), // RF1113
  row: () => null,
});

export const wrongZone = transform({
  input: { at: timestamp('us', 'Berlin') }, // RF1114
  output: utf8,
  row: () => '',
});

export const wrongZones = transform({
  input: {
    b: nullable(timestamp('us', '+2')), // RF1114
    c: timestamp('ms', zone), // RF1114
    d: timestamp('ms', ''), // RF1114
  },
  output: timestamp('s', '+25:00'), // RF1114
  row: () => 0,
});

export const mixed = transform({
  input: { u: timestamp('us'), m: timestamp('ms'), d: date32 },
  output: { u: timestamp('us'), m: timestamp('ms'), text: utf8, n: float64 },
  // @ts-expect-error: milliseconds are a number, microseconds a bigint
  row: ({ u, m, d }) => {
    if (d === 0) return { u: m, m, text: '', n: 0 }; // RF1303
    if (d === 1) return { u, m: u, text: '', n: 0 }; // RF1303
    if (d === 2) return { u, m, text: d, n: 0 }; // RF1303
    if (d === 3) return { u, m, text: '', n: new Date(u as unknown as number).getTime() }; // RF1302
    return { u, m: new Date(d), text: '', n: 0 }; // RF1203
  },
});
