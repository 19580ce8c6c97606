// node scripts/gpu-summary.mjs <work folder> <output folder>: gpu-tests.json and sanitizer.json out of what the steps
// of gpu-run.sh left behind, and a short summary on the terminal.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [work, out] = process.argv.slice(2);

function read(...path) {
  try {
    return readFileSync(join(...path), 'utf8');
  } catch {
    return undefined;
  }
}

function readJson(...path) {
  const text = read(...path);
  return text === undefined ? undefined : JSON.parse(text);
}

const steps = (read(work, 'steps.tsv') ?? '')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
  .map(([name, status, seconds]) => ({
    name,
    status: status === 'skipped' ? status : Number(status),
    seconds: Number(seconds),
  }));
const stepNamed = (name) => steps.find((step) => step.name === name);

/** The suite's results without its stack frames. */
function tests() {
  const report = readJson(work, 'vitest.json');
  if (report === undefined) return { ran: false, status: stepNamed('tests')?.status };
  const all = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration, failureMessages }) => ({
      file: name.slice(name.lastIndexOf('/test/') + 1),
      name: fullName,
      status,
      milliseconds: Math.round(duration ?? 0),
      ...(status === 'failed' ? { message: failureMessages.join('\n').slice(0, 4000) } : {}),
    })),
  );
  const count = (status) => all.filter((test) => test.status === status).length;
  return {
    ran: true,
    passed: count('passed'),
    failed: count('failed'),
    skipped: all.length - count('passed') - count('failed'),
    tests: all,
  };
}

/** Random tables against the CPU; undefined where the step was not run. */
function random(step) {
  if (stepNamed(step) === undefined) return undefined;
  const { finished = false, transforms = [], passed = 0, failed = 0 } = readJson(work, `${step}.json`) ?? {};
  return { step, finished, transforms: transforms.length, passed, failed };
}

/** compute-sanitizer's own count, from the last lines of its report; null where it did not come to its end. */
function sanitizer(step) {
  const log = read(work, 'logs', `${step}.log`) ?? '';
  const count = /ERROR SUMMARY: (\d+) error/.exec(log)?.[1] ?? /RACECHECK SUMMARY: (\d+) hazard/.exec(log)?.[1];
  const errors = count === undefined ? null : Number(count);
  return { ...random(step), errors, ...(errors === 0 ? {} : { report: log.slice(0, 20_000) }) };
}

const checks = [
  'memcheck-one-pass',
  'memcheck-two-passes',
  'initcheck-one-pass',
  'initcheck-two-passes',
  'racecheck-two-passes',
];
const comparisons = ['random-transforms', 'random-one-pass', 'random-two-passes'].map(random).filter(Boolean);
const sanitizers = checks.filter((step) => random(step) !== undefined).map(sanitizer);
const testReport = { steps, randomTransforms: comparisons, suite: tests() };
writeFileSync(join(out, 'gpu-tests.json'), `${JSON.stringify(testReport, null, 2)}\n`);
writeFileSync(
  join(out, 'sanitizer.json'),
  `${JSON.stringify({ program: 'random_transforms', tools: sanitizers }, null, 2)}\n`,
);

const { suite } = testReport;
console.log(
  'steps:',
  steps.map(({ name, status, seconds }) => `${name} ${status === 0 ? 'ok' : status} ${seconds}s`).join(', '),
);
console.log(
  'tests:',
  suite.ran ? `${suite.passed} passed, ${suite.failed} failed, ${suite.skipped} skipped` : 'did not run (see log.txt)',
);
for (const { step, finished, transforms, passed, failed } of comparisons)
  console.log(
    `${step}: ${passed} passed, ${failed} failed, ${transforms} transforms${finished ? '' : ', ended by time'}`,
  );
for (const { step, errors, transforms } of sanitizers)
  console.log(`${step}: ${errors ?? 'ended by time, no count of'} errors, ${transforms} transforms`);
const measured = ['redact', 'article', 'udf-map', 'numba', 'upper-case'].map((name) => `bench-${name}`);
for (const step of [...measured, 'chained', 'device-traffic', 'end-to-end', 'bench-command']) {
  const log = read(work, 'logs', `${step}.log`);
  if (log !== undefined) console.log(log.trimEnd());
}
