import type { Expression } from '../../ir/expression.js';
import type { Emit, Return } from '../../ir/statement.js';
import { cppElement } from '../cpp/cpp-types.js';
import { emitExpression } from '../expressions/emit-expression.js';
import { emitPieces } from '../expressions/emit-string.js';
import type { RowScope } from '../scope/row-scope.js';

/** Emits an output row, after which the function goes on. */
export function emitRow({ values }: Emit, scope: RowScope): string {
  return [...emitPuts(values, scope), 'rf::emit(out);'].join('\n');
}

/** Emits the end of the row. If a row may become none or several, its values are an output row only once they are emitted. */
export function emitReturn({ values }: Return, scope: RowScope): string {
  const puts = emitPuts(values, scope);
  if (scope.fn.isAttempt) {
    const isRow = scope.fn.emits !== 'one' && puts.length > 0;
    return [...puts, ...(isRow ? ['rf::emit(out);'] : []), 'return true;'].join('\n');
  }
  if (scope.fn.emits !== 'one') return [...puts, puts.length > 0 ? 'return rf::emit(out);' : 'return;'].join('\n');
  return puts.length === 1 ? `return ${puts.join('')}` : [...puts, 'return;'].join('\n');
}

function emitPuts(values: readonly Expression[], scope: RowScope): readonly string[] {
  const { fn, outputs } = scope;
  const emit = (value: Expression) => emitExpression(value, scope);
  return values.map((value, index) => {
    const element = fn.output[index]?.element;
    const isOnly = fn.output.length === 1 && !fn.grouping;
    const column = isOnly ? undefined : outputs.of(index);
    if (!element && fn.claims)
      return `rf::claimed_put<${scope.struct}, ${column ?? 0}>(rf::ClaimPlace::here(), row, out, ${emitPieces(value, emit)});`;
    if (!element) return `rf::put${column === undefined ? '' : `<${column}>`}(out, ${emitPieces(value, emit)});`;
    // A kept column is put as it is stored.
    const isRaw = value.kind === 'read' && fn.variables[value.variable]?.raw === true;
    return `rf::put_list<${outputs.of(index)}, ${cppElement(element, isRaw, true)}>(out, ${emit(value)});`;
  });
}
