import { convert, stringCall } from '../../ir/build.js';
import type { Expression, StringCall } from '../../ir/expression.js';
import { mapOperands } from '../../ir/operands.js';
import type { StringOperation } from '../../ir/operations/string-operations.js';
import { assignedIn, forEachStatement, rewriteStatements } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { mapExpressions } from '../../ir/statement-parts.js';
import { presentType, sameCore, sameType, stringType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { ValueRanges } from './number-range.js';
import { pastLength, rangeWithLengths } from './past-length.js';
import { valueRanges } from './value-ranges.js';
import { withoutAbsence } from './without-absence.js';

/** The operations that find a unit at an index within a text. */
const operations: Readonly<Partial<Record<StringOperation, StringOperation>>> = {
  charCodeAt: 'charCodeWithin',
  charAt: 'charWithin',
  unitAt: 'charWithin',
};

/**
 * Reads units without a test where the index is proved to lie within the text, as in `for (let i = 0; i < s.length; i++)`. Such a unit is
 * never undefined, and its code is an int, since it is never NaN.
 */
export function withinText(fn: RowFunction): RowFunction {
  const accesses = new Map<Expression, boolean>();
  valueRanges(fn, (e, ranges) => {
    if (e.kind === 'string-call' && operations[e.operation])
      accesses.set(e, accesses.get(e) !== false && isWithin(e, ranges, fn));
  });
  const isProved = (e: Expression) => accesses.get(e) === true;
  const present = presentUnits(fn, isProved);
  const change = (e: Expression): Expression => {
    const changed = mapOperands(e, change);
    if (changed.kind === 'read' && present.has(changed.variable))
      return convert({ ...changed, type: presentType(changed.type) }, changed.type);
    const operation = changed.kind === 'string-call' ? operations[changed.operation] : undefined;
    if (!operation || changed.kind !== 'string-call' || !isProved(e)) return withoutAbsence(changed);
    return convert(stringCall(operation, changed.receiver, ...changed.arguments), e.type);
  };
  const body = rewriteStatements(fn.body, (statement) => {
    const changed = mapExpressions(statement, change);
    if (changed.kind !== 'declare' || !present.has(changed.variable)) return [changed];
    return [{ ...changed, value: changed.value.kind === 'convert' ? changed.value.operand : changed.value }];
  });
  const variables = fn.variables.map((variable) =>
    present.has(variable.id) ? { ...variable, stored: presentType(variable.stored) } : variable,
  );
  return { ...fn, variables, body };
}

/** Returns the variables that only hold a unit that is proved to be there: `const c = s[i]`. */
function presentUnits(fn: RowFunction, isProved: (e: Expression) => boolean): ReadonlySet<VariableId> {
  const assigned = assignedIn(fn.body);
  const found = new Set<VariableId>();
  forEachStatement(fn.body, (statement) => {
    if (statement.kind !== 'declare' || assigned.has(statement.variable)) return;
    const stored = fn.variables[statement.variable]?.stored;
    const { value } = statement;
    const isUnit = value.kind === 'string-call' && value.operation === 'unitAt' && isProved(value);
    if (isUnit && stored && sameType(stored, value.type)) found.add(statement.variable);
  });
  return found;
}

function isWithin(
  { operation, receiver, arguments: [index] }: StringCall,
  ranges: ValueRanges,
  fn: RowFunction,
): boolean {
  const core = index?.type.core;
  if (receiver.kind !== 'read' || !index || core?.kind !== 'number' || core.form === 'position') return false;
  // Parts of a lazy string, and of several pieces, have other types.
  if (operation !== 'charCodeAt' && !sameCore(receiver.type.core, stringType().core)) return false;
  const range = rangeWithLengths(index, new Set([receiver.variable]), ranges, fn);
  return range !== undefined && range.min >= 0 && pastLength(index, receiver.variable, ranges, fn) < 0;
}
