import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, inspect } from 'node:util';
import { ts } from 'ts-morph';
import type { Block } from './blocks.js';
import { folderOf, type Module } from './modules.js';

/** The output that a page shows for a snippet. Three dots stand for any text. */
export interface Expected {
  /** Lines that the snippet prints, in this order, possibly with others between. */
  readonly lines: readonly string[];
  /** All that it prints, from the block below it. */
  readonly whole: string | undefined;
  /** The values of expressions and constants, by the lines of the snippet at whose ends `// → value` stands. */
  readonly values: ReadonlyMap<number, string>;
}

const value = /\/\/ → (.+)$/;
const printed = /\/\/ prints (.+)$|^\s*console\.log\(.*\);? *\/\/ (.+)$/;
const textual = ['', 'text', 'console'];

/** Returns the output that a page shows for a snippet. */
export function expectedOf({ block }: Module): Expected {
  const lines = block?.text.split('\n') ?? [];
  const next = block?.next;
  const isOutput = next !== undefined && textual.includes(next.language) && !/^(?:\$ |npx |npm )/m.test(next.text);
  return {
    lines: lines.flatMap((line) => {
      const [, marked, behind] = printed.exec(line) ?? [];
      return marked ?? behind ?? [];
    }),
    whole: isOutput ? next.text : undefined,
    values: new Map(
      lines.flatMap((line, at) => {
        const shown = value.exec(line)?.[1];
        return shown === undefined ? [] : [[at, shown] as const];
      }),
    ),
  };
}

/**
 * Returns a module's text for its run: `showValue(line, value)` is called for each value that the page shows. The module has a console of its
 * own, so that what it has subscribed to does not print into the output of later ones. Calls that name a backend run on `js`: there is no
 * addon of the page's transforms.
 */
export function textToRun(text: string, { block }: Module, { values }: Expected): string {
  if (block === undefined) return text;
  const source = ts.createSourceFile('snippet.ts', text, ts.ScriptTarget.ES2023, true);
  const edits: { at: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getEnd()).line - block.line;
    if (values.has(line) && ts.isExpressionStatement(node)) {
      edits.push(
        { at: node.expression.getStart(), text: `showValue(${line}, ` },
        { at: node.expression.getEnd(), text: ')' },
      );
    } else if (values.has(line) && ts.isVariableStatement(node)) {
      const [declaration] = node.declarationList.declarations;
      edits.push({ at: node.getEnd(), text: ` showValue(${line}, ${declaration?.name.getText()});` });
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  const sorted = edits.sort((a, b) => b.at - a.at);
  const shown = sorted.reduce((result, edit) => result.slice(0, edit.at) + edit.text + result.slice(edit.at), text);
  const onJs = shown.replaceAll(/\bbackend: '(?:cpu|cuda)'/g, "backend: 'js'");
  return `const { console, showValue } = globalThis.snippetRun; ${onJs}`;
}

/** The output of a run: all that was printed, and the values that were shown, in every form in which a page may show them. */
export interface Output {
  readonly printed: string;
  readonly values: ReadonlyMap<number, readonly string[]>;
}

/** Runs a module on the `js` backend, in a folder with the files that its page shows and those of the preludes. */
export async function runSnippet(
  { page, file }: Module,
  preludes: readonly Module[],
  shownFiles: readonly Block[],
): Promise<Output> {
  const lines: string[] = [];
  const values = new Map<number, readonly string[]>();
  const log = (...parts: unknown[]) => void lines.push(format(...parts));
  const showValue = (line: number, given: unknown) => {
    values.set(line, formsOf(given));
    return given;
  };
  const console = { ...globalThis.console, log, warn: log, error: log, info: log };
  const { env } = process;
  const before = { directory: process.cwd(), backend: env.ROWFUSE_BACKEND };
  const directory = path.join(folderOf(page), 'files');
  mkdirSync(directory, { recursive: true });
  process.chdir(directory);
  try {
    for (const { directive = '', text } of shownFiles) writeIn(directive.replace('file ', ''), `${text}\n`);
    for (const prelude of preludes) await writeFiles(prelude);
    env.ROWFUSE_BACKEND = 'js';
    Object.assign(globalThis, { snippetRun: { console, showValue } });
    await import(pathToFileURL(file).href);
  } finally {
    if (before.backend === undefined) delete env.ROWFUSE_BACKEND;
    else env.ROWFUSE_BACKEND = before.backend;
    process.chdir(before.directory);
  }
  return { printed: lines.join('\n'), values };
}

/** Writes the `files` that a prelude exports: contents by name. */
async function writeFiles({ file }: Module): Promise<void> {
  const { files = {} }: { files?: Readonly<Record<string, string | Uint8Array>> } = await import(
    pathToFileURL(file).href
  );
  for (const [name, content] of Object.entries(files)) writeIn(name, content);
}

function writeIn(name: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(name), { recursive: true });
  writeFileSync(name, content);
}

function formsOf(given: unknown): readonly string[] {
  const forms = [inspect(given, { depth: 9, breakLength: Number.POSITIVE_INFINITY }), String(given)];
  if (typeof given === 'object' && given !== null && Symbol.iterator in given) {
    const elements = [...(given as Iterable<unknown>)];
    forms.push(inspect(elements), inspect(elements.map((element) => (isRow(element) ? element.toJSON() : element))));
  }
  return forms.map(comparable);
}

function isRow(element: unknown): element is { toJSON(): unknown } {
  return typeof element === 'object' && element !== null && 'toJSON' in element;
}

/** Returns a text without what pages may write in another way: spaces, quotes, and the backend of a machine with a compiler. */
export function comparable(text: string): string {
  return text
    .replaceAll(/\bcpu\b/g, 'js')
    .replaceAll(/\s+/g, '')
    .replaceAll('"', "'");
}

/** True if a text is what the page shows. */
export function matches(actual: string, shown: string): boolean {
  const parts = comparable(shown)
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(comparable(actual));
}
