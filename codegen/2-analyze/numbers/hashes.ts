import { dslName } from '../../1-parse/syntax/dsl-call.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { throwingArgument } from '../../diagnostics/index.js';
import { require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { findIntrinsic } from '../../ir/intrinsics/index.js';
import type { RowContext } from '../context/row-context.js';
import { unsupported } from '../refusals/unsupported.js';
import { describeValue } from '../values/described-values.js';

/**
 * Returns the name of the called function, `rowfuse.sha256` for instance, if `rowfuse` exports it for row functions.
 */
export function exportedFunction({ expression }: ts.CallExpression, context: RowContext): string | undefined {
  const name = dslName(expression, context.program.checker);
  return name !== undefined && findIntrinsic(`rowfuse.${name}`) ? `rowfuse.${name}` : undefined;
}

/** Compiles a call of such a function. Unlike built-in functions, they throw a TypeError for anything but strings. */
export function callExported(name: string, node: ts.CallExpression, context: RowContext): Expression | undefined {
  const { parameters } = findIntrinsic(name) ?? {};
  if (!parameters || node.questionDotToken || node.arguments.length !== parameters.length)
    return unsupported(node, context);
  const args: Expression[] = [];
  for (const argument of node.arguments) {
    const value = ts.isSpreadElement(argument) ? unsupported(argument, context) : context.visit.expression(argument);
    if (!value) return undefined;
    if (value.type.core.kind !== 'string') {
      return context.report(argument, (span) =>
        throwingArgument(span, {
          function: `\`${name.replace('rowfuse.', '')}\``,
          argument: describeValue(value.type),
          parameter: 'a string',
          advice: 'Pass a string, or make one of it with `String(x)`.',
        }),
      );
    }
    args.push(require(value));
  }
  importForReference(node.expression, context);
  return call(name, ...args);
}

/** Imports the function for the reference, under the local name of the function or of its module. */
function importForReference(callee: ts.Expression, context: RowContext): void {
  const exported = dslName(callee, context.program.checker);
  if (ts.isPropertyAccessExpression(callee)) context.reference.imports.set(callee.expression.getText(), '*');
  else if (exported !== undefined) context.reference.imports.set(callee.getText(), exported);
}
