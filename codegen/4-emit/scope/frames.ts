import { callsRoutine, forEachStatement } from '../../ir/rewrite.js';
import type { Machine, Routine, Statement } from '../../ir/statement.js';
import { bodiesOf } from '../../ir/statement-parts.js';
import type { VariableId } from '../../ir/variable.js';

/** Returns the machines of statements. None is inside another. */
export function machinesIn(body: readonly Statement[]): readonly Machine[] {
  const found: Machine[] = [];
  forEachStatement(body, (statement) => {
    if (statement.kind === 'machine') found.push(statement);
  });
  return found;
}

export function routinesOf({ body }: Machine): readonly Routine[] {
  return body.filter((statement) => statement.kind === 'routine');
}

/**
 * Returns the variables of a machine that its frames hold: parameters, and all that is declared before a call in the same scope. Control
 * comes back behind the call from elsewhere, so a local variable would not be initialised there.
 */
export function frameVariables(machine: Machine): ReadonlySet<VariableId> {
  const found = new Set<VariableId>();
  const visit = (body: readonly Statement[]): void => {
    for (const [place, statement] of body.entries()) {
      const isBefore = callsRoutine(body.slice(place + 1));
      if (isBefore && (statement.kind === 'declare' || statement.kind === 'recur')) found.add(statement.variable);
      for (const inner of bodiesOf(statement)) visit(inner);
    }
  };
  for (const { parameters, body } of routinesOf(machine)) {
    for (const parameter of parameters) found.add(parameter);
    visit(body);
  }
  return found;
}
