import { Dictionary, type Int32, util } from 'apache-arrow';
import { type FieldTable, readIndexType, readType } from './field-types.js';
import type { FlatTable } from './flat-table.js';
import { quoted, unsupported } from './ipc-fault.js';
import type { IpcField } from './layout.js';
import { dictionaryEncodingShape, fieldShape, intShape, keyValueShape, type schemaShape } from './table-shapes.js';

/** The columns of a stream or file. */
export interface IpcSchema {
  readonly fields: readonly IpcField[];
  /** The field of the entries of each dictionary, by its number. */
  readonly dictionaries: ReadonlyMap<number, IpcField>;
}

/** The deepest nesting of columns. Arrow's C++ library reads as many levels by default (`kMaxNestingDepth`). */
const mostLevels = 64;

/**
 * Reads a Schema (https://arrow.apache.org/docs/format/Columnar.html#schema-message).
 *
 * @throws IpcFault for a schema that is malformed, or has types that Arrow JS does not have
 */
export function readSchema(table: FlatTable<(typeof schemaShape.fields)[number]>): IpcSchema {
  const endianness = table.int16('endianness');
  if (endianness !== 0) {
    throw unsupported(
      table.byte,
      endianness === 1
        ? 'its numbers are big-endian'
        : `its endianness is number ${endianness}, which Arrow does not have`,
      'Write it on a little-endian machine, or with an Arrow library that swaps bytes: pyarrow reads and rewrites it.',
    );
  }
  const dictionaries = new Map<number, IpcField>();
  const fields = Array.from(table.tables('fields', fieldShape), (field) => readField(field, 1, dictionaries));
  checkMetadata(table);
  table.vector('features', 8, 8);
  return { fields, dictionaries };
}

/** Checks the texts of custom metadata. They are not used here, but by readers that run after `verifyIpc`. */
export function checkMetadata<Name extends string>(table: FlatTable<Name | 'customMetadata'>): void {
  for (const entry of table.tables('customMetadata', keyValueShape)) {
    entry.textBytes('key');
    entry.textBytes('value');
  }
}

function readField(table: FieldTable, level: number, dictionaries: Map<number, IpcField>): IpcField {
  if (level > mostLevels) {
    throw unsupported(
      table.byte,
      `columns are nested more than ${mostLevels} levels deep`,
      'Take them apart where they are made, into columns of their own.',
    );
  }
  const children = Array.from(table.tables('children', fieldShape), (child) =>
    readField(child, level + 1, dictionaries),
  );
  checkMetadata(table);
  const name = table.text('name') ?? '';
  const values = { name, nullable: table.bool('nullable'), children, ...readType(table, children) };
  const encoding = table.table('dictionary', dictionaryEncodingShape);
  if (encoding === undefined) return values;

  const id = encoding.int64('id');
  const kind = encoding.int16('dictionaryKind');
  if (kind !== 0) throw encoding.damaged(`dictionary ${id} has the kind ${kind}, which Arrow does not have`);
  const { type: indexType, layout } = readIndexType(encoding.table('indexType', intShape));
  // Fields that share a dictionary share the type of its entries.
  const known = dictionaries.get(id) ?? values;
  if (!util.compareTypes(known.type, values.type)) {
    throw table.damaged(`the entries of dictionary ${id} have one type in one field, and another in ${quoted(name)}`);
  }
  dictionaries.set(id, known);
  const type = new Dictionary(known.type, indexType as Int32, id, encoding.bool('isOrdered'));
  return { name, nullable: values.nullable, type, layout, children: [], dictionary: id };
}
