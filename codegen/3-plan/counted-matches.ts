import { read } from '../ir/build.js';
import type { Expression, PatternCall } from '../ir/expression.js';
import { mapOperands } from '../ir/operands.js';
import { counted } from '../ir/patterns.js';
import { assignedIn, forEachStatement, rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import { mapExpressions } from '../ir/statement-parts.js';
import { intType } from '../ir/type.js';
import type { VariableId } from '../ir/variable.js';
import { arrayReads, isLength } from './array-lengths.js';

/**
 * Counts matches and parts instead of collecting them where only their number is asked for: `(s.match(/\w+/g) ?? []).length`,
 * `s.split(/[,;]/).length`.
 */
export function countedMatches(fn: RowFunction): RowFunction {
  const variables = countedVariables(fn);
  const change = (e: Expression): Expression => {
    if (!isLength(e)) return mapOperands(e, change);
    const { receiver } = e;
    if (receiver.kind === 'read' && variables.has(receiver.variable)) return read(receiver.variable, intType);
    const call = countable(receiver);
    return call ? mapOperands(counted(call), change) : mapOperands(e, change);
  };
  const body = rewriteStatements(fn.body, (statement) => {
    const call = statement.kind === 'declare' && variables.has(statement.variable) && countable(statement.value);
    return [call ? { ...statement, value: mapOperands(counted(call), change) } : mapExpressions(statement, change)];
  });
  const stored = fn.variables.map((one) => (variables.has(one.id) ? { ...one, stored: intType } : one));
  return { ...fn, variables: stored, body };
}

/** Returns the variables that hold such arrays, of which only the length is read. */
function countedVariables({ body }: RowFunction): ReadonlySet<VariableId> {
  const found = new Set<VariableId>();
  forEachStatement(body, (statement) => {
    if (statement.kind === 'declare' && countable(statement.value)) found.add(statement.variable);
  });
  if (found.size === 0) return found;
  for (const id of assignedIn(body)) found.delete(id);
  const reads = arrayReads(body);
  return new Set([...found].filter((id) => reads.get(id)?.others === 0));
}

/** Returns the call whose results an array holds, if they can be counted: `s.split(pattern)`, or `s.match(pattern) ?? []`. */
function countable(e: Expression): PatternCall | undefined {
  switch (e.kind) {
    case 'convert':
    case 'require':
      return countable(e.operand);
    case 'pattern-call':
      return e.operation === 'split' && e.limit === undefined ? e : undefined;
    case 'coalesce': {
      const isCall = e.left.kind === 'pattern-call' && e.left.operation === 'matches';
      return isCall && isEmpty(e.right) ? e.left : undefined;
    }
    default:
      return undefined;
  }
}

function isEmpty(e: Expression): boolean {
  if (e.kind === 'convert') return isEmpty(e.operand);
  return e.kind === 'new-array' && e.elements.length === 0;
}
