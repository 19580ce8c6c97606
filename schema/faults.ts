/**
 * The reasons why native code gives up on a row. The numbers are those of `enum class Fault` in `native/include/rowfuse/row`. The message
 * and the value of an error come from running the row again on the reference.
 */
export const faultNames = [
  'none',
  'malformed_offsets',
  'invalid_utf8',
  'absent_object',
  'out_of_range',
  'absent_result',
  'bigint_overflow',
  'bigint_range',
  'too_many_steps',
  'string_too_long',
  'thrown',
  'invalid_range',
  'inherited_name',
  'malformed_index',
] as const;

/** The code of a row whose memory contradicts itself, found before native code saw it. */
export const malformedIndex = faultNames.indexOf('malformed_index');

/** The lowest failing row of one native call. */
export interface Fault {
  /** Counted from the first row of the call. */
  readonly row: number;
  /** An index of {@link faultNames}. */
  readonly code: number;
  /** The column that native code was at: an input for 1, 2 and 13, an output for the others. */
  readonly column: number;
}

/** Returns the name of a fault, for messages. */
export function faultName(code: number): string {
  return faultNames[code] ?? `fault ${code}`;
}
