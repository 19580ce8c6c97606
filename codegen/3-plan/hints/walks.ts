import { type Hint, hints } from '../../diagnostics/index.js';
import type { Expression, StringCall } from '../../ir/expression.js';
import { allExpressions, assignedIn, forEachStatement } from '../../ir/rewrite.js';
import type { Loop } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import type { Facts, Found } from './facts.js';
import { type Site, spanAt, withoutConversions } from './site.js';

/** A loop that reads a text unit by unit, and only compares the units with constants: `for (const c of text)` does the same. */
export function textByIndex(site: Site, { fn }: Facts): Found | undefined {
  const { expression: e, loops } = site;
  const loop = loops.at(-1)?.loop;
  const text = isUnit(e) ? withoutConversions(e.receiver) : undefined;
  if (loop?.kind !== 'loop' || !isUnit(e) || text?.kind !== 'read') return undefined;
  const index = steppedBy(loop);
  if (index === undefined || assignedIn([loop]).has(text.variable)) return undefined;
  if (!isWalk(loop, index, text.variable) || !areCompared(loop, index)) return undefined;
  const span = spanAt(site);
  const { name = '' } = fn.variables[text.variable] ?? {};
  const flattened = fn.flattened?.find((one) => one.name === name);
  if (!span) return undefined;
  const hint: Hint = flattened
    ? hints.textWrittenFirst(span, { text: `\`${name}\``, line: flattened.line, reason: flattened.reason })
    : hints.textByIndex(span, { text: `\`${name}\`` });
  return { hint, cause: `${loop.line} ${text.variable}` };
}

/** A unit of a text as a text. Codes are left out: of text that is not ASCII they are read faster by index. */
function isUnit(e: Expression): e is StringCall {
  return e.kind === 'string-call' && ['charAt', 'unitAt', 'charWithin'].includes(e.operation);
}

/** Returns the variable that a loop's update, and nothing else, increases by 1. */
function steppedBy({ update, body }: Loop): VariableId | undefined {
  const [step] = update;
  if (update.length !== 1 || step?.kind !== 'assign' || assignedIn(body).has(step.variable)) return undefined;
  const sum = withoutConversions(step.value);
  const isNext =
    sum.kind === 'arithmetic' && sum.operator === '+' && isRead(sum.left, step.variable) && isOne(sum.right);
  return isNext ? step.variable : undefined;
}

/** True if a loop ends with the text, and its body uses the index for units of the text alone. */
function isWalk({ test, body }: Loop, index: VariableId, text: VariableId): boolean {
  const length = test.kind === 'compare' && test.operator === '<' ? withoutConversions(test.right) : undefined;
  const isToEnd =
    test.kind === 'compare' &&
    isRead(test.left, index) &&
    length?.kind === 'string-call' &&
    length.operation === 'length' &&
    isRead(length.receiver, text);
  const all = allExpressions(body);
  const reads = all.filter((e) => e.kind === 'read' && e.variable === index).length;
  const places = all.filter((e) => isUnit(e) && isRead(e.receiver, text) && isIndex(e, index)).length;
  return isToEnd && reads === places;
}

/** True if each unit is compared with a constant, at once or by the name of a constant of the step. */
function areCompared({ body }: Loop, index: VariableId): boolean {
  const named = new Set<VariableId>();
  forEachStatement(body, (statement) => {
    if (statement.kind !== 'declare') return;
    const value = withoutConversions(statement.value);
    if (isUnit(value) && isIndex(value, index)) named.add(statement.variable);
  });
  const isOwn = (e: Expression): boolean => {
    const value = withoutConversions(e);
    return (isUnit(value) && isIndex(value, index)) || (value.kind === 'read' && named.has(value.variable));
  };
  const all = allExpressions(body);
  const compared = all.filter(
    (e) => e.kind === 'equal' && isOwn(e.left) && withoutConversions(e.right).kind === 'literal',
  );
  const used = all.filter((e) => e.kind !== 'convert' && e.kind !== 'require' && isOwn(e)).length;
  return compared.length > 0 && compared.length + named.size === used;
}

function isIndex({ arguments: [at] }: StringCall, index: VariableId): boolean {
  return at !== undefined && isRead(at, index);
}

function isRead(e: Expression, variable: VariableId): boolean {
  const value = withoutConversions(e);
  return value.kind === 'read' && value.variable === variable;
}

function isOne(e: Expression): boolean {
  const value = withoutConversions(e);
  return value.kind === 'literal' && value.value === 1;
}
