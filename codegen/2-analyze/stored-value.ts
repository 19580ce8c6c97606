import { convert } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { doubleType, int128Type } from '../ir/type.js';

/**
 * A value as a variable stores it. A variable that is assigned again holds its numbers as doubles and its bigints in 128
 * bits: which form the next one comes in is not known when the variable is declared.
 */
export function storable(value: Expression, reassigned: boolean): Expression {
  const { core } = value.type;
  if (!reassigned) return value;
  if (core.kind === 'number') return convert(value, { ...value.type, core: doubleType.core });
  return core.kind === 'bigint' ? convert(value, { ...value.type, core: int128Type.core }) : value;
}
