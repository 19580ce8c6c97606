import { bool, int32, int64, nullable, transform, utf8 } from 'rowfuse';

const wide = [1n, 18446744073709551615n, -5n];
const next = (numbers: readonly bigint[], at: number) => numbers[at]! + numbers[at + 1]!;

/** Arrays of bigints, 16 bytes each. */
export const bigintArrays = transform({
  input: { s: utf8, k: int64, c: nullable(int64), i: int32 },
  output: {
    literal: utf8,
    pushed: utf8,
    sum: utf8,
    found: utf8,
    fibonacci: utf8,
    sorted: utf8,
    assigned: utf8,
    nulls: utf8,
    spread: utf8,
    parts: utf8,
    looped: utf8,
    has: bool,
  },
  row({ s, k, c, i }) {
    const literal = [k, k + 1n, 3n];
    const pushed: bigint[] = [];
    for (const character of s) pushed.push(BigInt(character.length) + k);
    const fibonacci: bigint[] = [0n, 1n];
    for (let p = 2; p < 90; p++) fibonacci.push(fibonacci[p - 1]! + fibonacci[p - 2]!);
    const sorted = [k, 2n, -k, 77777n];
    sorted.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const assigned = [k, 2n];
    assigned[0] = 5n;
    assigned[1]! += k;
    assigned[2] = assigned[0]! * 2n;
    const nulls: (bigint | null)[] = [c, null, 3n];
    nulls.push(c);
    const loose = [k, 1n];
    loose[0] = loose[i & 1]!;
    loose[1] = loose[i & 3]!;
    const [first, second = 4n, ...others] = s.split('').map((unit) => BigInt(unit.charCodeAt(0)));
    let looped = 0n;
    for (const size of s.split(' ').map((word) => BigInt(word.length) + k)) looped += size;
    return {
      literal: `${literal[i]} ${literal.length} ${literal.at(-1)} ${literal.includes(5n)} ${literal.indexOf(3n)}`,
      pushed: pushed.join(),
      sum: `${s.split(',').map((part) => BigInt(part.length) * 1_000_000_007n).reduce((sum, size) => sum + size, 0n)}`,
      found: `${literal.find((value) => value > 4n)} ${literal.some((value) => value === 2n)} ${literal.lastIndexOf(k)}`,
      fibonacci: `${fibonacci[i & 127]} ${fibonacci.length}`,
      sorted: sorted.join('|'),
      assigned: `${assigned.join()} ${assigned.reverse().slice(1).concat([7n], k).join('/')}`,
      nulls: `${nulls.join('|')} ${nulls.filter((value) => value !== null).length}`,
      spread: [...[k, 1n], ...wide, k].map((value) => value % 7n).join(),
      parts: `${first} ${second} ${others.join()} ${s.split(' ').map((word) => word.length).toSorted((a, b) => b - a).join()}`,
      looped: `${looped} ${loose.join()} ${loose[0]! > loose[1]!}`,
      has: literal.includes(c ?? 0n),
    };
  },
});

/** Two absent elements would give NaN in JavaScript; the row fails, as with one. */
export const missingBigints = transform({
  input: { k: int64, i: int32 },
  output: utf8,
  row({ k, i }) {
    const numbers = [k, 1n];
    return `${numbers[i & 1]! + numbers[i & 3]!} ${next(numbers, i & 1)}`;
  },
});
