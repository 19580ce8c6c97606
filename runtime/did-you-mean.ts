import { nearest } from '../schema/nearest.js';

/** Returns `Did you mean …? ` for the closest known name; empty if none is close. */
export function didYouMean(name: string, known: readonly string[]): string {
  const close = nearest(name, known);
  return close === undefined ? '' : `Did you mean ${close}? `;
}
