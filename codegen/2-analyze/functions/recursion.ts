import { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall, stored } from '../../ir/arrays.js';
import { compare, literal, read } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { allExpressions, callsRoutine, declaredIn, forEachStatement, rewriteStatements } from '../../ir/rewrite.js';
import type { Routine, Statement } from '../../ir/statement.js';
import { intType, undefinedType } from '../../ir/type.js';
import { advance } from '../arrays/walk.js';
import { Joined } from '../choices/joined.js';
import type { InlinedCall } from '../context/inlined-call.js';
import { jumpTarget } from '../context/jumps.js';
import { MachineContext } from '../context/machine-context.js';
import type { RowContext } from '../context/row-context.js';
import { untilStable } from '../context/until-stable.js';
import { sequence } from '../effects/effects.js';
import { fieldOf, heldBy } from '../heap/allocate.js';
import { unsupported } from '../refusals/unsupported.js';
import { lineOf } from '../syntax/line-of.js';
import { type FunctionNode, isExpression, type Value } from '../values/value.js';
import { type Arguments, bindParameters, visitBody } from './function-body.js';
import { nameOf, resultClasses } from './function-results.js';

/**
 * Compiles a call of a function that calls itself, perhaps through others. The outermost call is a machine with a routine per function; calls
 * within it enter a routine with a frame of its own.
 */
export function callRecursive(
  node: FunctionNode,
  args: Arguments,
  call: ts.Node,
  context: RowContext,
): Value | undefined {
  const { heap } = context;
  if (!heap) return unsupported(call, context);
  if (args.tail || node.parameters.some(({ dotDotDotToken }) => dotDotDotToken))
    return context.refuse(call, {
      construct: 'A function that calls itself and takes any number of arguments',
      reason: 'The arguments of each call are kept in a frame, whose size is known when the transform is built.',
      advice: 'Give it an array, `(words: string[])`, and pass `[first, ...others]`.',
    });
  const signature = heap.recursive.signatureOf(node);
  const nodes = ts.isCallExpression(call) ? call.arguments : [];
  const values = node.parameters.map((_, place) => {
    const value = args.values[place] ?? literal(undefined);
    if (!isExpression(value) && value.kind === 'function') return refuseFunction(nodes[place] ?? call, context);
    return heldBy(value, fieldOf(signature, String(place)), nodes[place] ?? call, context);
  });
  if (!values.every((value) => value !== undefined)) return undefined;
  context.reference.recursive.add(node);
  const { line } = context.effects;
  const type = signature.fields.get('result') ?? undefinedType;
  const { machine } = context;
  if (machine) {
    machine.note(context.flow);
    const variable = context.variables.temporary(nameOf(node), type, false);
    context.effects.push({ kind: 'recur', routine: machine.routineOf(node), values, variable, line });
    if (context.flow) context.flow = machine.afterCall(context.flow);
    return context.variables.read(variable);
  }
  const body = visitMachine(node, call, context);
  const variable = context.variables.temporary(nameOf(node), type, false);
  context.effects.push({ kind: 'machine', values, variable, body, line });
  return context.variables.read(variable);
}

function refuseFunction(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'A function as an argument of a function that calls itself',
    reason: 'Its arguments are kept per call in the memory of the row, which holds no functions.',
    advice: 'Call the function by its name.',
  });
}

/** Visits the functions of a machine, from the first one on. */
function visitMachine(first: FunctionNode, call: ts.Node, context: RowContext): readonly Routine[] {
  const { start, routines } = untilStable(context, () => {
    const start = context.flow ?? new Map();
    const machine = new MachineContext(start, context.variables.snapshot().count);
    machine.routineOf(first);
    const jumps = context.jumps.splice(0);
    const routines: Routine[] = [];
    context.machine = machine;
    // The list grows while its functions are visited.
    for (const node of machine.functions) {
      context.flow = start;
      routines.push(visitRoutine(node, routines.length, machine, context));
    }
    context.machine = undefined;
    context.jumps.push(...jumps);
    context.flow = start;
    return { result: { start, routines }, back: machine.back };
  });
  context.flow = start;
  checkVariables(routines, call, context);
  return routines;
}

function visitRoutine(node: FunctionNode, id: number, machine: MachineContext, context: RowContext): Routine {
  const signature = context.heap?.recursive.signatureOf(node);
  const line = lineOf(node);
  const parameters = node.parameters.map(({ name }, place) =>
    context.variables.temporary(
      ts.isIdentifier(name) ? name.text : 'argument',
      signature?.fields.get(String(place)) ?? undefinedType,
      true,
    ),
  );
  const result = new Joined(nameOf(node), node, context, undefined, resultClasses(node, context));
  const active: InlinedCall = { node, call: node, result, label: context.newLabel(), afterReturn: undefined };
  context.calls.push(active);
  // Values that a call keeps must outlast other calls, as those that a step of a loop keeps must outlast other steps.
  context.jumps.push(jumpTarget('loop', node));
  const { line: around } = context.effects;
  const { before } = context.effects.collect(() => {
    bindParameters(node, { values: parameters.map((parameter) => context.variables.read(parameter)) }, context);
    const value = visitBody(node, active, context);
    if (!context.flow) return;
    const held = signature && heldBy(value ?? literal(undefined), fieldOf(signature, 'result'), node, context);
    machine.note(context.flow);
    if (held) context.effects.push({ kind: 'finish', value: held, line });
  });
  context.effects.line = around;
  context.jumps.pop();
  context.calls.pop();
  const type = signature?.fields.get('result') ?? undefinedType;
  return { kind: 'routine', id, parameters, result: type, body: withPlaces(sequence(before), context), line };
}

/** Makes loops by index of the loops over arrays whose steps call routines: such a step ends and begins again. */
function withPlaces(body: readonly Statement[], context: RowContext): readonly Statement[] {
  return rewriteStatements(body, (statement) => {
    if (statement.kind !== 'for-of' || !callsRoutine(statement.body) || statement.source.type.core.kind !== 'array')
      return [statement];
    const { variable, source, line } = statement;
    const value = stored(source);
    const array = context.variables.temporary('elements', value.type, false);
    const place = context.variables.temporary('place', intType, true);
    const elements = read(array, value.type);
    const index: Expression = read(place, intType);
    const element = arrayCall('item', elements, index);
    return [
      { kind: 'declare', variable: array, value, line },
      { kind: 'declare', variable: place, value: literal(0), line },
      {
        kind: 'loop',
        test: compare('<', index, arrayCall('length', elements)),
        bodyFirst: false,
        body: [{ kind: 'declare', variable, value: element, line }, ...statement.body],
        update: [advance(place, 1, line)],
        counted: false,
        line,
      },
    ];
  });
}

/** Reports variables and loops that frames cannot hold. */
function checkVariables(routines: readonly Routine[], call: ts.Node, context: RowContext): void {
  const own = routines.map((routine) => declaredIn([routine]));
  for (const [place, routine] of routines.entries()) {
    const others = own.filter((_, other) => other !== place);
    const isForeign = allExpressions(routine.body).some(
      (e) => e.kind === 'read' && others.some((variables) => variables.has(e.variable)) && !own[place]?.has(e.variable),
    );
    if (isForeign) refuse('reads variables of a function around it that calls itself, too,', call, context);
    forEachStatement(routine.body, (statement) => {
      const isWalk = statement.kind === 'for-of' || statement.kind === 'sort';
      if (isWalk && callsRoutine(statement.body))
        refuse('is called in a loop over a text or in a comparator', call, context);
    });
    const holdsMatch = [...(own[place] ?? [])].some((id) => context.variables.storedType(id).core.kind === 'match');
    if (holdsMatch && callsRoutine(routine.body)) refuse('holds a match of a regular expression', call, context);
  }
}

function refuse(what: string, call: ts.Node, context: RowContext): void {
  context.refuse(call, {
    construct: `A function that calls itself and ${what}`,
    reason: 'The variables of each call are kept in a frame in the memory of the row.',
    advice: 'Pass the values as parameters, go through a text by index, or move that part into a function of its own.',
  });
}
