import type { ParsedTransform } from '../../1-parse/parsed-transform.js';
import type { Refusal } from '../context/refusal.js';
import type { RowContext } from '../context/row-context.js';
import { isAsync, noWaiting } from '../refusals/no-waiting.js';

/** Reports functions of a description that are async, generators without need, or no generator where one is needed. */
export function checkForm({ row, where, kind }: ParsedTransform, context: RowContext): void {
  for (const node of [row, ...(where ? [where] : [])]) {
    const isRows = kind === 'expand' && node === row;
    if (isAsync(node)) context.refuse(node, { ...noWaiting, construct: '`async`' });
    else if (isRows && !node.asteriskToken) context.refuse(node, notOneRow);
    else if (!isRows && node.asteriskToken) context.refuse(node, node === where ? notMany : onlyOneRow);
  }
}

const notOneRow: Refusal = {
  construct: 'A function that is no generator, as `rows`,',
  reason: '`expand` takes its rows from what `rows` yields.',
  advice: 'Write `*rows({ … }) { … yield value; … }`.',
};

const onlyOneRow: Refusal = {
  construct: 'A generator',
  reason: 'Each row of a transform becomes one row.',
  advice: 'Return one value; or describe it by `expand`, whose generator `*rows` yields any number of rows.',
};

const notMany: Refusal = {
  construct: 'A generator',
  reason: 'A row is kept or dropped.',
  advice: 'Return a boolean.',
};
