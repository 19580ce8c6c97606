import { transform, utf8 } from 'rowfuse';

const words = /\w+/g;
const starts = /^a/y;
const moved = /a/g;
const codes: Record<string, RegExp> = { DE: /^\d{5}$/, GB: /^[A-Z]/ };

export const refusedPatterns = transform({
  input: { name: utf8, country: utf8 },
  output: utf8,
  params: { pattern: utf8 },
  row({ name, country }, { params }) {
    const a = /(\w)\1/.test(name); // RF1203
    const b = words.test(name); // RF1203
    const o = words.exec(name); // RF1203
    const c = /a/y;
    const d = name.match(starts); // RF1203
    const p = name.replace(c, '-'); // RF1203
    const e = new RegExp(params.pattern).test(name); // RF1203
    const f = codes[country]?.test(name) ?? false; // RF1203
    const g = codes.FR?.test(name) ?? false; // RF1203
    const h = name.match(/(a)b/)?.indices?.[1]?.[0] ?? 0; // RF1203
    const i = name.match(/(?:x{1000}){1000}/); // RF1203
    const j = [...name.matchAll(/a/)].length + name.replaceAll(/a/, '').length; // RF1203 RF1203
    const k = name.replace(/(?<a>\w)/g, country); // RF1203
    const l = words.lastIndex; // RF1203
    moved.lastIndex = 3; // RF1203
    const q = moved.test(name); // RF1203
    const { first, ...others } = name.match(/(?<first>a)(?<last>b)/)?.groups ?? {}; // RF1203
    let m: RegExpExecArray | null = null;
    m = /(a)(b)/.exec(name);
    m = /(a)/.exec(country); // RF1203
    c.lastIndex = [1, 2].find((place) => place > name.length)!; // RF1203
    for (const one of [words, /a/g]) if (one.test(name)) return name; // RF1203
    const tables = { table: new Map([['a', starts]]), list: [starts], moving: { words } }; // RF1203 RF1203
    const t = tables.moving.words.exec(name); // RF1203
    const u = tables.table.get('a')?.test(name);
    const v = [starts, words].some((one) => one.test(name)); // RF1203 RF1203
    let n: { text: string } | null = null;
    n = { text: name };
    return n.text;
  },
});
