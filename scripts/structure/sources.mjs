import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';

/** Returns the TypeScript sources below some folders, with the imports of each and the length of its classes. Paths have slashes. */
export function readSources(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
      .filter((file) => file.endsWith('.ts') && !file.includes('/dist/'))
      .sort()
      .map((file) => readSource(root, file)),
  );
}

function readSource(root, file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  // Types that are imported and modules that are loaded later count as well.
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, '.ts'));
  return { file, imports, lines: text.trimEnd().split('\n').length, classes: classesIn(file, text) };
}

function classesIn(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const lineOf = (position) => tree.getLineAndCharacterOfPosition(position).line;
  const classes = [];
  const visit = (node) => {
    if (ts.isClassLike(node))
      classes.push({ name: node.name?.text ?? 'class', lines: lineOf(node.end) - lineOf(node.getStart(tree)) + 1 });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return classes;
}
