import { bool, date32, int32, nullable, timestamp, transform } from 'rowfuse';

const day = 86_400_000;

export const visits = transform({
  input: { visited: timestamp('us', 'Europe/Berlin'), born: nullable(date32), at: timestamp('ms') },
  params: { since: date32 },
  output: { day: nullable(date32), second: timestamp('s', 'UTC'), weekend: bool, number: nullable(int32) },
  row: ({ visited, born, at }, { params: { since } }) => {
    const weekday = new Date(at).getUTCDay();
    return {
      day: born !== null && born >= since ? born + day : null,
      second: Math.floor(Number(visited / 1000n) / 1000) * 1000,
      weekend: weekday === 0 || weekday === 6,
      number: born === null ? null : born / day,
    };
  },
});
