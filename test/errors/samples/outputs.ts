import { float64, nullable, transform, utf8 } from 'rowfuse';

export const outputs = transform({
  input: { name: utf8 },
  output: { text: utf8, size: nullable(float64) },
  row({ name }) {
    if (name === 'a') return { text: name, size: 1, extra: 2 }; // RF1109
    if (name === 'b') return { text: name }; // RF1110
    if (name === 'c') return { text: name, size: name as unknown as number }; // RF1303
    const result = { text: name, size: 1, extra: 2 };
    if (name === 'd') return result; // RF1109
    if (name === 'e') return { ...result, size: name }; // RF1109 RF1303
    const { size, ...rest } = result;
    if (name === 'f') return rest; // RF1109 RF1110
    if (name === 'g') return { text: [name], size: 1 }; // RF1203
    return name; // RF1203
  },
});
