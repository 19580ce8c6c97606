import type { Statement } from '../../ir/statement.js';

/** Emits statements at a depth of indentation. Emitters of one kind take it as an argument, so that they do not import the switch. */
export type EmitStatements = (body: readonly Statement[], depth: number) => readonly string[];

export function indentation(depth: number): string {
  return '  '.repeat(depth);
}

/** Returns the lines of the code, each indented. */
export function indented(code: string, depth: number): readonly string[] {
  return code.split('\n').map((line) => `${indentation(depth)}${line}`);
}
