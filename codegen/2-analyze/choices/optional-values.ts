/** Objects that may be missing. */
import { narrow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from '../effects/effects.js';
import { isMissing, isOptional } from '../values/optional-value.js';
import type { OptionalValue, Value } from '../values/value.js';

/** Keeps the presence of an optional value in a variable if it is not stable. */
export function keepPresence(value: OptionalValue, context: RowContext): OptionalValue {
  return isStable(value.present, context)
    ? value
    : { ...value, present: keepExpression(value.present, 'isThere', context) };
}

/** Returns the value whose property is read. The row throws JavaScript's TypeError if it is missing. */
export function requirePresent(value: Value, context: RowContext): Value {
  if (!isOptional(value)) return value;
  const { line } = context.effects;
  const test = isMissing(value);
  context.effects.push({ kind: 'if', test, whenTrue: [{ kind: 'throw', line }], whenFalse: [], line });
  if (value.tagged && context.flow) context.flow = narrow(context.flow, test, false);
  return value.value;
}
