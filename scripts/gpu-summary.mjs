// node scripts/gpu-summary.mjs <work folder> <output folder>: writes gpu-tests.json and sanitizer.json from the output of the steps of
// gpu-run.sh, and prints a short summary.
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

/** Returns the suite's results without its stack frames. */
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

/** Returns the counts in a step's JSON of random tables against the CPU, whether it ended or not. */
function random(step) {
  const { finished = false, transforms = [], passed = 0, failed = 0 } = readJson(work, `${step}.json`) ?? {};
  return { finished, transforms: transforms.length, passed, failed };
}

/** Returns compute-sanitizer's own count, the last line of its report; null if the report has none. */
function errorsIn(log) {
  const count = /ERROR SUMMARY: (\d+) error/.exec(log)?.[1] ?? /RACECHECK SUMMARY: (\d+) hazard/.exec(log)?.[1];
  return count === undefined ? null : Number(count);
}

/** Adds up a step of four processes. `reports` counts what they reported until their end, or until time was over. */
function sanitizer(step) {
  const parts = [1, 2, 3, 4].map((part) => {
    const log = read(work, 'logs', `${step}.${part}.log`) ?? '';
    return { ...random(`${step}.${part}`), errors: errorsIn(log), log };
  });
  const sum = (count) => parts.reduce((total, part) => total + part[count], 0);
  const reports = parts.reduce(
    (total, { log }) => total + (log.match(/^=+ (?: {4,}at |Error: Race)/gm)?.length ?? 0),
    0,
  );
  return {
    step,
    finished: parts.every(({ errors }) => errors !== null),
    transforms: sum('transforms'),
    passed: sum('passed'),
    failed: sum('failed'),
    errors: parts.some(({ errors }) => errors === null) ? null : sum('errors'),
    reports,
    ...(reports === 0 ? {} : { logs: parts.map(({ log }) => log.slice(0, 8000)) }),
  };
}

const checks = [
  'memcheck-one-pass',
  'memcheck-two-passes',
  'initcheck-one-pass',
  'initcheck-two-passes',
  'racecheck-two-passes',
];
const comparisons = ['random-transforms', 'random-one-pass', 'random-two-passes']
  .filter(stepNamed)
  .map((step) => ({ step, ...random(step) }));
const sanitizers = checks.filter((step) => stepNamed(`${step}.1`)).map(sanitizer);
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
for (const { step, finished, reports, transforms } of sanitizers)
  console.log(`${step}: ${reports} reports, ${transforms} transforms${finished ? '' : ', ended by time'}`);
const measured = ['redact', 'article', 'udf-map', 'numba', 'upper-case'].map((name) => `bench-${name}`);
for (const step of [...measured, 'chained', 'device-traffic', 'end-to-end', 'bench-command']) {
  const log = read(work, 'logs', `${step}.log`);
  if (log !== undefined) console.log(log.trimEnd());
}
