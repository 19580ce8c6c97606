import type { ts } from '../../1-parse/syntax/ts.js';
import { literal, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { type AlternativeKind, alternativesOf, isBytes } from '../../ir/type.js';
import { globalPath } from '../constants/global-path.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression, keepFaults } from '../effects/effects.js';
import { testOfKinds } from '../effects/variants.js';
import { unsupported } from '../refusals/unsupported.js';
import { isAbsent } from '../values/logical-operator.js';
import { isExpression, type Value } from '../values/value.js';

const kindsByName: ReadonlyMap<string, AlternativeKind> = new Map<string, AlternativeKind>([
  ['Array', 'array'],
  ['Map', 'map'],
  ['Set', 'set'],
]);

/** Compiles `value instanceof Map`, `Set` or `Array`, as a test that proves the kind of a value of several kinds. */
export function visitInstanceOf(node: ts.BinaryExpression, context: RowContext): Expression | undefined {
  const kind = kindsByName.get(globalPath(node.right, context) ?? '');
  return kind ? testObjectKind(node.left, kind, node, context) : unsupported(node, context);
}

/** Tests that the value of an expression is an object of a kind. */
export function testObjectKind(
  operand: ts.Expression,
  kind: AlternativeKind,
  node: ts.Expression,
  context: RowContext,
): Expression | undefined {
  const given = context.visit.value(operand);
  if (!given) return undefined;
  const value = keepFaults(given, context);
  if (isExpression(value)) return testExpression(value, kind, context);
  const known = kindOf(value);
  return known ? literal(known === kind) : unsupported(node, context);
}

function testExpression(given: Expression, kind: AlternativeKind, context: RowContext): Expression {
  const value = isStable(given, context) || given.kind === 'read' ? given : keepExpression(given, 'value', context);
  if (alternativesOf(value.type.core).length > 0) return testOfKinds(value, (one) => one === kind);
  const isArray = value.type.core.kind === 'array' && !isBytes(value.type);
  return isArray && kind === 'array' ? not(isAbsent(value)) : literal(false);
}

/** Returns the kind of a value that exists only while it is compiled. `other` is that of functions and dates. */
function kindOf({ kind }: Exclude<Value, Expression>): AlternativeKind | 'other' | undefined {
  if (kind === 'tuple' || kind === 'records') return 'array';
  if (kind === 'object') return 'object';
  return kind === 'date' || kind === 'function' ? 'other' : undefined;
}
