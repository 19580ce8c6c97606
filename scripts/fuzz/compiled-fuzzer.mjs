import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { node, root, tsc } from '../test-program.mjs';

/** Compiles the package and the fuzzer, and returns the program. */
export async function compiledFuzzer() {
  if (existsSync(tsc)) {
    // The package is compiled first, because programs run on its output.
    node(tsc, '-p', 'tsconfig.build.json');
    node(tsc, '-p', 'test/fuzz/tsconfig.json');
  } else {
    await stripTypes('test/fuzz/main.ts', 'test/fuzz/worker.ts');
  }
  return 'test/.fuzz/js/test/fuzz/main.js';
}

/** A machine with only the compiled package (scripts/gpu-pack.mjs) has no types, and the TypeScript of ts-morph compiles. */
async function stripTypes(...entries) {
  const { ts } = await import('ts-morph');
  const files = entries.map((entry) => path.join(root, entry));
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const target = path.join(root, 'test/.fuzz/js', path.relative(root, file).replace(/\.ts$/, '.js'));
    const compilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    };
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, ts.transpileModule(text, { compilerOptions }).outputText);
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      const imported = path.join(path.dirname(file), fileName.replace(/\.js$/, '.ts'));
      if (fileName.startsWith('.') && !files.includes(imported)) files.push(imported);
    }
  }
}
