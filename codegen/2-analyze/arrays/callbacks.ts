import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { unsupported } from '../refusals/unsupported.js';
import { isExpression, type Value } from '../values/value.js';
import { callbackOf } from './callback.js';
import { filtered, flatMapped, mapped } from './collect.js';
import { ArrayLoop, type ArraySource } from './loop.js';
import { reduced } from './reduce.js';
import { asked, found, foundIndex } from './search.js';

type Method = (loop: ArrayLoop) => Value | undefined;

const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['forEach', visitEach],
  ['map', mapped],
  ['flatMap', flatMapped],
  ['filter', filtered],
  ['some', (loop) => asked(loop, true)],
  ['every', (loop) => asked(loop, false)],
  ['find', (loop) => found(loop, 1)],
  ['findIndex', (loop) => foundIndex(loop, 1)],
  ['findLast', (loop) => found(loop, -1)],
  ['findLastIndex', (loop) => foundIndex(loop, -1)],
  ['reduce', (loop) => reduced(loop, 1)],
  ['reduceRight', (loop) => reduced(loop, -1)],
]);

export const callbackMethods: readonly string[] = [...methods.keys()];

/** Returns the result of a method that takes a callback. `receiver` is a present array; `given` is the callback. */
export function callWithCallback(
  receiver: ArraySource,
  name: string,
  node: ts.CallExpression,
  context: RowContext,
  given: ts.Expression | undefined = node.arguments[0],
): Value | undefined {
  const method = methods.get(name);
  if (!method || !given) return unsupported(node, context);
  const callback = callbackOf(given, context);
  return callback && method(new ArrayLoop(receiver, callback, node.arguments.slice(1), node, context));
}

function visitEach(loop: ArrayLoop): Expression {
  const { context, line } = loop;
  const statements = loop.walk((element, index) => {
    const value = loop.call(element, index);
    if (value && isExpression(value) && value.kind !== 'literal' && value.kind !== 'read')
      context.effects.push({ kind: 'evaluate', value, line });
    return undefined;
  });
  loop.push(statements);
  return literal(undefined);
}
