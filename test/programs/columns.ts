import {
  Bool,
  type DataType,
  Field,
  Float64,
  Int32,
  List,
  Struct,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { type Column, type ColumnNode, columnTree, typeWithin } from 'rowfuse/compiler';

/** Returns rows as columns of a schema. */
export function columnsOf(schema: readonly Column[], rows: readonly object[]): Record<string, Vector> {
  return Object.fromEntries(
    [...columnTree(schema)].map(([name, node]) => {
      const values = rows.map((row) => (row as Readonly<Record<string, unknown>>)[name]);
      return [name, vectorFromArray(values, typeOf(node, schema, 0))];
    }),
  );
}

const types: Readonly<Record<string, () => DataType>> = {
  utf8: () => new Utf8(),
  int32: () => new Int32(),
  float64: () => new Float64(),
  bool: () => new Bool(),
};

function typeOf(node: ColumnNode, schema: readonly Column[], lists: number): DataType {
  if (node.kind === 'list') return new List(new Field('item', typeOf(node.element, schema, lists + 1), true));
  if (node.kind === 'struct')
    return new Struct([...node.fields].map(([name, field]) => new Field(name, typeOf(field, schema, lists), true)));
  const held = typeWithin(schema[node.place] as Column, lists);
  return elementTypeOf(held);
}

function elementTypeOf({ type, element }: { readonly type: string; readonly element?: object }): DataType {
  if (element) return new List(new Field('item', elementTypeOf(element as { readonly type: string }), true));
  const made = types[type];
  if (!made) throw new Error(`No program has a column of ${type}`);
  return made();
}
