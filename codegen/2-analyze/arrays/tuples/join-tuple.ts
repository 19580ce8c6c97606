import type { ts } from '../../../1-parse/syntax/ts.js';
import { literal, onePiece, toText } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import type { RowContext } from '../../context/row-context.js';
import { keepExpression, keepFaults } from '../../effects/effects.js';
import { concatenate } from '../../strings/concatenate.js';
import { isExpression, type TupleValue } from '../../values/value.js';
import { textOf } from '../join.js';

/**
 * Compiles `[name, count, isNew].join(' ')` with elements of several kinds. Returns undefined for any other call, and
 * for elements of one kind.
 */
export function joinTuple(
  { elements }: TupleValue,
  node: ts.CallExpression,
  name: ts.MemberName,
  context: RowContext,
): { readonly value: Expression | undefined } | undefined {
  const isJoin = name.text === 'join' || name.text === 'toString';
  const simple = elements.filter(isExpression).filter(({ type }) => type.core.kind !== 'array');
  const kinds = new Set(simple.map(({ type }) => type.core.kind));
  if (!isJoin || simple.length < elements.length || node.arguments.length > 1) return undefined;
  if (kinds.size === 1 && !kinds.has('bigint') && !kinds.has('nothing')) return undefined;
  const [given] = name.text === 'join' ? node.arguments : [];
  const separator = given ? context.visit.expression(given) : literal(',');
  if (!separator || separator.type.mayBeUndefined) return undefined;
  // The separator is not used here, but its faults still fail the row.
  if (elements.length < 2) keepFaults(separator, context);
  if (elements.length === 0) return { value: literal('') };
  const between =
    separator.kind === 'literal' ? separator : keepExpression(onePiece(toText(separator)), 'separator', context);
  const parts = simple.flatMap((element, index) => {
    const text = emptyWhereAbsent(element, context);
    return index === 0 ? [literal(''), text] : [between, text];
  });
  return { value: concatenate(parts, node, context) };
}

function emptyWhereAbsent(element: Expression, context: RowContext): Expression {
  const { kind } = element;
  return textOf(kind === 'read' || kind === 'literal' ? element : keepExpression(element, 'element', context), context);
}
