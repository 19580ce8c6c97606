/** Finds where a program is too deep for TypeScript itself, which reports no place. */

import { ts } from 'ts-morph';
import { type Diagnostic, spanOf, tooDeep, wholeFile } from '../../diagnostics/index.js';
import type { FileFacts } from '../project/file-facts.js';
import { nodeSpan, projectPath } from '../syntax/span.js';
import { nestingLimit } from './nesting.js';
import { isStackOverflow } from './within-stack.js';

/** Reports the file that was read last, which TypeScript could not parse. */
export function tooDeepToParse(root: string, facts: FileFacts, readFile: (file: string) => string): Diagnostic {
  const file = [...facts].findLast(([, { kind }]) => kind === 'text')?.[0];
  if (file === undefined) return tooDeep(wholeFile(''), importsLimit);
  const source = projectPath(root, file);
  const text = readFile(file);
  const end = firstOverflow(text);
  return end === undefined
    ? tooDeep(wholeFile(source), importsLimit)
    : tooDeep(spanOf(source, text, end - 1, end), nestingLimit);
}

const importsLimit = {
  what: 'What this module imports',
  reason: 'TypeScript loads the modules that a module imports, and what these import, on the stack.',
  advice: 'Import what is needed directly from where it is declared.',
};

/** Returns the length of the shortest prefix of a text that overflows the parser; undefined if the whole text can be parsed. */
function firstOverflow(text: string): number | undefined {
  const overflows = (length: number) =>
    overflowsStack(() => ts.createSourceFile('', text.slice(0, length), ts.ScriptTarget.Latest));
  if (!overflows(text.length)) return undefined;
  let [low, high] = [0, text.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (overflows(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Reports the first declaration whose type overflows TypeScript's stack, or else the first module. */
export function tooDeepToCheck(checked: CheckedProgram): Diagnostic {
  const { root, files } = checked;
  return deepType(checked) ?? tooDeep(wholeFile(projectPath(root, files[0]?.fileName ?? '')), typesLimit);
}

interface CheckedProgram {
  readonly root: string;
  readonly program: ts.Program;
  readonly files: readonly ts.SourceFile[];
}

/** Reports the first declaration whose type overflows TypeScript's stack; returns undefined if there is none. */
export function deepType({ root, program, files }: CheckedProgram): Diagnostic | undefined {
  // A checker that was interrupted has cached wrong facts, so a new one is used.
  const again = ts.createProgram([...program.getRootFileNames()], program.getCompilerOptions());
  const checker = again.getTypeChecker();
  for (const { fileName } of files) {
    for (const statement of again.getSourceFile(fileName)?.statements ?? []) {
      const declarations = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
      const found = declarations.find(({ name }) => overflowsStack(() => checker.getTypeAtLocation(name)));
      if (found) return tooDeep(nodeSpan(root, found.name), typesLimit);
    }
  }
  return undefined;
}

const typesLimit = {
  what: 'A type here',
  reason: 'TypeScript follows types that depend on each other on the stack, and came to its end.',
  advice:
    'Write down what the function returns, `row({ x }): number { … }`, or types on the way: `const total: number = …`.',
};

function overflowsStack(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    return true;
  }
}
