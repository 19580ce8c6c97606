import type { RowFunctionNode } from '../../1-parse/parsed-transform.js';
import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { hasNode } from '../../1-parse/syntax/nodes-in.js';
import { projectPath } from '../../1-parse/syntax/span.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import { rewriteStatements } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import { arrayType, type Type } from '../../ir/type.js';
import { isArray, joinedArray } from '../arrays/values.js';
import { Joined } from '../choices/joined.js';
import { expanded } from '../constants/values.js';
import { joinFlows } from '../context/flow.js';
import type { EmitRow, InlinedCall } from '../context/inlined-call.js';
import { labelled, withoutLastLeave } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { inOrder, sequence } from '../effects/effects.js';
import { visitSpread } from '../heap/spread.js';
import { isAsync, noWaiting } from '../refusals/no-waiting.js';
import { unsupported } from '../refusals/unsupported.js';
import { isLiteralTuple } from '../syntax/array-variables.js';
import { elementOf } from '../syntax/declared-type.js';
import { lineOf } from '../syntax/line-of.js';
import { type FunctionNode, type FunctionValue, isExpression, type Value } from '../values/value.js';
import { type Arguments, bindParameters, visitBody } from './function-body.js';
import { nameOf, resultClasses } from './function-results.js';
import { callRecursive } from './recursion.js';

/** The most calls that are inlined in one row function. Each of them is compiled separately. */
const mostCalls = 4096;

/** Returns an arrow function, function expression or declaration as a value. */
export function visitFunction(
  node: ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration,
  context: RowContext,
): FunctionValue | undefined {
  return checkFunction(node, context) ? { kind: 'function', node } : undefined;
}

function checkFunction(node: FunctionNode, context: RowContext): boolean {
  if (isAsync(node)) {
    context.refuse(node, { ...noWaiting, construct: '`async`' });
    return false;
  }
  if (!node.asteriskToken) return true;
  context.refuse(node, {
    construct: 'A generator',
    reason: 'Functions are inlined where they are called, and give their value at once.',
    advice: 'Return an array: `const all: number[] = [];`, and `all.push(x)` for each `yield x`.',
  });
  return false;
}

/** True if all arguments of unknown number go to a rest parameter. */
function takesTail({ parameters }: FunctionNode, { values }: Arguments): boolean {
  const last = parameters.at(-1);
  return last?.dotDotDotToken !== undefined && values.length >= parameters.length - 1;
}

/** Visits the arguments of a call in order; arrays and strings are spread. */
export function visitArguments(call: ts.CallExpression, context: RowContext): Arguments | undefined {
  const nodes = call.arguments;
  const given = inOrder<Value>(
    nodes.map((node) => () => visitSpread(node, context)),
    context,
  );
  const values: Value[] = [];
  for (const [index, node] of nodes.entries()) {
    const value = given[index];
    if (!value) return undefined;
    if (!ts.isSpreadElement(node)) {
      values.push(value);
      continue;
    }
    const spread = expanded(value);
    if (isArray(spread)) {
      const tail = joinedArray(call, nodes.slice(index), given.slice(index), context);
      return tail && { values, tail };
    }
    if (isExpression(spread) || spread.kind !== 'tuple') return unsupported(node, context);
    values.push(...spread.elements);
  }
  return { values };
}

/** Inlines the body of a function at its call. Its statements precede the current statement. */
export function inlineCall(
  { node }: FunctionValue,
  args: Arguments,
  call: ts.Node,
  context: RowContext,
): Value | undefined {
  if (!node.body || !checkFunction(node, context)) return undefined;
  if (context.heap?.recursive.has(node)) return callRecursive(node, args, call, context);
  const place = context.calls.findIndex((active) => active.node === node);
  if (place >= 0) {
    // The row function is visited again, with these functions as routines.
    for (const active of context.calls.slice(place))
      if (active.node === node || !isCallback(active.node)) context.heap?.recursive.add(active.node);
    return reportRecursion(call, context);
  }
  context.callCount += 1;
  if (context.callCount > mostCalls) return reportTooMany(call, context);
  if (args.tail && !takesTail(node, args)) return reportTail(call, context);
  const shared = resultClasses(node, context);
  const array = shared.length > 0 ? undefined : resultArray(node, context);
  const result = new Joined(nameOf(node), call, context, array, shared);
  const active: InlinedCall = { node, call, result, label: context.newLabel(), afterReturn: undefined };
  const { line } = context.effects;
  context.calls.push(active);
  const { result: value, before } = context.effects.collect(() => {
    bindParameters(node, args, context);
    return visitBody(node, active, context);
  });
  context.calls.pop();
  context.effects.line = line;
  context.effects.push(...inModule(before, node, context));
  return value && holdsFunctionOf(value, node) ? reportReturnedFunction(call, context) : value;
}

/** True for a function that is written as an argument, such as that of `map`. It is inlined where it is called, into a routine, too. */
function isCallback({ parent }: FunctionNode): boolean {
  return ts.isCallExpression(parent);
}

/** Inlines the body of a generator. `emit` compiles each of its `yield`s. */
export function inlineGenerator(
  node: RowFunctionNode,
  args: readonly Value[],
  call: ts.Node,
  emit: EmitRow,
  context: RowContext,
): void {
  const { body } = node;
  if (!body || !ts.isBlock(body) || !node.asteriskToken) return;
  context.callCount += 1;
  if (context.callCount > mostCalls) {
    reportTooMany(call, context);
    return;
  }
  const label = context.newLabel();
  const result = new Joined(nameOf(node), call, context);
  const active: InlinedCall = { node, call, result, label, afterReturn: undefined, emit };
  const { line } = context.effects;
  context.calls.push(active);
  const { before } = context.effects.collect(() => {
    bindParameters(node, { values: args }, context);
    context.effects.line = lineOf(body);
    const { result: statements, before: first } = context.effects.collect(() =>
      context.visit.statements(body.statements),
    );
    context.flow = joinFlows(context.flow, active.afterReturn);
    context.effects.push(...labelled(withoutLastLeave(sequence(first, statements), label), label, lineOf(node)));
  });
  context.calls.pop();
  context.effects.line = line;
  context.effects.push(...inModule(before, node, context));
}

/** Returns the type of the arrays that a function returns if some are not literals. */
function resultArray(node: FunctionNode, context: RowContext): Type | undefined {
  const { checker } = context.program;
  const signature = checker.getSignatureFromDeclaration(node);
  const element = signature && elementOf(checker.getReturnTypeOfSignature(signature), checker);
  return element && node.body && hasNode(node.body, returnsComputed, isOwn) ? arrayType(element) : undefined;
}

function returnsComputed(node: ts.Node): boolean {
  return ts.isReturnStatement(node) && node.expression !== undefined && !isLiteralTuple(node.expression);
}

/** True for nodes that belong to the current function and not to a nested one; false stops the descent. */
function isOwn(node: ts.Node): boolean {
  return !ts.isFunctionLike(node);
}

/**
 * True if a call returns a function that is nested in the called one. It would read parameters and variables of that
 * call, which the next call overwrites.
 */
function holdsFunctionOf(value: Value, outer: FunctionNode): boolean {
  if (isExpression(value)) return false;
  if (value.kind === 'function') return isWithin(value.node, outer);
  if (value.kind === 'object') return [...value.properties.values()].some((part) => holdsFunctionOf(part, outer));
  return value.kind === 'tuple' && value.elements.some((part) => holdsFunctionOf(part, outer));
}

function isWithin(node: ts.Node, outer: ts.Node): boolean {
  let around: ts.Node | undefined = node;
  while (around && around !== outer) around = around.parent;
  return around === outer;
}

/** Compiles `return x` in a function that is being inlined. */
export function visitInlinedReturn(
  node: ts.ReturnStatement,
  active: InlinedCall,
  context: RowContext,
): readonly Statement[] {
  const line = lineOf(node);
  if (active.emit && node.expression) refuseReturned(node, context);
  const value = node.expression ? context.visit.value(node.expression) : literal(undefined);
  if (!context.flow) return [];
  const assigned = active.emit ? [] : active.result.assign(value, line);
  active.afterReturn = joinFlows(active.afterReturn, context.flow);
  context.flow = undefined;
  return [...assigned, { kind: 'leave', label: active.label, line }];
}

/** Reports a generator that returns a value. */
export function refuseReturned(node: ts.ReturnStatement, context: RowContext): void {
  const around = ts.findAncestor(node, ts.isFunctionLike);
  const isGenerator =
    around && (ts.isMethodDeclaration(around) || ts.isFunctionExpression(around)) && around.asteriskToken;
  // A function that should be a generator is reported elsewhere.
  if (!isGenerator) return;
  context.refuse(node, {
    construct: '`return` with a value, in `rows`,',
    reason: 'Output rows are what the generator yields; what it returns belongs to none of them.',
    advice: 'Write `yield value; return;`.',
  });
}

/** Marks statements with their module, for `#line`, if they come from another one. */
function inModule(statements: readonly Statement[], node: FunctionNode, context: RowContext): readonly Statement[] {
  const module = projectPath(context.program.root, node.getSourceFile().fileName);
  if (module === context.source && context.calls.length === 0) return statements;
  return rewriteStatements(statements, (statement) => [
    statement.module === undefined ? { ...statement, module } : statement,
  ]);
}

/** Reports a recursive function at its first call. */
function reportRecursion(call: ts.Node, context: RowContext): undefined {
  const callee = ts.isCallExpression(call) ? unwrap(call.expression) : call;
  if (ts.isIdentifier(callee) && context.names.bindingOf(callee)?.kind === 'broken') return undefined;
  context.refuse(call, {
    construct: 'A function that calls itself',
    reason: 'Its calls are kept in the memory of the row, which needs a function whose parameters have plain types.',
    advice: 'Write a loop, or declare the types of its parameters and of its result.',
  });
  if (ts.isIdentifier(callee)) context.names.forget(callee);
  return undefined;
}

function reportReturnedFunction(call: ts.Node, context: RowContext): undefined {
  return context.refuse(call, {
    construct: 'A function that gives a function of its own',
    reason: 'Functions are inlined where they are called: the variables of that call are not kept for another one.',
    advice: 'Pass those values as parameters of one function.',
  });
}

function reportTail(call: ts.Node, context: RowContext): undefined {
  return context.refuse(call, {
    construct: 'A spread whose length is not known when the transform is built',
    reason: 'Each parameter is a variable of its own; only a rest parameter takes any number of values.',
    advice: 'Pass the array itself, or give the function a rest parameter: `(...words: string[])`.',
  });
}

/** Reports only the first call past the limit. Calls multiply, so each function would get a report. */
function reportTooMany(call: ts.Node, context: RowContext): undefined {
  if (context.callCount > mostCalls + 1) return undefined;
  return context.refuse(call, {
    construct: `A call that would be the ${mostCalls + 1}th of this row function`,
    reason: 'Functions are inlined where they are called, and functions that call functions several times multiply.',
    advice: 'Call the function in a loop, or keep what it gives in a `const`.',
  });
}
