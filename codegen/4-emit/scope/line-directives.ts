import type { Statement } from '../../ir/statement.js';
import { quoted } from '../cpp/cpp-literals.js';

/** The `#line` directives of a functor, by which debuggers and profilers find the source. */
export class LineDirectives {
  readonly #source: string;
  #place = '';

  /** @param source The module of the row function. Statements of inlined functions name their own. */
  constructor(source: string) {
    this.#source = source;
  }

  /** Returns the code of a statement, after a `#line` if its source line is not that of the code before. */
  at({ line, module = this.#source }: Pick<Statement, 'line' | 'module'>, code: readonly string[]): readonly string[] {
    const place = `${line} ${quoted(module)}`;
    if (place === this.#place) return code;
    this.#place = place;
    return [`#line ${place}`, ...code];
  }
}
