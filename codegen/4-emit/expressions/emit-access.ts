import type { Access } from '../../ir/expression.js';
import { heapOperation } from '../../ir/heap/heap-operations.js';
import { fieldName } from '../cpp/cpp-fields-of-records.js';
import type { FunctorLocals } from '../scope/functor-locals.js';
import { type EmitCode, primary } from './code.js';

/** Emits an access to an object of the row's memory: `words->push(arena, word)`. */
export function emitAccess(e: Access, emit: EmitCode, locals: FunctorLocals): string {
  const { operation, to, field = '' } = e;
  locals.useArena();
  if (operation === 'new') return `rf::new_object<${to.root.name}>(arena)`;
  const [first, ...others] = e.arguments;
  if (!first) throw new RangeError(`\`${operation}\` has an object`);
  const object = primary(emit(first));
  const args = others.map((argument) => emit(argument).text);
  if (operation === 'field') return `${object}->${fieldName(to, field)}`;
  if (operation === 'set field') return `${object}->${fieldName(to, field)} = ${args[0]}`;
  const { method = '', takes } = heapOperation(operation);
  return `${object}->${method}(${[...takes.split(', ').filter(Boolean), ...args].join(', ')})`;
}
