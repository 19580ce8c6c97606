import { type Hint, hints } from '../../diagnostics/index.js';
import type { Expression } from '../../ir/expression.js';
import type { ArrayOperation } from '../../ir/operations/array-operations.js';
import { readsIn } from '../../ir/rewrite.js';
import type { Facts } from './facts.js';
import { growingLoop, isCarried, isInvariant, type LoopAround, type Site, spanAt, withoutConversions } from './site.js';

/** The operations that copy their array, and the method that compiles to each. */
const copying: Readonly<Partial<Record<ArrayOperation, string>>> = {
  concat: 'concat',
  slice: 'slice',
  reversed: 'toReversed',
  loosened: 'a conversion of its elements',
};

/** An array that each step of a loop replaces by a longer or shorter copy. */
export function arrayCopiedInLoop(site: Site, { fn }: Facts): Hint | undefined {
  const { expression, statement } = site;
  const loop = growingLoop(site);
  if (!loop || statement.kind !== 'assign' || site.around.length > 0) return undefined;
  const e = withoutConversions(expression);
  const operation = e.kind === 'array-call' ? copying[e.operation] : undefined;
  const isOwn = readsIn([e]).includes(statement.variable);
  const span = spanAt(site) ?? statement.span;
  if (e.kind !== 'array-call' || !operation || !isOwn || !isCarried(statement.variable, loop) || !span)
    return undefined;
  const addsBefore = e.operation === 'concat' && withoutConversions(e.receiver).kind === 'new-array';
  return hints.arrayCopiedInLoop(span, {
    array: `\`${fn.variables[statement.variable]?.name ?? ''}\``,
    operation: addsBefore ? 'unshift' : operation,
    rewrite: rewrites[addsBefore ? 'unshift' : e.operation] ?? 'Change the array after the loop.',
  });
}

const rewrites: Readonly<Record<string, string>> = {
  unshift: 'Add elements by `push`, and turn the array round after the loop: `toReversed()`.',
  concat: 'Add elements by `push`, which appends in place: `xs.push(x)`.',
  slice:
    'Keep an index of the first element that is left, and read `xs[from]`; or take elements off by `pop` or `shift`.',
};

/** A search of an array that outlives the steps of a loop. */
export function arraySearchedInLoop(site: Site): Hint | undefined {
  const { expression: e } = site;
  const loop = growingLoop(site);
  if (!loop || e.kind !== 'array-call' || !isSearch(e.operation) || !outlives(e.receiver, loop)) return undefined;
  const span = spanAt(site);
  return span && hints.arraySearchedInLoop(span, { operation: e.operation });
}

/** A sort in a loop of an array that outlives its steps. */
export function arraySortedInLoop(site: Site): Hint | undefined {
  const { expression: e, statement } = site;
  const isSorted = e.kind === 'array-call' && e.operation === 'sorted';
  const isSort = statement.kind === 'sort' && e === statement.array;
  const loop = growingLoop(site);
  const array = isSorted ? e.receiver : e;
  if (!loop || (!isSorted && !isSort) || !outlives(array, loop)) return undefined;
  const span = statement.kind === 'sort' ? (statement.span ?? spanAt(site)) : spanAt(site);
  return span && hints.arraySortedInLoop(span);
}

function isSearch(operation: ArrayOperation): boolean {
  return operation === 'includes' || operation === 'indexOf' || operation === 'lastIndexOf';
}

/** True for an array that is there before a loop and after it, changed or not. */
function outlives(e: Expression, loop: LoopAround): boolean {
  const value = withoutConversions(e);
  if (isInvariant(value, loop)) return true;
  return value.kind === 'read' && isCarried(value.variable, loop);
}
