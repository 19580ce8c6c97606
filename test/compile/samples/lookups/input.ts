import { float64, int32, nullable, transform, utf8 } from 'rowfuse';

const rates: Record<string, { readonly vat: number; readonly name: string }> = {
  DE: { vat: 0.19, name: 'Germany' },
  FR: { vat: 0.2, name: 'France' },
  IE: { vat: 0.23, name: 'Ireland' },
};
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const status = new Map<number, string | null>([
  [200, 'ok'],
  [404, 'missing'],
  [410, null],
  [500, 'failed'],
  [70_000, 'unknown'],
]);
enum Level {
  Low = 1,
  High = 5,
}

export const lookups = transform({
  input: { country: utf8, day: int32, code: int32 },
  output: { vat: nullable(float64), name: nullable(utf8), weekday: nullable(utf8), status: nullable(utf8), level: int32 },
  row({ country, day, code }) {
    const rate = rates[country];
    let level = 0;
    for (const known of weekdays) if (known === country) level += Level.High;
    return {
      vat: rate ? rate.vat : null,
      name: rate?.name ?? null,
      weekday: weekdays[day] ?? null,
      status: status.get(code) ?? null,
      level: country in rates ? Level.Low : level,
    };
  },
});
