import type { ts } from '../../1-parse/syntax/ts.js';
import { read } from '../../ir/build.js';
import type { Access, Expression } from '../../ir/expression.js';
import { type HeapClass, mayBeAbsent, presentType } from '../../ir/type.js';
import { placeOfCall } from '../context/place-of-call.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from '../effects/effects.js';
import { isAbsent } from '../values/logical-operator.js';
import { isExpression, type Value } from '../values/value.js';

/** Performs an access at this point, and returns its result. */
export function perform(access: Access, name: string, context: RowContext): Expression {
  return keepExpression(access, name, context);
}

/** Performs an access whose result is not asked for. */
export function run(access: Access, context: RowContext): void {
  context.effects.push({ kind: 'evaluate', value: access, line: context.effects.line });
}

/** Returns the class of a reference, which may be null or undefined. Undefined for any other value. */
export function classOfValue(value: Value | undefined): HeapClass | undefined {
  if (!value || !isExpression(value)) return undefined;
  const { core } = value.type;
  return core.kind === 'reference' ? core.to : undefined;
}

/** A value that is a reference. */
export function isReference(value: Value | undefined): value is Expression {
  return classOfValue(value) !== undefined;
}

/** Returns the class that the source's type of a node says. Undefined if it says several, or none. */
export function classAt(node: ts.Node, context: RowContext): HeapClass | undefined {
  const { heap, program } = context;
  return heap?.classOf(program.checker.getTypeAtLocation(node), placeOfCall(context));
}

/** Returns a reference in a variable of its own, or one that is in such a variable already. The row fails here if it is null or undefined. */
export function requireObject(given: Expression, context: RowContext): Expression {
  const { line } = context.effects;
  const type = presentType(given.type);
  const kept = isStable(given, context) ? given : keepExpression(given, 'object', context);
  if (!mayBeAbsent(given.type)) return kept;
  // The row is evaluated again in JavaScript, which throws the TypeError.
  context.effects.push({ kind: 'if', test: isAbsent(kept), whenTrue: [{ kind: 'throw', line }], whenFalse: [], line });
  return kept.kind === 'read' ? read(kept.variable, type) : kept;
}
