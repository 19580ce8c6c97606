import { ts } from '../../1-parse/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { elementType } from '../../ir/arrays.js';
import { onePiece, require } from '../../ir/build.js';
import { isComposite } from '../../ir/constant-value.js';
import type { Statement } from '../../ir/statement.js';
import { describeType, stringType } from '../../ir/type.js';
import { arrayValue } from '../array-values.js';
import { refuseChangedSource } from '../array-walk.js';
import { readReference, referTo } from '../constant-references.js';
import { joinFlows } from '../flow.js';
import { labelled } from '../jumps.js';
import type { RowContext } from '../row-context.js';
import { unsupported, unsupportedAs } from '../unsupported.js';
import { visitConstantLoop } from './constant-loop.js';
import { lineOf, visitValue } from './index.js';
import { visitBody } from './loop.js';

/** `for (const character of s)`: the code points of a string, or the elements of an array. */
export function visitForOfStatement(node: ts.ForOfStatement, context: RowContext): readonly Statement[] {
  const { initializer, expression } = node;
  const constant = referTo(expression, context);
  if (constant === 'reported') return [];
  if (constant?.candidates.some(isComposite)) return visitConstantLoop(node, constant, context);
  const given = constant ? readReference(constant, expression, context) : visitValue(expression, context);
  const value = given && arrayValue(given, expression, context);
  const declaration = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0] : undefined;
  if (node.awaitModifier || !declaration || !ts.isIdentifier(declaration.name)) {
    unsupported(node.awaitModifier ? node : initializer, context);
    return [];
  }
  const { name } = declaration;
  if ((initializer.flags & ts.NodeFlags.BlockScoped) === 0) {
    unsupportedAs('var', initializer, context);
    return [];
  }
  const kind = value?.type.core.kind;
  const isIterable = kind === 'string' || kind === 'array';
  if (value && !isIterable) {
    context.report(expression, (span) =>
      unsupportedOperation(span, {
        operator: 'of',
        left: describeType(value.type),
        right: 'nothing',
        advice: 'Only strings and arrays can be iterated over.',
      }),
    );
  }
  const source = value && isIterable ? onePiece(require(value)) : undefined;
  const step = source?.type.core.kind === 'array' ? elementType(source.type) : stringType();
  const { start, after, label, ...parts } = context.untilStable(() => {
    const start = context.flow;
    const variable = context.declare(name, step);
    context.bind(name, { kind: 'variable', id: variable });
    const { body, target } = visitBody(node, context);
    return {
      result: { variable, body, start, after: target.afterBreak, label: target.breakLabel },
      back: context.flow,
    };
  });
  context.flow = joinFlows(start, after);
  if (source) refuseChangedSource(source, parts.body, expression, context);
  const line = lineOf(node);
  return source ? labelled([{ kind: 'for-of', ...parts, source, line }], label, line) : [];
}
