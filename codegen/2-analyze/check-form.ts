import type { ParsedTransform } from '../1-parse/parsed-transform.js';
import { ts } from '../1-parse/ts.js';
import type { Refusal, RowContext } from './row-context.js';

/** Reports functions of a description that are async, that are generators, or that should be generators. */
export function checkForm({ row, where, kind }: ParsedTransform, context: RowContext): void {
  for (const node of [row, ...(where ? [where] : [])]) {
    const isRows = kind === 'expand' && node === row;
    if (isAsync(node)) context.refuse(node, { ...noWaiting, construct: '`async`' });
    else if (isRows && !node.asteriskToken) context.refuse(node, notOneRow);
    else if (!isRows && node.asteriskToken) context.refuse(node, node === where ? notMany : onlyOneRow);
  }
}

export const noWaiting: Omit<Refusal, 'construct'> = {
  reason: 'A row function gives its value at once: nothing is waited for while rows are evaluated.',
  advice: 'Write a plain function; get the data that it needs before the call, and pass it in a column or as a param.',
};

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

export function isAsync(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword) === true
  );
}
