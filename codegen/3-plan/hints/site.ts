import type { Expression } from '../../ir/expression.js';
import { operandsOf } from '../../ir/operands.js';
import { assignedIn, declaredIn, readsIn } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { ForOf, Loop, Sort, Statement } from '../../ir/statement.js';
import { bodiesOf, expressionsOf } from '../../ir/statement-parts.js';
import type { VariableId } from '../../ir/variable.js';

/** A statement whose parts are evaluated repeatedly. */
export type Repeated = Loop | ForOf | Sort;

/** A loop around a site. */
export interface LoopAround {
  readonly loop: Repeated;
  /** The variables that a step may change. */
  readonly changed: ReadonlySet<VariableId>;
  /** True if a constant limits the steps, so that their number does not grow with the input. */
  readonly isShort: boolean;
}

/** An expression of a row function, and the code around it. */
export interface Site {
  readonly expression: Expression;
  /** The expressions around it, the innermost last. */
  readonly around: readonly Expression[];
  readonly statement: Statement;
  /** The lists of statements around it, the innermost last. */
  readonly bodies: readonly (readonly Statement[])[];
  /** The loops around it, the innermost last. */
  readonly loops: readonly LoopAround[];
  /** False for an operand that its statement may leave out: of `?:`, `&&`, `||` and `??`. */
  readonly isCertain: boolean;
}

/** Returns every expression of a row function with the code around it, in the order of evaluation. */
export function sitesOf({ body }: RowFunction): readonly Site[] {
  const sites: Site[] = [];
  visitBody(body, { bodies: [], loops: [] }, (site) => sites.push(site));
  return sites;
}

type Place = Pick<Site, 'bodies' | 'loops'>;

function visitBody(body: readonly Statement[], { bodies, loops }: Place, visit: (site: Site) => void): void {
  const place = { bodies: [...bodies, body], loops };
  for (const statement of body) visitStatement(statement, place, visit);
}

function visitStatement(statement: Statement, place: Place, visit: (site: Site) => void): void {
  const repeated = isRepeated(statement) ? around(statement) : undefined;
  const inner = repeated ? { ...place, loops: [...place.loops, repeated] } : place;
  for (const expression of expressionsOf(statement)) {
    const isOnce = repeated === undefined || expression === onceOf(repeated.loop);
    const site = { expression, around: [], statement, ...(isOnce ? place : inner), isCertain: true };
    visitExpression(site, visit);
  }
  for (const body of bodiesOf(statement)) visitBody(body, inner, visit);
}

function visitExpression(site: Site, visit: (site: Site) => void): void {
  const { expression, around: outer, isCertain } = site;
  for (const [place, operand] of operandsOf(expression).entries()) {
    const isChosen = place > 0 && choosing.has(expression.kind);
    visitExpression(
      { ...site, expression: operand, around: [...outer, expression], isCertain: isCertain && !isChosen },
      visit,
    );
  }
  visit(site);
}

/** The kinds of expressions that evaluate their first operand, and perhaps others. */
const choosing: ReadonlySet<Expression['kind']> = new Set<Expression['kind']>(['conditional', 'logical', 'coalesce']);

function isRepeated(statement: Statement): statement is Repeated {
  return statement.kind === 'loop' || statement.kind === 'for-of' || statement.kind === 'sort';
}

function around(loop: Repeated): LoopAround {
  const changed = new Set([...assignedIn([loop]), ...declaredIn([loop])]);
  return { loop, changed, isShort: loop.kind === 'loop' && isLimited(loop.test) };
}

/** Returns the expression of a loop that is evaluated once, before its steps. */
function onceOf(loop: Repeated): Expression | undefined {
  if (loop.kind === 'for-of') return loop.source;
  return loop.kind === 'sort' ? loop.array : undefined;
}

/** True for a test that compares a number with a constant, alone or beside others that must hold as well. */
function isLimited(test: Expression): boolean {
  if (test.kind === 'logical' && test.operator === '&&') return isLimited(test.left) || isLimited(test.right);
  if (test.kind !== 'compare' || test.left.type.core.kind !== 'number') return false;
  // `i < 12` and `i >= 0`, whose variable begins with a constant, cannot be told from `rest > 0`, which may be long.
  return (test.operator === '<' || test.operator === '<=') && withoutConversions(test.right).kind === 'literal';
}

export function withoutConversions(e: Expression): Expression {
  return e.kind === 'convert' || e.kind === 'require' ? withoutConversions(e.operand) : e;
}

/** True if each step of a loop finds the same value. */
export function isInvariant(e: Expression, { changed }: LoopAround): boolean {
  return !readsIn([e]).some((id) => changed.has(id));
}

/** True for a variable that a loop assigns and does not declare, so that steps pass it on. */
export function isCarried(id: VariableId, { loop, changed }: LoopAround): boolean {
  return changed.has(id) && !declaredIn([loop]).has(id);
}

/** Returns the innermost loop whose steps grow in number with the input. */
export function growingLoop({ loops }: Site): LoopAround | undefined {
  return loops.findLast(({ isShort }) => !isShort);
}

/** True if `earlier` is always evaluated before `later` is, and in the same step of each loop. */
export function comesBefore(earlier: Site, later: Site): boolean {
  const isAround = earlier.bodies.every((body, depth) => later.bodies[depth] === body);
  return earlier.isCertain && isAround && earlier.loops.length === later.loops.length;
}

/** Returns the place of an expression in the source: its own, or that of the nearest expression inside or around it. */
export function spanAt({ expression, around: outer, statement }: Site) {
  return spanIn(expression) ?? outer.findLast(({ span }) => span)?.span ?? statement.span;
}

export function spanIn(e: Expression): Expression['span'] {
  return (
    e.span ??
    operandsOf(e)
      .map(spanIn)
      .find((span) => span !== undefined)
  );
}
