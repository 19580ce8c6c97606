import type { Arithmetic, Expression, StringCall } from '../ir/expression.js';
import { operandsOf } from '../ir/operands.js';
import type { StringOperation } from '../ir/operations/string-operations.js';
import { forEachStatement, rewriteExpressions, rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import { expressionsOf } from '../ir/statement-parts.js';
import { doubleType, intType, positionType, sameType } from '../ir/type.js';
import type { VariableId } from '../ir/variable.js';

/** Operations whose arguments are all indices, or a string before them. */
const indexed: ReadonlySet<StringOperation> = new Set<StringOperation>([
  'slice',
  'substring',
  'charAt',
  'charCodeAt',
  'codePointAt',
  'unitAt',
  'at',
  'indexOf',
  'lastIndexOf',
  'includes',
  'startsWith',
  'endsWith',
]);

/** A step of at most this size cannot make a position overflow, nor leave the integers that a double holds. */
const mostStep = 2 ** 20;

/**
 * Keeps positions where the analysis has made them doubles: in variables that are assigned again, in `?:`, and moved by the length of a
 * string. A double says nothing about bytes, so each search or slice from it counts units from the start of a text that is not ASCII.
 * A loop over all matches would take time that grows with the square of the text's length.
 */
export function positions(fn: RowFunction): RowFunction {
  const held = heldPositions(fn);
  const body = rewriteStatements(
    rewriteExpressions(fn.body, (e) => withPositions(e, held)),
    (statement) => {
      const isHeld = (statement.kind === 'declare' || statement.kind === 'assign') && held.has(statement.variable);
      return [isHeld ? { ...statement, value: asPosition(statement.value, held) ?? statement.value } : statement];
    },
  );
  const variables = fn.variables.map((variable) =>
    held.has(variable.id) ? { ...variable, stored: positionType } : variable,
  );
  return { ...fn, variables, body };
}

/**
 * Returns the variables that hold doubles but only ever positions, and are only read as indices or in comparisons with positions and
 * constants. Any other use would count the units of the position each time.
 */
function heldPositions({ variables, body }: RowFunction): ReadonlySet<VariableId> {
  const held = new Set(
    variables.filter(({ column, stored }) => column === undefined && sameType(stored, doubleType)).map(({ id }) => id),
  );
  for (let before = -1; before !== held.size; ) {
    before = held.size;
    for (const id of otherwiseUsed(body, held)) held.delete(id);
    for (const id of [...held]) if (!valuesOf(body, id).every((value) => asPosition(value, held))) held.delete(id);
    const sources = new Map(
      [...held].map((id) => [id, valuesOf(body, id).flatMap((value) => sourcesOf(value, false))]),
    );
    for (const id of [...held]) if (!isOfSearch(id, sources) || isMovedInCircles(id, sources)) held.delete(id);
  }
  return held;
}

function valuesOf(body: readonly Statement[], id: VariableId): readonly Expression[] {
  const values: Expression[] = [];
  forEachStatement(body, (statement) => {
    if ((statement.kind === 'declare' || statement.kind === 'assign') && statement.variable === id)
      values.push(statement.value);
  });
  return values;
}

/** A variable or a search of whose value another is made, and if it is moved. */
interface Source {
  readonly from: VariableId | 'search';
  readonly isMoved: boolean;
}

type Sources = ReadonlyMap<VariableId, readonly Source[]>;

function isOfSearch(id: VariableId, sources: Sources): boolean {
  return [...reached(id, sources)].some((one) => (sources.get(one) ?? []).some(({ from }) => from === 'search'));
}

/**
 * True if a variable is moved step by step, from its own values. The distance to the byte of such a position would grow with every step,
 * and each use would walk it.
 */
function isMovedInCircles(id: VariableId, sources: Sources): boolean {
  return (sources.get(id) ?? []).some(
    ({ from, isMoved }) => isMoved && from !== 'search' && reached(from, sources).has(id),
  );
}

/** Returns a variable, and those of which its values are made. */
function reached(id: VariableId, sources: Sources, found = new Set<VariableId>()): ReadonlySet<VariableId> {
  if (found.has(id)) return found;
  found.add(id);
  for (const { from } of sources.get(id) ?? []) if (from !== 'search') reached(from, sources, found);
  return found;
}

function sourcesOf(e: Expression, isMoved: boolean): readonly Source[] {
  if (sameType(e.type, positionType)) return [{ from: 'search', isMoved }];
  switch (e.kind) {
    case 'read':
      return [{ from: e.variable, isMoved }];
    case 'convert':
      return sourcesOf(e.operand, isMoved);
    case 'conditional':
      return [e.whenTrue, e.whenFalse].flatMap((branch) => sourcesOf(branch, isMoved));
    case 'arithmetic':
      return [e.left, e.right].flatMap((operand) => sourcesOf(operand, true));
    default:
      return [];
  }
}

/** Returns the variables that are read where a number is wanted, or that other statements than assignments set. */
function otherwiseUsed(body: readonly Statement[], held: ReadonlySet<VariableId>): ReadonlySet<VariableId> {
  const found = new Set<VariableId>();
  const visit = (e: Expression, isWanted: boolean): void => {
    if (e.kind === 'read') {
      if (!isWanted) found.add(e.variable);
      return;
    }
    const wanted = positionOperands(e, isWanted, held);
    for (const operand of operandsOf(e)) visit(operand, wanted.includes(operand));
  };
  forEachStatement(body, (statement) => {
    const isStored = (statement.kind === 'declare' || statement.kind === 'assign') && held.has(statement.variable);
    for (const e of expressionsOf(statement)) visit(e, isStored);
    if (statement.kind === 'for-of') found.add(statement.variable);
    if (statement.kind === 'sort') found.add(statement.left).add(statement.right);
  });
  return found;
}

/** Returns the operands that may be positions instead of doubles. */
function positionOperands(e: Expression, isWanted: boolean, held: ReadonlySet<VariableId>): readonly Expression[] {
  switch (e.kind) {
    case 'convert':
      return isWanted ? [e.operand] : [];
    case 'conditional':
      return isWanted ? [e.whenTrue, e.whenFalse] : [];
    case 'arithmetic':
      return isWanted ? moved(e).map(({ position }) => position) : [];
    case 'string-call':
      return indexed.has(e.operation) ? e.arguments : [];
    case 'compare':
    case 'equal':
      return [e.left, e.right].every((side) => asPosition(side, held) !== undefined) ? [e.left, e.right] : [];
    default:
      return [];
  }
}

/** Gives the operands of an expression the form of positions, where one of them is a position. */
function withPositions(e: Expression, held: ReadonlySet<VariableId>): Expression {
  if (e.kind === 'string-call') return indexed.has(e.operation) ? withPositionArguments(e, held) : e;
  if (e.kind !== 'compare' && e.kind !== 'equal') return e;
  const [left, right] = [comparedAs(e.left, held), comparedAs(e.right, held)];
  const isPosition = [left, right].some((side) => side !== undefined && sameType(side.type, positionType));
  return left && right && isPosition ? { ...e, left, right } : e;
}

function withPositionArguments(e: StringCall, held: ReadonlySet<VariableId>): StringCall {
  const changed = e.arguments.map((argument) =>
    sameType(argument.type, doubleType) && holdsPosition(argument, held)
      ? (asPosition(argument, held) ?? argument)
      : argument,
  );
  return changed.some((argument, place) => argument !== e.arguments[place]) ? { ...e, arguments: changed } : e;
}

/** Returns a side of a comparison as a position, or as an int if it is a constant. */
function comparedAs(e: Expression, held: ReadonlySet<VariableId>): Expression | undefined {
  if (e.kind === 'convert' && sameType(e.type, doubleType) && isConstant(e.operand)) return e.operand;
  if (isConstant(e)) return e;
  return holdsPosition(e, held) ? asPosition(e, held) : undefined;
}

const isConstant = (e: Expression): boolean => e.kind === 'literal' && sameType(e.type, intType);

function holdsPosition(e: Expression, held: ReadonlySet<VariableId>): boolean {
  if (e.kind === 'convert') return holdsPosition(e.operand, held);
  if (e.kind === 'conditional') return holdsPosition(e.whenTrue, held) || holdsPosition(e.whenFalse, held);
  if (e.kind === 'arithmetic') return moved(e).some(({ position }) => holdsPosition(position, held));
  return sameType(e.type, positionType) || (e.kind === 'read' && held.has(e.variable));
}

/** Builds a number as a position. Undefined if it is none. */
function asPosition(e: Expression, held: ReadonlySet<VariableId>): Expression | undefined {
  if (sameType(e.type, positionType)) return e;
  if (isStep(e)) return { kind: 'convert', operand: withoutConversion(e), type: positionType };
  if (!sameType(e.type, doubleType)) return undefined;
  switch (e.kind) {
    case 'read':
      return held.has(e.variable) ? { ...e, type: positionType } : undefined;
    case 'convert':
      return asPosition(e.operand, held);
    case 'conditional': {
      const whenTrue = asPosition(e.whenTrue, held);
      const whenFalse = asPosition(e.whenFalse, held);
      return whenTrue && whenFalse && { ...e, whenTrue, whenFalse, type: positionType };
    }
    case 'arithmetic': {
      for (const { position, step } of moved(e)) {
        const left = holdsPosition(position, held) ? asPosition(position, held) : undefined;
        if (left) return { ...e, left, right: withoutConversion(step), type: positionType };
      }
      return undefined;
    }
    default:
      return undefined;
  }
}

/** Returns the ways to see a sum or a difference as a number that is moved by a step. */
function moved({ operator, left, right }: Arithmetic): readonly { position: Expression; step: Expression }[] {
  const ways = [];
  if ((operator === '+' || operator === '-') && isStep(right)) ways.push({ position: left, step: right });
  if (operator === '+' && isStep(left)) ways.push({ position: right, step: left });
  return ways;
}

/** True for a small constant, and for the length of a string. */
function isStep(e: Expression): boolean {
  const number = withoutConversion(e);
  if (!sameType(number.type, intType)) return false;
  if (number.kind === 'literal') return typeof number.value === 'number' && Math.abs(number.value) <= mostStep;
  return number.kind === 'string-call' && number.operation === 'length';
}

function withoutConversion(e: Expression): Expression {
  return e.kind === 'convert' && sameType(e.type, doubleType) ? e.operand : e;
}
