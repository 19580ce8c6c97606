import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from 'rowfuse/compiler';
import { root } from '../root.js';

/** An example with the codes that the compiler reports for it. */
export interface Judged<Example> {
  readonly example: Example;
  /** Codes of its diagnostics; empty if it compiles. */
  readonly codes: readonly string[];
}

/** Columns of the row functions below. */
export const columns = '{ s: utf8, t: nullable(utf8), n: float64, k: int32, b: bool, big: int64 }';
export const parameter = '{ s, t, n, k, b, big }';

const header = `import { bool, float64, int32, int64, nullable, transform, utf8 } from 'rowfuse';\n`;

/**
 * Compiles each example as the body of its own row function, all in one module, and returns the codes reported for it. An example that
 * fails without a diagnostic throws.
 */
export function judge<Example extends { readonly code: string }>(
  name: string,
  examples: readonly Example[],
  preamble = '',
): readonly Judged<Example>[] {
  let text = header + preamble;
  const lines = () => text.split('\n').length;
  const places = examples.map(({ code }, index) => {
    const first = lines();
    text += `export const example${index} = transform({ input: ${columns}, output: utf8, row(row) { const ${parameter} = row;\n`;
    text += `${code}\nreturn s; } });\n`;
    return { first, last: lines() };
  });
  const file = write(name, [text]);
  const { diagnostics } = compile({ files: [file], root });
  return examples.map((example, index) => {
    const place = places[index];
    const own = diagnostics.filter(
      ({ span: { line } }) => place !== undefined && line >= place.first && line < place.last,
    );
    return { example, codes: [...new Set(own.map(({ code }) => code))].sort() };
  });
}

/** The most expressions per row function, because the compiler's knowledge of variables grows with each. */
const mostExpressions = 200;

/** Judges expressions likewise. Errors of TypeScript are ignored, because they stop nothing here. */
export function judgeExpressions(name: string, expressions: readonly string[]): readonly Judged<string>[] {
  const lines = [header.trim()];
  const places = new Map<number, string>();
  for (const [index, code] of expressions.entries()) {
    if (index % mostExpressions === 0) {
      if (index > 0) lines.push('return s; } });');
      lines.push(`export const example${index} = transform({ input: ${columns}, output: utf8, row(${parameter}) {`);
    }
    lines.push('// @ts-ignore', `const v${index} = \`\${${code}}\`;`);
    places.set(lines.length, code);
  }
  const file = write(name, [...lines, 'return s; } });']);
  const codes = new Map<string, Set<string>>();
  for (const { code, span } of compile({ files: [file], root }).diagnostics) {
    const example = places.get(span.line);
    if (example === undefined) throw new Error(`${code} is reported on line ${span.line}, where no expression stands`);
    codes.set(example, (codes.get(example) ?? new Set()).add(code));
  }
  return expressions.map((example) => ({ example, codes: [...(codes.get(example) ?? [])].sort() }));
}

function write(name: string, lines: readonly string[]): string {
  const directory = path.join(root, 'test/.fuzz', name);
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'input.ts');
  writeFileSync(file, lines.join('\n'));
  return file;
}
