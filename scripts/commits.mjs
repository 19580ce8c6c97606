// node scripts/commits.mjs [<revision or range>]: checks that commit messages are `area: summary` with a body that says why. Without a
// range it checks all commits of HEAD since the convention was made. Merges are not checked.
import { execFileSync } from 'node:child_process';
import { faultsOf } from './commits/convention.mjs';

/** Commits before this time have messages of other forms. A time holds in shallow clones, where an ancestor may be absent. */
const madeAt = Date.parse('2026-11-26T23:30:00Z') / 1000;

const range = process.argv[2];
const log = execFileSync('git', ['log', '--no-merges', '-z', '--format=%h%n%ct%n%B', range ?? 'HEAD'], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
const commits = log
  .split('\0')
  .filter((entry) => entry !== '')
  .map((entry) => /^(?<hash>\w+)\n(?<time>\d+)\n(?<message>.*)$/s.exec(entry).groups)
  .filter(({ time }) => range !== undefined || Number(time) >= madeAt);

let faulty = 0;
for (const { hash, message } of commits) {
  const faults = faultsOf(message);
  if (faults.length === 0) continue;
  faulty++;
  console.error(`${hash} ${message.split('\n', 1)[0]}`);
  for (const fault of faults) console.error(`  ${fault}`);
}
console.log(`${commits.length} commits, ${faulty} that do not keep to the convention (CONTRIBUTING.md)`);
process.exitCode = faulty > 0 ? 1 : 0;
