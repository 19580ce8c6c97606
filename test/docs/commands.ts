import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CommanderError } from 'commander';
import { expandGlob } from '../../codegen/cli/glob.js';
import { commandLine } from '../../codegen/cli/run-command-line.js';
import { root } from '../root.js';

/** The names that a page defines for its commands. */
export interface Shown {
  /** The scripts of the `package.json` that it shows. */
  readonly scripts: readonly string[];
  /** The files that it shows. */
  readonly files: readonly string[];
}

const ownFolders = /^(?:\.\/)?(?:bench|bundlers|codegen|docs|dsl|examples|native|runtime|schema|scripts|test|\.ci)\//;
const ownScripts: object = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts;

/**
 * Returns the commands in a text of shell commands: a console's lines behind `$ `, otherwise all lines. In other texts, only lines that
 * begin with a known program are commands.
 */
export function commandsIn(text: string, isShell: boolean): readonly string[] {
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
  const prompted = lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
  if (prompted.length > 0) return prompted.flatMap(separate);
  const marked = lines.map((line) => line.replace(/^\s*(?:- )?(?:run: |RUN )?/, ''));
  return marked.filter((line) => isShell || /^(?:npx|npm|node|bash) /.test(line)).flatMap(separate);
}

function separate(line: string): readonly string[] {
  return line
    .replace(/(?:^|\s)#.*$/, '')
    .split(/&&|\|\||[;|]/)
    .map((command) => command.trim().replace(/^(?:\w+=(?:"[^"]*"|'[^']*'|\S*) +)+/, ''))
    .filter((command) => command !== '');
}

/** Returns the reason why a command cannot be run as it stands; undefined if it can. */
export async function problemOf(command: string, shown: Shown): Promise<string | undefined> {
  if (/[…<]/.test(command)) return undefined;
  const [program = '', ...words] = wordsOf(command);
  const [first = '', ...rest] = words;
  if (program === 'rowfuse') return commandProblem(words);
  if (program === 'npx' && first === 'rowfuse') return commandProblem(rest);
  if (program === 'npm' && first === 'run' && rest[0] !== undefined && !hasScript(rest, shown)) {
    return `no script ${rest[0]}`;
  }
  const missing = words.find((word) => ownFolders.test(word) && !shown.files.includes(word) && isMissing(word));
  return missing === undefined ? undefined : `no file ${missing}`;
}

function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

function hasScript(words: readonly string[], { scripts }: Shown): boolean {
  const name = words.find((word) => !word.startsWith('-')) ?? '';
  return name in ownScripts || scripts.includes(name);
}

function isMissing(file: string): boolean {
  return expandGlob(file.replace(/[:#].*$/, '').replace(/\/$/, ''), root).length === 0;
}

/** Parses arguments as `rowfuse` does, and runs nothing. */
async function commandProblem(words: readonly string[]): Promise<string | undefined> {
  const program = commandLine(() => undefined);
  const silent = { writeErr: () => undefined, writeOut: () => undefined };
  program.configureOutput(silent);
  for (const command of program.commands) command.configureOutput(silent).action(() => undefined);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Prose names a command without its arguments.
    const isNamed = words.length <= 1 && error.code !== 'commander.unknownCommand';
    return error.exitCode === 0 || isNamed ? undefined : error.message;
  }
}
