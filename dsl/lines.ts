import type { ColumnType } from './types.js';

/** The options of {@link lines}. */
export interface LinesOptions {
  /**
   * The text that ends a line: a constant that is not empty. Default: `'\n'`, and then one `\r` before it is dropped.
   */
  readonly separator?: string;
}

/** The columns of a text: one column, with one row per line. */
export type Lines = {
  /** The lines, as `utf8`. */
  readonly line: LineColumn;
};

/** A column of text whose values are the lines of a longer text. */
export interface LineColumn extends ColumnType<string> {
  /** The text that ends a line. */
  readonly separator: string;
}

/**
 * Declares UTF-8 text as input, with one row per line: `transform`, `expand` and `aggregate` take it, and so does the first
 * stage of a `pipe`. A call passes the text as bytes, `{ file: path }`, a stream or an Arrow vector of texts.
 *
 * Lines do not include their separator. An empty line is a row, and so is text after the last separator. A byte-order mark at
 * the beginning is dropped. A line that is not valid UTF-8 fails its row.
 *
 * @example
 * export const lengths = transform({ input: lines(), output: int32, row: ({ line }) => line.length });
 */
export function lines({ separator = '\n' }: LinesOptions = {}): Lines {
  return Object.freeze({ line: Object.freeze({ name: 'utf8', nullable: false, separator }) });
}
