import { readFileSync } from 'node:fs';
import path from 'node:path';
import pc from 'picocolors';
import type { Diagnostic } from '../diagnostic.js';
import { codeFrame } from './code-frame.js';
import type { FormatOptions } from './format-options.js';
import { visibleControls, visibleLine } from './visible-controls.js';

/** Formats diagnostics for people: place, what, a frame of the source, why and fix, and a count at the end. */
export function formatPretty(diagnostics: readonly Diagnostic[], { root, color }: FormatOptions): string {
  if (diagnostics.length === 0) return '';
  const sources = new Map<string, readonly string[]>();
  const linesOf = (file: string): readonly string[] => {
    const lines = sources.get(file) ?? readLines(path.join(root, file));
    sources.set(file, lines);
    return lines;
  };
  const paragraphs = diagnostics.map((diagnostic) => paragraph(diagnostic, linesOf(diagnostic.span.file), color));
  return `${[...paragraphs, count(diagnostics, color)].join('\n\n')}\n`;
}

function paragraph(diagnostic: Diagnostic, source: readonly string[], color: boolean): string {
  const paint = pc.createColors(color);
  const { span, severity, code, what, why, fix } = diagnostic;
  const mark = { error: paint.red, warning: paint.yellow, hint: paint.magenta }[severity];
  const place = span.file === '' ? '' : `${paint.cyan(visibleLine(`${span.file}:${span.line}:${span.column}`))} - `;
  const lines = [`${place}${mark(severity)} ${paint.dim(code)}: ${visibleLine(what.replace(/\s+/g, ' '))}`];
  if (span.endLine <= source.length) lines.push('', codeFrame(source, span, color), '');
  if (why !== '') lines.push(labelled('why', why, color));
  if (fix !== '') lines.push(labelled('fix', fix, color));
  return lines.join('\n').trimEnd();
}

/** Returns a label and its text; further lines, such as a compiler's output, are indented below it. */
function labelled(label: string, text: string, color: boolean): string {
  const [first = '', ...rest] = visibleControls(text).split('\n');
  return `  ${pc.createColors(color).bold(label)}: ${[first, ...rest.map((line) => `       ${line}`)].join('\n')}`;
}

function count(diagnostics: readonly Diagnostic[], color: boolean): string {
  const parts = (['error', 'warning', 'hint'] as const)
    .map((word) => counted(diagnostics.filter(({ severity }) => severity === word).length, word))
    .filter((part) => part !== '');
  return pc.createColors(color).bold(parts.join(', '));
}

function counted(n: number, word: string): string {
  return n === 0 ? '' : `${n} ${word}${n === 1 ? '' : 's'}`;
}

/**
 * Returns the lines of a file. A missing file has none and gets no frame, because the diagnostic itself says enough.
 */
function readLines(file: string): readonly string[] {
  try {
    return visibleControls(readFileSync(file, 'utf8')).split('\n');
  } catch {
    return [];
  }
}
