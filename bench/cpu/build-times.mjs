// Compile time of each example: rowfuse's own work in this process, and the C++ compiler's.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const ROOT = path('../..').replace(/\/$/, '');
const WORK = path('../.work');
const COMPILER = new URL('../../dist/codegen/index.js', import.meta.url);
const RUNS = 5;

/** Returns the milliseconds of one transform's file, found by the end of its name. */
const milliseconds = (steps, name, end) =>
  steps.find(({ output }) => output.endsWith(`/${name}/${name}.${end}`))?.milliseconds;

/**
 * Returns per transform: bytes of the C++ of its row function, milliseconds from TypeScript to C++ (the least of some runs), and
 * milliseconds of the C++ compiler. The last are for the rows and for the binding, several files at a time.
 */
export async function buildTimes() {
  if (!existsSync(fileURLToPath(COMPILER))) return { skipped: 'dist/codegen/index.js is missing: npm run compile' };
  const { build, compile } = await import(COMPILER.href);
  const examples = readdirSync(path('../../examples')).filter((file) => file.endsWith('.ts'));
  const files = examples.map((file) => path(`../../examples/${file}`));
  mkdirSync(WORK, { recursive: true });
  const out = mkdtempSync(join(WORK, 'build-times-'));
  try {
    const all = compile({ files, root: ROOT });
    const { native } = await build({ ...all, root: ROOT, out, cuda: false });
    const steps = native?.status === 'built' ? native.steps : [];
    const transforms = {};
    for (const file of files) {
      let codegen = Number.POSITIVE_INFINITY;
      let compilation;
      for (let run = 0; run < RUNS; run++) {
        const from = performance.now();
        compilation = compile({ files: [file], root: ROOT });
        codegen = Math.min(codegen, performance.now() - from);
      }
      for (const { name, directory } of compilation.transforms) {
        const emitted = compilation.files.filter((each) => each.path.startsWith(`${directory}/`));
        transforms[name] = {
          module: `examples/${basename(file)}`,
          emittedBytes: emitted
            .filter((each) => each.path.endsWith('.hpp'))
            .reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
          codegen,
          rows: milliseconds(steps, directory, 'cpp.o'),
          binding: milliseconds(steps, directory, 'binding.cc.o'),
        };
      }
    }
    return { transforms, compiler: native?.record.compiler, build: native?.buildMilliseconds };
  } catch (error) {
    return { failed: error.message.replaceAll(`${ROOT}/`, '').slice(0, 1000) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
