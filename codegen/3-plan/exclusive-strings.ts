import type { Expression } from '../ir/expression.js';
import { rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import { sameType, stringType } from '../ir/type.js';
import type { VariableId } from '../ir/variable.js';

/**
 * The variables whose string no other value is a view of: where a string is lengthened, its last half of a surrogate pair
 * may then be written anew, and the string need not be copied.
 */
export function exclusiveStrings(fn: RowFunction): ReadonlySet<VariableId> {
  const shared = new Set<VariableId>();
  const share = (ids: readonly VariableId[]) => {
    for (const id of ids) shared.add(id);
  };
  rewriteStatements(fn.body, (statement) => {
    if (statement.kind === 'for-of') share(viewsOf(statement.source));
    if (statement.kind === 'sort') share(viewsOf(statement.array));
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
    // The string that grows is the first part, or the last where a string grows at its start.
    const grown = isOwn(parts[0]) ? 0 : isOwn(parts.at(-1)) ? parts.length - 1 : -1;
    for (const [index, part] of parts.entries()) {
      const views = index === grown ? [] : viewsOf(part).filter((id) => fn.variables[id]?.column === undefined);
      share(views);
      // Nothing grows but a string that another variable holds as well.
      if (index === 0 && grown < 0 && views.length > 0) shared.add(variable);
    }
    return [statement];
  });
  return new Set(fn.variables.flatMap(({ id }) => (shared.has(id) ? [] : [id])));
}

/** The variables that the bytes of a string may be those of. */
function viewsOf(e: Expression): readonly VariableId[] {
  switch (e.kind) {
    case 'read':
      return e.type.core.kind === 'string' || e.type.core.kind === 'array' ? [e.variable] : [];
    case 'convert':
    case 'require':
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
    case 'concat':
      return e.parts.flatMap(viewsOf);
    case 'call':
      return e.type.core.kind === 'string' ? e.arguments.flatMap(viewsOf) : [];
    case 'string-call':
      return e.type.core.kind === 'string' ? [e.receiver, ...e.arguments].flatMap(viewsOf) : [];
    case 'split':
      return [e.receiver, ...(e.separator ? [e.separator] : [])].flatMap(viewsOf);
    case 'new-array':
      return e.elements.flatMap(viewsOf);
    case 'array-call':
      return [e.receiver, ...e.arguments].flatMap(viewsOf);
    case 'replace':
      return [e.receiver, e.pattern, e.replacement].flatMap(viewsOf);
    default:
      return [];
  }
}
