import type { Plan } from '../../3-plan/plan.js';
import type { Bound } from '../../3-plan/size-bound.js';
import type { Column } from '../../ir/row-function.js';
import { cppColumns } from './cpp-types.js';
import { wrapped } from './wrapped.js';

/** Declares the functor's `bounds`, one per column of its schema: `{}` for a column without a usable bound. Undefined if none has one. */
export function cppBounds({ fn, bounds }: Plan): string | undefined {
  const list = fn.output.flatMap((column) => {
    const bound = bounds.find(({ column: name }) => name === column.name)?.bound;
    const text = bound !== undefined && isUsable(bound) ? cppBound(bound, fn.input) : '{}';
    return cppColumns(column).map(() => text);
  });
  if (list.every((bound) => bound === '{}')) return undefined;
  return wrapped('static constexpr rf::OutputBound<Input> bounds[] = {', list, '};', '  ');
}

function cppBound({ constant, factors }: Bound, input: readonly Column[]): string {
  // The first column of a list holds the bytes of its elements.
  const list = input.flatMap((column, index) =>
    cppColumns(column).map((_, part) => (part === 0 ? Math.ceil(factors.get(index) ?? 0) : 0)),
  );
  const last = list.findLastIndex((factor) => factor > 0);
  const own = last < 0 ? '' : `, .factors = {${list.slice(0, last + 1).join(', ')}}`;
  return `{.constant = ${Math.ceil(constant)}${own}}`;
}

/** No result is larger than 32-bit offsets reach, and larger terms would overflow when they are added up. */
const largestTerm = 2 ** 31 - 1;

function isUsable({ constant, factors }: Bound): boolean {
  return [constant, ...factors.values()].every((term) => term >= 0 && term <= largestTerm);
}
