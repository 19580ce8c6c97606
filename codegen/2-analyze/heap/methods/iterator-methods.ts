import type { ts } from '../../../1-parse/syntax/ts.js';
import { compare, literal } from '../../../ir/build.js';
import { access } from '../../../ir/heap/access.js';
import { choose } from '../../choices/choose.js';
import type { RowContext } from '../../context/row-context.js';
import { visitBranch } from '../../effects/effects.js';
import { unsupported } from '../../refusals/unsupported.js';
import type { IteratorValue, Value } from '../../values/value.js';
import { stepOf } from '../iterate.js';
import { perform } from '../perform.js';

/** Compiles `map.keys().next()`: the first value of an iterator that was just made. */
export function callOfIterator(
  iterator: IteratorValue,
  node: ts.CallExpression,
  { name }: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  if (name.text !== 'next' || iterator.to.kind === 'array' || !context.flow) return unsupported(node, context);
  const { line } = context.effects;
  const at = perform(access('next', iterator.to, iterator.of, literal(0)), 'first', context);
  const done = compare('<', at, literal(0));
  const { flow } = context;
  const none = visitBranch(flow, () => literal(undefined), context);
  const some = visitBranch(
    flow,
    () => {
      const { stop, take } = stepOf(iterator, literal(0), line, context);
      const [found] = stop;
      if (found) context.effects.push(found);
      return take();
    },
    context,
  );
  const value = choose(done, none, some, node, context);
  return (
    value && {
      kind: 'object',
      properties: new Map<string, Value>([
        ['value', value],
        ['done', done],
      ]),
    }
  );
}
