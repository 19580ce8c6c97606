import { type Column, columnsRead, type RowFunction } from '../../ir/row-function.js';
import { cppColumns } from '../cpp/cpp-types.js';
import { wrapped } from '../cpp/wrapped.js';
import { rawColumns } from './input-columns.js';

/** Declares the schema of the columns that a functor reads. Columns that it only has are `rf::Unread`. */
export function inputSchema(fn: RowFunction): string {
  const raw = rawColumns(fn);
  const read = columnsRead(fn);
  const tags = fn.input.flatMap((column, index) => {
    const own = cppColumns(column, raw.has(index));
    // A column of lines makes the rows, even if the row function does not read it.
    return read.has(index) || column.separator !== undefined ? own : own.map(() => 'rf::Unread');
  });
  return schema('Input', tags);
}

/** Declares the schema of the columns that a function of an aggregate is given, whether it reads them or not. */
export function givenSchema({ input }: RowFunction): string {
  return schema(
    'Input',
    input.flatMap((column) => cppColumns(column)),
  );
}

/** Declares the schema of the columns that a functor puts. */
export function outputSchema(columns: readonly Column[], isRaw: (column: Column, place: number) => boolean): string {
  return schema(
    'Output',
    columns.flatMap((column, place) => cppColumns(column, isRaw(column, place))),
  );
}

function schema(name: string, tags: readonly string[]): string {
  return wrapped(`using ${name} = rf::Schema<`, tags, '>;', '  ');
}
