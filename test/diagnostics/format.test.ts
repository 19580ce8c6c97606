import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatDiagnostics } from '../../codegen/diagnostics/format/format.js';
import { compileFailed, missingReturn, noFiles, unknownGlobal } from '../../codegen/diagnostics/messages.js';
import { nowhere, spanOf, wholeFile } from '../../codegen/diagnostics/span.js';
import { typescriptError } from '../../codegen/diagnostics/typescript-error.js';

const source = `import { transform, utf8 } from 'rowfuse';

export const shout = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    if (Math.random() < 0.5) {
      return name;
    }
  },
});
`;

function at(from: string, to = from) {
  return spanOf('src/shout.ts', source, source.indexOf(from), source.indexOf(to) + to.length);
}

const global = { name: 'The global `Math`', reason: 'It is not known here.', advice: 'Leave it out.' };

const diagnostics = [
  missingReturn(at('row({ name }) {', 'return name;'), { advice: 'Return a value at the end, or in each branch.' }),
  unknownGlobal(at('Math'), global),
  typescriptError(at('return name'), 2322, "Type 'a' is wrong.\n  Because of 'b'."),
  noFiles(nowhere, { patterns: 'nothing/*.ts' }),
];

let root = '';
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rowfuse-format-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the vs format', () => {
  // VS Code's pattern of that name, without the groups for an end position.
  const msCompile = /^(?:\s*\d+>)?(\S.*)\((\d+),(\d+)\)\s*:\s+(error|warning|info)\s+(\w{1,2}\d+)\s*:\s*(.*)$/;

  test('has one line per finding, as the $msCompile matcher wants it', () => {
    const [first = ''] = formatDiagnostics('vs', diagnostics, { root: '/project', color: false }).split('\n');
    expect(msCompile.exec(first)?.slice(1, 6)).toEqual(['/project/src/shout.ts', '6', '3', 'error', 'RF1204']);
  });

  test('lists all findings', () => {
    expect(formatDiagnostics('vs', diagnostics, { root: '/project', color: true })).toMatchInlineSnapshot(`
      "/project/src/shout.ts(6,3): error RF1204: Not every path through the row function returns a value. Each input row gives exactly one output row. Return a value at the end, or in each branch.
      /project/src/shout.ts(7,9): error RF1403: The global \`Math\` cannot be used in a row function. It is not known here. Leave it out.
      /project/src/shout.ts(8,7): error TS2322: Type 'a' is wrong. Because of 'b'.
      rowfuse : error RF1001: No source file to work on. The command was given no files, or none that match nothing/*.ts. Name the modules that export transforms, for example \`rowfuse build src/transforms/*.ts --out generated\`.
      "
    `);
  });

  test('does not let file names start a new line', () => {
    const found = unknownGlobal(wholeFile('a\n/etc/passwd(1,1): error RF1204: \u202e.ts'), {
      ...global,
      name: 'a\u2028b\u009b2J',
    });
    const text = formatDiagnostics('vs', [found], { root: '/project', color: false });
    expect(text.split(/[\r\n\u2028\u2029]/)).toHaveLength(2);
    expect(text).toMatch(/^\/project\/a␊\/etc/);
    expect(text).not.toMatch(/[\u0080-\u009f\u202e]/);
  });

  test('keeps a message of several lines on one line', () => {
    const failed = compileFailed(wholeFile('a.ts'), { name: 'a', output: 'one\n  two\n' });
    expect(formatDiagnostics('vs', [failed], { root: '/project', color: false }).match(/\n/g)).toHaveLength(1);
  });
});

describe('the json format', () => {
  test('is the list itself', () => {
    const text = formatDiagnostics('json', diagnostics, { root: '/project', color: true });
    expect(JSON.parse(text)).toEqual(diagnostics);
  });

  test('escapes characters that a terminal could take for a command', () => {
    const found = [unknownGlobal(wholeFile('\u009b2J\u202e.ts'), { ...global, name: '\u2028' })];
    const text = formatDiagnostics('json', found, { root: '/project', color: false });
    expect(JSON.parse(text)).toEqual(found);
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
  });
});

describe('the pretty format', () => {
  test('is empty without findings', () => {
    expect(formatDiagnostics('pretty', [], { root: '/project', color: true })).toBe('');
  });

  test('shows place, problem, frame, reason and fix', () => {
    const project = path.join(root, 'project');
    mkdirSync(path.join(project, 'src'), { recursive: true });
    writeFileSync(path.join(project, 'src/shout.ts'), source);
    expect(formatDiagnostics('pretty', diagnostics, { root: project, color: false })).toMatchInlineSnapshot(`
      "src/shout.ts:6:3 - error RF1204: Not every path through the row function returns a value.

         4 |   input: { name: utf8 },
         5 |   output: utf8,
      >  6 |   row({ name }) {
           |   ^^^^^^^^^^^^^^^
      >  7 |     if (Math.random() < 0.5) {
           | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      >  8 |       return name;
           | ^^^^^^^^^^^^^^^^^^^
         9 |     }
        10 |   },
        11 | });

        why: Each input row gives exactly one output row.
        fix: Return a value at the end, or in each branch.

      src/shout.ts:7:9 - error RF1403: The global \`Math\` cannot be used in a row function.

         5 |   output: utf8,
         6 |   row({ name }) {
      >  7 |     if (Math.random() < 0.5) {
           |         ^^^^
         8 |       return name;
         9 |     }
        10 |   },

        why: It is not known here.
        fix: Leave it out.

      src/shout.ts:8:7 - error TS2322: Type 'a' is wrong. Because of 'b'.

         6 |   row({ name }) {
         7 |     if (Math.random() < 0.5) {
      >  8 |       return name;
           |       ^^^^^^^^^^^
         9 |     }
        10 |   },
        11 | });

      error RF1001: No source file to work on.
        why: The command was given no files, or none that match nothing/*.ts.
        fix: Name the modules that export transforms, for example \`rowfuse build src/transforms/*.ts --out generated\`.

      4 errors
      "
    `);
  });

  test('shows no frame for a file that is gone', () => {
    const text = formatDiagnostics('pretty', [missingReturn(wholeFile('gone.ts'), { advice: 'Return one.' })], {
      root,
      color: false,
    });
    expect(text).toMatch(/^gone\.ts:1:1 - error RF1204: Not every path/);
    expect(text).not.toContain('|');
  });

  test('has colour only on request', () => {
    const text = formatDiagnostics('pretty', diagnostics, { root, color: true });
    expect(text).toContain('\u001b[31merror\u001b[39m');
  });

  test('does not let a source command the terminal', () => {
    writeFileSync(path.join(root, 'evil.ts'), 'let a = "\u001b[2J";\n');
    const found = unknownGlobal(wholeFile('evil.ts'), { name: '\u001b]0;title\u0007', reason: '', advice: '' });
    const text = formatDiagnostics('pretty', [found], { root, color: false });
    expect(text).not.toContain('\u001b');
    expect(text).toContain('let a = "␛[2J";');
  });

  test('makes the control characters of a source and its names visible', () => {
    const hidden = 'let a = "\u202e"; // \u009b31m\u2066\r\nlet b;\u2028let c;\n';
    writeFileSync(path.join(root, 'hidden\n.ts'), hidden);
    const span = spanOf('hidden\n.ts', hidden, hidden.indexOf('let c'), hidden.indexOf('let c') + 5);
    const found = unknownGlobal(span, { ...global, name: 'x\n\u2029 1 error' });
    const text = formatDiagnostics('pretty', [found], { root, color: false });
    expect(text).toContain('hidden␊.ts:3:1 - error RF1403: x 1 error cannot be used');
    // Lines are those of TypeScript and of editors; CR LF counts as one line end.
    expect(text).toContain('  1 | let a = "�"; // �31m�\n  2 | let b;�\n> 3 | let c;\n    | ^^^^^');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
    expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/);
  });
});

describe('frames', () => {
  test('of thousands of errors in one file take no time', { timeout: 20_000 }, () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, index) => `export const x${index} = y${index}; // ${'…'.repeat(40)}`,
    );
    const text = lines.join('\n');
    writeFileSync(path.join(root, 'many.ts'), text);
    const found = Array.from({ length: 1000 }, (_, index) => {
      const start = text.length - 1 - index * 100;
      return unknownGlobal(spanOf('many.ts', text, start, start + 1), global);
    });
    const printed = formatDiagnostics('pretty', found, { root, color: true });
    expect(printed).toContain('many.ts:20000:');
  });

  test('of a long line show the surroundings of the place', () => {
    const before = 'const a = 1; '.repeat(10_000);
    const text = `// first\n${before}wrong${before}\n// last\n`;
    writeFileSync(path.join(root, 'long.ts'), text);
    const start = text.indexOf('wrong');
    const found = unknownGlobal(spanOf('long.ts', text, start, start + 5), global);
    const printed = formatDiagnostics('pretty', [found], { root, color: false });
    const [marked = '', marks = ''] = printed.split('\n').slice(3);
    expect(printed.length).toBeLessThan(2000);
    expect(marked.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('wrong');
  });
});
