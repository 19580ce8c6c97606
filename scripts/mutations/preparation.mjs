import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';

const start = promisify(execFile);

/** Analyses the samples, and runs each test without a mutant, in several processes. Keeps the outcomes, and which mutants a test reaches. */
export async function prepare(folder, { program, runs, tests, mutants, jobs }) {
  const task = (...args) => start(process.execPath, [program, ...args], { cwd: folder, maxBuffer: 1 << 26 });
  await task('analyse', folder);
  await Promise.all(
    Array.from({ length: jobs }, (_, part) =>
      task('prepare', folder, runs, tests, String(mutants), String(part), String(jobs)),
    ),
  );
  const expected = [];
  const reached = Array.from({ length: mutants + 1 }, () => []);
  const found = Array.from({ length: jobs }, (_, part) => deserialize(readFileSync(path.join(folder, `part-${part}`))));
  for (const one of found.flat().toSorted((a, b) => a.place - b.place)) {
    expected[one.place] = one.outcome;
    for (const mutant of one.reached) reached[mutant].push(one.place);
  }
  writeFileSync(path.join(folder, 'prepared'), serialize({ expected, reached }));
}
