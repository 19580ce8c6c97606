import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '../root.js';

const { complaintsOf } = (await import(pathToFileURL(path.join(root, 'scripts/english/complaints.mjs')).href)) as {
  complaintsOf(file: string, text: string): readonly string[];
};

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
const perRow = (found: string) => `distributive: "${found}": write "per"`;
const headless = (opening: string) => `headless: begins with "${opening}": name the thing first`;
const coinage = (found: string) => `coinage: "${found}": write filters and expansions`;

test.each([
  ['a line comment', 'a.ts', '// What a launch leaves.\nconst a = 1;', 1, headless('What')],
  ['a comment after code', 'a.mjs', `const a = 1; ${'//'} Whether it is one`, 1, headless('Whether')],
  ['a doc comment', 'a.ts', '/**\n * Of two rows the first.\n */', 2, headless('Of')],
  ['a doc comment of C++', 'a.hpp', '/// Where a row begins.\nint a;', 1, headless('Where')],
  ['a comment of CMake', 'CMakeLists.txt', '# Which programs are built.\nproject(a)', 1, headless('Which')],
  ['a docstring', 'a.py', 'def a():\n    """The same in Python."""\n', 2, headless('The same')],
  ['a block tag', 'a.ts', '/**\n * Adds.\n *\n * @returns What was added\n */', 4, headless('What')],
  ['a comment per row', 'a.cu', '// Copies 16 bytes a thread.', 1, perRow('16 bytes a thread')],
  ['a row of a table', 'a.md', '| one | a bit a row |', 1, perRow('a bit a row')],
  ['a list item', 'a.md', 'Text.\n\n- A group has a line each.', 3, perRow('a line each')],
  ['a paragraph', 'a.md', 'Rows\nthat come and go.', 1, coinage('come and go')],
  ['a quoted line', 'a.md', '> A column comes and goes.\\\n> It is kept.', 1, coinage('comes and goes')],
  ['a template of text', 'a.txt.hbs', '{{#each rows}}\n{{this}} come or go here\n{{/each}}', 2, coinage('come or go')],
  ['a title', 'a.test.ts', "test('what comes and goes', () => {});", 1, coinage('comes and goes')],
  ['a title below a table', 'a.test.ts', "test.each([f(1), (2)])('Of %s', () => {});", 1, headless('Of')],
  ['a title in a template', 'a.test.ts', `it.skipIf(f())(\`What \${a} gives\`, () => {});`, 1, headless('What')],
  ['a title that is chosen', 'a.test.ts', "it(a ? 'reads the bytes' : 'What is read', () => {});", 1, headless('What')],
  ['a title of one word', 'a.test.ts', "it('usage', () => {});", 1, 'fragment: "usage": write a statement'],
  ['a suite', 'a.test.ts', "describe('The same for text', () => {});", 1, headless('The same')],
  ['a message', 'a.ts', "throw new Error('the call has fewer rows a call');", 1, perRow('fewer rows a call')],
  ['a message in a template', 'a.ts', `fail(\`What \${name} reads is not known here\`);`, 1, headless('What')],
  [
    'a number in a message',
    'a.ts',
    `say(\`the rows here have \${n} bytes a row\`);`,
    1,
    perRow('$' + '{…} bytes a row'),
  ],
  [
    'a message of C++',
    'a.cpp',
    '// A\nfail("the rows here "\n     "come and go, all of them");',
    2,
    coinage('come and go'),
  ],
  [
    'a long sentence',
    'a.ts',
    `// ${words(36)}.`,
    1,
    'long: 36 words in "word0 word1 word2 word3 word4 word5 …": at most 35',
  ],
  [
    'a long sentence over lines',
    'a.ts',
    `// ${words(20)}\n// ${words(16)}.`,
    1,
    'long: 36 words in "word0 word1 word2 word3 word4 word5 …": at most 35',
  ],
])('finds %s', (_, file, text, line, complaint) => {
  expect(complaintsOf(file, text)).toEqual([`${line}: ${complaint}`]);
});

test.each([
  ['a question', 'a.ts', '// What does a launch leave?'],
  ['a sentence with a clause first', 'a.ts', '// Where a row is null, its length is 0.'],
  ['a whole sentence', 'a.ts', '// The same row must give the same result.'],
  ['"one row each"', 'a.ts', '// The transform makes one row each.'],
  ['code in a sentence', 'a.ts', '// Writes `a bit a row` and `What a launch leaves`.'],
  ['an example', 'a.ts', `/**\n * Adds.\n *\n * @example\n * ${words(40)}\n */`],
  ['commands and tables', 'a.mjs', `// Runs:\n//   node a.mjs ${words(20)}\n//   node b.mjs ${words(20)}\n// Prints.`],
  ['code that only looks like prose', 'a.ts', "const sql = 'select a row a from the table of all rows;';"],
  ['a name of one word outside of tests', 'a.ts', "describe('usage');"],
  ['a suite of one word', 'a.test.ts', "describe('usage', () => {});"],
  [
    'sentences that are short by themselves',
    'a.ts',
    `// ${words(30)}. \`name\` is ${words(20)}. --flag is ${words(20)}.`,
  ],
  ['a fence and a heading', 'a.md', `# What a user writes\n\n\`\`\`ts\nconst a = '${words(40)}';\n\`\`\`\n`],
])('accepts %s', (_, file, text) => {
  expect(complaintsOf(file, text)).toEqual([]);
});
