/** After what a chunk of a result ends, and the next one begins. Tests ask for less than Arrow's 32-bit offsets reach. */
export interface ChunkLimits {
  /** The most bytes of text, or of elements, in a column; also of what is read at once. */
  readonly maxBytes?: number;
  /** The most rows, where rows come and go. */
  readonly maxRows?: number;
}

/** With offsets there is one more of those. */
export const mostRows = 2 ** 31 - 2;

/** The limits among some options. */
export function limitsOf({ maxBytes, maxRows }: ChunkLimits): ChunkLimits {
  return { ...(maxBytes !== undefined && { maxBytes }), ...(maxRows !== undefined && { maxRows }) };
}
