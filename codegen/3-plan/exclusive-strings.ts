import type { Expression } from '../ir/expression.js';
import { operandsOf } from '../ir/operands.js';
import { rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import { type Core, sameType, stringType } from '../ir/type.js';
import type { VariableId } from '../ir/variable.js';

/**
 * Returns the variables whose string no other value is a view of. When such a string is lengthened, a lone surrogate at its end may be
 * rewritten in place, and the string need not be copied.
 */
export function exclusiveStrings(fn: RowFunction): ReadonlySet<VariableId> {
  const shared = new Set<VariableId>();
  const share = (ids: readonly VariableId[]) => {
    for (const id of ids) shared.add(id);
  };
  rewriteStatements(fn.body, (statement) => {
    if (statement.kind === 'for-of') share(viewsOf(statement.source));
    if (statement.kind === 'sort') share(viewsOf(statement.array));
    if ('value' in statement && statement.value.kind === 'access') share(statement.value.arguments.flatMap(viewsOf));
    if (statement.kind !== 'declare' && statement.kind !== 'assign') return [statement];
    const { variable } = statement;
    const value = statement.value.kind === 'convert' ? statement.value.operand : statement.value;
    if (value.kind !== 'flatten') {
      const views = viewsOf(value).filter((id) => fn.variables[id]?.column === undefined);
      share(views);
      if (views.length > 0) shared.add(variable);
      return [statement];
    }
    const parts = value.operand.kind === 'concat' ? value.operand.parts : [value.operand];
    const isOwn = (part: Expression | undefined) =>
      part?.kind === 'read' && part.variable === variable && sameType(part.type, stringType());
    // The string that grows is the first part, or the last part if it grows at its start.
    const grown = isOwn(parts[0]) ? 0 : isOwn(parts.at(-1)) ? parts.length - 1 : -1;
    for (const [index, part] of parts.entries()) {
      const views = index === grown ? [] : viewsOf(part).filter((id) => fn.variables[id]?.column === undefined);
      share(views);
      // No part is the variable's own string: the first one may grow in place, and another variable holds it as well.
      if (index === 0 && grown < 0 && views.length > 0) shared.add(variable);
    }
    return [statement];
  });
  return new Set(fn.variables.flatMap(({ id }) => (shared.has(id) ? [] : [id])));
}

/** The kinds of values that are views of strings, or hold some. */
const holdsViews: ReadonlySet<Core['kind']> = new Set<Core['kind']>(['string', 'variant', 'array', 'match']);

/** Returns the variables whose bytes an expression's string may share. */
function viewsOf(e: Expression): readonly VariableId[] {
  switch (e.kind) {
    case 'read':
      return holdsViews.has(e.type.core.kind) ? [e.variable] : [];
    case 'convert':
    case 'require':
    case 'as-kind':
    case 'to-text':
      return viewsOf(e.operand);
    case 'flatten':
      // A part that grows in place shares its bytes with the result.
      return viewsOf(e.operand);
    case 'logical':
    case 'coalesce':
      return [...viewsOf(e.left), ...viewsOf(e.right)];
    case 'conditional':
      return [...viewsOf(e.whenTrue), ...viewsOf(e.whenFalse)];
    case 'call':
    case 'string-call':
      return e.type.core.kind === 'string' ? operandsOf(e).flatMap(viewsOf) : [];
    case 'match':
    case 'pattern-call':
      return viewsOf(e.subject);
    case 'match-part':
    case 'next-match':
    case 'set-last-index':
      return viewsOf(e.operand);
    case 'execute':
      return [...viewsOf(e.operand), ...viewsOf(e.subject)];
    case 'split':
      return [e.receiver, ...(e.separator ? [e.separator] : [])].flatMap(viewsOf);
    case 'concat':
    case 'new-array':
    case 'array-call':
    case 'replace':
    case 'pattern-replace':
      return operandsOf(e).flatMap(viewsOf);
    default:
      return [];
  }
}
