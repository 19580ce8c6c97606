import { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { bitwise } from '../../ir/bitwise.js';
import { literal, negate, toNumber } from '../../ir/build.js';
import { mayBeAbsent } from '../../ir/type.js';
import { visitTest } from '../choices/test.js';
import type { RowContext } from '../context/row-context.js';
import { visitPlusOperand } from '../numbers/conversions.js';
import { visitNumeric } from '../numbers/dates.js';
import { unsupported } from '../refusals/unsupported.js';
import { isStep } from '../syntax/assignments.js';
import { describeValue } from '../values/described-values.js';
import type { Value } from '../values/value.js';
import { visitStep } from './assignment-expression.js';

export function visitPrefixUnaryExpression(node: ts.PrefixUnaryExpression, context: RowContext): Value | undefined {
  const { operator } = node;
  if (isStep(operator)) return visitStep(node, context);
  const isMinus = operator === ts.SyntaxKind.MinusToken;
  const isTilde = operator === ts.SyntaxKind.TildeToken;
  const isPlus = operator === ts.SyntaxKind.PlusToken;
  if (!isMinus && !isTilde && !isPlus && operator !== ts.SyntaxKind.ExclamationToken) {
    return unsupported(node, context);
  }
  if (operator === ts.SyntaxKind.ExclamationToken) return visitTest(node, context);
  const operand = isPlus ? visitPlusOperand(node.operand, context) : visitNumeric(node.operand, context);
  const sign = ts.tokenToString(operator) ?? '';
  if (!operand) return undefined;
  if (operand.type.core.kind === 'bigint' && (!(isMinus || isTilde) || mayBeAbsent(operand.type))) {
    return context.report(node, (span) =>
      unsupportedOperation(span, {
        operation: `\`${sign}\``,
        operands: describeValue(operand.type),
        advice:
          isMinus || isTilde
            ? 'Test for null first, or give another value with `??`.'
            : 'JavaScript throws here: convert it with `Number(x)`.',
      }),
    );
  }
  if (operand.type.core.kind === 'array') {
    return context.report(node, (span) =>
      unsupportedOperation(span, {
        operation: `\`${sign}\``,
        operands: 'an array',
        advice: 'Take an element of it.',
      }),
    );
  }
  if (isTilde) return bitwise('^', operand, literal(operand.type.core.kind === 'bigint' ? -1n : -1));
  return isMinus ? negate(operand) : toNumber(operand);
}
