import type { Expression } from '../../ir/expression.js';
import { operandsOf } from '../../ir/operands.js';
import type { StringOperation } from '../../ir/operations/string-operations.js';
import { assignedIn, declaredIn } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { bodiesOf, expressionsOf } from '../../ir/statement-parts.js';
import type { Variable, VariableId } from '../../ir/variable.js';

/** The operations that read a unit, or cut a part, by an index. */
const accesses: ReadonlySet<StringOperation> = new Set([
  'unitAt',
  'at',
  'charAt',
  'charWithin',
  'charCodeAt',
  'charCodeWithin',
  'codePointAt',
  'slice',
  'substring',
]);

/** True for a number that is neither constant nor the result of a search, which knows its byte. */
export function isComputedIndex({ kind, type: { core } }: Expression): boolean {
  return core.kind === 'number' && core.form !== 'position' && kind !== 'literal';
}

/** Returns the variable that an expression reads, if it is a text with bytes in one piece. */
export function textVariable(e: Expression, { variables }: RowFunction): Variable | undefined {
  const { core } = e.type;
  if (e.kind !== 'read' || core.kind !== 'string' || core.pieces !== 1 || core.lazy) return undefined;
  return variables[e.variable];
}

/**
 * Returns the variables whose text a loop reads by an index, and leaves as it is. Such a text has an index, which also tells its length. So a
 * length that is asked for before the loop is not counted apart.
 */
export function indexedTexts(fn: RowFunction): ReadonlySet<VariableId> {
  const found = new Set<VariableId>();
  const search = (e: Expression, changed: ReadonlySet<VariableId>): void => {
    if (e.kind === 'string-call' && accesses.has(e.operation) && e.arguments.some(isComputedIndex)) {
      const variable = textVariable(e.receiver, fn);
      if (variable && !changed.has(variable.id)) found.add(variable.id);
    }
    for (const operand of operandsOf(e)) search(operand, changed);
  };
  const walk = (statements: readonly Statement[], around: ReadonlySet<VariableId> | undefined): void => {
    for (const statement of statements) {
      const repeats = statement.kind === 'loop' || statement.kind === 'for-of';
      const changed = repeats ? new Set([...assignedIn([statement]), ...declaredIn([statement])]) : around;
      if (changed) for (const e of expressionsOf(statement)) search(e, changed);
      for (const body of bodiesOf(statement)) walk(body, changed);
    }
  };
  walk(fn.body, undefined);
  return found;
}
