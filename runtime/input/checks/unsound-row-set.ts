/**
 * The rows of a column without a value, because their offsets, indices or views are malformed. They are found while a layout that native
 * code does not know is converted. The converted column has empty values for them.
 */
export interface UnsoundRows {
  /** A set bit marks such a row. */
  readonly bits: Uint8Array;
  /** The bit of row 0. */
  readonly bit: number;
  /**
   * True if the row of a bit is unsound even under a null. Only offsets are judged there, because Arrow wants them in order under nulls as
   * well.
   */
  readonly isUnderNull: (bit: number) => boolean;
  /** Describes the fault in the row of a bit: `malformed …` */
  readonly describe: (bit: number) => string;
}
