import { codeFrameColumns } from '@babel/code-frame';
import type { Span } from '../span.js';

/** A span of more lines than these (a whole function, say) is shown by its first character. */
const markedLines = 6;

/** Shown are two; the colours of the others tell whether a template literal or a comment is still open. */
const linesAbove = 200;
const linesBelow = 3;

/** Of a longer line (a minified source, a table of data) only what stands around the place is shown. */
const longestLine = 400;

/**
 * The lines around a span, with a mark below it. The library behind this reads and colours all text that it is given, so it gets no more than
 * it needs: with the whole file, two thousand errors of one file took 17 seconds.
 */
export function codeFrame(lines: readonly string[], span: Span, color: boolean): string {
  const firstLine = Math.max(1, span.line - linesAbove);
  const cut = cutBefore(lines[span.line - 1] ?? '', span.column);
  const shown = lines.slice(firstLine - 1, span.line + markedLines + linesBelow);
  const column = (at: number): number => Math.min(Math.max(at - cut, 1), longestLine + 1);
  const start = { line: span.line, column: column(span.column) };
  const end = { line: span.endLine, column: column(span.endColumn) };
  const location = span.endLine - span.line < markedLines ? { start, end } : { start };
  // The types of the library do not know `startLine` (of 7.24).
  const options = { forceColor: color, startLine: firstLine };
  return codeFrameColumns(shown.map((line) => line.slice(cut, cut + longestLine)).join('\n'), location, options);
}

function cutBefore(line: string, column: number): number {
  return line.length > longestLine ? Math.max(0, column - longestLine / 2) : 0;
}
