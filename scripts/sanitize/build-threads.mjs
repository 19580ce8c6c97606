// Builds test/native/threads with the engine, the library for other languages and transforms of its own, all instrumented.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Rejects with the command line and what the command printed. */
const run = (command, args) => promisify(execFile)(command, args, { cwd: root, maxBuffer: 1 << 26 });

/** Returns the sources of a CMake list, so that a new file of the engine is found here as well. */
function sourcesOf(list) {
  const text = readFileSync(path.join(root, 'native/cmake/engine.cmake'), 'utf8');
  const [, files] = new RegExp(`^set\\(${list}([^)]*)\\)`, 'm').exec(text) ?? [];
  if (files === undefined) throw new Error(`native/cmake/engine.cmake has no list ${list}.`);
  return files
    .trim()
    .split(/\s+/)
    .map((file) => path.join(root, 'native', file));
}

const engineFile = (name) => path.join(root, `native/engine/api/${name}.cpp`);

function filesIn(folder, ending) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => path.join(folder, file));
}

/** Returns the program's path. `sanitizers` are as -fsanitize takes them. */
export async function buildThreads({ compiler, sanitizers, folder }) {
  const generated = path.join(folder, 'generated');
  mkdirSync(generated, { recursive: true });
  const source = 'test/native/threads/transforms.ts';
  await run(process.execPath, ['dist/codegen/cli/main.js', 'build', source, '--out', generated, '--emit-only']);
  const flags = ['-std=c++20', '-O1', '-g1', '-Wall', '-Wextra', '-Werror', '-ffp-contract=off', '-pthread'];
  const instrumented = [`-fsanitize=${sanitizers}`, '-fno-sanitize-recover=all', '-fno-omit-frame-pointer'];
  // The program runs where it is compiled, so it asks nothing of the processor.
  writeFileSync(path.join(generated, 'rowfuse_cpu_level.hpp'), '#define ROWFUSE_CPU_LEVEL_IS_V3 0\n');
  const include = [`-I${path.join(root, 'native/include')}`, `-I${generated}`];
  // A few large files, because headers take most of the time. The longest come first.
  const units = Object.entries({
    transforms: filesIn(generated, '.cpp'),
    portable: filesIn(path.join(root, 'native/portable'), '.cpp'),
    rows: [...sourcesOf('row_call_sources'), ...['cuda_absent', 'cpu_level'].map(engineFile)],
    groups: sourcesOf('group_call_sources'),
    cases: [path.join(root, 'test/native/threads/thread_cases.cpp')],
    registration: filesIn(generated, '.binding.cc'),
  });
  const objects = units.map(([name]) => path.join(folder, `${name}.o`));
  const left = [...units.entries()];
  const compile = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, [name, files]] = next;
      const unit = path.join(folder, `${name}.cpp`);
      writeFileSync(unit, files.map((file) => `#include "${file}"\n`).join(''));
      await run(compiler, [...flags, ...instrumented, ...include, '-c', unit, '-o', objects[index]]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compile));
  const program = path.join(folder, 'thread_cases');
  await run(compiler, [...instrumented, '-pthread', ...objects, '-o', program]);
  return program;
}
