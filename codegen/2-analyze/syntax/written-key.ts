import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';

/** Returns the property that a literal in brackets names: `first name` for `['first name']`, `0` for `[0]`. */
export function writtenKey(node: ts.Expression): string | undefined {
  const key = unwrap(node);
  if (ts.isStringLiteralLike(key)) return key.text;
  return ts.isNumericLiteral(key) ? String(Number(key.text)) : undefined;
}
