// node bench/compare.mjs BEFORE.json AFTER.json [--noise 5]
//
// Compares two result files of one benchmark, figure by figure. Lists every figure that is worse or better by more than the noise, in
// percent, and fails if one is worse. The noise of a machine is what the same program, run twice, differs by: two files of the same
// commit show it. Where figures carry the spread of their runs, a change inside of both spreads is noise as well.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareResults } from './compare/figures.mjs';

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { noise: { type: 'string', default: '5' } },
});
const noise = Number(options.noise) / 100;
if (files.length !== 2 || !(noise >= 0)) {
  console.error('usage: node bench/compare.mjs BEFORE.json AFTER.json [--noise PERCENT]');
  process.exit(2);
}
const [before, after] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
if (before.benchmark !== after.benchmark) {
  console.error(`these are two benchmarks: '${before.benchmark}' and '${after.benchmark}'`);
  process.exit(2);
}

const { compared, worse, better, onlyBefore, onlyAfter } = compareResults(before, after, noise);
const device = ({ machine, device: name }) => machine?.device ?? machine?.cpu ?? name ?? 'an unnamed machine';
if (device(before) !== device(after))
  console.log(`different machines: ${device(before)} before, ${device(after)} after`);
const line = ({ name, from, to, change }) => `  ${name}: ${from} → ${to} (${(100 * change).toFixed(1)} % worse)`;
const gain = ({ name, from, to, change }) => `  ${name}: ${from} → ${to} (${(-100 * change).toFixed(1)} % better)`;
console.log(`${compared} figures compared, noise ${options.noise} %`);
for (const [title, found, text] of [
  ['worse', worse, line],
  ['better', better, gain],
])
  if (found.length > 0) console.log([`${title}: ${found.length}`, ...found.map(text)].join('\n'));
for (const [title, names] of [
  ['only before', onlyBefore],
  ['only after', onlyAfter],
])
  if (names.length > 0) console.log([`${title}: ${names.length}`, ...names.map((name) => `  ${name}`)].join('\n'));
if (compared === 0) console.error('the files have no figure in common');
process.exitCode = worse.length > 0 || compared === 0 ? 1 : 0;
