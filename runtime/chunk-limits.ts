/** Limits at which a chunk of a result ends and the next one begins. Tests set lower ones than Arrow's 32-bit offsets require. */
export interface ChunkLimits {
  /** The most bytes of text or of elements in a column, and of text that is read at once. */
  readonly maxBytes?: number;
  /** The most output rows of a transform that filters or expands. */
  readonly maxRows?: number;
}

/** A column with offsets has one more offset than rows. */
export const mostRows = 2 ** 31 - 2;

/** Picks the limits out of some options. */
export function limitsOf({ maxBytes, maxRows }: ChunkLimits): ChunkLimits {
  return { ...(maxBytes !== undefined && { maxBytes }), ...(maxRows !== undefined && { maxRows }) };
}
