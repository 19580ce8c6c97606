import type { ts } from '../../1-parse/ts.js';
import { unsupportedSyntax } from '../../diagnostics/index.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { capture } from '../captures.js';
import { readReference } from '../constant-references.js';
import { refuseDate } from '../dates.js';
import { globalConstant } from '../evaluate-constant.js';
import type { RowContext } from '../row-context.js';

export function visitIdentifier(node: ts.Identifier, context: RowContext): Expression | undefined {
  const binding = context.bindingOf(node);
  switch (binding?.kind) {
    case 'variable':
      return context.read(binding.id);
    case 'column':
      return context.read(context.column(binding.index));
    case 'date':
      return refuseDate(node, context);
    case 'broken':
      return undefined;
    case 'constant':
      return readReference(binding.reference, node, context);
    case 'row':
      return context.report(node, (span) =>
        unsupportedSyntax(span, {
          construct: 'The row as a value',
          reason: 'A row is not an object in native code: only its columns exist.',
          advice: `Read a column of it: \`${node.text}.column\`.`,
        }),
      );
    default: {
      const global = globalConstant(node, context.program.checker);
      return global ? literal(global.value) : capture(node, context);
    }
  }
}
