import { hints, type Span } from '../../diagnostics/index.js';
import { formOf } from '../../ir/bigint-range.js';
import type { Expression } from '../../ir/expression.js';
import { forEachStatement, readsIn } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { doubleType, longType, sameType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { rangeOfNumber } from '../integers/number-range.js';
import { type DoubleReason, type FoundReason, whyDouble, whyNoBits } from '../integers/why-double.js';
import { lowBits, nameOf, reasonInWords, rewriteOf } from './double-words.js';
import type { Facts, Found } from './facts.js';
import { type Site, spanAt, withoutConversions } from './site.js';

/** `%` of doubles in a loop. */
export function remainderOfDoubles(site: Site, facts: Facts): Found | undefined {
  const { expression: e } = site;
  if (e.kind !== 'arithmetic' || e.operator !== '%' || !sameType(e.type, doubleType)) return undefined;
  // A divisor that may be 0 makes NaN, so no rewrite of the operands makes the remainder an integer.
  if (!isNeverZero(e.right, facts)) return undefined;
  return ofDoubles(site, [e.left, e.right], hints.remainderOfDoubles, '`(a % b) | 0`', facts);
}

/** True for a divisor whose range excludes 0, or would if a bound of its values were proved. */
function isNeverZero(e: Expression, { fn, ranges }: Facts): boolean {
  const range = rangeOfNumber(e, ranges, fn);
  if (range) return range.min > 0 || range.max < 0;
  const divisor = withoutConversions(e);
  return (
    divisor.kind === 'read' && fn.variables[divisor.variable]?.column === undefined && countsUp(divisor.variable, fn)
  );
}

/** True for a variable that begins with a positive constant, and only grows by positive constants. */
function countsUp(id: VariableId, { body }: RowFunction): boolean {
  const isPositive = (e: Expression) => e.kind === 'literal' && typeof e.value === 'number' && e.value > 0;
  let isCounter = true;
  forEachStatement(body, (statement) => {
    if ((statement.kind !== 'declare' && statement.kind !== 'assign') || statement.variable !== id) return;
    const value = withoutConversions(statement.value);
    const isStep =
      value.kind === 'arithmetic' &&
      value.operator === '+' &&
      readsIn([value]).every((read) => read === id) &&
      isPositive(withoutConversions(value.right));
    isCounter &&= isStep || isPositive(value);
  });
  return isCounter;
}

/** `Math.floor(a / b)` and `Math.trunc(a / b)` of doubles in a loop. */
export function quotientOfDoubles(site: Site, facts: Facts): Found | undefined {
  const { expression: e } = site;
  if (e.kind !== 'call' || !sameType(e.type, doubleType)) return undefined;
  const [quotient] = e.intrinsic === 'Math.floor' || e.intrinsic === 'Math.trunc' ? e.arguments : [];
  if (quotient?.kind !== 'arithmetic' || quotient.operator !== '/') return undefined;
  return ofDoubles(site, [quotient.left, quotient.right], hints.quotientOfDoubles, '`(a / b) | 0`', facts);
}

/** The reasons for which a loop can carry integers. Of other numbers, such as elements of arrays, 32 bits have to be taken somewhere. */
const mendable: ReadonlySet<DoubleReason['kind']> = new Set<DoubleReason['kind']>([
  'large constant',
  'unsigned',
  'large',
  'unbounded',
]);

/** An operand of a bitwise operator that is a double, in a loop. */
export function bitsOfDouble(site: Site, facts: Facts): Found | undefined {
  const { expression: e } = site;
  const [operand] = e.kind === 'call' && e.intrinsic === 'ToInt32' ? e.arguments : [];
  if (!operand || operand.kind === 'string-call') return undefined;
  const span = spanAt(site);
  const found = site.loops.length > 0 ? whyNoBits(operand, facts.ranges, facts.fn) : undefined;
  if (!found || !mendable.has(found.reason.kind)) return undefined;
  return span && foundHint(hints.bitsOfDouble, { operand, found, span, whole: lowBits }, facts);
}

function ofDoubles(
  site: Site,
  operands: readonly Expression[],
  hint: typeof hints.remainderOfDoubles,
  whole: string,
  facts: Facts,
): Found | undefined {
  const span = spanAt(site);
  if (site.loops.length === 0 || !span) return undefined;
  for (const operand of operands) {
    const found = whyDouble(operand, facts.ranges, facts.fn);
    // For a number that may be negative, `| 0` proves no range that later sums could use.
    if (found?.reason.kind === 'minus zero') return undefined;
    if (found) return foundHint(hint, { operand, found, span, whole }, facts);
  }
  return undefined;
}

interface Parts {
  readonly operand: Expression;
  readonly found: FoundReason;
  readonly span: Span;
  /** The rewrite of the operation itself. */
  readonly whole: string;
}

/** Returns a hint, once per place where its reason arises. */
function foundHint(
  hint: typeof hints.remainderOfDoubles,
  { operand, found, span, whole }: Parts,
  { fn, plan: { attempt } }: Facts,
): Found {
  const values = {
    operand: nameOf(operand, fn),
    reason: reasonInWords(found, span),
    rewrite: rewriteOf(found, whole),
    attempt: attemptInWords(operand, attempt),
  };
  return { hint: hint(span, values), cause: `${found.variable ?? ''} ${found.span?.start ?? span.start}` };
}

/** Says that the CPU first takes a number for an integer of 64 bits, if it does. */
function attemptInWords(operand: Expression, attempt: RowFunction | undefined): string {
  const value = withoutConversions(operand);
  const stored = value.kind === 'read' ? attempt?.variables[value.variable]?.stored : undefined;
  const isChecked = stored !== undefined && sameType(stored, longType);
  return isChecked ? ' The CPU attempts a row with checked integers of 64 bits first; a GPU has doubles.' : '';
}

/** Arithmetic of bigints of 128 bits in a loop. */
export function bigintOf128Bits(site: Site): Found | undefined {
  const { expression: e, loops } = site;
  const { core } = e.type;
  if (e.kind !== 'arithmetic' || core.kind !== 'bigint' || formOf(core.range) !== 'int128' || loops.length === 0)
    return undefined;
  const span = spanAt(site);
  // The operations of one assignment have one cause: the type of its variable.
  return span && { hint: hints.bigintOf128Bits(span), cause: `line ${site.statement.line}` };
}
