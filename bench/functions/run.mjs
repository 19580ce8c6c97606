// Measures everyday row functions in native code and in V8:
//   node bench/functions/run.mjs [--kind text,dates] [--only caesar,luhn] [--one-thread] [--out FILE]
// Each contestant measures each function in a process of its own. Times are nanoseconds per row, medians of five runs. Without --kind and
// --only, the results go to bench/results/. --one-thread leaves out elapsed times on all threads, which a busy machine makes worthless.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from '../machine.mjs';
import { buildKind, functionsOf, kinds } from './build.mjs';
import { geometricMean, ratios } from './ratios.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values: options } = parseArgs({
  options: {
    kind: { type: 'string' },
    only: { type: 'string' },
    'one-thread': { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
const chosen = options.kind?.split(',') ?? kinds;
const unknown = chosen.filter((kind) => !kinds.includes(kind));
if (unknown.length > 0) throw new Error(`unknown kind ${unknown.join(', ')}: choose of ${kinds.join(', ')}`);
const only = options.only?.split(',');
const functions = chosen.flatMap(functionsOf).filter(({ name }) => only === undefined || only.includes(name));
if (functions.length === 0) throw new Error(`no function is named ${options.only}`);

/** A contestant that fails or takes minutes has no times, and the reason stands in its place. */
function measure(contestant, description) {
  const child = ['--expose-gc', path('./measure.mjs'), contestant, JSON.stringify(description)];
  try {
    if (options['one-thread']) child.push('oneThread');
    const settings = { encoding: 'utf8', timeout: 120_000, stdio: ['ignore', 'pipe', 'pipe'] };
    return { shapes: JSON.parse(execFileSync(process.execPath, child, settings)) };
  } catch (error) {
    const reason = /^\w*Error\b.*/m.exec(error.stderr ?? '')?.[0] ?? `ended with ${error.signal ?? error.status}`;
    return { failed: `${contestant}: ${reason}` };
  }
}

const whole = options.kind === undefined && only === undefined;
const out =
  options.out ?? (whole ? path(`../results/functions-${new Date().toISOString().slice(0, 10)}.json`) : undefined);
const results = [];
const origin = { ...machine(), loadBefore: loadavg()[0] };

/** Writes after each function, so that a run that is stopped keeps what it measured. */
function write() {
  if (out === undefined) return;
  const lines = results.map((result) => JSON.stringify(result)).join(',\n');
  const report = {
    benchmark: whole ? 'row functions on the CPU' : 'some row functions on the CPU',
    machine: { ...origin, loadAfter: loadavg()[0] },
  };
  writeFileSync(out, `${JSON.stringify(report, null, 2).slice(0, -2)},\n  "functions": [\n${lines}\n]}\n`);
}

for (const kind of new Set(functions.map(({ kind }) => kind))) buildKind(kind);
for (const description of functions) {
  const { kind, name } = description;
  const native = measure('native', description);
  const javascript = measure('javascript', description);
  const failed = native.failed ?? javascript.failed;
  const shapes = failed === undefined ? native.shapes.map((shape, i) => ({ ...shape, ...javascript.shapes[i] })) : [];
  results.push({ kind, name, ...(failed === undefined ? {} : { failed }), shapes });
  write();
  const summary = ratios(shapes).map(({ content, ratio }) => `${content} ${ratio.toPrecision(2)}`);
  const wrong = shapes.some(({ equal }) => !equal) ? '  WRONG RESULT' : '';
  console.log(`${kind} ${name}: V8 : native ${failed ?? summary.join(', ')}${wrong}`);
}
for (const kind of new Set(results.map(({ kind }) => kind))) {
  const own = results.filter((result) => result.kind === kind).flatMap(({ shapes }) => ratios(shapes));
  const means = [...new Set(own.map(({ content }) => content))].map(
    (content) =>
      `${content} ${geometricMean(own.filter((each) => each.content === content).map(({ ratio }) => ratio)).toFixed(2)}`,
  );
  console.log(`${kind}: geometric mean of V8 : native ${means.join(', ')}`);
}

if (results.some(({ failed, shapes }) => failed !== undefined || shapes.some(({ equal }) => !equal)))
  process.exitCode = 1;
