import { allExpressions } from '../../ir/rewrite.js';
import { boundsPlaces, type Column, isText, type RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import type { Variable, VariableId } from '../../ir/variable.js';
import { arrowTypeName } from '../cpp/arrow-type-name.js';
import { cppElement } from '../cpp/cpp-types.js';
import type { RowScope } from '../scope/row-scope.js';

/** Emits the declarations of the input columns that a functor reads, in the order of the columns. */
export function emitInputColumns(scope: RowScope): readonly string[] {
  const { fn, names } = scope;
  return (
    fn.variables
      .flatMap((variable) => (variable.column === undefined ? [] : [{ ...variable, column: variable.column }]))
      // Reductions and folds read columns by themselves. A list is checked even if nothing reads it.
      .filter(({ id, column }) => isList(fn.input[column]) || isReadOutsideFolds(fn, id))
      .sort((a, b) => a.column - b.column)
      .map((variable) => {
        const { id, column } = variable;
        const declared = `    ${names.unused(id)}auto const ${names.of(id)} = ${columnValue(column, variable, scope)};`;
        // Numbers of steps and sums are proved for lists of this length.
        const isAttempted = fn.isAttempt && isList(fn.input[column]);
        return isAttempted ? `${declared}\n    if (!rf::is_short(${names.of(id)})) return false;` : declared;
      })
  );
}

/** Returns the input columns that the row function reads as they are stored. */
export function rawColumns({ variables }: RowFunction): ReadonlySet<number> {
  return new Set(variables.flatMap(({ column, raw }) => (column !== undefined && raw ? [column] : [])));
}

function isList(column: Column | undefined): boolean {
  return column?.element !== undefined && column.window === undefined;
}

/** True if a variable is read anywhere but in a fold, which is not part of the call operator. */
function isReadOutsideFolds({ body, folds = [] }: RowFunction, id: VariableId): boolean {
  const reads = (statements: readonly Statement[]) =>
    allExpressions(statements).filter((e) => e.kind === 'read' && e.variable === id).length;
  const inFolds = folds.reduce((sum, { loop }) => sum + reads([loop]), 0);
  return reads(body) > inFolds;
}

/** Emits the value of a column. Its times are converted here if another variable reads them as they are stored. */
function columnValue(place: number, variable: Variable, scope: RowScope): string {
  const { fn } = scope;
  const column = fn.input[place];
  const stored = storedValue(place, variable, scope);
  const isTime = !variable.raw && column && !column.element && rawColumns(fn).has(place);
  return isTime ? `rf::time_value<rf::${arrowTypeName(column.type)}>(${stored})` : stored;
}

/** Emits a column as the row holds it: a value, a list, or the rows of a window. */
function storedValue(place: number, { raw, whole }: Variable, { fn: { input, claims }, inputs }: RowScope): string {
  const column = input[place];
  const value = `rf::column<${inputs.of(place)}>(row)`;
  if (column?.window === 'bounds') {
    const bounds = boundsPlaces(input).map((bound) => `rf::column<${inputs.of(bound)}>(row)`);
    return `${value}.rows(${bounds.join(', ')})`;
  }
  if (!column?.element || column.window)
    return claims && isJudged(column, input) ? `rf::claimed_text(${value})` : value;
  const element = cppElement(column.element, raw === true, whole === true);
  // A malformed list fails the row.
  return `rf::list_column<${element}, ${inputs.of(place)}, ${inputs.partsOf(place)}>(out, row)`;
}

/** True for text that is UTF-8 in each row. Under the null of a struct, any bytes are. */
function isJudged(column: Column | undefined, input: readonly Column[]): boolean {
  return column !== undefined && isText(column) && !input.some(({ presence }) => presence);
}
