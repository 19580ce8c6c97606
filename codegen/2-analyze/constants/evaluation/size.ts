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

/** The most elements of all constants of a program. The constants that others are computed from are in memory as well. */
const mostTogether = 10 * mostElements;

/** Measures the constants of a program. */
export class ConstantSizes {
  #together = 0;

  /** Ends the analysis if a value, or all values together, exceed the limits of constants. */
  check(value: ConstantValue, node: ts.Node): void {
    if (isComposite(value) && !known.has(value)) this.#together += ownParts(value);
    const { elements, units } = sizeOf(value);
    checkCounts(this.#together > mostTogether ? this.#together : elements, units, node);
  }
}

/** Ends the analysis if a constant would be too large. */
export function checkCounts(elements: number, units: number, node: ts.Node): void {
  if (elements <= mostElements && units <= mostUnits) return;
  throw new LimitReached((span) => constantTooLarge(span, { elements: mostElements, units: mostUnits }), node);
}

/** Returns the size of a value if nothing in it were shared. Nested constants that hold each part twice have sizes past 2^1000. */
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
  if (value.kind === 'pattern') return 0;
  return 'elements' in value ? value.elements.length : 2 * value.entries.length;
}

function partsOf(value: ConstantComposite): Iterable<ConstantValue> {
  if (value.kind === 'pattern') return [value.source];
  return 'elements' in value ? value.elements : value.entries.flat();
}
