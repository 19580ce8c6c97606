// node scripts/api-reference.mjs [--check]
//
// Writes docs/reference/api/ from the doc comments of the public exports. With --check it only compares. Either way it fails for an export, a
// member or an option without a doc comment, and for an export that no group of scripts/api-reference/pages.mjs has.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Project } from 'ts-morph';
import { pages } from './api-reference/pages.mjs';
import { Reference } from './api-reference/reference.mjs';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'docs/reference/api');
const isCheck = process.argv.includes('--check');

const project = new Project({
  tsConfigFilePath: path.join(root, 'tsconfig.json'),
  skipAddingFilesFromTsConfig: true,
});
const reference = new Reference(project, root, pages);
const files = reference.files();
for (const problem of reference.problems) console.error(problem);
if (reference.problems.length > 0) {
  console.error(`${reference.problems.length} problems in the doc comments of public names`);
  process.exitCode = 1;
}

mkdirSync(target, { recursive: true });
const present = readdirSync(target);
const stale = present.filter((name) => !files.has(name));
const changed = [...files].filter(
  ([name, text]) => !present.includes(name) || readFileSync(path.join(target, name), 'utf8') !== text,
);
if (isCheck) {
  for (const name of [...stale, ...changed.map(([name]) => name)]) {
    console.error(`docs/reference/api/${name} is not what would be written. Run: node scripts/api-reference.mjs`);
    process.exitCode = 1;
  }
} else {
  for (const name of stale) rmSync(path.join(target, name));
  for (const [name, text] of changed) writeFileSync(path.join(target, name), text);
}
