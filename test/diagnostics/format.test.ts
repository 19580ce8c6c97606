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

const diagnostics = [
  missingReturn(at('row({ name }) {', 'return name;'), { advice: 'Return a value at the end, or in each branch.' }),
  unknownGlobal(at('Math'), { name: 'The global `Math`', reason: 'It is not known here.', advice: 'Leave it out.' }),
  typescriptError(at('return name'), 2322, "Type 'a' is wrong.\n  Because of 'b'."),
  noFiles(nowhere, { patterns: 'nothing/*.ts' }),
];

let root = '';
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rowfuse-format-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('vs', () => {
  // VS Code's pattern of that name, less the groups for an end position.
  const msCompile = /^(?:\s*\d+>)?(\S.*)\((\d+),(\d+)\)\s*:\s+(error|warning|info)\s+(\w{1,2}\d+)\s*:\s*(.*)$/;

  test('one line each, as the $msCompile matcher wants it', () => {
    const [first = ''] = formatDiagnostics('vs', diagnostics, { root: '/project', color: false }).split('\n');
    expect(msCompile.exec(first)?.slice(1, 6)).toEqual(['/project/src/shout.ts', '6', '3', 'error', 'RF1204']);
  });

  test('all of them', () => {
    expect(formatDiagnostics('vs', diagnostics, { root: '/project', color: true })).toMatchInlineSnapshot(`
      "/project/src/shout.ts(6,3): error RF1204: Not every path through the row function returns a value. Each input row gives exactly one output row. Return a value at the end, or in each branch.
      /project/src/shout.ts(7,9): error RF1403: The global \`Math\` cannot be used in a row function. It is not known here. Leave it out.
      /project/src/shout.ts(8,7): error TS2322: Type 'a' is wrong. Because of 'b'.
      rowfuse : error RF1001: No source file to work on. The command was given no files, or none that match nothing/*.ts. Name the modules that export transforms, for example \`rowfuse build src/transforms/*.ts --out generated\`.
      "
    `);
  });

  test('a message of several lines stays on one', () => {
    const failed = compileFailed(wholeFile('a.ts'), { name: 'a', output: 'one\n  two\n' });
    expect(formatDiagnostics('vs', [failed], { root: '/project', color: false }).match(/\n/g)).toHaveLength(1);
  });
});

describe('json', () => {
  test('is the list itself', () => {
    const text = formatDiagnostics('json', diagnostics, { root: '/project', color: true });
    expect(JSON.parse(text)).toEqual(diagnostics);
  });
});

describe('pretty', () => {
  test('nothing to say', () => {
    expect(formatDiagnostics('pretty', [], { root: '/project', color: true })).toBe('');
  });

  test('place, what, frame, why, fix', () => {
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

  test('a file that is gone gets no frame', () => {
    const text = formatDiagnostics('pretty', [missingReturn(wholeFile('gone.ts'), { advice: 'Return one.' })], {
      root,
      color: false,
    });
    expect(text).toMatch(/^gone\.ts:1:1 - error RF1204: Not every path/);
    expect(text).not.toContain('|');
  });

  test('colour only when asked for', () => {
    const text = formatDiagnostics('pretty', diagnostics, { root, color: true });
    expect(text).toContain('\u001b[31merror\u001b[39m');
  });

  test('a source cannot command the terminal', () => {
    writeFileSync(path.join(root, 'evil.ts'), 'let a = "\u001b[2J";\n');
    const found = unknownGlobal(wholeFile('evil.ts'), { name: '\u001b]0;title\u0007', reason: '', advice: '' });
    const text = formatDiagnostics('pretty', [found], { root, color: false });
    expect(text).not.toContain('\u001b');
    expect(text).toContain('let a = "␛[2J";');
  });
});
