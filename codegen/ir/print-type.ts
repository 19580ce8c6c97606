import { type BigIntRange, formOf, int64Range, int128Range, uint64Range } from './bigint-range.js';
import type { Core, Type } from './type.js';

/** Prints a type for the IR's printed form: `string`, `string[3]`, `int|null`. */
export function printType(type: Type): string {
  const flags = `${type.mayBeNull ? '|null' : ''}${type.mayBeUndefined ? '|undefined' : ''}`;
  return type.core.kind === 'nothing' ? flags.slice(1) : `${printCore(type.core)}${flags}`;
}

function printCore(core: Core): string {
  if (core.kind === 'string')
    return core.lazy ? 'lazy string' : core.pieces === 1 ? 'string' : `string[${core.pieces}]`;
  if (core.kind === 'number') return core.form === 'double' ? 'number' : core.form;
  if (core.kind === 'array')
    return core.lazy === 'bytes'
      ? 'bytes'
      : core.lazy === 'pieces'
        ? 'lazy strings'
        : core.lazy
          ? `${core.lazy.startsWith('window<') ? 'window' : 'list'}<${printType(core.element)}>`
          : `array<${printType(core.element)}>`;
  if (core.kind === 'reference') return `${core.to.kind} ${core.to.root.name}`;
  if (core.kind === 'variant') return `variant<${core.of.map(printCore).join(', ')}>`;
  return core.kind === 'bigint' ? printRange(core.range) : core.kind;
}

/** Prints `int64`, `uint64` or `bigint` for their whole ranges, and any other range as `bigint[0..9]`. */
function printRange(range: BigIntRange): string {
  const form = formOf(range);
  const { min, max } = { int64: int64Range, uint64: uint64Range, int128: int128Range }[form];
  if (range.min === min && range.max === max) return form === 'int128' ? 'bigint' : form;
  return `bigint[${range.min}..${range.max}]`;
}
