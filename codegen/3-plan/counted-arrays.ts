import { mayFail } from '../2-analyze/effects/effects.js';
import { arithmetic, convert, literal, read } from '../ir/build.js';
import type { ArrayCall, Expression } from '../ir/expression.js';
import { call } from '../ir/intrinsics/call.js';
import { mapOperands } from '../ir/operands.js';
import { assignedIn, forEachStatement, rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import { mapExpressions } from '../ir/statement-parts.js';
import { doubleType } from '../ir/type.js';
import type { VariableId } from '../ir/variable.js';
import { arrayReads, isLength } from './array-lengths.js';

/**
 * Counts elements instead of storing them where only the length of an array is asked for, as in `values.filter(isValid).length`. The count
 * is a double here, like all numbers that nothing bounds; its range makes it an int.
 */
export function countedArrays(fn: RowFunction): RowFunction {
  const counted = countedIn(fn);
  if (counted.size === 0) return fn;
  const count = (id: VariableId) => read(id, doubleType);
  const change = (e: Expression): Expression =>
    isLengthOf(e, counted) ? call('ToInt32', count(e.receiver.variable)) : mapOperands(e, change);
  const body = rewriteStatements(fn.body, (statement) => {
    const isStore = statement.kind === 'declare' || statement.kind === 'assign';
    if (!isStore || !counted.has(statement.variable)) return [mapExpressions(statement, change)];
    const { variable, value, ...place } = statement;
    if (value.kind === 'new-array')
      return [...kept(value.elements.map(change), place.line), { ...statement, value: double(value.elements.length) }];
    const pushed = value.kind === 'array-call' ? value.arguments.map(change) : [];
    return [...kept(pushed, place.line), { ...statement, value: arithmetic('+', count(variable), double(1)) }];
  });
  const variables = fn.variables.map((variable) =>
    counted.has(variable.id) ? { ...variable, stored: doubleType } : variable,
  );
  return { ...fn, variables, body };
}

/** Returns the variables that only hold arrays whose elements nothing reads: literals, to which `push` adds. */
function countedIn({ variables, body }: RowFunction): ReadonlySet<VariableId> {
  const arrays = new Set(
    variables.flatMap(({ id, stored, column }) =>
      stored.core.kind === 'array' && column === undefined && !stored.mayBeNull && !stored.mayBeUndefined ? [id] : [],
    ),
  );
  if (arrays.size === 0) return arrays;
  const declared = new Set<VariableId>();
  const assigned = assignedIn(body);
  const reads = arrayReads(body);
  const pushes = new Map<VariableId, number>();
  forEachStatement(body, (statement) => {
    if (statement.kind === 'declare' && statement.value.kind === 'new-array') declared.add(statement.variable);
    if (statement.kind === 'declare' && statement.value.kind !== 'new-array') arrays.delete(statement.variable);
    if (statement.kind === 'sort') for (const id of assignedIn([statement])) arrays.delete(id);
    if (statement.kind !== 'assign') return;
    const { variable, value } = statement;
    if (isPushTo(variable, value)) pushes.set(variable, (pushes.get(variable) ?? 0) + 1);
    else if (value.kind !== 'new-array') arrays.delete(variable);
  });
  const isCounted = (id: VariableId) => {
    const { lengths, others } = reads.get(id) ?? { lengths: 0, others: 0 };
    // Each read has to be of a length, or of the array to which an element is added.
    return declared.has(id) && assigned.has(id) && lengths > 0 && others === (pushes.get(id) ?? 0);
  };
  return new Set([...arrays].filter(isCounted));
}

type Measured = ArrayCall & { readonly receiver: { readonly kind: 'read'; readonly variable: VariableId } };

function isLengthOf(e: Expression, arrays: ReadonlySet<VariableId>): e is Measured {
  return isLength(e) && e.receiver.kind === 'read' && arrays.has(e.receiver.variable);
}

/** True for `array.push(x)`, where `x` does not depend on the array but by its length. */
function isPushTo(id: VariableId, value: Expression): boolean {
  const isPush = value.kind === 'array-call' && value.operation === 'push';
  return isPush && value.receiver.kind === 'read' && value.receiver.variable === id;
}

/** Evaluates the elements that may fail the row. */
function kept(elements: readonly Expression[], line: number): readonly Statement[] {
  return elements.filter(mayFail).map((value) => ({ kind: 'evaluate', value, line }));
}

function double(value: number): Expression {
  return convert(literal(value), doubleType);
}
