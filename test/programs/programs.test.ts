import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { load, programs, refusalsOf } from './programs.js';
import { cases } from './rows/index.js';

const list = fileURLToPath(new URL('./refused.json', import.meta.url));

/** Freezes a value with all that it holds, because a row function must not change its input. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

describe('under Node each program computes what was computed by hand', () => {
  const tested: string[] = [];
  for (const program of programs) {
    it(program.name, async () => {
      const [name, transform] = await load(program);
      tested.push(name);
      const rows = cases[name] ?? [];
      expect(rows.length).toBeGreaterThanOrEqual(6);
      for (const [index, [row, result]] of rows.entries())
        expect(transform.row(freeze(row), { params: {}, index }), JSON.stringify(row)).toStrictEqual(result);
    });
  }

  it('has rows for these programs alone', () => {
    expect(tested.sort()).toEqual(Object.keys(cases).sort());
  });
});

/** Each program is compiled alone, because a program that is nested too deeply ends the check of those after it. */
it('the compiler refuses the listed programs, for the listed reasons, and no others', () => {
  const refused = Object.fromEntries(
    programs.map((program) => [program.name, refusalsOf(program)] as const).filter(([, codes]) => codes.length > 0),
  );
  if (process.env.UPDATE === '1') writeFileSync(list, printed(refused));
  else expect(refused).toEqual(JSON.parse(readFileSync(list, 'utf8')));
});

/** Prints the list with one program per line, as the formatter wants it. */
function printed(refused: Readonly<Record<string, readonly string[]>>): string {
  const lines = Object.entries(refused).map(
    ([name, codes]) => `  ${JSON.stringify(name)}: [${codes.map((code) => JSON.stringify(code)).join(', ')}]`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}
