import type { Expression } from '../../ir/expression.js';
import type { Finish, Machine, Recur, Routine } from '../../ir/statement.js';
import type { Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { cppType } from '../cpp/cpp-types.js';
import { emitStored } from '../expressions/emit-expression.js';
import { frameVariables, routinesOf } from '../scope/frames.js';
import { MachineScope } from '../scope/machine-scope.js';
import type { RowScope } from '../scope/row-scope.js';
import { type EmitStatements, indentation, indented } from './statement-lines.js';

/**
 * Emits a call of a function that calls itself as a loop over frames. The `switch` enters a routine where the call of its frame begins or
 * goes on, which may be in the middle of a loop. So all variables that are declared before such a place lie in the frame.
 */
export function emitMachine(machine: Machine, depth: number, scope: RowScope, emit: EmitStatements): readonly string[] {
  const { names, fn, locals, lines, loops } = scope;
  const routines = routinesOf(machine);
  const own = new MachineScope(names.newMachine(), routines);
  const { number } = own;
  scope.machine = own;
  locals.useArena();
  const fields = [...frameVariables(machine)].map(
    (id) => `  ${typeOf(fn.variables[id]?.stored)} ${names.fieldOf(id)}{};`,
  );
  const head = [
    `struct Frame${number} {`,
    `  Frame${number}* caller;`,
    '  std::int32_t place;',
    ...fields,
    '};',
    `rf::Calls<Frame${number}> calls${number};`,
    ...routines.map(({ id, result }) => `[[maybe_unused]] ${typeOf(result)} ${own.resultOf(id)}{};`),
    `Frame${number}* frame${number} = calls${number}.enter(out, arena, nullptr, 0);`,
    locals.endIf(`frame${number} == nullptr`),
    ...passed(`frame${number}`, routines[0], machine.values, scope),
    `next${number}:`,
    `if (frame${number} != nullptr) {`,
    `  switch (frame${number}->place) {`,
  ];
  const body = loops.within(machine, () => emit(machine.body, depth + 2));
  scope.machine = undefined;
  const tail = ['  }', '}', result(machine.variable, own.resultOf(0), scope)];
  return lines.at(machine, [...indented(head.join('\n'), depth), ...body, ...indented(tail.join('\n'), depth)]);
}

function typeOf(type: Type | undefined): string {
  return type ? cppType(type) : 'bool';
}

/** Returns the statements that put arguments into a frame. */
function passed(
  frame: string,
  routine: Routine | undefined,
  values: readonly Expression[],
  scope: RowScope,
): readonly string[] {
  return (routine?.parameters ?? []).flatMap((id, place) => {
    const value = values[place];
    return value ? [`${frame}->${scope.names.fieldOf(id)} = ${emitStored(value, scope)};`] : [];
  });
}

/** Returns the statement that takes the result of a call. */
function result(variable: VariableId, value: string, { names }: RowScope): string {
  const name = names.of(variable);
  return names.fieldOf(variable) === undefined
    ? `[[maybe_unused]] auto const ${name} = ${value};`
    : `${name} = ${value};`;
}

/** Emits a routine. The calls of it begin at the place of its number. */
export function emitRoutine(
  { id, body }: Routine,
  depth: number,
  scope: RowScope,
  emit: EmitStatements,
): readonly string[] {
  if (scope.machine) scope.machine.routine = id;
  const indent = indentation(depth);
  return [`${indent}case ${id}: {`, ...emit(body, depth + 1), `${indent}}`];
}

/** Emits a call of a routine: control leaves to its frame, and comes back to a place of its own. */
export function emitRecur({ routine, values, variable }: Recur, scope: RowScope): string {
  const own = machineOf(scope);
  const { number } = own;
  const place = own.newPlace();
  return [
    '{',
    `  Frame${number}* const called = calls${number}.enter(out, arena, frame${number}, ${routine});`,
    `  ${scope.locals.endIf('called == nullptr')}`,
    ...passed('called', own.routines[routine], values, scope).map((line) => `  ${line}`),
    `  frame${number}->place = ${place};`,
    `  frame${number} = called;`,
    `  goto next${number};`,
    '}',
    `case ${place}:`,
    result(variable, own.resultOf(routine), scope),
  ].join('\n');
}

/** Emits the end of a call. */
export function emitFinish({ value }: Finish, scope: RowScope): string {
  const own = machineOf(scope);
  const { number } = own;
  return [
    `${own.resultOf(own.routine)} = ${emitStored(value, scope)};`,
    `frame${number} = calls${number}.leave(frame${number});`,
    `goto next${number};`,
  ].join('\n');
}

function machineOf({ machine }: RowScope): MachineScope {
  if (!machine) throw new RangeError('A call of a routine is inside a machine');
  return machine;
}
