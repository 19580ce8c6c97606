import { type Hint, hints } from '../../diagnostics/index.js';
import type { Expression, StringCall } from '../../ir/expression.js';
import { operandsOf } from '../../ir/operands.js';
import { printExpression } from '../../ir/print.js';
import { readsIn } from '../../ir/rewrite.js';
import type { Facts } from './facts.js';
import { comesBefore, growingLoop, isInvariant, type Site, spanAt, withoutConversions } from './site.js';

/** A search with the same text, needle and start in every step of a loop. */
export function repeatedSearch(site: Site): Hint | undefined {
  const { expression: e } = site;
  const loop = growingLoop(site);
  // The test of a loop is evaluated once more than its body, and often ends it.
  if (!loop || !isSearch(e) || isConstant(e.receiver) || !isInvariant(e, loop)) return undefined;
  const span = spanAt(site);
  return span && hints.repeatedSearch(span);
}

/** A search that an earlier statement has made already. */
export function searchedTwice(site: Site, { fn, sites }: Facts): Hint | undefined {
  const { expression: e } = site;
  if (!isSearch(e) || isConstant(e.receiver)) return undefined;
  // A variable that changes may hold another text by now.
  if (readsIn([e]).some((id) => fn.variables[id]?.reassigned !== false)) return undefined;
  const key = (search: StringCall) =>
    [
      search.operation === 'lastIndexOf',
      ...operandsOf(search).map((operand) => printExpression(operand, fn.variables)),
    ].join();
  const own = key(e);
  const earlier = sites
    .slice(0, sites.indexOf(site))
    .find((other) => isSearch(other.expression) && key(other.expression) === own && comesBefore(other, site));
  const span = spanAt(site);
  const first = earlier && spanAt(earlier);
  if (!earlier || !first || !span || !isSearch(earlier.expression)) return undefined;
  const isTest = earlier.expression.operation === 'includes' && e.operation !== 'includes';
  return hints.searchedTwice(span, {
    line: first.line,
    rewrite: isTest ? ', and test it: `const at = text.indexOf(x); if (at >= 0) …`' : ' before both places',
  });
}

/** A piece of a split text that a loop reads by an index that changes. */
export function splitByIndex(site: Site): Hint | undefined {
  const { expression: e } = site;
  const loop = growingLoop(site);
  const isAccess =
    e.kind === 'array-call' && (e.operation === 'element' || e.operation === 'item' || e.operation === 'at');
  if (!loop || !isAccess || e.receiver.type.core.kind !== 'array' || e.receiver.type.core.lazy !== 'pieces')
    return undefined;
  if (!isInvariant(e.receiver, loop)) return undefined;
  const span = spanAt(site);
  return span && hints.splitByIndex(span);
}

function isSearch(e: Expression): e is StringCall {
  return e.kind === 'string-call' && searches.has(e.operation);
}

const searches: ReadonlySet<StringCall['operation']> = new Set<StringCall['operation']>([
  'indexOf',
  'lastIndexOf',
  'includes',
]);

function isConstant(e: Expression): boolean {
  return withoutConversions(e).kind === 'literal';
}
