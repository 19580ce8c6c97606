import { type Column, passedColumn, pathOf } from '../../ir/row-function.js';
import { arrowFormat } from './arrow-format.js';
import { quoted } from './cpp-literals.js';
import { cppColumns } from './cpp-types.js';

/** Names and formats of columns. The row's number is no column; no array is empty. */
export function cppFields(columns: readonly Column[], shared: readonly number[] = []): string {
  const fields = columns.flatMap((column, place) =>
    column.scalar === 'index'
      ? ['{}']
      : cppColumns(column).map(
          () =>
            `{${quoted(column.name)}, ${fieldFormat(column)}${column.path ? `, ${shared.includes(place)}, ${fieldPath(column)}` : shared.includes(place) ? ', true' : ''}}`,
        ),
  );
  return `{${fields.length > 0 ? fields.join(', ') : '{}'}}`;
}

/** What a pass has counted has a name, and no type that a caller could pass. */
function fieldFormat(column: Column): string {
  if (column.counted) return 'nullptr';
  return quoted(arrowFormat(passedColumn(column)));
}

/** The names of a field of a struct, one behind the other, what the column is of that struct, and the lists that it lies in. */
function fieldPath(column: Column): string {
  const path = pathOf(column);
  const part = column.presence ? 'presence' : column.required ? 'required' : 'whole';
  const listed = column.listed ? `, {${column.listed.join(', ')}}` : '';
  return `${quoted(path.join('\0'))}, ${path.length}, Part::${part}${listed}`;
}
