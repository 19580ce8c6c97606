import { nullable, transform, utf8 } from 'rowfuse';

export const expressions = transform({
  input: { name: utf8, other: nullable(utf8) },
  output: utf8,
  row(row) {
    const { name, other } = row;
    const e = delete (row as { name?: string }).name; // RF1203
    const f = `${/x/}`; // RF1203
    const h = `${[name]}`; // RF1203
    const i = `${{ name }}`; // RF1203
    const j = `${() => name}`; // RF1203
    const k = new Error(name); // RF1203
    const l = [name] === [name]; // RF1203 RF1203 TS2839
    const m = Math.random(); // RF1320
    const p = name.length.toLocaleString(); // RF1306
    const [r] = name;
    const s = [name, , name]; // RF1203
    const t = { [name]() { return name; } }; // RF1203
    const u = `x`.concat(...[name]); // RF1203
    const v = { get name() { return 1; } }; // RF1203
    const w = name ? { a: 1 } : { b: 2 };
    const x = { ...(other === null ? null : { name }) }; // RF1203
    const y = new.target; // RF1203
    const z = function* () {}; // RF1203
    return name;
  },
});
