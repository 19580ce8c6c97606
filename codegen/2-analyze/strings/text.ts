import type { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { type Converter, visitConverted } from '../choices/converted.js';
import type { RowContext } from '../context/row-context.js';
import { concatenate } from './concatenate.js';

const toText: Converter = {
  visit: (node, context) => context.visit.expression(node),
  convert: (value, node, context) => concatenate([value], node, context),
};

/** Visits an expression that becomes text, `${age ?? 'unknown'}`. */
export function visitText(node: ts.Expression, context: RowContext): Expression | undefined {
  return visitConverted(node, toText, context);
}
