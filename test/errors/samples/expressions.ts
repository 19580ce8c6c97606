import { nullable, transform, utf8 } from 'rowfuse';

export const expressions = transform({
  input: { name: utf8, other: nullable(utf8) },
  output: utf8,
  row({ name, other }) {

    const e = typeof name; // RF1203
    const f = /x/; // RF1203

    const h = [name]; // RF1203
    const i = { name }; // RF1203
    const j = () => name; // RF1203
    const k = new Error(name); // RF1203
    const l = other?.length; // RF1203
    const m = Math.random(); // RF1320
    const p = name.length.toLocaleString(); // RF1306
    const [r] = name; // RF1203
    const s = (name, other); // RF1203 TS2695
    const t = void name; // RF1203
    const u = `x`.concat(...[name]); // RF1203
    return name;
  },
});
