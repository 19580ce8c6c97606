import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'rowfuse/compiler';
import { describe, expect, it } from 'vitest';
import { hintCodes } from '../../codegen/diagnostics/hints.js';
import type { Hint } from '../../codegen/diagnostics/index.js';
import { Run } from '../plan/interpreter.js';
import { sampleSeeds } from '../plan/probes.js';
import { randomRow } from '../plan/random-rows.js';
import { functionsOf } from '../plan/sampled-functions.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const samples = fileURLToPath(new URL('./samples/', import.meta.url));
const files = readdirSync(samples);

/** Returns the hints of a sample: those of the function that has the hint, and those of its rewrite. */
function hintsIn(file: string): readonly (readonly Hint[])[] {
  const { diagnostics, hints } = compile({ files: [path.join(samples, file)], root, hints: true });
  expect(diagnostics).toEqual([]);
  return [...hints.values()];
}

it('each code has one sample', () => {
  expect(files.map((name) => name.slice(0, 5))).toEqual(hintCodes);
});

describe('the hint and its rewrite', () => {
  for (const file of files) {
    it(file, () => {
      const [slow = [], fast = []] = hintsIn(file);
      const [first] = slow;
      expect(slow.map(({ code }) => code)).toContain(file.slice(0, 5));
      expect(file).toBe(`${first?.code}-${first?.name}.ts`);
      expect(fast).toEqual([]);
      for (const { span, severity, what, why, fix } of slow) {
        expect(severity).toBe('hint');
        expect(span.file).toBe(`test/hints/samples/${file}`);
        for (const text of [what, why, fix]) expect(text).not.toMatch(/undefined|\{|``/);
      }
    });
  }
});

/** Rewrites of numbers (RH1) hold for values that 32 bits hold. */
describe('the rewrite gives the results of the original', () => {
  const ignored = { expression: () => {}, stored: () => {}, returned: () => {} };
  for (const file of files.filter((name) => /^RH[23]/.test(name))) {
    it(file, () => {
      const [slow, fast] = functionsOf([path.join(samples, file)]);
      if (!slow || !fast) throw new Error('A function is missing');
      for (const row of sampleSeeds.map((seed) => randomRow(slow, seed)))
        expect(new Run(fast, row, ignored).result()).toEqual(new Run(slow, row, ignored).result());
    });
  }
});

describe('hints', () => {
  const program = (body: string, input = 'text: utf8') =>
    `import { bool, float64, int32, transform, utf8 } from 'rowfuse';\nexport const made = transform({ input: { ${input} }, ${body} });\n`;
  const hintsOf = (body: string, input?: string) => {
    const { diagnostics, hints } = compileText(program(body, input));
    expect(diagnostics).toEqual([]);
    return hints.get('made') ?? [];
  };

  it('come with those first whose time grows', () => {
    const body = `output: int32, row({ text, n }) {
      let a = n;
      let found = 0;
      for (let i = 0; i < text.length; i++) { a = a % 7 + i; if (text.includes('x')) found++; }
      return (found + a) | 0;
    }`;
    expect(hintsOf(body, 'text: utf8, n: float64').map(({ cost }) => cost)).toEqual(['growth', 'factor']);
  });

  it('are none for a loop that a constant bounds', () => {
    const body = `output: int32, row({ text }) {
      let found = 0;
      for (let i = 0; i < 4; i++) if (text.includes('x')) found++;
      return found;
    }`;
    expect(hintsOf(body)).toEqual([]);
  });

  it('are none for branches of which one is taken', () => {
    expect(hintsOf("output: int32, row: ({ text }) => text === '' ? text.indexOf('x') : -text.indexOf('x')")).toEqual(
      [],
    );
  });

  it('name the input that makes a number a double', () => {
    const body = 'output: float64, row({ n }) { let sum = 0; for (let i = 1; i < 9; i++) sum += n % i; return sum; }';
    const [hint] = hintsOf(body, 'n: float64');
    expect(hint?.why).toContain('the input `n` is float64');
    expect(hint?.fix).toContain('declare the column int32');
  });

  it('come once for all places that one assignment makes slow', () => {
    const body = `output: float64, row({ n }) {
      let a = n;
      for (let i = 0; i < 9; i++) a = (a << 1) + (a << 2) + (a << 3);
      return a;
    }`;
    expect(hintsOf(body, 'n: int32').map(({ code }) => code)).toEqual(['RH103']);
  });
});

/** Compiles a module of the given text. */
function compileText(text: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-hints-'));
  try {
    const file = path.join(folder, 'made.ts');
    writeFileSync(file, text);
    return compile({ files: [file], root: folder, hints: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
