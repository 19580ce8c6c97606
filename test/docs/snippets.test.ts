import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Diagnostic, formatDiagnostics } from 'rowfuse/compiler';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../root.js';
import { type Block, pages } from './blocks.js';
import { commandsIn, problemOf } from './commands.js';
import { compileSnippets } from './compile-snippets.js';
import {
  describes,
  folder,
  type Module,
  moduleOf,
  preludeOf,
  preludes,
  preludesOf,
  sharedPrelude,
  textsOf,
} from './modules.js';
import { expectedOf, matches, runSnippet, textToRun } from './run-snippet.js';
import { directiveProblem, type Kind, kindOf } from './snippets.js';

// Every snippet of the documentation: CONTRIBUTING.md says what is checked of each.

const all = pages();
const blocks = all.flatMap((page) => page.blocks);
const place = ({ page, line }: Pick<Block, 'page' | 'line'>) => `${page}:${line}`;
const ofKind = (kind: Kind) => blocks.filter((block) => kindOf(block) === kind);
const failures = (kind: Kind, problem: (block: Block) => string | undefined) =>
  ofKind(kind).flatMap((block) => {
    const found = problem(block);
    return found === undefined ? [] : [`${place(block)}: ${found}`];
  });

const preludeModules = new Map(all.map(({ page }) => [page, preludesOf(page)]));
const modules = all.map((page) => page.blocks.filter((block) => kindOf(block) === 'module').map(moduleOf));
const runnable = modules
  .flat()
  .filter((module) => !describes(module) && !/^(?:not run: |run by )/.test(module.block?.directive ?? ''));

/** The most blocks that may be unchecked. */
const mostUnchecked = 10;

let diagnostics: readonly Diagnostic[] = [];
let typeErrors = '';

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  const texts = new Map<Module, string>();
  for (const ofPage of modules) {
    const texted = textsOf(ofPage, preludeModules.get(ofPage[0]?.page ?? '') ?? []);
    for (const [module, text] of texted) texts.set(module, text);
  }
  for (const [{ file }, text] of texts) write(file, text);
  diagnostics = compileSnippets([...modules, ...preludeModules.values()].flat());
  typeErrors = await typeCheck();
  for (const module of runnable) write(module.file, textToRun(texts.get(module) ?? '', module, expectedOf(module)));
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Returns the errors of all modules, with their places on the pages. */
async function typeCheck(): Promise<string> {
  const options = { allowJs: true, checkJs: true };
  const project = {
    extends: '../../tsconfig.json',
    compilerOptions: options,
    include: ['**/*.ts', '**/*.js', '**/*.mjs'],
    exclude: ['generated-*'],
  };
  write(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
  const run = promisify(execFile)(
    process.execPath,
    [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
    { cwd: root },
  );
  const output = await run.then(
    () => '',
    (failed: { stdout: string }) => failed.stdout,
  );
  return output.replaceAll(/^test\/\.snippets\/(.*?)\/\d+\.\w+\((\d+),(\d+)\)/gm, '$1.md:$2:$3');
}

test('each block is fenced, and its language and its directive are known', () => {
  const unfenced = all.flatMap(({ page, unfenced }) => unfenced.map((line) => `${page}:${line}: code without a fence`));
  const unknown = ofKind('unknown').map(
    (block) => `${place(block)}: ${block.language}: ${block.directive ?? 'no directive'}`,
  );
  const wrong = blocks.flatMap((block) => {
    const problem = directiveProblem(block);
    return problem === undefined ? [] : [`${place(block)}: ${problem}`];
  });
  expect([...unfenced, ...unknown, ...wrong]).toEqual([]);
});

test('each prelude belongs to a page with a snippet', () => {
  const files = readdirSync(preludes, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const wanted = modules.flatMap(([first]) => (first === undefined ? [] : [preludeOf(first.page)]));
  const unused = files
    .map((file) => path.join(preludes, file))
    .filter((file) => ![sharedPrelude, ...wanted].includes(file));
  expect(unused).toEqual([]);
});

test('few blocks are unchecked, each for a reason', () => {
  const unchecked = ofKind('unchecked').map((block) => `${place(block)} ${block.directive}`);
  expect(unchecked.length, unchecked.join('\n')).toBeLessThanOrEqual(mostUnchecked);
});

test('TypeScript and JavaScript are free of type errors', () => {
  expect(typeErrors).toBe('');
});

test('transforms compile', () => {
  expect(formatDiagnostics('pretty', diagnostics, { root, color: false })).toBe('');
});

describe('code that calls transforms runs, and prints what the page says', () => {
  test.each(runnable.map((module) => [place(module.block ?? { page: module.page, line: 0 }), module] as const))(
    '%s',
    async (_, module) => {
      const expected = expectedOf(module);
      const { printed, values } = await runSnippet(
        module,
        preludeModules.get(module.page) ?? [],
        ofKind('file').filter(({ page }) => page === module.page),
      );
      const lines = printed.split('\n');
      let from = 0;
      for (const line of expected.lines) {
        const at = lines.findIndex((actual, index) => index >= from && matches(actual, line));
        expect(at, `${line}\nis not among the lines that were printed:\n${printed}`).toBeGreaterThanOrEqual(0);
        from = at + 1;
      }
      if (expected.whole !== undefined && !matches(printed, expected.whole)) expect(printed).toBe(expected.whole);
      for (const [line, shown] of expected.values) {
        const forms = values.get(line) ?? [];
        expect(
          forms.some((form) => matches(form, shown)),
          `line ${line}: ${shown} is none of\n${forms.join('\n')}`,
        ).toBe(true);
      }
    },
  );
});

test('JSON parses, as one value or as one per line', () => {
  const problem = ({ text }: Block) => {
    for (const values of [[text], text.trim().split('\n')]) {
      try {
        for (const one of values) JSON.parse(one);
        return undefined;
      } catch {}
    }
    return 'neither JSON nor a JSON value per line';
  };
  expect(failures('json', problem)).toEqual([]);
});

test('commands, options, scripts and files exist', async () => {
  const problems: string[] = [];
  for (const { page, blocks, spans } of all) {
    const shown = {
      scripts: blocks.filter(({ language }) => language === 'json').flatMap(({ text }) => scriptsOf(text)),
      files: modules.flat().flatMap((module) => (module.page === page ? (module.shownAs ?? []) : [])),
    };
    const own = blocks
      .filter((block) => kindOf(block) === 'commands')
      .flatMap(({ line, language, text }) => commandsIn(text, language === 'sh').map((command) => ({ line, command })));
    const inline = spans
      .filter(({ text }) =>
        /^(?:npx rowfuse |rowfuse (?:build|check|explain|bench|doctor)\b|npm run |node (?:scripts|bench)\/|bash )/.test(
          text,
        ),
      )
      .flatMap(({ line, text }) => commandsIn(text, true).map((command) => ({ line, command })));
    for (const { line, command } of [...own, ...inline]) {
      const problem = await problemOf(command, shown);
      if (problem !== undefined) problems.push(`${page}:${line}: ${command}: ${problem}`);
    }
  }
  expect(problems).toEqual([]);
});

function scriptsOf(json: string): readonly string[] {
  try {
    return Object.keys(JSON.parse(json).scripts ?? {});
  } catch {
    return [];
  }
}

const python = process.env.ROWFUSE_PYTHON || 'python3';

test.skipIf(spawnSync(python, ['--version']).status !== 0)('Python parses', () => {
  const program = 'import ast, json, sys\nfor one in json.load(sys.stdin): ast.parse(one["text"], one["place"])';
  const input = JSON.stringify(ofKind('python').map((block) => ({ text: block.text, place: place(block) })));
  execFileSync(python, ['-c', program], { input, stdio: ['pipe', 'pipe', 'pipe'] });
});

test.skipIf(spawnSync('g++', ['--version']).status !== 0)('C and C++ parse', () => {
  const problem = ({ language, text }: Block) => {
    const standard = language === 'c' ? ['-xc', '-std=c17'] : ['-xc++', '-std=c++20', '-Inative/include'];
    const { status, stderr } = spawnSync('g++', ['-fsyntax-only', ...standard, '-'], {
      cwd: root,
      input: text,
      encoding: 'utf8',
    });
    return status === 0 ? undefined : stderr;
  };
  expect(failures('cpp', problem)).toEqual([]);
});

test('the kinds of blocks, for the record', () => {
  const counts = Object.fromEntries([...new Set(blocks.map(kindOf))].map((kind) => [kind, ofKind(kind).length]));
  const compiled = modules.flat().filter(({ names }) => names.transforms.length > 0).length;
  console.info({ ...counts, compiled, run: runnable.length });
  expect(blocks.length).toBeGreaterThan(0);
});
