// Shared code of the programs in this folder: the transforms that were built for the tests, and columns for them.
import { transforms } from './built.mjs';

export { people, repeated } from './columns.mjs';
export const { redact, maskEmail, narrow, toDevice } = await import(transforms);

/** Throws unless this is the result of `redact` over `people`. */
export function check(result, rows, expected = 'L Ada') {
  for (const row of [0, rows >> 1, rows - 1]) {
    if (result.length !== rows || result.get(row) !== expected) {
      throw new Error(`Row ${row} of ${result.length} is ${JSON.stringify(result.get(row))}, not ${expected}`);
    }
  }
}
