import { allExpressions, forEachStatement, rewriteStatements } from '../../ir/rewrite.js';
import type { Column, RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { mapExpressions } from '../../ir/statement-parts.js';
import { doubleType, longType, sameType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { numberRanges } from '../integers/value-ranges.js';
import { integerColumns, ZeroSigns } from '../integers/zero-signs.js';
import { LongForm } from './long-form.js';
import { mayPay, pays } from './pays.js';

/**
 * Returns the row function as an attempt with checked integers, if the processor's time pays for it. Engines of JavaScript hold numbers as
 * integers until an operation overflows. So does the attempt: it holds doubles that nothing shows to be fractions as `int64_t`. Where a
 * value turns out not to be such an integer, the attempt ends, and the row is evaluated by the row function itself.
 */
export function checkedIntegers(fn: RowFunction): RowFunction | undefined {
  // Rows of windows and of groups have effects that an attempt cannot take back.
  if (fn.window || fn.reductions || fn.folds || fn.grouping || !mayPay(fn)) return undefined;
  // Nor is what it does to objects taken back.
  if (allExpressions(fn.body).some(({ kind }) => kind === 'access')) return undefined;
  const longs = new Set(candidatesOf(fn));
  for (;;) {
    const form = new LongForm(longs, factsOf(fn, longs));
    const refused = new Set<VariableId>();
    forEachStatement(fn.body, (statement) => {
      if (statement.kind !== 'declare' && statement.kind !== 'assign') return;
      if (longs.has(statement.variable) && !form.of(statement.value)) refused.add(statement.variable);
    });
    if (refused.size > 0) {
      for (const id of refused) longs.delete(id);
      continue;
    }
    const attempt = withLongs(fn, longs, form);
    return pays(attempt) ? attempt : undefined;
  }
}

/** Returns the variables that are doubles, and always given a value by a statement. */
function candidatesOf({ variables, body }: RowFunction): readonly VariableId[] {
  const stepped = new Set<VariableId>();
  forEachStatement(body, (statement) => {
    if (statement.kind === 'for-of') stepped.add(statement.variable);
    if (statement.kind === 'sort') stepped.add(statement.left).add(statement.right);
  });
  return variables.flatMap(({ id, stored, column, element }) =>
    sameType(stored, doubleType) && column === undefined && element === undefined && !stepped.has(id) ? [id] : [],
  );
}

function factsOf(fn: RowFunction, longs: ReadonlySet<VariableId>) {
  const assumed: RowFunction = { ...fn, variables: variablesWith(fn, longs), assumesIntegers: true };
  const { expressions } = numberRanges(assumed);
  return { fn, ranges: expressions, signs: new ZeroSigns(assumed, expressions) };
}

function variablesWith({ variables }: RowFunction, longs: ReadonlySet<VariableId>) {
  return variables.map((variable) => (longs.has(variable.id) ? { ...variable, stored: longType } : variable));
}

function withLongs(fn: RowFunction, longs: ReadonlySet<VariableId>, form: LongForm): RowFunction {
  const body = rewriteStatements(fn.body, (statement): readonly Statement[] => {
    switch (statement.kind) {
      case 'declare':
      case 'assign': {
        const { variable, value } = statement;
        const long = longs.has(variable) ? form.of(value) : undefined;
        return [{ ...statement, value: long ?? form.rewrite(value) }];
      }
      case 'emit':
      case 'return': {
        const values = statement.values.map((value, place) => {
          const long = storesInteger(fn.output[place]) && sameType(value.type, doubleType) ? form.of(value) : undefined;
          return long ?? form.rewrite(value);
        });
        return [{ ...statement, values }];
      }
      default:
        return [mapExpressions(statement, (e) => form.rewrite(e))];
    }
  });
  return { ...fn, variables: variablesWith(fn, longs), body, isAttempt: true };
}

function storesInteger(column: Column | undefined): boolean {
  return column !== undefined && column.element === undefined && integerColumns.has(column.type);
}
