import { convert, stringCall } from '../../ir/build.js';
import type { Expression, StringCall } from '../../ir/expression.js';
import { mapOperands, operandsOf } from '../../ir/operands.js';
import { rewriteStatements } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { mapExpressions } from '../../ir/statement-parts.js';
import type { StringOperation } from '../../ir/string-operations.js';
import type { ValueRanges } from './number-range.js';
import { pastLength, rangeWithLengths } from './past-length.js';
import { stateAfterTest } from './range-tests.js';
import { valueRanges } from './value-ranges.js';

/** The operations that find a unit at an index within a text. */
const operations: Readonly<Partial<Record<StringOperation, StringOperation>>> = {
  charCodeAt: 'charCodeWithin',
};

/**
 * Reads units without a test where the index is proved to lie within the text, as in `for (let i = 0; i < s.length; i++)`. The code of
 * such a unit is an int, since it is never NaN.
 */
export function withinText(fn: RowFunction): RowFunction {
  const accesses = new Map<Expression, boolean>();
  valueRanges(fn, (e, ranges) => findAccesses(e, ranges, fn, accesses));
  const change = (e: Expression): Expression => {
    const changed = mapOperands(e, change);
    const operation = changed.kind === 'string-call' ? operations[changed.operation] : undefined;
    if (!operation || changed.kind !== 'string-call' || accesses.get(e) !== true) return changed;
    return convert(stringCall(operation, changed.receiver, ...changed.arguments), e.type);
  };
  return { ...fn, body: rewriteStatements(fn.body, (statement) => [mapExpressions(statement, change)]) };
}

/** Records which accesses of an expression are within their texts, each time that it is evaluated. */
function findAccesses(e: Expression, ranges: ValueRanges, fn: RowFunction, accesses: Map<Expression, boolean>): void {
  const visit = (part: Expression, state: ValueRanges | undefined) => state && findAccesses(part, state, fn, accesses);
  switch (e.kind) {
    case 'logical':
      visit(e.left, ranges);
      visit(e.right, stateAfterTest(e.left, e.operator === '&&', ranges, fn));
      return;
    case 'conditional':
      visit(e.test, ranges);
      visit(e.whenTrue, stateAfterTest(e.test, true, ranges, fn));
      visit(e.whenFalse, stateAfterTest(e.test, false, ranges, fn));
      return;
    default:
      for (const operand of operandsOf(e)) visit(operand, ranges);
  }
  if (e.kind === 'string-call' && operations[e.operation])
    accesses.set(e, accesses.get(e) !== false && isWithin(e, ranges, fn));
}

function isWithin({ receiver, arguments: [index] }: StringCall, ranges: ValueRanges, fn: RowFunction): boolean {
  if (receiver.kind !== 'read' || index?.type.core.kind !== 'number' || index.type.core.form === 'position')
    return false;
  const range = rangeWithLengths(index, new Set([receiver.variable]), ranges, fn);
  return range !== undefined && range.min >= 0 && pastLength(index, receiver.variable, ranges, fn) < 0;
}
