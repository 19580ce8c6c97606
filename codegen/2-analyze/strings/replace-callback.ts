import type { ts } from '../../1-parse/syntax/ts.js';
import { split } from '../../ir/arrays.js';
import {
  concat,
  convert,
  equal,
  flatten,
  literal,
  not,
  onePiece,
  read,
  require,
  stringCall,
  toText,
} from '../../ir/build.js';
import type { Expression, Replace } from '../../ir/expression.js';
import { doubleType, stringType } from '../../ir/type.js';
import { callbackOf } from '../arrays/callback.js';
import { walk } from '../arrays/walk.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import { onlyIf } from '../effects/only-if.js';
import { isExpression } from '../values/value.js';

export function replaceByFunction(
  occurrences: Replace['occurrences'],
  receiver: Expression,
  given: Expression,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const [, replacer] = node.arguments;
  const callback = replacer && callbackOf(replacer, context);
  if (!callback) return undefined;
  const text = keepExpression(onePiece(require(receiver)), 'text', context);
  const searched = toText(given);
  const pattern = searched.kind === 'literal' ? searched : keepExpression(onePiece(searched), 'pattern', context);
  const { line } = context.effects;
  const result = context.variables.temporary('replaced', stringType(), true);
  const write = (parts: readonly Expression[]) =>
    context.effects.push({ kind: 'assign', variable: result, value: flatten(concat(parts)), line });
  const called = (index: Expression) => {
    const value = callback.call([pattern, index, text], node);
    return value && isExpression(value) ? toText(value) : undefined;
  };

  if (occurrences === 'first') {
    const found = keepExpression(stringCall('indexOf', text, pattern), 'found', context);
    context.effects.push({ kind: 'declare', variable: result, value: text, line });
    const replaceFound = () => {
      const value = called(found);
      const after = stringCall('slice', stringCall('slice', text, found), stringCall('length', pattern));
      if (value && context.flow) write([stringCall('slice', text, literal(0), found), value, after]);
    };
    onlyIf(not(equal(found, literal(-1))), replaceFound, context);
    return read(result, stringType());
  }

  if (pattern.kind !== 'literal' || pattern.value === '') {
    return context.refuse(node, {
      construct: '`replaceAll` with a function and a pattern that may be empty',
      reason: 'An empty pattern matches between all units.',
      advice: 'Write the pattern out, or go through the units with `split`.',
    });
  }
  const at = context.variables.temporary('at', doubleType, true);
  const size = literal(String(pattern.value).length);
  const asksIndex = callback.arity > 1;
  context.effects.push({ kind: 'declare', variable: result, value: literal(''), line });
  if (asksIndex) context.effects.push({ kind: 'declare', variable: at, value: convert(literal(0), doubleType), line });
  const move = (by: Expression) =>
    context.effects.push({
      kind: 'assign',
      variable: at,
      value: {
        kind: 'arithmetic',
        operator: '+',
        left: read(at, doubleType),
        right: convert(by, doubleType),
        type: doubleType,
      },
      line,
    });
  const loop = walk(
    { source: split(text, pattern, undefined), counts: true },
    (piece, index) => {
      const replaceBefore = () => {
        const value = called(read(at, doubleType));
        if (value && context.flow) write([read(result, stringType()), value]);
        if (asksIndex && context.flow) move(size);
      };
      onlyIf(not(equal(index, literal(0))), replaceBefore, context);
      write([read(result, stringType()), piece]);
      if (asksIndex) move(stringCall('length', piece));
      return undefined;
    },
    node,
    context,
  );
  context.effects.push(...loop);
  return read(result, stringType());
}
