import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as arrow from 'apache-arrow';
import { ts } from 'ts-morph';
import { root } from '../root.js';

const dsl = exportsOf('dsl/index.ts');
const runtime = exportsOf('runtime/index.ts');

/**
 * Returns the packages of the names that a snippet may use without an import, because its page has shown the import before.
 *
 * @param describes true for a snippet that describes transforms: the DSL comes first there
 */
export function packageNames(describes: boolean): ReadonlyMap<string, string> {
  const packages: readonly (readonly [string, readonly string[]])[] = [
    ['apache-arrow', Object.keys(arrow)],
    ...(describes
      ? ([
          ['@rowfuse/runtime', runtime],
          ['rowfuse', dsl],
        ] as const)
      : ([
          ['rowfuse', dsl],
          ['@rowfuse/runtime', runtime],
        ] as const)),
  ];
  return new Map(packages.flatMap(([name, names]) => names.map((exported) => [exported, name] as const)));
}

function exportsOf(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.ES2023, true);
  return source.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : [],
  );
}
