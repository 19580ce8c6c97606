import { ts } from '../../1-parse/syntax/ts.js';
import type { Refusal } from '../context/refusal.js';

export const noWaiting: Omit<Refusal, 'construct'> = {
  reason: 'A row function gives its value at once: nothing is waited for while rows are evaluated.',
  advice: 'Write a plain function; get the data that it needs before the call, and pass it in a column or as a param.',
};

export function isAsync(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword) === true
  );
}
