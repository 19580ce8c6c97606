import { ts } from '../../1-parse/syntax/ts.js';
import { leaves } from '../../ir/rewrite.js';
import type { Label, Statement } from '../../ir/statement.js';
import type { Flow } from './flow.js';

/** A statement that `break` leaves, or whose step `continue` ends, while its inside is visited. */
export interface JumpTarget {
  readonly kind: 'loop' | 'switch' | 'block';
  /** The names before it. */
  readonly names: readonly string[];
  /** What is known where control leaves it, or its step. */
  afterBreak: Flow | undefined;
  afterContinue: Flow | undefined;
  /** The blocks that such a jump leaves, where it is not one of the innermost loop. */
  breakLabel: Label | undefined;
  continueLabel: Label | undefined;
}

export function jumpTarget(kind: JumpTarget['kind'], node: ts.Node): JumpTarget {
  return {
    kind,
    names: namesOf(node),
    afterBreak: undefined,
    afterContinue: undefined,
    breakLabel: undefined,
    continueLabel: undefined,
  };
}

function namesOf({ parent }: ts.Node): readonly string[] {
  return parent && ts.isLabeledStatement(parent) ? [parent.label.text, ...namesOf(parent)] : [];
}

/** The statements as a block that can be left, where something leaves it. */
export function labelled(body: readonly Statement[], label: Label | undefined, line: number): readonly Statement[] {
  return label !== undefined && leaves(body, label) ? [{ kind: 'block', label, body, line }] : body;
}

/** The body of a loop, with what ends its step leaving a block instead. */
export function leaveInsteadOfContinue(body: readonly Statement[], label: Label): readonly Statement[] {
  return body.map((statement) => {
    switch (statement.kind) {
      case 'continue':
        return { ...statement, kind: 'leave', label };
      case 'if': {
        const [whenTrue, whenFalse] = [statement.whenTrue, statement.whenFalse].map((branch) =>
          leaveInsteadOfContinue(branch, label),
        );
        return { ...statement, whenTrue: whenTrue ?? [], whenFalse: whenFalse ?? [] };
      }
      case 'block':
        return { ...statement, body: leaveInsteadOfContinue(statement.body, label) };
      default:
        return statement;
    }
  });
}

/** Statements at the end of a block, without the jumps to that end. */
export function withoutLastLeave(body: readonly Statement[], label: Label): readonly Statement[] {
  const last = body.at(-1);
  const rest = body.slice(0, -1);
  switch (last?.kind) {
    case 'leave':
      return last.label === label ? withoutLastLeave(rest, label) : body;
    case 'if': {
      const whenTrue = withoutLastLeave(last.whenTrue, label);
      return [...rest, { ...last, whenTrue, whenFalse: withoutLastLeave(last.whenFalse, label) }];
    }
    case 'block':
      return [...rest, { ...last, body: withoutLastLeave(last.body, label) }];
    default:
      return body;
  }
}
