import { ts } from '../../1-parse/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { onePiece, require } from '../../ir/build.js';
import type { Statement } from '../../ir/statement.js';
import { describeType, stringType } from '../../ir/type.js';
import { joinFlows } from '../flow.js';
import type { RowContext } from '../row-context.js';
import { unsupported, unsupportedAs } from '../unsupported.js';
import { lineOf, visitExpression } from './index.js';
import { visitBody } from './loop.js';

/** `for (const character of s)`: the code points of a string. */
export function visitForOfStatement(node: ts.ForOfStatement, context: RowContext): readonly Statement[] {
  const { initializer, expression } = node;
  const value = visitExpression(expression, context);
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
  if (value && value.type.core.kind !== 'string') {
    context.report(expression, (span) =>
      unsupportedOperation(span, {
        operator: 'of',
        left: describeType(value.type),
        right: 'nothing',
        advice: 'Only strings can be iterated over so far.',
      }),
    );
  }
  const source = value?.type.core.kind === 'string' ? onePiece(require(value)) : undefined;
  const { start, after, ...parts } = context.untilStable(() => {
    const start = context.flow;
    const variable = context.declare(name, stringType());
    context.bind(name, { kind: 'variable', id: variable });
    const { body, scope } = visitBody(node.statement, context);
    return { result: { variable, body, start, after: scope.afterBreak }, back: context.flow };
  });
  context.flow = joinFlows(start, after);
  return source ? [{ kind: 'for-of', ...parts, source, line: lineOf(node) }] : [];
}
