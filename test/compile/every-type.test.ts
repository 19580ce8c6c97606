import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Column, type ColumnNode, type ColumnTypeName, columnTree, compile, typeWithin } from 'rowfuse/compiler';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sample = path.join(root, 'test/run/samples/every-type/input.ts');

/** The sides of a transform that may have a type. A new type does not compile before it is listed here. */
const sides: Record<Exclude<ColumnTypeName, 'list'>, readonly ('input' | 'output')[]> = {
  bool: ['input', 'output'],
  int8: ['input', 'output'],
  int16: ['input', 'output'],
  int32: ['input', 'output'],
  int64: ['input', 'output'],
  uint8: ['input', 'output'],
  uint16: ['input', 'output'],
  uint32: ['input', 'output'],
  uint64: ['input', 'output'],
  float32: ['input', 'output'],
  float64: ['input', 'output'],
  utf8: ['input', 'output'],
  largeUtf8: ['input', 'output'],
  dictionary: ['input'],
  binary: ['input', 'output'],
  largeBinary: ['input', 'output'],
  date32: ['input', 'output'],
  'timestamp[s]': ['input', 'output'],
  'timestamp[ms]': ['input', 'output'],
  'timestamp[us]': ['input', 'output'],
  'timestamp[ns]': ['input', 'output'],
};

/** Places of a type `T`. */
const places = [
  'T',
  'nullable(T)',
  'list(T)',
  'nullable(list(nullable(T)))',
  'list(nullable(list(nullable(T))))',
  'nullable(struct(T, nullable(T), list(T)))',
  'list(nullable(struct(T, nullable(T), list(nullable(T)))))',
];

/** Returns a column in words, as it is declared. */
function describeNode(node: ColumnNode, columns: readonly Column[], lists = 0): string {
  const orNull = (text: string, isNullable: boolean) => (isNullable ? `nullable(${text})` : text);
  if (node.kind === 'list')
    return orNull(`list(${describeNode(node.element, columns, lists + 1)})`, node.presence !== undefined);
  if (node.kind === 'struct') {
    const fields = [...node.fields.values()].map((field) => describeNode(field, columns, lists));
    return orNull(`struct(${fields.join(', ')})`, node.presence !== undefined);
  }
  return describeType(typeWithin(columns[node.place] as Column, lists));
}

function describeType({ type, nullable, required, element }: Omit<Column, 'name'>): string {
  const text = element ? `list(${describeType(element)})` : type;
  return nullable && !required ? `nullable(${text})` : text;
}

it('the run samples have every type at every place', () => {
  const { transforms, diagnostics } = compile({ files: [sample], root });
  expect(diagnostics).toEqual([]);
  const found = (side: 'input' | 'output') =>
    transforms.flatMap((transform) =>
      [...columnTree(transform[side]).values()].map((node) => describeNode(node, transform[side])),
    );
  for (const side of ['input', 'output'] as const) {
    const wanted = Object.entries(sides).flatMap(([type, has]) =>
      has.includes(side) ? places.map((place) => place.replaceAll('T', type)) : [],
    );
    expect(found(side)).toEqual(expect.arrayContaining(wanted));
  }
});
