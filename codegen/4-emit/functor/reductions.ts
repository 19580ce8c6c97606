import { formOf } from '../../ir/bigint-range.js';
import type { Expression } from '../../ir/expression.js';
import type { Reduction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { cppType } from '../cpp/cpp-types.js';
import { emitExpression } from '../expressions/emit-expression.js';
import { reductionName } from '../expressions/emit-reduced.js';
import type { RowScope } from '../scope/row-scope.js';
import { isRead, paramsRead, valueInWindow } from './window-rows.js';

/** A reduction as a struct. */
export interface EmittedReduction {
  readonly name: string;
  readonly monoid: string;
  /** The statements that return the value to reduce for a row of the window. */
  readonly body: string;
}

export function emitReduction(reduction: Reduction, place: number, scope: RowScope): EmittedReduction {
  const { fn, inputs } = scope;
  const { value } = reduction;
  const column = value.kind === 'read' ? fn.variables[value.variable]?.element : undefined;
  const body =
    column === undefined
      ? computedValue(value, scope)
      : `      return ${columnValue(reduction, `rf::column<${inputs.of(column)}>(row)`)};`;
  return { name: reductionName(reduction, place), monoid: `rf::rolling::${monoidOf(reduction)}`, body };
}

function columnValue({ operation }: Reduction, column: string): string {
  if (operation === 'present') return `${column}.present()`;
  return operation === 'moments' ? `rf::rolling::as_number(${column})` : column;
}

/** Emits the statements for a value that is computed from columns and params. */
function computedValue(value: Expression, scope: RowScope): string {
  const { fn, names } = scope;
  const statements: readonly Statement[] = [{ kind: 'evaluate', value, line: 0 }];
  const elements = fn.variables.flatMap(({ id, element, stored }) => {
    if (element === undefined || !isRead(id, statements)) return [];
    return [`      ${cppType(stored)} const ${names.of(id)} = ${valueInWindow(element, 'row', stored, scope)};`];
  });
  return [...paramsRead(statements, scope), ...elements, `      return ${emitExpression(value, scope)};`].join('\n');
}

/** Returns the engine's monoid for an operation. Those of integers have as many bits as the values need. */
function monoidOf({ operation, value }: Reduction): string {
  switch (operation) {
    case 'sum':
      return 'Sum';
    case 'exact sum':
      return 'ExactSum<rf::Int128>';
    case 'sum of integers':
      return 'ExactSum<std::int64_t>';
    case 'min':
      return 'Min';
    case 'max':
      return 'Max';
    case 'least':
      return 'MinKeep';
    case 'greatest':
      return 'MaxKeep';
    case 'min of integers':
      return `MinInteger<${storedInteger(value)}>`;
    case 'max of integers':
      return `MaxInteger<${storedInteger(value)}>`;
    case 'moments':
      return 'Moments';
    case 'present':
    case 'count':
      return 'Count';
    case 'any':
      return 'Any';
    case 'all':
      return 'All';
  }
}

function storedInteger({ type: { core } }: Expression): string {
  return core.kind === 'bigint' && formOf(core.range) === 'uint64' ? 'std::uint64_t' : 'std::int64_t';
}
