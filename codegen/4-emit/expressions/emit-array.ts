import { elementType } from '../../ir/arrays.js';
import type { ArrayCall, NewArray, Split } from '../../ir/expression.js';
import type { ArrayOperation } from '../../ir/operations/array-operations.js';
import { sameType, type Type } from '../../ir/type.js';
import { cppType } from '../cpp/cpp-types.js';
import type { FunctorLocals } from '../scope/functor-locals.js';
import type { EmitText } from './code.js';

export function emitSplit({ receiver, separator, limit }: Split, emit: EmitText): string {
  const between = separator ? [emit(separator)] : limit ? ['rf::undefined'] : [];
  return `rf::split(${[emit(receiver), ...between, ...(limit ? [emit(limit)] : [])].join(', ')})`;
}

/** The beginnings of calls. Operations that allocate take the arena first, those that can fail the row take `out`. */
const functions: Readonly<Record<ArrayOperation, string>> = {
  length: '',
  element: 'rf::array_element(',
  item: 'rf::array_item(',
  at: 'rf::array_at(',
  includes: 'rf::array_includes(',
  indexOf: 'rf::array_index_of(',
  lastIndexOf: 'rf::array_last_index_of(',
  join: 'rf::join(out, ',
  slice: 'rf::array_slice(arena, ',
  subarray: 'rf::bytes_slice(',
  concat: 'rf::array_concat(arena, ',
  reversed: 'rf::array_reversed(arena, ',
  sorted: 'rf::array_sorted(arena, ',
  store: 'rf::store_array(arena, ',
  loosened: 'rf::array_loosened(arena, ',
  places: 'rf::array_places(arena, ',
  undefinedPlaces: 'rf::array_undefined_places(arena, ',
  gathered: 'rf::array_gathered(arena, ',
  zipped: 'rf::array_zipped(arena, ',
  masked: 'rf::array_masked(arena, ',
  judged: 'rf::array_judged(out, ',
  allThere: 'rf::array_all_there',
  push: 'rf::array_push(arena, ',
  set: 'rf::array_set(out, arena, ',
  with: 'rf::array_with(',
  withoutLast: 'rf::array_without_last(',
  withoutFirst: 'rf::array_without_first(',
  sum: 'rf::window_sum(',
  mean: 'rf::window_mean(',
  min: 'rf::window_min(',
  max: 'rf::window_max(',
  variance: 'rf::window_variance(',
  stddev: 'rf::window_stddev(',
  count: 'rf::window_count(',
  periods: 'rf::window_periods(',
};

export function emitArray(e: NewArray | ArrayCall, emit: EmitText, locals: FunctorLocals): string {
  if (e.kind === 'new-array') {
    if (e.elements.length === 0) return `${cppType(e.type)}{}`;
    locals.useArena();
    const element = e.type.core.kind === 'array' ? cppType(e.type.core.element) : '';
    return `rf::array_of<${element}>(arena, ${e.elements.map(emit).join(', ')})`;
  }
  if (e.operation === 'length') {
    const array = emit(e.receiver);
    return array.startsWith('*') ? `${array.slice(1)}->size()` : `${array}.size()`;
  }
  const call =
    e.operation === 'store'
      ? storing(e)
      : e.operation === 'allThere'
        ? `${functions.allThere}<${levelsOf(e.type)}>(arena, `
        : functions[e.operation];
  if (call.endsWith('arena, ')) locals.useArena();
  return `${call}${[e.receiver, ...e.arguments].map(emit).join(', ')})`;
}

/** Returns the beginning of a call that stores an array, with the type of the elements if it changes. */
function storing({ receiver, type }: ArrayCall): string {
  const [from, to] = [elementType(receiver.type), elementType(type)];
  return sameType(from, to) ? functions.store : `rf::store_array_as<${cppType(to)}>(arena, `;
}

function levelsOf({ core }: Type): number {
  return core.kind === 'array' ? 1 + levelsOf(core.element) : 0;
}
