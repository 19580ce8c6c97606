import { convert } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { doubleType } from '../ir/type.js';

/**
 * A value as a variable stores it. A variable that is assigned again holds its numbers as doubles: which form the next
 * one comes in is not known when the variable is declared.
 */
export function storable(value: Expression, reassigned: boolean): Expression {
  const { core } = value.type;
  return reassigned && core.kind === 'number' ? convert(value, { ...value.type, core: doubleType.core }) : value;
}
