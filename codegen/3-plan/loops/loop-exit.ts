import { literal } from '../../ir/build.js';
import { forEachStatement } from '../../ir/rewrite.js';
import type { Label, Statement } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';

/** The carried variable that is true after the loop was left. */
export const left: VariableId = -1;

/** The exit of a loop that an element may end. */
export interface Exit {
  /** The steps of the loop. An assignment to {@link left} replaces the exit. */
  readonly body: readonly Statement[];
  /** The statements that run at the exit: assignments, and a jump unless control continues right after the loop. */
  readonly statements: readonly Statement[];
}

/** Returns the exit of a loop that is left in one place. Undefined for any other loop. */
export function exitOf(body: readonly Statement[]): Exit | undefined {
  const labels = new Set<Label>();
  forEachStatement(body, (statement) => {
    if (statement.kind === 'block' && statement.label !== undefined) labels.add(statement.label);
  });
  const exits: (readonly Statement[])[] = [];
  const marked = (statements: readonly Statement[]): readonly Statement[] => {
    const last = statements.at(-1);
    const start = last && leaves(last, labels) ? statements.length - trailing(statements) : statements.length;
    const before = statements.slice(0, start).map((statement) => {
      if (statement.kind === 'if')
        return { ...statement, whenTrue: marked(statement.whenTrue), whenFalse: marked(statement.whenFalse) };
      return statement.kind === 'block' ? { ...statement, body: marked(statement.body) } : statement;
    });
    if (!last || start === statements.length) return before;
    const { line } = last;
    exits.push(statements.slice(start));
    return [...before, { kind: 'assign', variable: left, value: literal(true), line }, { kind: 'continue', line }];
  };
  const steps = marked(body);
  const [exit, ...others] = exits;
  if (!exit || others.length > 0) return undefined;
  return { body: steps, statements: exit.filter(({ kind }) => kind !== 'break') };
}

/** True if a statement ends the loop. The labels are those of blocks in the loop's body. */
function leaves(statement: Statement, labels: ReadonlySet<Label>): boolean {
  const { kind } = statement;
  if (kind === 'leave') return !labels.has(statement.label);
  return kind === 'break' || kind === 'return' || kind === 'throw';
}

/** The number of statements at the end: the assignments before the last statement, and that statement. */
function trailing(statements: readonly Statement[]): number {
  const before = statements.slice(0, -1);
  const last = before.findLastIndex(({ kind }) => kind !== 'assign');
  return statements.length - 1 - last;
}
