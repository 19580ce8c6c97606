import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { judge } from './line-by-line.js';
import { byName, type KindEntry, kinds } from './syntax-kinds.js';

/** The compiler's own names. Of names that share a number, the one that marks no range. */
const names = new Map<number, string>();
for (const [name, value] of Object.entries(ts.SyntaxKind)) {
  if (typeof value !== 'number' || name === 'Count') continue;
  if (!names.has(value) || !/^(First|Last)[A-Z]/.test(name)) names.set(value, canonical(value, name));
}

/** Current names that are used where an old name still exists. */
function canonical(value: number, name: string): string {
  const older: Readonly<Record<string, string>> = { AssertClause: 'ImportAttributes', AssertEntry: 'ImportAttribute' };
  return older[name] ?? (names.has(value) && /^(First|Last)[A-Z]/.test(name) ? (names.get(value) ?? name) : name);
}

const entryOf = (name: string): KindEntry | undefined => kinds[name] ?? byName(name);
const examples = [...names].flatMap(([kind, name]) => {
  const entry = entryOf(name);
  const codes = typeof entry === 'string' ? [entry] : Array.isArray(entry) ? (entry as readonly string[]) : [];
  return codes.map((code) => ({ kind, name, code }));
});

describe('every kind of syntax', () => {
  it.each([...names.values()])('%s is known', (name) => {
    expect(
      entryOf(name),
      `Say in syntax-kinds.ts how ${name} can stand in a row function, or why it never does.`,
    ).toBeDefined();
  });

  it('behaves as its example says', () => {
    const wrong = examples.filter(({ kind, code }) => !contains(code, kind));
    expect(wrong).toEqual([]);
  });

  it('exists under its listed name', () => {
    const known = new Set(names.values());
    expect(Object.keys(kinds).filter((name) => !known.has(name))).toEqual([]);
  });

  it('compiles or is reported', () => {
    const judged = judge('syntax-kinds', examples);
    expect(judged).toHaveLength(examples.length);
    // If TypeScript alone objected, rowfuse would say nothing.
    const silent = judged.filter(({ example, codes }) => codes.length === 0 && mustBeReported.has(example.name));
    expect(silent.map(({ example }) => example.code)).toEqual([]);
  });
});

/** Kinds without a meaning in a row function. */
const mustBeReported: ReadonlySet<string> = new Set([
  'AwaitExpression',
  'CatchClause',
  'ClassDeclaration',
  'ClassExpression',
  'ClassStaticBlockDeclaration',
  'Constructor',
  'DebuggerStatement',
  'Decorator',
  'DeleteExpression',
  'GetAccessor',
  'HeritageClause',
  'ImportKeyword',
  'MetaProperty',
  'ModuleBlock',
  'ModuleDeclaration',
  'PrivateIdentifier',
  'PropertyDeclaration',
  'SetAccessor',
  'SuperKeyword',
  'ThisKeyword',
  'TryStatement',
  'WithStatement',
  'YieldExpression',
]);

function contains(code: string, kind: number): boolean {
  const text = `async function* f(row: any) {\n${code}\n}`;
  const file = ts.createSourceFile('example.ts', text, ts.ScriptTarget.ESNext, true);
  const visit = (node: ts.Node): boolean => node.kind === kind || node.getChildren(file).some(visit);
  return visit(file);
}
