// node scripts/test-summary.mjs <file>: the closing line of a test run, from vitest's JSON report.
// Fails when a test failed, a file could not be loaded, or no test was run.
import { readFileSync } from 'node:fs';

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped} skipped`);
if (!report.success || report.numFailedTests > 0 || report.numPassedTests === 0) process.exitCode = 1;
