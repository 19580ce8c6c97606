import { type Data, Field, List, makeData, RecordBatch, Schema, Struct, Table } from 'apache-arrow';
import { type ColumnNode, columnTree } from '../../../schema/column-tree.js';
import type { ElementType } from '../../../schema/columns.js';
import { nearest } from '../../../schema/nearest.js';
import { presentType } from '../../ir/declared-type.js';
import { type InputColumn, isNullable, valuesAt } from './input-column.js';
import { InputError } from './input-error.js';
import { jsonForm, type Stored } from './json-values.js';
import type { SampleRows } from './sample-file.js';
import { shownValue } from './shown-value.js';
import { storedData, validityOf } from './stored-data.js';

/** The values of a column, of a field, or of the elements of all lists, with a description of each value's place. */
interface Cells {
  /** `undefined` if the object has no such field; {@link absent} if the object itself is null. */
  readonly values: readonly unknown[];
  readonly placeOf: (index: number) => Place;
  /** For a field, returns the object that should have it. */
  readonly objectOf?: (index: number) => object | undefined;
}

interface Place {
  readonly row: string;
  /** A path such as `address.lines[2]`; empty for the row itself. */
  readonly path: string;
}

/** Stands for the fields of a null struct, which are never read. */
const absent = Symbol('absent');

/** Builds a table of the declared columns from a sample's rows, and checks each value. */
export function sampleTable(columns: readonly InputColumn[], sample: SampleRows): Table {
  const tree = columnTree(columns);
  checkNames([...tree.keys()], sample);
  const data = new SampleReader(columns).structData(
    tree,
    0,
    { values: sample.rows, placeOf: (row) => ({ row: sample.placeOf(row), path: '' }) },
    false,
  );
  const schema = new Schema(data.type.children);
  return new Table(schema, [new RecordBatch(schema, data)]);
}

/** Rows may leave out nulls, but a column that is missing from all of them is probably misspelt. */
function checkNames(names: readonly string[], { file, rows }: SampleRows): void {
  const missing = names.find((name) => !rows.some((row) => Object.hasOwn(row, name)));
  if (missing === undefined) return;
  const found = new Set(rows.slice(0, 1000).flatMap((row) => Object.keys(row)));
  throw new InputError(`${file}: no row has a value for column ${missing}. ${namesIn([...found], missing)}`);
}

function namesIn(found: readonly string[], missing: string): string {
  const close = nearest(missing, found);
  if (close !== undefined) return `Did you mean ${close}?`;
  if (found.length === 0) return 'They are empty.';
  return `They have ${found.slice(0, 10).join(', ')}${found.length > 10 ? ' and others' : ''}.`;
}

class SampleReader {
  readonly #columns: readonly InputColumn[];

  constructor(columns: readonly InputColumn[]) {
    this.#columns = columns;
  }

  structData(fields: ReadonlyMap<string, ColumnNode>, lists: number, cells: Cells, nullable: boolean): Data<Struct> {
    const form = { declared: 'a struct', wanted: `an object with ${[...fields.keys()].join(', ')}` };
    const objects = readCells(cells, nullable, form, (value) => (isObject(value) ? value : undefined));
    const parts = [...fields].map(([name, node]) => {
      const values = objects.map((object) => {
        if (object === undefined) return absent;
        return Object.hasOwn(object, name) ? object[name] : undefined;
      });
      const placeOf = (index: number): Place => {
        const { row, path } = cells.placeOf(index);
        return { row, path: path === '' ? name : `${path}.${name}` };
      };
      return {
        name,
        node,
        data: this.#nodeData(node, lists, { values, placeOf, objectOf: (index) => objects[index] }),
      };
    });
    const type = new Struct(
      parts.map(({ name, node, data }) => new Field(name, data.type, isNullable(node, this.#columns, lists))),
    );
    return makeData({
      type,
      length: objects.length,
      ...validityOf(objects),
      children: parts.map(({ data }) => data),
    });
  }

  #nodeData(node: ColumnNode, lists: number, cells: Cells): Data {
    if (node.kind === 'value') return elementData(valuesAt(this.#columns, node.place, lists), cells);
    const nullable = isNullable(node, this.#columns, lists);
    if (node.kind === 'struct') return this.structData(node.fields, lists, cells, nullable);
    const ofElements = isNullable(node.element, this.#columns, lists + 1);
    return listData('a list of structs', nullable, cells, ofElements, (elements) =>
      this.#nodeData(node.element, lists + 1, elements),
    );
  }
}

function elementData(type: ElementType, cells: Cells): Data {
  const { element, nullable } = type;
  const declared = presentType(type);
  if (element !== undefined)
    return listData(declared, nullable, cells, element.nullable, (elements) => elementData(element, elements));
  const { wanted, read } = jsonForm(type.type);
  return storedData(type, readCells<Stored>(cells, nullable, { declared, wanted }, read));
}

function listData(
  declared: string,
  nullable: boolean,
  cells: Cells,
  hasNullElements: boolean,
  dataOf: (elements: Cells) => Data,
): Data {
  const arrays = readCells(cells, nullable, { declared, wanted: 'an array' }, (value) =>
    Array.isArray(value) ? (value as readonly unknown[]) : undefined,
  );
  const valueOffsets = new Int32Array(arrays.length + 1);
  for (const [index, array] of arrays.entries())
    valueOffsets[index + 1] = (valueOffsets[index] ?? 0) + (array?.length ?? 0);
  const child = dataOf({
    values: arrays.flatMap((array) => array ?? []),
    placeOf: (element) => {
      const list = valueOffsets.findLastIndex((offset, index) => offset <= element && index < arrays.length);
      const { row, path } = cells.placeOf(list);
      return { row, path: `${path}[${element - (valueOffsets[list] ?? 0)}]` };
    },
  });
  const type = new List(new Field('item', child.type, hasNullElements));
  return makeData({ type, length: arrays.length, valueOffsets, child, ...validityOf(arrays) });
}

/** Converts each value by `read`. The result is undefined for nulls and for fields of null structs. */
function readCells<Value>(
  cells: Cells,
  nullable: boolean,
  form: { readonly declared: string; readonly wanted: string },
  read: (value: unknown) => Value | undefined,
): readonly (Value | undefined)[] {
  return cells.values.map((value, index) => {
    if (value === absent) return undefined;
    if (value === null || value === undefined) {
      if (nullable) return undefined;
      throw new InputError(nullMessage(cells, index, form.declared));
    }
    const stored = read(value);
    if (stored !== undefined) return stored;
    const { row, path } = cells.placeOf(index);
    throw new InputError(
      `${row}: ${path} is ${shownValue(value)}, where ${form.declared} is declared. Write ${form.wanted}.`,
    );
  });
}

function nullMessage({ values, placeOf, objectOf }: Cells, index: number, declared: string): string {
  const { row, path } = placeOf(index);
  const remedy = 'Give it a value, or declare it `nullable`.';
  if (values[index] === null) return `${row}: ${path} is null, where ${declared} is declared. ${remedy}`;
  const name = path.split('.').at(-1) ?? path;
  const close = nearest(name, Object.keys(objectOf?.(index) ?? {}));
  return `${row}: ${path} is missing. ${close === undefined ? remedy : `Did you mean ${close}?`}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
