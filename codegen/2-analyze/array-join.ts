/** `join`: a string that grows in a loop, or the concatenation of the elements of an array of known length. */
import type { ts } from '../1-parse/ts.js';
import { concat, conditional, equal, flatten, literal, logical, not, onePiece, read, toText } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { mayBeAbsent, presentType, stringType } from '../ir/type.js';
import { walk } from './array-walk.js';
import { concatenate } from './concatenate.js';
import { keepExpression, keepFaults } from './effects.js';
import { isNested, refuseWhole } from './nested-arrays.js';
import type { RowContext } from './row-context.js';
import { isExpression, type TupleValue } from './value.js';

/** `join` of numbers, booleans and values that may be absent: a string that grows. */
export function joinInLoop(
  array: Expression,
  separator: Expression,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  if (isNested(array.type)) return refuseWhole('text', node, context);
  const { line } = context;
  const text = context.temporary('joined', stringType(), true);
  const between = separator.kind === 'literal' ? separator : keepExpression(onePiece(separator), 'separator', context);
  context.push({ kind: 'declare', variable: text, value: literal(''), line });
  const loop = walk(
    { source: array, counts: true },
    (element, index) => {
      const isFirst = equal(index, literal(0));
      const before: Expression = {
        kind: 'conditional',
        test: isFirst,
        whenTrue: literal(''),
        whenFalse: between,
        type: stringType(),
      };
      const value = flatten(concat([read(text, stringType()), before, textOf(element)]));
      context.push({ kind: 'assign', variable: text, value, line });
      return undefined;
    },
    node,
    context,
  );
  context.push(...loop);
  return read(text, stringType());
}

/** null and undefined are empty in a joined string. */
function textOf(element: Expression): Expression {
  if (!mayBeAbsent(element.type)) return element;
  if (element.kind !== 'read') return literal('');
  const present = onePiece(concat([read(element.variable, presentType(element.type))]));
  const isPresent = logical('&&', not(equal(element, literal(null))), not(equal(element, literal(undefined))));
  return (isPresent && conditional(isPresent, present, literal(''))) ?? present;
}

/**
 * `[name, count, isNew].join(' ')`, of elements of several kinds: undefined where it is another call, or they are of one
 * kind.
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
  // Where there is nothing to stand between, its faults are the row's all the same.
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
  return textOf(kind === 'read' || kind === 'literal' ? element : keepExpression(element, 'element', context));
}
