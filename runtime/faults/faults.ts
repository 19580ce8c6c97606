import { faultCode } from '../../schema/faults.js';

/** The code of a row whose memory contradicts itself, found before native code saw it. */
export const malformedIndex = faultCode('malformed_index');

/** The lowest failing row of one native call. */
export interface Fault {
  /** Counted from the first row of the call. */
  readonly row: number;
  /** The number of a fault in `schema/faults.ts`. */
  readonly code: number;
  /** The column that native code was at: an input for 1, 2 and 13, an output for the others. */
  readonly column: number;
}
