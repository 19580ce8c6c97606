import { CharacterSet, lastCodePoint, lastUnit } from '../characters/character-set.js';
import type { Node, Repetition } from '../syntax/node.js';
import type { ParsedPattern } from '../syntax/parse.js';

/** A pattern such as `<[^>]*>` or `"([^"]*)"`: an ASCII character, others, and an ASCII character that ends them. */
export interface Enclosed {
  readonly open: number;
  readonly close: number;
  /** The characters between them, without the last one. */
  readonly between: CharacterSet;
  /** The least number of them. */
  readonly least: 0 | 1;
}

/** Recognises patterns whose matches need two searches: for the first character, and for the end of those behind it. */
export function enclosedOf({ body, flags, groups }: ParsedPattern): Enclosed | undefined {
  if (flags.sticky || body.kind !== 'sequence' || body.parts.length !== 3) return undefined;
  const [first, second, third] = body.parts;
  const open = onlyAscii(first);
  const close = onlyAscii(third);
  const run = second?.kind === 'group' ? second.body : second;
  if (open === undefined || close === undefined || groups > Number(second?.kind === 'group') || !isRun(run))
    return undefined;
  const { set } = run.body;
  // A greedy run would go on behind the character that ends it, and a lazy one must not begin with it.
  if (set.has(close) && (run.greedy || run.min > 0)) return undefined;
  const last = flags.unicode ? lastCodePoint : lastUnit;
  const between = set.intersection(CharacterSet.of([close, close]).complement(last));
  return { open, close, between, least: run.min === 0 ? 0 : 1 };
}

/** A repetition of one character without an upper limit. */
type Run = Repetition & { readonly body: Extract<Node, { readonly kind: 'characters' }> };

function isRun(node: Node | undefined): node is Run {
  return node?.kind === 'repetition' && node.min <= 1 && node.max === Infinity && node.body.kind === 'characters';
}

function onlyAscii(node: Node | undefined): number | undefined {
  if (node?.kind !== 'characters') return undefined;
  const [range, ...others] = node.set.ranges;
  const isOne = range !== undefined && others.length === 0 && range[0] === range[1];
  return isOne && range[0] < 0x80 ? range[0] : undefined;
}
