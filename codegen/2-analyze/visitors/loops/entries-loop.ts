import { unwrap } from '../../../1-parse/syntax/const-initializer.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import { elementType } from '../../../ir/arrays.js';
import { literal, require } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import type { Statement } from '../../../ir/statement.js';
import { intType } from '../../../ir/type.js';
import { arrayValue } from '../../arrays/values.js';
import { advance, refuseChangedSource } from '../../arrays/walk.js';
import { joinFlows } from '../../context/flow.js';
import { labelled } from '../../context/jumps.js';
import type { RowContext } from '../../context/row-context.js';
import { untilStable } from '../../context/until-stable.js';
import { unsupported } from '../../refusals/unsupported.js';
import { lineOf } from '../../syntax/line-of.js';
import { isExpression } from '../../values/value.js';
import { visitBody } from './loop.js';
import { countInto, visitRecordsLoop } from './records-loop.js';
import { visitUnknownLoop } from './unknown-loop.js';

/** The parts of `for (const [index, element] of array.entries())`. */
export interface Entries {
  readonly array: ts.Expression;
  readonly index: ts.Identifier;
  /** A pattern is possible for an array of objects. */
  readonly element: ts.BindingName;
}

export function entriesOf({ initializer, expression }: ts.ForOfStatement, context: RowContext): Entries | undefined {
  const call = unwrap(expression);
  const pattern = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined;
  if (!ts.isCallExpression(call) || call.arguments.length > 0 || !pattern || !ts.isArrayBindingPattern(pattern))
    return undefined;
  const callee = call.expression;
  if (!ts.isPropertyAccessExpression(callee) || callee.questionDotToken || callee.name.text !== 'entries')
    return undefined;
  const { checker } = context.program;
  const type = checker.getTypeAtLocation(callee.expression);
  const [index, element, ...rest] = pattern.elements.map(nameOf);
  const isKnown = index && ts.isIdentifier(index) && element && rest.length === 0;
  return isKnown && checker.isArrayLikeType(type) ? { array: callee.expression, index, element } : undefined;
}

function nameOf(element: ts.ArrayBindingElement): ts.BindingName | undefined {
  return ts.isBindingElement(element) && !element.initializer && !element.dotDotDotToken ? element.name : undefined;
}

/** Makes a loop over the elements, beside a variable that counts them. */
export function visitEntriesLoop(
  { array, index, element }: Entries,
  node: ts.ForOfStatement,
  context: RowContext,
): readonly Statement[] {
  const line = lineOf(node);
  const given = context.visit.value(array);
  if (given && !isExpression(given) && given.kind === 'records')
    return visitRecordsLoop(node, given, { element, index }, context);
  const value = given && arrayValue(given, array, context);
  if (!value || !ts.isIdentifier(element)) {
    if (value) unsupported(element, context);
    return visitUnknownLoop(node, context);
  }
  const source = require(value);
  const counter = context.variables.temporary('count', intType, true);
  const count: Expression = { kind: 'read', variable: counter, type: intType };
  const { start, after, label, ...parts } = untilStable(context, () => {
    const start = context.flow;
    const variable = context.variables.declare(element, elementType(source.type));
    context.names.bind(element, { kind: 'variable', id: variable });
    const { body, target } = visitBody(node, context, () => {
      return [...countInto(index, count, line, context), advance(counter, 1, line)];
    });
    return {
      result: { variable, body, start, after: target.afterBreak, label: target.breakLabel },
      back: context.flow,
    };
  });
  context.flow = joinFlows(start, after);
  refuseChangedSource(source, parts.body, array, context);
  const loop = labelled(
    [{ kind: 'for-of', ...parts, source, ...context.reference.loops.originOf(node), line }],
    label,
    line,
  );
  return [{ kind: 'declare', variable: counter, value: literal(0), line }, ...loop];
}
