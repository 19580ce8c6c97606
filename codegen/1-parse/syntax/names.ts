import {
  type DiagnosticBag,
  duplicateTransform,
  escapeUnseen,
  longTransformName,
  reservedTransformName,
  transformNamesDifferByCase,
  unprintableTransformName,
} from '../../diagnostics/index.js';
import { countingPasses } from '../counted-stages.js';
import type { ParsedDescription } from '../parsed-transform.js';
import { nodeSpan } from './span.js';

const ownName = 'The generated folder uses that name itself.';

/** Names that a transform cannot have, in lower case, and the reason. */
const reserved: ReadonlyMap<string, string> = new Map([
  ...['index', 'manifest', 'native', 'runtime', 'createruntime', 'backend', 'configure', 'todevice', 'default'].map(
    (name) => [name, ownName] as const,
  ),
  ['then', '`await import()` takes a module that exports `then` for a promise, and calls it.'],
]);

/**
 * The most characters of a transform's folder name. File systems take 255 bytes, of which file extensions need some.
 */
const longest = 100;

/** Checks the names of transforms. Each transform has a folder and an export of its own, so names must differ by more than case. */
export function checkNames(transforms: readonly ParsedDescription[], root: string, bag: DiagnosticBag): void {
  const seen = new Map<string, Pick<ParsedDescription, 'name' | 'source'>>();
  for (const transform of transforms) {
    const { name, call } = transform;
    const span = nodeSpan(root, call.parent);
    const key = name.toLowerCase();
    const other = seen.get(key);
    const reason = reserved.get(key);
    if (reason !== undefined) bag.add(reservedTransformName(span, { name, reason }));
    if (!isPrintable(name)) bag.add(unprintableTransformName(span, { name: escapeUnseen(JSON.stringify(name)) }));
    if (folderLength(name) > longest) bag.add(longTransformName(span, { length: folderLength(name), limit: longest }));
    if (other?.name === name) bag.add(duplicateTransform(span, { name, other: other.source }));
    else if (other) bag.add(transformNamesDifferByCase(span, { name, other: other.name }));
    else seen.set(key, transform);
  }
  for (const transform of transforms) checkPasses(transform, seen, root, bag);
}

/** Checks the counting passes of a pipe, which are transforms of the addon too, although no app calls them. */
function checkPasses(
  transform: ParsedDescription,
  seen: ReadonlyMap<string, Pick<ParsedDescription, 'source'>>,
  root: string,
  bag: DiagnosticBag,
): void {
  for (const { name, call } of transform.kind === 'pipe' ? countingPasses(transform) : []) {
    const other = seen.get(name.toLowerCase());
    if (other) bag.add(duplicateTransform(nodeSpan(root, call.parent), { name, other: other.source }));
  }
}

/** True if a name can be exported and printed: no lone surrogates, no controls and no invisible characters. */
function isPrintable(name: string): boolean {
  return name.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name);
}

/** Returns the length of a transform's folder name, in which any character but ASCII letters, digits and `_` takes about eight. */
function folderLength(name: string): number {
  return Array.from(name).reduce((length, char) => length + (/^\w$/.test(char) ? 1 : 8), 0);
}
