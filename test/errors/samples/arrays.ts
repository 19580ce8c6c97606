import { nullable, transform, utf8 } from 'rowfuse';

export const arrays = transform({
  input: { name: utf8, other: nullable(utf8) },
  output: utf8,
  row({ name, other }) {
    const words = name.split(' ');
    const a = words.toLocaleString(); // RF1301
    const b = words === name.split(''); // RF1302
    const c = -words; // RF1302
    const d = name.split(name.at(0)); // RF1302
    const f = words.join(name.at(9)); // RF1302
    const lengths = words.map((word) => word.length);
    const g = lengths.slice().sort(); // RF1203
    lengths.toSorted(); // RF1203
    lengths.length = 2; // RF1203
    const h = words.map((word) => ({ word: word.split('') }));
    const stack = [name];
    const alias = stack;
    stack.push('x');
    const open: string[] = [];
    for (const word of open) open.push(word);
    open.push(new Map() as never);
    (alias as unknown[]).push(new Date(0)); // RF1203
    open[0] = open.pop() ?? '';
    open[other as never] = ''; // RF1203
    [open[0] = 'x'] = words; // RF1203
    const i = words.map(name.includes); // RF1301
    words.map((word) => ({ word, kind: null })); // RF1203
    const j = [name, 1].sort(); // RF1203
    const people = words.map((text) => ({ text }));
    const others = people;
    people.push({ text: name });
    const n = others.join(); // RF1203
    const o = words.map((word) => (word === 'a' ? { word, a: 1 } : { word }));
    const p = Array.from({ length: lengths[0]! }, () => () => 0); // RF1320
    const q = new Array(lengths[0]!).fill(0); // RF1203
    const r = new Array(lengths[9]!); // RF1203
    const l = new BigInt64Array(3); // RF1203
    const m = words.reduce((sum, word) => (word ? { n: 1 } : { m: 1 }), { n: 0 } as { n?: number; m?: number });
    const k = name.replaceAll(other ?? '', (match) => match + match); // RF1203
    return words as never; // RF1303
  },
});
