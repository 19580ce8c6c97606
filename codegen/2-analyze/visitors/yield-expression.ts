import type { ts } from '../../1-parse/syntax/ts.js';
import { elementType } from '../../ir/arrays.js';
import { literal, onePiece, require } from '../../ir/build.js';
import type { Statement } from '../../ir/statement.js';
import { stringType } from '../../ir/type.js';
import { arrayValue } from '../arrays/values.js';
import { expanded } from '../constants/values.js';
import type { EmitRow } from '../context/inlined-call.js';
import type { RowContext } from '../context/row-context.js';
import { withEffects } from '../effects/with-effects.js';
import { spreadValue } from '../heap/spread.js';
import { unsupported } from '../refusals/unsupported.js';
import { rowOf, visitRow } from '../rows/output-row.js';
import { lineOf } from '../syntax/line-of.js';
import { isExpression, type Value } from '../values/value.js';

/** Visits `yield value;` (an output row) or `yield* values;` (one per element). A `yield` whose value is used is refused elsewhere. */
export function visitYieldExpression(node: ts.YieldExpression, context: RowContext): readonly Statement[] {
  const { expression, asteriskToken } = node;
  const call = context.calls.at(-1);
  if (call ? !call.emit : !context.isGenerator) {
    unsupported(node, context);
    return [];
  }
  const made = { kind: 'emit', line: lineOf(node) } as const;
  if (asteriskToken && expression) {
    const emit = call?.emit ?? ((element: Value) => rowOf(element, expression, made, context));
    return visitYieldAll(expression, emit, context);
  }
  if (call?.emit) {
    const row = expression ? context.visit.value(expression) : literal(undefined);
    return row ? call.emit(row, expression ?? node) : [];
  }
  if (expression) return visitRow(expression, made, context);
  return [{ ...made, values: context.output.map(() => literal(undefined)) }];
}

/** Makes one row per element of an array or character of a string. */
function visitYieldAll(node: ts.Expression, emitRow: EmitRow, context: RowContext): readonly Statement[] {
  const iterated = context.visit.value(node);
  const given = iterated && spreadValue(iterated, node, context);
  if (!given) return [];
  const value = expanded(given);
  const line = lineOf(node);
  const emit = (element: Value) => emitRow(element, node);
  if (!isExpression(value) && value.kind === 'tuple')
    return value.elements.flatMap((element) => withEffects(node, () => emit(element), context));
  const array = arrayValue(value, node, context);
  const kind = array?.type.core.kind;
  if (!array || (kind !== 'array' && kind !== 'string')) {
    if (array) refuseSource(node, context);
    return [];
  }
  const source = onePiece(require(array));
  const type = source.type.core.kind === 'array' ? elementType(source.type) : stringType();
  const variable = context.variables.temporary('element', type, false);
  const body = emit(context.variables.read(variable));
  return body.length > 0 ? [{ kind: 'for-of', variable, source, body, line }] : [];
}

function refuseSource(node: ts.Expression, context: RowContext): void {
  context.refuse(node, {
    construct: '`yield*` of anything but an array or a string',
    reason: 'Its elements become rows, one by one.',
    advice: 'Write a loop with `yield`.',
  });
}
