import { split } from '../../ir/arrays.js';
import { convert, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Constant } from '../../ir/row-function.js';
import type { Core, Type } from '../../ir/type.js';

/** Returns some value of a type, for places that are never read. */
export function anyValue({ core }: Type): Expression {
  // A variable of objects holds undefined before it holds one. Among several kinds, objects are the last.
  if (core.kind === 'variant' && core.of[0]?.kind === 'reference') return literal(undefined);
  if (core.kind === 'variant') return convert(anyValue(present(core.of[0] as Core)), present(core));
  return core.kind === 'array' ? anyArray(core) : literal(someValue(core));
}

function present(core: Core): Type {
  return { core, mayBeNull: false, mayBeUndefined: false };
}

function anyArray(core: Extract<Core, { kind: 'array' }>): Expression {
  const type = present(core);
  return core.lazy === 'pieces' ? split(literal(''), undefined, undefined) : { kind: 'new-array', elements: [], type };
}

function someValue(core: Core): Constant {
  switch (core.kind) {
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'bigint':
      return 0n;
    case 'boolean':
      return false;
    case 'nothing':
      return undefined;
  }
}
