import type { ts } from '../../1-parse/syntax/ts.js';
import { onePiece, require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { match, matchPart, nextMatch } from '../../ir/patterns.js';
import type { Statement } from '../../ir/statement.js';
import { matchType } from '../../ir/type.js';
import { joinFlows } from '../context/flow.js';
import { jumpTarget } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { untilStable } from '../context/until-stable.js';
import { keepExpression } from '../effects/effects.js';
import type { Pattern } from './pattern.js';

/** A loop over all matches of a pattern in a text. */
export class MatchLoop {
  readonly pattern: Pattern;
  readonly text: Expression;
  readonly node: ts.CallExpression;
  readonly context: RowContext;
  readonly line: number;

  constructor(pattern: Pattern, subject: Expression, node: ts.CallExpression, context: RowContext) {
    this.pattern = pattern;
    this.node = node;
    this.context = context;
    this.line = context.effects.line;
    this.text = keepExpression(onePiece(require(subject)), 'text', context);
  }

  /** Returns the statements of the loop. `visit` adds those of a step. */
  matches(visit: (match: Expression) => void): readonly Statement[] {
    const { pattern, text, node, context, line } = this;
    const { constant } = pattern;
    const variable = context.variables.temporary('match', matchType(constant), true);
    const current: Expression = { kind: 'read', variable, type: matchType(constant) };
    const { body, start } = untilStable(context, () => {
      const start = context.flow;
      context.jumps.push(jumpTarget('loop', node));
      const { before } = context.effects.collect(() => visit(current));
      context.jumps.pop();
      return { result: { body: before, start }, back: context.flow };
    });
    context.flow = joinFlows(start, undefined);
    return [
      { kind: 'declare', variable, value: match(constant, text, true), line },
      {
        kind: 'loop',
        test: matchPart(current, 'found'),
        bodyFirst: false,
        body,
        update: [{ kind: 'assign', variable, value: nextMatch(current), line }],
        // Each match begins behind the one before it.
        counted: false,
        line,
      },
    ];
  }
}
