import {
  type DiagnosticBag,
  duplicateTransform,
  reservedTransformName,
  transformNamesDifferByCase,
} from '../diagnostics/index.js';
import type { ParsedDescription } from './parsed-transform.js';
import { nodeSpan } from './span.js';

/** Names that the generated folder uses itself, as files or as exports. */
const reserved: ReadonlySet<string> = new Set([
  'index',
  'manifest',
  'native',
  'runtime',
  'createruntime',
  'backend',
  'configure',
  'todevice',
  'default',
]);

/** Each transform has a folder and an export of its own: names must differ, and not only by case. */
export function checkNames(transforms: readonly ParsedDescription[], root: string, bag: DiagnosticBag): void {
  const seen = new Map<string, ParsedDescription>();
  for (const transform of transforms) {
    const { name, call } = transform;
    const span = nodeSpan(root, call.parent);
    const key = name.toLowerCase();
    const other = seen.get(key);
    if (reserved.has(key)) bag.add(reservedTransformName(span, { name }));
    if (other?.name === name) bag.add(duplicateTransform(span, { name, other: other.source }));
    else if (other) bag.add(transformNamesDifferByCase(span, { name, other: other.name }));
    else seen.set(key, transform);
  }
}
