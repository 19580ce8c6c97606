import { convert } from '../../ir/build.js';
import { rewriteStatements } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import type { Variable } from '../../ir/variable.js';

/** Converts every stored value to the final type of its variable, which is known only after the whole function. */
export function fitStores(body: readonly Statement[], variables: readonly Variable[]): readonly Statement[] {
  return rewriteStatements(body, (statement) => {
    if (statement.kind !== 'declare' && statement.kind !== 'assign') return [statement];
    const variable = variables[statement.variable];
    return [variable ? { ...statement, value: convert(statement.value, variable.stored) } : statement];
  });
}
