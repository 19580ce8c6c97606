import { float64, int8, sha256, transform, utf8 } from 'rowfuse';

/** Texts of numbers in arrays: each has its own memory, though they are made in the same place. */
export const textsInArrays = transform({
  input: { x: float64, n: int8, s: utf8 },
  output: { pushed: utf8, mapped: utf8, sorted: utf8, literal: utf8, found: utf8, digests: utf8, dates: utf8 },
  row: ({ x, n, s }) => {
    const pushed: string[] = [];
    for (let i = 0; i < 4; i++) pushed.push((x / (i + 1)).toFixed(i));
    const mapped = s.split(' ').map((part) => Number(part).toFixed(2));
    const pair = [x.toFixed(1), (x + 1).toFixed(1), n.toString(16)];
    const words = s.split('a').map((part) => part.length.toString(2));
    const digests = s.split(' ').map((part) => sha256(part).slice(0, 4));
    const dates: string[] = [];
    for (let i = 0; i < 3; i++) dates.push(new Date(i * 86_400_000 * n).toISOString());
    return {
      pushed: pushed.join(';'),
      mapped: `${mapped.join(';')}|${mapped[0]}|${mapped.length}`,
      sorted: words.sort().join(' '),
      literal: pair.join(' '),
      found: pushed.find((text) => text.startsWith('1')) ?? pushed[2] ?? '',
      digests: digests.reverse().join(),
      dates: dates.map((text) => text.slice(0, 10)).join(),
    };
  },
});
