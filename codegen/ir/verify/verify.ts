import type { RowFunction } from '../row-function.js';
import type { VariableId } from '../variable.js';
import type { Fail } from './rule.js';
import { ExpressionVerifier } from './verify-expressions.js';
import { verifyGrouping } from './verify-grouping.js';
import { StatementVerifier } from './verify-statements.js';

/**
 * Checks every invariant of the IR, after each pass. A violation is a mistake of the compiler, never of the user: it is
 * thrown as an error that names the pass.
 */
export function verify(fn: RowFunction, pass: string): void {
  const fail: Fail = (problem) => {
    throw new Error(
      `The IR of ${fn.name} is broken after ${pass}: ${problem}. Please report this with the row function.`,
    );
  };
  const declared = declaredByInput(fn, fail);
  const expressions = new ExpressionVerifier(fn, declared, fail);
  for (const { value } of fn.reductions ?? []) expressions.verify(value);
  if (!new StatementVerifier(fn, declared, expressions, fail).body(fn.body)) fail('a path ends without a return');
  verifyGrouping(fn, fail);
}

/** Checks the list of variables, and returns those that no statement declares: columns, and elements in reductions. */
function declaredByInput({ variables, input }: RowFunction, fail: Fail): Set<VariableId> {
  const declared = new Set<VariableId>();
  variables.forEach(({ id, column, element, name }, index) => {
    if (id !== index) fail(`variable ${name} has id ${id} at place ${index}`);
    if (column !== undefined && !input[column]) fail(`variable ${name} reads column ${column}, which does not exist`);
    if (column !== undefined || element !== undefined) declared.add(id);
  });
  return declared;
}
