import type { Expression } from '../ir/expression.js';
import { rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import type { VariableId } from '../ir/variable.js';

/** The most bytes of a literal that is copied as a word, without a place in memory. */
const longestWord = 4;
/** Text of more pieces than that is evaluated again instead of remembered. */
const mostSegments = 8;

/** Where the bytes of a string lie. Each kind includes those before it. */
enum Origin {
  /** In input columns. */
  Columns,
  /** There, or in whole literals of at most a word. */
  Words,
  /** Anywhere: in longer literals, in the text of a number, nowhere yet (mapped case). */
  Elsewhere,
}

/**
 * The most pieces of a text value that the row function writes, where each is a part of an input column or a short literal:
 * then a row is evaluated once, and its pieces are copied when their place is known. Otherwise 0.
 */
export function segments(fn: RowFunction): number {
  const variables = origins(fn);
  let most = 1;
  let origin = Origin.Columns;
  forEach(fn.body, (statement) => {
    if (statement.kind !== 'return') return;
    for (const [index, value] of statement.values.entries()) {
      if (fn.output[index]?.type !== 'utf8') continue;
      origin = Math.max(origin, originOf(value, variables));
      most = Math.max(most, pieces(value));
    }
  });
  return origin < Origin.Elsewhere && most <= mostSegments ? most : 0;
}

/** Of every variable, over all that is stored in it anywhere. */
function origins(fn: RowFunction): ReadonlyMap<VariableId, Origin> {
  const variables = new Map<VariableId, Origin>(fn.variables.map(({ id }) => [id, Origin.Columns]));
  const store = (variable: VariableId, origin: Origin): boolean => {
    const before = variables.get(variable) ?? Origin.Columns;
    variables.set(variable, Math.max(before, origin));
    return origin > before;
  };
  // What is stored may come from variables that are stored later, in loops: until nothing changes.
  for (let changed = true; changed; ) {
    changed = false;
    forEach(fn.body, (statement) => {
      if (statement.kind === 'declare' || statement.kind === 'assign') {
        if (store(statement.variable, originOf(statement.value, variables))) changed = true;
      } else if (statement.kind === 'for-of') {
        if (store(statement.variable, Origin.Elsewhere)) changed = true;
      }
    });
  }
  return variables;
}

function originOf(e: Expression, variables: ReadonlyMap<VariableId, Origin>): Origin {
  const of = (...operands: readonly Expression[]) =>
    operands.reduce<Origin>((origin, operand) => Math.max(origin, originOf(operand, variables)), Origin.Columns);
  switch (e.kind) {
    case 'literal':
      if (typeof e.value !== 'string') return Origin.Columns;
      return Buffer.byteLength(e.value) <= longestWord && e.value.isWellFormed() ? Origin.Words : Origin.Elsewhere;
    case 'read':
      return variables.get(e.variable) ?? Origin.Elsewhere;
    case 'convert':
    case 'require':
      return of(e.operand);
    case 'logical':
    case 'coalesce':
      return of(e.left, e.right);
    case 'conditional':
      return of(e.whenTrue, e.whenFalse);
    case 'concat':
      return of(...e.parts);
    case 'string-call':
      // A part of a word is no longer a whole literal.
      return cuts.has(e.operation) && of(e.receiver) === Origin.Columns ? Origin.Columns : Origin.Elsewhere;
    case 'replace':
      if (e.occurrences === 'all' || e.dollars) return Origin.Elsewhere;
      return of(e.receiver) === Origin.Columns ? of(e.replacement) : Origin.Elsewhere;
    default:
      return Origin.Elsewhere;
  }
}

/** Operations whose result is a part of their receiver. */
const cuts: ReadonlySet<string> = new Set([
  'unitAt',
  'at',
  'charAt',
  'slice',
  'substring',
  'trim',
  'trimStart',
  'trimEnd',
]);

/** What is concatenated last is written piece by piece. */
function pieces(value: Expression): number {
  const parts = value.kind === 'concat' ? value.parts : [value];
  return parts.reduce((sum, { type: { core } }) => sum + (core.kind === 'string' ? core.pieces : 0), 0);
}

function forEach(body: readonly Statement[], visit: (statement: Statement) => void): void {
  rewriteStatements(body, (statement) => {
    visit(statement);
    return [statement];
  });
}
