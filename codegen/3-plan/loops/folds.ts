import type { Expression } from '../../ir/expression.js';
import { intrinsicOf } from '../../ir/intrinsics/index.js';
import { operandsOf } from '../../ir/operands.js';
import { allExpressions, assignedIn, declaredIn, forEachStatement } from '../../ir/rewrite.js';
import { areReducedTogether, type Fold, type RowFunction } from '../../ir/row-function.js';
import type { ForOf, Statement } from '../../ir/statement.js';
import type { Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';

/** With windows of at most this many rows, one thread per row is as fast. */
const fewRows = 16;

/**
 * Finds the loops over a whole window that carry only numbers and booleans from step to step. Several rows can take their steps at once:
 * each row in the written order, with each value read once for all of them.
 */
export function findFolds(fn: RowFunction): readonly Fold[] {
  const { window, body } = fn;
  if (!window || 'on' in window.rows || !areReducedTogether(fn)) return [];
  if (window.rows.preceding + window.rows.following < fewRows) return [];
  /** The variables that hold a constant value since their declaration. */
  const begun = new Map<VariableId, Expression>();
  return body.flatMap((statement) => {
    const fold = statement.kind === 'for-of' ? foldOf(statement, begun, fn) : undefined;
    if (statement.kind === 'declare' && isConstant(statement.value)) begun.set(statement.variable, statement.value);
    for (const variable of assignedIn([statement])) begun.delete(variable);
    return fold ? [fold] : [];
  });
}

function foldOf(loop: ForOf, begun: ReadonlyMap<VariableId, Expression>, fn: RowFunction): Fold | undefined {
  const { source, body, variable } = loop;
  const column = source.kind === 'read' ? fn.variables[source.variable]?.column : undefined;
  const declared = column === undefined ? undefined : fn.input[column];
  const element = fn.variables[variable]?.stored;
  if (column === undefined || !declared?.window || !element || !isPlain(element)) return undefined;
  const inside = new Set([variable, ...declaredIn(body)]);
  const states = [...assignedIn(body)].filter((id) => !inside.has(id));
  const known = new Set([...inside, ...states]);
  const isScalar = (id: VariableId) => {
    const place = fn.variables[id]?.column;
    return place !== undefined && fn.input[place]?.scalar !== undefined;
  };
  const isPossible =
    states.length > 0 &&
    states.every((id) => begun.has(id) && isPlain(fn.variables[id]?.stored)) &&
    [...inside].every((id) => isPlain(fn.variables[id]?.stored)) &&
    isStraight(body) &&
    allExpressions(body).every(
      (e) => isPure(e) && (e.kind !== 'read' || known.has(e.variable) || isScalar(e.variable)),
    );
  if (!isPossible) return undefined;
  return { loop, column, states: states.flatMap((id) => ({ variable: id, begin: begun.get(id) as Expression })) };
}

function isConstant(e: Expression): boolean {
  return e.kind === 'literal' || (e.kind === 'convert' && isConstant(e.operand));
}

function isPlain(type: Type | undefined): boolean {
  return type?.core.kind === 'number' ? type.core.form !== 'position' : type?.core.kind === 'boolean';
}

const straightKinds: ReadonlySet<Statement['kind']> = new Set<Statement['kind']>([
  'declare',
  'assign',
  'evaluate',
  'if',
  'continue',
]);

/** True if every path through a step ends where the next step begins. */
function isStraight(body: readonly Statement[]): boolean {
  let straight = true;
  forEachStatement(body, ({ kind }) => {
    // There are no loops inside, so `continue` belongs to this one.
    straight &&= straightKinds.has(kind);
  });
  return straight;
}

const pureKinds: ReadonlySet<Expression['kind']> = new Set<Expression['kind']>([
  'literal',
  'read',
  'convert',
  'require',
  'not',
  'negate',
  'truthy',
  'arithmetic',
  'bitwise',
  'compare',
  'equal',
  'logical',
  'coalesce',
  'conditional',
]);

/** True if an expression consists of numbers and booleans, fails no row and takes no memory. */
function isPure(e: Expression): boolean {
  const isKnown = pureKinds.has(e.kind) || (e.kind === 'call' && intrinsicOf(e).services === undefined);
  return isKnown && [e, ...operandsOf(e)].every(({ type }) => isPlain(type) || type.core.kind === 'nothing');
}
