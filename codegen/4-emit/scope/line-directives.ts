import type { Statement } from '../../ir/statement.js';
import { quoted } from '../cpp/cpp-literals.js';

/** The `#line` directives of a functor, by which debuggers and profilers find the source. */
export class LineDirectives {
  readonly #source: string;

  /** @param source The module of the row function. Statements of inlined functions name their own. */
  constructor(source: string) {
    this.#source = source;
  }

  /** Returns the code of a statement after its `#line`. */
  at({ line, module = this.#source }: Pick<Statement, 'line' | 'module'>, code: readonly string[]): readonly string[] {
    return [`#line ${line} ${quoted(module)}`, ...code];
  }
}

/**
 * Drops the directives that change nothing: those of the statement before, and those of the line that the compiler counts anyway, because
 * the code has the line breaks of the source.
 */
export function withoutIdleDirectives(code: readonly string[]): readonly string[] {
  let asked = '';
  let counted = { line: 0, source: '' };
  return code.filter((text) => {
    const [, line, source = ''] = /^#line (\d+) (.*)$/.exec(text) ?? [];
    if (line === undefined) {
      counted = { ...counted, line: counted.line + 1 };
      return true;
    }
    const isIdle = asked === text || (counted.line === Number(line) && counted.source === source);
    asked = text;
    if (!isIdle) counted = { line: Number(line), source };
    return !isIdle;
  });
}
