import { type Hint, hints } from '../../diagnostics/index.js';
import type { Expression } from '../../ir/expression.js';
import { forEachStatement, readsIn } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { isLazy } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { Facts, Found } from './facts.js';
import { growingLoop, isCarried, isInvariant, type Site, spanAt, withoutConversions } from './site.js';

/** A text without bytes that each step of a loop reads. */
export function lazyTextInLoop(site: Site, { fn }: Facts): Found | undefined {
  const { expression: e } = site;
  const loop = growingLoop(site);
  if (!loop || e.kind !== 'string-call' || !isLazy(e.receiver.type) || !isInvariant(e.receiver, loop)) return undefined;
  const span = spanAt(site);
  if (!span) return undefined;
  const text = textOf(e.receiver, fn);
  return { hint: hints.lazyTextInLoop(span, { text, operation: operationOf(e.receiver, fn) }), cause: text };
}

/** A text that each step of a loop makes anew from the whole of the old one. */
export function textCopiedInLoop(site: Site, { fn }: Facts): Hint | undefined {
  const { expression, statement, around } = site;
  const loop = growingLoop(site);
  if (!loop || statement.kind !== 'assign' || around.length > 0 || !isCarried(statement.variable, loop))
    return undefined;
  const e = withoutConversions(expression);
  if (e.kind !== 'flatten') return undefined;
  const how = copyOf(e.operand, statement.variable);
  const span = spanAt(site) ?? statement.span;
  if (!how || !span) return undefined;
  return hints.textCopiedInLoop(span, { text: `\`${fn.variables[statement.variable]?.name ?? ''}\``, ...copies[how] });
}

type Copy = 'both ends' | 'made anew';

const copies: Readonly<Record<Copy, { readonly reason: string; readonly rewrite: string }>> = {
  'both ends': {
    reason: 'adds at both ends, or uses the text twice',
    rewrite: 'Keep a variable for each end, and join them after the loop: `start + end`.',
  },
  'made anew': {
    reason: 'makes another text from all of the old one',
    rewrite: 'Go over the text once, and add what becomes of each part to a result: `result += part`.',
  },
};

/** Says how an assignment makes a text from its old value. Undefined if the old value grows in place, or is not used. */
function copyOf(e: Expression, variable: VariableId): Copy | undefined {
  if (!readsIn([e]).includes(variable)) return undefined;
  const isOwn = (part: Expression | undefined) => {
    const value = part && withoutConversions(part);
    return value?.kind === 'read' && value.variable === variable;
  };
  if (e.kind !== 'concat') return isOwn(e) ? undefined : 'made anew';
  const { parts } = e;
  const uses = parts.filter((part) => readsIn([part]).includes(variable)).length;
  if (uses === 1 && (isOwn(parts[0]) || isOwn(parts.at(-1)))) return undefined;
  return parts.some(isOwn) ? 'both ends' : 'made anew';
}

function textOf(e: Expression, { variables }: RowFunction): string {
  const value = withoutConversions(e);
  const name = value.kind === 'read' ? variables[value.variable]?.name : undefined;
  return name === undefined ? 'the text' : `\`${name}\``;
}

/** Returns the value with which a variable is declared. */
function declared(id: VariableId, { body }: RowFunction): Expression | undefined {
  let found: Expression | undefined;
  forEachStatement(body, (statement) => {
    if (statement.kind === 'declare' && statement.variable === id) found = statement.value;
  });
  return found;
}

/** Returns the method that makes a lazy text. */
function operationOf(e: Expression, fn: RowFunction): string {
  const value = withoutConversions(e);
  switch (value.kind) {
    case 'string-call':
      return isLazy(value.receiver.type) ? operationOf(value.receiver, fn) : `\`${value.operation}\``;
    case 'replace':
      return value.occurrences === 'all' ? '`replaceAll`' : '`replace`';
    case 'pattern-replace':
      return '`replace`';
    case 'array-call':
      return '`join`';
    case 'code-string':
      return '`String.fromCharCode`';
    case 'read': {
      const made = declared(value.variable, fn);
      return made ? operationOf(made, fn) : 'what it is made by';
    }
    default:
      return 'what it is made by';
  }
}
