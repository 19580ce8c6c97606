import { ts } from '../../1-parse/syntax/ts.js';
import type { Analysis } from '../../2-analyze/analyze.js';

/** Text that replaces a range of a source file. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Tells what goes first where edits meet: see `orders`. */
  readonly order?: number;
}

/**
 * Edits at one place are applied in this order, each before the text of the ones before. So the end of an expression goes before the end of
 * the statement or function that ends there, too, and both go before what begins there.
 */
const orders = { replacement: 0, begin: 1, 'begin of statement': 2, 'end of statement': 3, end: 4 } as const;

/** Returns the text of a node from `start` on, with the names of the reference and the edits applied. */
export function editedText(node: ts.Node, start: number, { renames }: Analysis, inserts: readonly Edit[]): string {
  const file = node.getSourceFile();
  const names = [...renames].filter(
    ([name]) => name.getSourceFile() === file && name.pos >= node.pos && name.end <= node.end,
  );
  const edits = names.map(
    ([name, text]): Edit => ({
      from: name.getStart(),
      to: name.getEnd(),
      text: ts.isShorthandPropertyAssignment(name.parent) ? `${name.getText()}: ${text}` : text,
    }),
  );
  return [...edits, ...inserts]
    .sort((a, b) => b.from - a.from || (a.order ?? 0) - (b.order ?? 0))
    .reduce(
      (result, { from, to, text }) => result.slice(0, from - start) + text + result.slice(to - start),
      file.text.slice(start, node.getEnd()),
    );
}

/** Returns a name that is part of none of the texts. */
export function unusedName(name: string, texts: readonly (ts.Node | undefined)[]): string {
  const text = texts.map((node) => node?.getText()).join();
  let unused = name;
  while (text.includes(unused)) unused = `${unused}_`;
  return unused;
}

export function nodesWithin<T extends ts.Node>(nodes: ReadonlySet<T>, whole: ts.Node): readonly T[] {
  return [...nodes].filter((node) => isWithin(node, whole));
}

export function isWithin(node: ts.Node, whole: ts.Node): boolean {
  return node.getSourceFile() === whole.getSourceFile() && node.pos >= whole.pos && node.end <= whole.end;
}

export function insert(at: number, text: string, order: keyof typeof orders = 'begin'): Edit {
  return { from: at, to: at, text, order: orders[order] };
}

export function strip(source: string): string {
  return ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      removeComments: false,
      newLine: ts.NewLineKind.LineFeed,
    },
  }).outputText;
}
