import { describe, expect, it } from 'vitest';
import { quoted, toWtf8 } from '../../codegen/4-emit/cpp/cpp-literals.js';
import { cppIdentifier, directoryName, UniqueNames } from '../../codegen/4-emit/cpp/cpp-names.js';
import { commentText, docText, jsJson, jsString } from '../../codegen/4-emit/user-text.js';
import { escapeUnseen, visibleControls, visibleLine } from '../../codegen/diagnostics/index.js';
import { hostileCharacters, hostileWords } from './hostile-texts.js';

/** Each character alone, at both ends, and doubled; each word. */
const texts = [
  ...hostileCharacters.flatMap((char) => [char, `a${char}`, `${char}a`, `a${char}${char}/b`]),
  ...hostileWords,
  hostileCharacters.join(''),
  hostileWords.join(''),
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const unseen = /[\0-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

describe('a text of the user', () => {
  it('stays in a comment, whatever the language', () => {
    for (const text of texts) {
      const written = commentText(text);
      expect(written).toMatch(/^"[\x20-\x7e]*"$/);
      expect(written).not.toContain('*/');
      expect(JSON.parse(written)).toBe(text);
      expect(docText(text)).toMatch(/^[\x20-\x5f\x61-\x7e]*$/);
      expect(docText(text)).not.toContain('*/');
    }
  });

  it('stays in a JavaScript literal, and is seen unchanged there', () => {
    for (const text of texts) {
      expect(JSON.parse(jsString(text))).toBe(text);
      expect(jsString(text)).not.toMatch(unseen);
      expect(JSON.parse(jsJson({ [text]: [text] }))).toEqual({ [text]: [text] });
      expect(JSON.parse(escapeUnseen(JSON.stringify(text)))).toBe(text);
    }
  });

  it('stays in a C++ literal, as the bytes of its WTF-8', () => {
    for (const text of texts) {
      const written = quoted(text);
      expect(written).toMatch(/^"(?:[\x20\x21\x23-\x3e\x40-\x5b\x5d-\x7e]|\\[0-7]{3})*"$/);
      const bytes = written
        .slice(1, -1)
        .replace(/\\(\d{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)));
      expect(Array.from(bytes, (byte) => byte.charCodeAt(0))).toEqual([...toWtf8(text)]);
    }
  });

  it('becomes a name of C++ and of a folder, unique per text', () => {
    const names = [...new Set(texts)];
    expect(new Set(names.map(cppIdentifier)).size).toBe(names.length);
    expect(new Set(names.map(directoryName)).size).toBe(names.length);
    for (const name of names) {
      expect(cppIdentifier(name)).toMatch(/^[A-Za-z_]\w*$/);
      expect(directoryName(name)).toMatch(/^\w+$/);
    }
  });

  it('never commands a terminal and never starts a new line', () => {
    for (const text of texts) {
      expect(visibleLine(text)).not.toMatch(unseen);
      expect(visibleLine(text)).toHaveLength(text.length);
      expect(visibleControls(text).replace(/[\n\t]/g, '')).not.toMatch(unseen);
    }
  });
});

describe('a folder name', () => {
  it('is none that Windows reserves for a device', () => {
    expect(['con', 'NUL', 'com1', 'lpt9', 'aux', 'node_modules'].map(directoryName)).toEqual([
      '_x63_on',
      '_x4E_UL',
      '_x63_om1',
      '_x6C_pt9',
      '_x61_ux',
      '_x6E_ode_modules',
    ]);
    expect(['console', 'com10', 'nul_'].map(directoryName)).toEqual(['console', 'com10', 'nul_']);
  });

  it('differs from that of a name that looks like its escaped form', () => {
    expect(directoryName('_x63_on')).not.toBe(directoryName('con'));
  });
});

it('names of variables in C++ stay short and unique', () => {
  const names = new UniqueNames();
  const long = 'column'.repeat(100_000);
  const first = names.take(long);
  expect(first.length).toBeLessThan(120);
  expect(names.take(`${long}2`)).not.toBe(first);
});
