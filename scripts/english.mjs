// node scripts/english.mjs [folder or file...]
//
// Lists the passages of the repository that break a rule of plain English (CONTRIBUTING.md). With paths, those below them alone.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { passagesOf } from './english/passages.mjs';
import { rules } from './english/rules.mjs';

const root = path.resolve(import.meta.dirname, '..');
const judged = /\.(?:ts|mjs|js|hpp|cuh|h|cpp|cu|cc|md|sh|py|cmake|yml)$|(?:^|\/)CMakeLists\.txt$|^\.ci\/run$/;
/** Generated, or words of others. */
const unjudged =
  /^generated\/|^bench\/(?:results|data)\/|^test\/.*\/(?:generated|expected)\/|^docs\/reference\/(?:diagnostics\.md$|api\/)/;

const wanted = process.argv.slice(2).map((name) => name.replace(/\/$/, ''));
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => judged.test(file) && !unjudged.test(file))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file === name || file.startsWith(`${name}/`)));

const found = files.flatMap((file) =>
  passagesOf(file, readFileSync(path.join(root, file), 'utf8')).flatMap((passage) =>
    Object.entries(rules).flatMap(([name, rule]) => {
      const complaint = rule(passage);
      return complaint === undefined ? [] : [{ name, at: `${file}:${passage.line}: ${name}: ${complaint}` }];
    }),
  ),
);
for (const { at } of found) console.log(at);
if (found.length > 0) {
  console.error(`${found.length} passages are not plain English (CONTRIBUTING.md)`);
  process.exitCode = 1;
}
