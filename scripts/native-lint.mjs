// node scripts/native-lint.mjs [--fix] [--only format|tidy]: checks C++ and CUDA.
//
//   format  clang-format over all C++ and CUDA of native/, bench/ and test/ (.clang-format)
//   tidy    clang-tidy over the host code of native/ with its headers, and the generated examples (.clang-tidy)
//
// --fix writes what the tools propose. Both come from a Python package index, once; without one nothing is checked, and the script says so.
// Without CUDA's headers the host code of native/engine/cuda is left out.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { clangTools } from './native-lint/clang-tools.mjs';
import { formattedFiles } from './native-lint/formatted-files.mjs';
import { translationUnits } from './native-lint/translation-units.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: { fix: { type: 'boolean', default: false }, only: { type: 'string' } },
});

/** Resolves to the exit status of a command and its whole output. */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root });
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        output[stream] += text;
      });
    }
    child.on('error', reject).on('close', (status) => resolve({ status, ...output }));
  });
}

async function format(tools) {
  const files = formattedFiles(root);
  const { status, stderr } = await run(tools.format, [...(options.fix ? ['-i'] : ['--dry-run', '--Werror']), ...files]);
  const places = new Map();
  for (const [, file, line] of stderr.matchAll(/^(\S.*?):(\d+):\d+: error: code should be clang-formatted/gm)) {
    places.set(file, [...(places.get(file) ?? []), line]);
  }
  for (const [file, [line, ...others]] of places) console.error(`${file}:${line} and ${others.length} more places`);
  if (status !== 0) console.error(places.size > 0 ? 'Run: node scripts/native-lint.mjs --fix' : stderr);
  console.log(`clang-format: ${files.length} files, ${places.size} differ from .clang-format`);
  return status === 0;
}

async function tidy(tools) {
  const units = translationUnits(root);
  const left = [...units];
  const reports = new Set();
  let failed = 0;
  const worker = async () => {
    for (let unit = left.shift(); unit !== undefined; unit = left.shift()) {
      const args = ['--quiet', ...(options.fix ? ['--fix'] : []), unit.file, '--', ...unit.flags];
      const { status, stdout, stderr } = await run(tools.tidy, args);
      if (status === 0) continue;
      failed++;
      // A report of a header is printed once, whatever number of files include it.
      for (const report of (stdout || stderr).split(/^(?=\S+:\d+:\d+: (?:warning|error): )/m)) reports.add(report);
    }
  };
  // Two fixes of one header must not run at the same time.
  await Promise.all(Array.from({ length: options.fix ? 1 : availableParallelism() }, worker));
  for (const report of reports) process.stderr.write(report);
  console.log(`clang-tidy: ${units.length} files, ${failed} with reports`);
  return failed === 0;
}

const parts = { format, tidy };
const wanted = options.only === undefined ? Object.keys(parts) : [options.only];
const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined)
  throw new Error(`There is no part ${unknown}. There are ${Object.keys(parts).join(' and ')}.`);
const tools = clangTools(root);
if (tools === undefined) {
  console.log('no package index: the checks of C++ and CUDA are skipped');
} else {
  for (const name of wanted) {
    if (!(await parts[name](tools))) process.exitCode = 1;
  }
}
