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

/** Names that a transform cannot have, in lower case, and why. */
const reserved: ReadonlyMap<string, string> = new Map([
  ...['index', 'manifest', 'native', 'runtime', 'createruntime', 'backend', 'configure', 'todevice', 'default'].map(
    (name) => [name, ownName] as const,
  ),
  ['then', '`await import()` takes a module that exports `then` for a promise, and calls it.'],
]);

/** Characters of the folder of a transform, at most. File systems take 255 bytes, of which endings of files need some. */
const longest = 100;

/** Each transform has a folder and an export of its own: names must differ, and not only by case. */
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

/** The passes of a pipe that count rows are transforms of the addon, too, which nobody calls. */
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

/** Whether a name can be exported, and stands in messages as it is: no halves of surrogate pairs, no controls, nothing that is not seen. */
function isPrintable(name: string): boolean {
  return name.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name);
}

/** Returns how long the name of a folder is that is named after this: other characters than ASCII letters and digits take about eight there. */
function folderLength(name: string): number {
  return Array.from(name).reduce((length, char) => length + (/^\w$/.test(char) ? 1 : 8), 0);
}
