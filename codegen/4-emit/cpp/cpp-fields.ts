import { pathOf } from '../../../schema/columns.js';
import { type Column, passedColumn } from '../../ir/row-function.js';
import { arrowFormat } from './arrow-format.js';
import { quoted } from './cpp-literals.js';
import { cppColumns } from './cpp-types.js';

/** Returns the names and formats of columns as an array, which C++ does not let be empty. The row's number is `{}`: it is no column. */
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

/** Returns a column's format, or `nullptr` for a column that a pass has counted: a caller cannot pass it. */
function fieldFormat(column: Column): string {
  if (column.counted) return 'nullptr';
  return quoted(arrowFormat(passedColumn(column)));
}

/** Returns the path of a field of a struct, the part of the struct that the column is, and the lists around it. */
function fieldPath(column: Column): string {
  const path = pathOf(column);
  const part = column.presence ? 'presence' : column.required ? 'required' : 'whole';
  const listed = column.listed ? `, {${column.listed.join(', ')}}` : '';
  return `${quoted(path.join('\0'))}, ${path.length}, Part::${part}${listed}`;
}
