import { allExpressions } from '../../ir/rewrite.js';
import { boundsPlaces, type Column, type RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import type { Variable, VariableId } from '../../ir/variable.js';
import { arrowTypeName } from '../cpp/arrow-type-name.js';
import { cppColumns, cppElement, placeInSchema } from '../cpp/cpp-types.js';
import type { FunctorNames } from '../scope/functor-names.js';

/** Emits the declarations of the input columns that a functor reads, in the order of the columns. */
export function emitInputColumns(fn: RowFunction, names: FunctorNames): readonly string[] {
  return (
    fn.variables
      .flatMap((variable) => (variable.column === undefined ? [] : [{ ...variable, column: variable.column }]))
      // A window that only reductions and folds read is not declared.
      .filter(({ id, column }) => !fn.input[column]?.window || isReadOutsideFolds(fn, id))
      .sort((a, b) => a.column - b.column)
      .map((variable) => {
        const { id, column } = variable;
        return `    ${names.unused(id)}auto const ${names.of(id)} = ${columnValue(fn, column, variable)};`;
      })
  );
}

/** Returns the input columns that the row function reads as they are stored. */
export function rawColumns({ variables }: RowFunction): ReadonlySet<number> {
  return new Set(variables.flatMap(({ column, raw }) => (column !== undefined && raw ? [column] : [])));
}

/** True if a variable is read anywhere but in a fold, which is not part of the call operator. */
function isReadOutsideFolds({ body, folds = [] }: RowFunction, id: VariableId): boolean {
  const reads = (statements: readonly Statement[]) =>
    allExpressions(statements).filter((e) => e.kind === 'read' && e.variable === id).length;
  const inFolds = folds.reduce((sum, { loop }) => sum + reads([loop]), 0);
  return reads(body) > inFolds;
}

/** Emits the value of a column. Its times are converted here if another variable reads them as they are stored. */
function columnValue(fn: RowFunction, place: number, variable: Variable): string {
  const column = fn.input[place];
  const stored = storedValue(fn, place, variable);
  const isTime = !variable.raw && column && !column.element && rawColumns(fn).has(place);
  return isTime ? `rf::time_value<rf::${arrowTypeName(column.type)}>(${stored})` : stored;
}

/** Emits a column as the row holds it: a value, a list, or the rows of a window. */
function storedValue({ input }: RowFunction, place: number, { raw, whole }: Variable): string {
  const column = input[place];
  const first = placeInSchema(input, place);
  const value = `rf::column<${first}>(row)`;
  if (column?.window === 'bounds') {
    const bounds = boundsPlaces(input).map((bound) => `rf::column<${placeInSchema(input, bound)}>(row)`);
    return `${value}.rows(${bounds.join(', ')})`;
  }
  if (!column?.element || column.window) return value;
  return emitList(column, cppElement(column.element, raw === true, whole === true), first);
}

/** Emits a list from its columns of the schema. A malformed list fails the row. */
function emitList(column: Column, element: string, first: number): string {
  const parts = cppColumns(column).map((_, index) => `rf::column<${first + index}>(row)`);
  return `rf::list<${element}>(out, ${first}, ${parts.join(', ')})`;
}
