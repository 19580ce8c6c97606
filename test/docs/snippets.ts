import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.js';
import type { Block } from './blocks.js';

/** The way in which a block is checked. */
export type Kind =
  | 'module'
  | 'json'
  | 'commands'
  | 'python'
  | 'cpp'
  | 'quoted'
  | 'signature'
  | 'file'
  | 'elsewhere'
  | 'unchecked'
  | 'unknown';

const languages: Readonly<Record<string, Kind>> = {
  ts: 'module',
  js: 'module',
  json: 'json',
  python: 'python',
  c: 'cpp',
  cpp: 'cpp',
  ...Object.fromEntries(['', 'text', 'sh', 'console', 'dockerfile', 'yaml'].map((language) => [language, 'commands'])),
};

/**
 * Returns how a block is checked: by its directive, else by its language. A `ts signature` is printed from the sources by the API reference. These are the directives:
 *
 * - `unchecked: reason`: not at all.
 * - `file path`: its text is the file that other snippets of the page read.
 * - `from path`: its lines stand in that file of the repository.
 * - `checked by path`: that test reads the page.
 * - `inside code … code`: as a module, with this code around it.
 * - `not run: reason`, `run by path`: as a module that is type-checked and not run here.
 */
export function kindOf({ language, directive = '', info }: Block): Kind {
  if (directive.startsWith('unchecked: ')) return 'unchecked';
  if (directive.startsWith('file ')) return 'file';
  if (directive.startsWith('from ')) return 'quoted';
  if (directive.startsWith('checked by ')) return 'elsewhere';
  if (info === 'signature') return 'signature';
  if (directive !== '' && !/^(?:inside .*…|not run: |run by )/.test(directive)) return 'unknown';
  return languages[language] ?? 'unknown';
}

/** Returns the reason why a block is not what its directive says; undefined if it is. */
export function directiveProblem({ page, text, directive = '' }: Block): string | undefined {
  const [, verb, file = ''] = /^(from|checked by|run by) (\S+)$/.exec(directive) ?? [];
  if (verb === undefined) return undefined;
  if (!existsSync(path.join(root, file))) return `no file ${file}`;
  const content = readFileSync(path.join(root, file), 'utf8');
  if (verb !== 'from') return content.includes(path.basename(page)) ? undefined : `${file} does not name the page`;
  return isQuoted(text, content) ? undefined : `${file} has no such lines`;
}

/** True if the lines of a text follow one another in a content, whatever their indentation. A line of three dots stands for any lines. */
function isQuoted(text: string, content: string): boolean {
  const trimmed = (lines: string) =>
    lines
      .split('\n')
      .map((line) => line.trim())
      .join('\n');
  let rest = `\n${trimmed(content)}\n`;
  for (const part of trimmed(text).split(/^(?:\/\/ )?…$/m)) {
    const at = rest.indexOf(`\n${part.trim()}\n`);
    if (at < 0) return false;
    rest = rest.slice(at + 1 + part.trim().length);
  }
  return true;
}
