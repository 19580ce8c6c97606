// node scripts/test-summary.mjs <file>: prints the closing line of a test run, from vitest's JSON report, and the slowest files like
// errors. Fails if a test failed, a file could not be loaded, or no test was run.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
// A file that cannot be loaded, or a suite whose set-up fails, has no failed test, so it counts as one.
const broken = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
);
for (const { name, message } of broken) console.error(`${name}: ${message.split('\n', 1)[0] || 'could not be run'}`);
// A process that ends in the middle of a file leaves tests without a result. Vitest does not say in which file.
for (const { name, assertionResults } of report.testResults) {
  const [first, ...others] = assertionResults.filter(({ status }) => status === 'pending');
  if (first) console.error(`${relative('.', name)}: no result of "${first.fullName}" and ${others.length} others`);
}
const slowest = report.testResults
  .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
  .sort((a, b) => b.seconds - a.seconds);
console.error('Slowest test files');
for (const { name, seconds } of slowest.slice(0, 16))
  console.error(`${seconds.toFixed(0).padStart(5)} s  ${relative('.', name)}`);
const failed = report.numFailedTests + broken.length;
console.log(
  `${report.numPassedTests} passed, ${failed} failed, ${report.numPendingTests + report.numTodoTests} skipped`,
);
if (!report.success || failed > 0 || report.numPassedTests === 0) process.exitCode = 1;
