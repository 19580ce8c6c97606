import { cpSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ts } from 'ts-morph';

const parts = [
  'codegen',
  'schema',
  'dsl',
  'runtime',
  'test/root.ts',
  'test/plan',
  'test/compile',
  'test/run/samples',
  'examples',
  'bench/functions',
  'package.json',
  'tsconfig.json',
];
/** The parts that run. The others are modules of row functions, which are only read. */
const running = ['codegen', 'schema', 'test/root.ts', 'test/plan'];

/** Copies all that the tests of the planner need to a new folder, and returns the folder. */
export function copySources(root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-mutations-'));
  for (const part of parts)
    cpSync(path.join(root, part), path.join(folder, part), {
      recursive: true,
      filter: (file) => !/node_modules|[\\/]_expected|runtime[\\/]dist/.test(file),
    });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Writes the JavaScript of the sources beside them. TypeScript's own compiler is not on every machine, that of ts-morph is. */
export function stripTypes(folder) {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  for (const file of running.flatMap((part) => sourcesIn(folder, part))) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const { outputText } = ts.transpileModule(text, { compilerOptions });
    writeFileSync(path.join(folder, file.replace(/\.ts$/, '.js')), outputText);
  }
}

/** Returns the TypeScript files of a folder, or the file itself. */
export function sourcesIn(root, part) {
  if (statSync(path.join(root, part)).isFile()) return [part];
  return readdirSync(path.join(root, part), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join(part, file))
    .sort();
}
