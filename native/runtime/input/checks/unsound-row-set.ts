/**
 * The rows of a column that have no value, because what tells where their values lie is malformed: found where a column is converted,
 * for layouts that native code does not know. In the converted column they are empty.
 */
export interface UnsoundRows {
  /** A set bit is such a row. */
  readonly bits: Uint8Array;
  /** The bit of row 0. */
  readonly bit: number;
  /** Of offsets: Arrow wants them in order under a null as well, where nothing else is judged. */
  readonly isUnderNull: (bit: number) => boolean;
  /** What is wrong with the row of a bit: `malformed …` */
  readonly describe: (bit: number) => string;
}
