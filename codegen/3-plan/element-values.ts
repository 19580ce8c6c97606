import { type BigIntRange, int128Range, rangeOf, rangeWithin } from '../ir/bigint-range.js';
import { arithmetic, conditional } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { intrinsicOf } from '../ir/intrinsics/index.js';
import { operandsOf } from '../ir/operands.js';
import type { ArrayOperation } from '../ir/operations/array-operations.js';
import { rewriteExpression } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import { mayBeAbsent } from '../ir/type.js';

/**
 * Returns why reductions cannot compute a value of an element, in words that follow "it". Undefined if they can: the value reads only the
 * element's columns, params and constants, is computed of numbers, booleans and bigints alone, and fails no row.
 */
export function whyNotOfElement(e: Expression, fn: Pick<RowFunction, 'variables' | 'input'>): string | undefined {
  if (e.kind === 'read') return isPlain(e) ? whyNotRead(e.variable, fn) : notPlain;
  if (!plainKinds.has(e.kind) && !isPlainCall(e)) return 'computes a value that may fail the row, or takes memory';
  if (mayFail(e)) return 'computes a value that may fail the row';
  if (!isPlain(e)) return notPlain;
  for (const operand of operandsOf(e)) {
    const why = whyNotOfElement(operand, fn);
    if (why !== undefined) return why;
  }
  return undefined;
}

const notPlain = 'computes with other values than numbers, booleans and bigints';

/** Array operations that fail no row. */
const harmless: ReadonlySet<ArrayOperation> = new Set<ArrayOperation>([
  'length',
  'element',
  'item',
  'at',
  'push',
  'count',
]);

/** True if evaluating an expression may throw in JavaScript, or does more than compute. */
export function mayThrow(e: Expression): boolean {
  const isArray = e.kind === 'array-call' && harmless.has(e.operation);
  const isKnown = e.kind === 'read' || isArray || plainKinds.has(e.kind) || isPlainCall(e);
  return !isKnown || isBigIntQuotient(e) || operandsOf(e).some(mayThrow);
}

function whyNotRead(id: number, { variables, input }: Pick<RowFunction, 'variables' | 'input'>): string | undefined {
  const variable = variables[id];
  const { element, column, name } = variable ?? {};
  if (element !== undefined) return undefined;
  const scalar = column === undefined ? undefined : input[column]?.scalar;
  if (scalar === 'param') return undefined;
  return `reads ${JSON.stringify(name ?? '?')}, which the element does not decide`;
}

const plainKinds: ReadonlySet<Expression['kind']> = new Set<Expression['kind']>([
  'literal',
  'convert',
  'not',
  'negate',
  'truthy',
  'to-number',
  'arithmetic',
  'bitwise',
  'compare',
  'equal',
  'logical',
  'coalesce',
  'conditional',
  'member',
]);

function isPlainCall(e: Expression): boolean {
  return e.kind === 'call' && intrinsicOf(e).services === undefined;
}

/** True if bigints may leave 128 bits or be divided by 0n. */
function mayFail(e: Expression): boolean {
  if (e.type.core.kind !== 'bigint') return false;
  if (e.kind === 'bitwise') return true;
  if (e.kind !== 'arithmetic') return false;
  if (isBigIntQuotient(e)) return true;
  const [left, right] = [bigintRange(e.left), bigintRange(e.right)];
  return !left || !right || !rangeWithin(rangeOf(e.operator, left, right), int128Range);
}

/** True for a quotient or remainder whose divisor may be 0n, or -1n, for which the engine checks for overflow. */
function isBigIntQuotient(e: Expression): boolean {
  if (e.kind !== 'arithmetic' || e.type.core.kind !== 'bigint' || (e.operator !== '/' && e.operator !== '%'))
    return false;
  const divisor = bigintRange(e.right);
  return !divisor || (divisor.min <= 0n && divisor.max >= -1n);
}

/** Narrows the types of bigints that are held in wider types than their values need. */
export function exactBigInts(e: Expression): Expression {
  return rewriteExpression(e, (node) => {
    switch (node.kind) {
      case 'arithmetic':
        return node.type.core.kind === 'bigint'
          ? arithmetic(node.operator, unwidened(node.left), unwidened(node.right))
          : node;
      case 'compare':
        return { ...node, left: unwidened(node.left), right: unwidened(node.right) };
      case 'conditional':
        return node.type.core.kind === 'bigint'
          ? (conditional(node.test, unwidened(node.whenTrue), unwidened(node.whenFalse)) ?? node)
          : node;
      default:
        return unwidened(node);
    }
  });
}

function unwidened(e: Expression): Expression {
  const isPresent = e.type.core.kind === 'bigint' && !mayBeAbsent(e.type);
  return isPresent && e.kind === 'convert' ? unwidened(e.operand) : e;
}

/** The range of a present bigint. */
export function bigintRange(e: Expression): BigIntRange | undefined {
  const { type } = exactBigInts(e);
  return type.core.kind === 'bigint' && !mayBeAbsent(type) ? type.core.range : undefined;
}

function isPlain({ type: { core } }: Expression): boolean {
  return (
    (core.kind === 'number' && core.form !== 'position') ||
    core.kind === 'boolean' ||
    core.kind === 'bigint' ||
    core.kind === 'nothing'
  );
}
