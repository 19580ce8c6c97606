import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../../scripts/case-tables.mjs', import.meta.url));
const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;

/** Prints each code point that Python's Unicode version knows and that maps to anything else: itself, upper, lower. */
const pythonMappings = `
import sys, unicodedata
for code in range(0x110000):
    text = chr(code)
    if unicodedata.category(text) in ('Cn', 'Cs'): continue
    upper, lower = text.upper(), text.lower()
    print(code, ' '.join(str(ord(c)) for c in upper), ' '.join(str(ord(c)) for c in lower), sep=',')
`;

describe('the case tables', () => {
  it.skipIf(process.versions.unicode !== '17.0')('are what their generator writes', () => {
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  // Python has its own tables, made from the Unicode database, perhaps of an older version. A mapping whose two sides Python knows
  // never changes.
  it.skipIf(!hasPython || process.versions.unicode !== '17.0')('agree with those of Python', () => {
    const { stdout } = spawnSync('python3', ['-c', pythonMappings], { encoding: 'utf8', maxBuffer: 1 << 28 });
    const codes = (text: string) => Array.from(text, (c) => c.codePointAt(0)).join(' ');
    const lines = stdout.trim().split('\n');
    expect(lines.length).toBeGreaterThan(140_000);
    const known = new Set(lines.map((line) => Number(line.slice(0, line.indexOf(',')))));
    const isKnown = (text: string) => Array.from(text).every((c) => known.has(c.codePointAt(0) ?? -1));
    const wrong = lines.filter((line) => {
      const [code = '0'] = line.split(',');
      const text = String.fromCodePoint(Number(code));
      const [upper, lower] = [text.toUpperCase(), text.toLowerCase()];
      return line !== `${code},${codes(upper)},${codes(lower)}` && isKnown(upper) && isKnown(lower);
    });
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});
