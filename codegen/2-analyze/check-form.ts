import type { ParsedTransform } from '../1-parse/parsed-transform.js';
import { ts } from '../1-parse/ts.js';
import type { RowContext } from './row-context.js';

/** Reports functions of a description that are generators where they must not be, or the other way round. */
export function checkForm({ row, where, kind }: ParsedTransform, context: RowContext): void {
  const isAsync = (node: ts.Node) =>
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword) === true;
  if (kind === 'expand') {
    if (row.asteriskToken && !isAsync(row)) return;
    context.refuse(row, {
      construct: 'Anything but a generator',
      reason: '`expand` takes its rows from what `rows` yields.',
      advice: 'Write `*rows({ … }) { … yield value; … }`.',
    });
    return;
  }
  for (const node of [row, ...(where ? [where] : [])]) {
    if (!node.asteriskToken && !isAsync(node)) continue;
    context.refuse(node, {
      construct: 'A generator or an async function',
      reason: 'A row function returns its value at once, one for each row.',
      advice:
        node === where ? 'Write a plain function.' : 'Write a plain function, or describe the transform by `expand`.',
    });
  }
}
