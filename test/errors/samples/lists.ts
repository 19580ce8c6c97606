import { bool, int64, transform } from 'rowfuse';

const numbers: readonly bigint[] = [1n, 2n];
const wanted = new Set([1n, 2n]);
const pushed = [1n, 2n];
const added = new Set([1n]);
const indexed = [1n, 2n];
const filled = new Array<bigint>(3);
pushed.push(3n);
added.add(2n);
indexed[0] = 5n;

export const lists = transform({
  input: { a: int64 },
  output: bool,
  row({ a }) {
    if (numbers.join() === '') return false;
    if (wanted.size > 1 && numbers.length > 2 && wanted.keys()) return false; // RF1301
    if (numbers.includes(a, 1)) return false; // RF1203
    let alias = numbers;
    if (`${numbers}` === '') return false; // RF1203
    alias = [a]; // RF1203
    if ([...numbers.keys()].length > 2) return false; // RF1301
    if (pushed.includes(a)) return false; // RF1402
    if (added.has(a)) return false; // RF1402
    if (indexed.includes(a)) return false; // RF1402
    if (filled.includes(a)) return false; // RF1401
    return wanted.has(a) || new Set([1n, a]).has(a); // RF1203
  },
});
