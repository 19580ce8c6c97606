import { codeFrameColumns } from '@babel/code-frame';
import type { Span } from '../span.js';

/** A span of more lines, such as a whole function, is marked at its first character only. */
const markedLines = 6;

/** The lines before a span that are coloured. Two are shown; the others decide if a template literal or a comment is still open. */
const linesAbove = 200;
const linesBelow = 3;

/**
 * The most characters of a line that are shown. Longer lines (minified source, tables of data) are cut around the span.
 */
const longestLine = 400;

/**
 * Returns the lines around a span, with a mark below it. The library reads and colours all text that it gets, so it
 * gets no more than it needs: with whole files, two thousand errors of one file took 17 seconds.
 */
export function codeFrame(lines: readonly string[], span: Span, color: boolean): string {
  const firstLine = Math.max(1, span.line - linesAbove);
  const cut = cutBefore(lines[span.line - 1] ?? '', span.column);
  const shown = lines.slice(firstLine - 1, span.line + markedLines + linesBelow);
  const column = (at: number): number => Math.min(Math.max(at - cut, 1), longestLine + 1);
  const start = { line: span.line, column: column(span.column) };
  const end = { line: span.endLine, column: column(span.endColumn) };
  const location = span.endLine - span.line < markedLines ? { start, end } : { start };
  // `startLine` exists since 7.24, and the library's types lack it.
  const options = { forceColor: color, startLine: firstLine };
  return codeFrameColumns(shown.map((line) => line.slice(cut, cut + longestLine)).join('\n'), location, options);
}

function cutBefore(line: string, column: number): number {
  return line.length > longestLine ? Math.max(0, column - longestLine / 2) : 0;
}
