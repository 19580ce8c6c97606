import { allExpressions } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import type { Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { RowScope } from '../scope/row-scope.js';

/** Emits the value of a column in a row of a window, as a variable of type `stored` holds it. */
export function valueInWindow(
  column: number,
  row: 'row' | 'element_row',
  stored: Type | undefined,
  { inputs }: RowScope,
): string {
  const value = `rf::column<${inputs.of(column)}>(${row})`;
  return stored?.core.kind === 'number' ? `rf::rolling::as_number(${value})` : value;
}

/** Emits the declarations of the params that statements read. */
export function paramsRead(statements: readonly Statement[], { fn, names, inputs }: RowScope): readonly string[] {
  return fn.variables.flatMap(({ id, column }) =>
    column !== undefined && fn.input[column]?.scalar && isRead(id, statements)
      ? [`      auto const ${names.of(id)} = rf::column<${inputs.of(column)}>(row);`]
      : [],
  );
}

export function isRead(variable: VariableId, statements: readonly Statement[]): boolean {
  return allExpressions(statements).some((e) => e.kind === 'read' && e.variable === variable);
}
