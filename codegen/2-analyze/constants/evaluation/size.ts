import { mostElements, mostUnits } from '../../../1-parse/limits/constant-limits.js';
import type { ts } from '../../../1-parse/syntax/ts.js';
import { constantTooLarge } from '../../../diagnostics/index.js';
import { type ConstantComposite, type ConstantValue, isComposite } from '../../../ir/constant-value.js';
import { LimitReached } from '../../context/limit-reached.js';

interface Size {
  readonly elements: number;
  readonly units: number;
}

const known = new WeakMap<ConstantComposite, Size>();

/** Elements of all constants of a program, at most: what constants are computed from is in memory as well. */
const mostTogether = 10 * mostElements;

/** Measures the constants of a program. */
export class ConstantSizes {
  #together = 0;

  /** Ends the analysis where a value, or all values, are larger than constants may be. */
  check(value: ConstantValue, node: ts.Node): void {
    if (isComposite(value) && !known.has(value)) this.#together += ownParts(value);
    const { elements, units } = sizeOf(value);
    checkCounts(this.#together > mostTogether ? this.#together : elements, units, node);
  }
}

/** Ends the analysis where what would become a constant is too large. */
export function checkCounts(elements: number, units: number, node: ts.Node): void {
  if (elements <= mostElements && units <= mostUnits) return;
  throw new LimitReached((span) => constantTooLarge(span, { elements: mostElements, units: mostUnits }), node);
}

/** What a value would take if nothing in it were shared. Constants of constants of constants, each twice, have sizes past 2^1000. */
function sizeOf(value: ConstantValue): Size {
  if (!isComposite(value)) return { elements: 0, units: typeof value === 'string' ? value.length : 0 };
  const before = known.get(value);
  if (before) return before;
  let elements = 0;
  let units = 0;
  for (const part of partsOf(value)) {
    const size = sizeOf(part);
    elements += 1 + size.elements;
    units += size.units;
  }
  const size = { elements, units };
  known.set(value, size);
  return size;
}

function ownParts(value: ConstantComposite): number {
  return 'elements' in value ? value.elements.length : 2 * value.entries.length;
}

function partsOf(value: ConstantComposite): Iterable<ConstantValue> {
  return 'elements' in value ? value.elements : value.entries.flat();
}
