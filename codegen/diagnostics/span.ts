/** A range of a source file. Offsets count UTF-16 units from 0; lines and columns count from 1, as in editors. */
export interface Span {
  /** The path relative to the project, with `/` as its separator. Empty if no file is at fault. */
  readonly file: string;
  /** The offset of the first character. */
  readonly start: number;
  /** The offset behind the last character. */
  readonly end: number;
  /** The line of the first character. */
  readonly line: number;
  /** The column of the first character. */
  readonly column: number;
  /** The line of the end. */
  readonly endLine: number;
  /** The column of the end, behind the last character. */
  readonly endColumn: number;
}

/** The span of findings about the command or the project, which have no place in a file. */
export const nowhere: Span = wholeFile('');

/** Returns the span of findings about a whole file: its first character. */
export function wholeFile(file: string): Span {
  return Object.freeze({ file, start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 });
}

/** Returns the span of `text.slice(start, end)`, where `text` is the whole content of `file`. */
export function spanOf(file: string, text: string, start: number, end: number): Span {
  const from = position(text, start);
  const to = position(text, end);
  return Object.freeze({
    file,
    start,
    end,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
  });
}

/** Orders spans by file, then by position. */
export function compareSpans(a: Span, b: Span): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.start - b.start || a.end - b.end;
}

function position(text: string, offset: number): { line: number; column: number } {
  const starts = lineStarts(text);
  let [line, after] = [0, starts.length];
  while (after - line > 1) {
    const middle = (line + after) >> 1;
    if ((starts[middle] ?? 0) <= offset) line = middle;
    else after = middle;
  }
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
}

/** The lines of the file that was used last, because thousands of findings may be about one file. */
let last = { text: '', starts: [0] };

/**
 * Returns the offsets of the lines. Line terminators are those of ECMA-262 section 12.3, with CR LF as one, as
 * TypeScript and editors count them.
 */
function lineStarts(text: string): readonly number[] {
  if (last.text !== text) {
    const terminators = text.matchAll(/\r\n|[\n\r\u2028\u2029]/g);
    last = { text, starts: [0, ...Array.from(terminators, ({ index, 0: end }) => index + end.length)] };
  }
  return last.starts;
}
