import { ts } from '../../1-parse/syntax/ts.js';
import type { BitwiseOperator } from '../../ir/operations/operators.js';

const { SyntaxKind } = ts;

/** The binary bitwise operators. */
export const bitwiseOperators: ReadonlyMap<ts.SyntaxKind, BitwiseOperator> = new Map<ts.SyntaxKind, BitwiseOperator>([
  [SyntaxKind.AmpersandToken, '&'],
  [SyntaxKind.BarToken, '|'],
  [SyntaxKind.CaretToken, '^'],
  [SyntaxKind.LessThanLessThanToken, '<<'],
  [SyntaxKind.GreaterThanGreaterThanToken, '>>'],
  [SyntaxKind.GreaterThanGreaterThanGreaterThanToken, '>>>'],
]);
