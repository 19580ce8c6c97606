// node scripts/english.mjs [folder or file...]
//
// Lists the passages of the repository that break a rule of plain English (CONTRIBUTING.md). With paths, those below them alone.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { complaintsOf } from './english/complaints.mjs';

const root = path.resolve(import.meta.dirname, '..');
const judged = /\.(?:ts|mjs|js|hpp|cuh|h|cpp|cu|cc|md|sh|py|cmake|yml|hbs)$|(?:^|\/)CMakeLists\.txt$|^\.ci\/run$/;
/** Generated files, and texts of others. */
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
  complaintsOf(file, readFileSync(path.join(root, file), 'utf8')).map((complaint) => `${file}:${complaint}`),
);
for (const complaint of found) console.log(complaint);
if (found.length > 0) {
  console.error(`${found.length} passages are not plain English: see CONTRIBUTING.md, "Plain English"`);
  process.exitCode = 1;
}
