import { ts } from '../../1-parse/syntax/ts.js';
import { leaves } from '../../ir/rewrite.js';
import type { Label, Statement } from '../../ir/statement.js';
import type { Flow } from './flow.js';

/** A statement that `break` leaves, or whose step `continue` ends, while its body is visited. */
export interface JumpTarget {
  readonly kind: 'loop' | 'switch' | 'block';
  /** Its labels in the source. */
  readonly names: readonly string[];
  /** The flow of the jumps that leave the statement or end its step. */
  afterBreak: Flow | undefined;
  afterContinue: Flow | undefined;
  /** The labels of the blocks that such jumps leave, unless they target the innermost loop. */
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

/** Wraps statements in a block with the label if a statement leaves it. */
export function labelled(body: readonly Statement[], label: Label | undefined, line: number): readonly Statement[] {
  return label !== undefined && leaves(body, label) ? [{ kind: 'block', label, body, line }] : body;
}

/** Returns the body of a loop in which each `continue`, or each `break`, leaves a block instead. */
export function leaveInstead(of: 'break' | 'continue', body: readonly Statement[], label: Label): readonly Statement[] {
  const within = (inner: readonly Statement[]) => leaveInstead(of, inner, label);
  return body.map((statement) => {
    if (statement.kind === of) return { ...statement, kind: 'leave', label };
    if (statement.kind === 'block') return { ...statement, body: within(statement.body) };
    if (statement.kind !== 'if') return statement;
    return { ...statement, whenTrue: within(statement.whenTrue), whenFalse: within(statement.whenFalse) };
  });
}

/** Removes the jumps to the end of a block that are its last statements. */
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
