import { transform, utf8 } from 'rowfuse';

/** Columns, locals and transforms whose names mean something in C++, JavaScript or the preprocessor. */
export const linux = transform({
  input: { linux: utf8, class: utf8, 'first name': utf8, constructor: utf8, __proto__: utf8, índice: utf8 },
  output: { union: utf8, 'last name': utf8, toString: utf8, größe: utf8 },
  row(row) {
    const { linux, class: template, índice } = row;
    const errno = row['first name'];
    const out = row.constructor as unknown as string;
    const put = row['__proto__'] as unknown as string;
    return { union: linux + template, 'last name': errno, toString: out, größe: put + índice };
  },
});

const klass = transform({ input: { int: utf8 }, output: utf8, row: ({ int }) => int });

export { klass as class };

export const índice = transform({
  input: { a$b: utf8, a_x24_b: utf8 },
  output: utf8,
  row: ({ a$b, a_x24_b }) => a$b + a_x24_b,
});
