import { onePiece, read, require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { match, matchPart, nextMatch } from '../../ir/patterns.js';
import type { Statement } from '../../ir/statement.js';
import { matchType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import type { TupleValue } from '../values/value.js';
import { matchValue } from './match-value.js';
import type { Pattern } from './pattern.js';

/** A loop over all matches of a pattern in a text: a variable holds the match of each step. */
export class MatchLoop {
  readonly pattern: Pattern;
  readonly text: Expression;
  /** The match of the step. */
  readonly current: Expression;
  readonly #variable: VariableId;

  constructor(pattern: Pattern, subject: Expression, context: RowContext) {
    const type = matchType(pattern.constant);
    this.pattern = pattern;
    this.text = keepExpression(onePiece(require(subject)), 'text', context);
    this.#variable = context.variables.temporary('match', type, true);
    this.current = { kind: 'read', variable: this.#variable, type };
  }

  /** The match of the step, with its groups. */
  get value(): TupleValue {
    return matchValue(this.current, 'all', this.text, this.pattern);
  }

  /** Returns the loop with the statements of a step. */
  statements(body: readonly Statement[], line: number): readonly Statement[] {
    const variable = this.#variable;
    const { constant, search } = this.pattern;
    // The matches begin where the next search of the expression would.
    const from = search === undefined ? undefined : matchPart(read(search, this.current.type), 'lastIndex');
    return [
      { kind: 'declare', variable, value: match(constant, this.text, true, from), line },
      {
        kind: 'loop',
        test: matchPart(this.current, 'found'),
        bodyFirst: false,
        body,
        update: [{ kind: 'assign', variable, value: nextMatch(this.current), line }],
        // Each match begins behind the one before it.
        counted: false,
        line,
      },
    ];
  }
}
