import { int32, list, transform, utf8 } from 'rowfuse';

type Nested = number | Nested[];

function parse(text: string): Nested[] {
  const root: Nested[] = [];
  const stack: Nested[][] = [root];
  for (const [token] of text.matchAll(/\d+|\[|\]/g)) {
    const current = stack[stack.length - 1];
    if (token === '[') {
      const inner: Nested[] = [];
      current.push(inner);
      stack.push(inner);
    } else if (token === ']') {
      if (stack.length > 1) stack.pop();
    } else {
      current.push(Number(token));
    }
  }
  return root;
}

function flatten(nested: Nested[]): number[] {
  const flat: number[] = [];
  for (const item of nested) {
    if (Array.isArray(item)) flat.push(...flatten(item));
    else flat.push(item);
  }
  return flat;
}

/** Reads nested lists like `[1, [2, [3]]]` and lists their numbers. Exercism: Flatten Array. */
export const flattenArray = transform({
  input: { text: utf8 },
  output: list(int32),
  row: ({ text }) => flatten(parse(text)),
});
