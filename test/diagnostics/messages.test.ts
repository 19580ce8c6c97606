import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as messages from '../../codegen/diagnostics/messages.js';
import { nowhere } from '../../codegen/diagnostics/span.js';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('docs/reference/diagnostics.md and docs/reference/hints.md are generated, with their factories', () => {
  execFileSync(process.execPath, [file('scripts/diagnostic-messages.mjs'), '--check'], { stdio: 'pipe' });
});

test('codes are unique and sorted', () => {
  expect([...new Set(messages.codes)].sort()).toEqual(messages.codes);
});

test('every section of messages.md has its code', () => {
  const page = readFileSync(file('codegen/diagnostics/messages.md'), 'utf8');
  expect([...page.matchAll(/^## (\S+)/gm)].map((match) => match[1])).toEqual(messages.codes);
});

test('every example is a line of an error sample that is marked with its code', () => {
  const samples = file('test/errors/samples/');
  const lines = readdirSync(samples).flatMap((name) => readFileSync(`${samples}${name}`, 'utf8').split('\n'));
  const page = readFileSync(file('codegen/diagnostics/messages.md'), 'utf8');
  for (const section of page.split(/^## (?=RF)/m).slice(1)) {
    const code = section.slice(0, 6);
    for (const [, example = ''] of section.matchAll(/^Example: (.+)$/gm)) {
      const marked = lines.some((line) => line.trim().startsWith(`${example} // `) && line.includes(code));
      expect(marked, `${code}: ${example}`).toBe(true);
    }
  }
});

test('a factory fills in placeholders and returns an immutable value', () => {
  const diagnostic = messages.duplicateTransform(nowhere, { name: 'redact', other: 'a.ts' });
  expect(diagnostic).toMatchObject({
    code: 'RF1102',
    name: 'duplicate-transform',
    severity: 'error',
    what: 'There are two transforms called redact.',
    why: 'a.ts already exports one, and all generated functions share one module.',
  });
  expect(Object.isFrozen(diagnostic)).toBe(true);
});

test('braces with spaces inside are plain text', () => {
  const { fix } = messages.noTransforms(nowhere, { file: 'a.ts' });
  expect(fix).toContain('transform({ input, output, row })');
});
