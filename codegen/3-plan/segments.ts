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
  /** There, and their case is mapped on the way. */
  Mapped,
  /** Anywhere: in longer literals, in the text of a number, in several places. */
  Elsewhere,
}

/** The pieces that one evaluation of a row leaves to be copied. */
export interface Segments {
  /** The most pieces of a text value; 0 where the text must be evaluated to be written. */
  readonly count: number;
  /** Of each piece, whether it may be longer than a word: the others are copied without a loop. */
  readonly longer: readonly boolean[];
}

/**
 * The pieces of the text values that the row function writes, where each is a part of an input column or a short literal:
 * then a row is evaluated once, and its pieces are copied when their place is known.
 */
export function segments(fn: RowFunction): Segments {
  const variables = storedStrings(fn);
  const longer: boolean[] = [];
  let origin = Origin.Columns;
  forEach(fn.body, (statement) => {
    if (statement.kind !== 'return') return;
    for (const [index, value] of statement.values.entries()) {
      if (fn.output[index]?.type !== 'utf8') continue;
      origin = Math.max(origin, originOf(value, variables));
      let at = 0;
      for (const part of parts(value)) {
        const mayBeLonger = isLonger(part, variables);
        for (let left = piecesOf(part); left > 0; left--) {
          longer[at] = (longer[at] ?? false) || mayBeLonger;
          at += 1;
        }
      }
    }
  });
  return origin < Origin.Elsewhere && longer.length <= mostSegments
    ? { count: Math.max(longer.length, 1), longer }
    : { count: 0, longer: [] };
}

/** What a variable can hold, over all that is stored in it anywhere. */
interface Stored {
  readonly origin: Origin;
  /** More than a word of text. */
  readonly longer: boolean;
}

type StoredStrings = ReadonlyMap<VariableId, Stored>;

function storedStrings(fn: RowFunction): StoredStrings {
  const variables = new Map<VariableId, Stored>(
    fn.variables.map(({ id, column }) => [id, { origin: Origin.Columns, longer: column !== undefined }]),
  );
  const store = (variable: VariableId, { origin, longer }: Stored): boolean => {
    const before = variables.get(variable) ?? { origin: Origin.Columns, longer: false };
    const after = { origin: Math.max(before.origin, origin), longer: before.longer || longer };
    variables.set(variable, after);
    return after.origin > before.origin || after.longer !== before.longer;
  };
  // What is stored may come from variables that are stored later, in loops: until nothing changes.
  for (let changed = true; changed; ) {
    changed = false;
    forEach(fn.body, (statement) => {
      if (statement.kind === 'declare' || statement.kind === 'assign') {
        const { variable, value } = statement;
        if (store(variable, { origin: originOf(value, variables), longer: isLonger(value, variables) })) changed = true;
      } else if (statement.kind === 'for-of') {
        const origin = isSplit(statement.source) ? originOf(statement.source, variables) : Origin.Elsewhere;
        if (store(statement.variable, { origin, longer: true })) changed = true;
      }
    });
  }
  return variables;
}

function originOf(e: Expression, variables: StoredStrings): Origin {
  const of = (...operands: readonly Expression[]) =>
    operands.reduce<Origin>((origin, operand) => Math.max(origin, originOf(operand, variables)), Origin.Columns);
  switch (e.kind) {
    case 'literal':
      if (typeof e.value !== 'string') return Origin.Columns;
      return Buffer.byteLength(e.value) <= longestWord && e.value.isWellFormed() ? Origin.Words : Origin.Elsewhere;
    case 'read':
      return variables.get(e.variable)?.origin ?? Origin.Elsewhere;
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
      if (e.operation === 'toUpperCase' || e.operation === 'toLowerCase') {
        return isView(e.receiver) && of(e.receiver) === Origin.Columns ? Origin.Mapped : Origin.Elsewhere;
      }
      // A part of a word is no longer a whole literal, and one of a mapped string is computed.
      return cuts.has(e.operation) && of(e.receiver) === Origin.Columns ? Origin.Columns : Origin.Elsewhere;
    case 'split':
      return of(e.receiver) === Origin.Columns ? Origin.Columns : Origin.Elsewhere;
    case 'array-call':
      return (e.operation === 'element' || e.operation === 'at') && isSplit(e.receiver)
        ? of(e.receiver)
        : Origin.Elsewhere;
    case 'replace':
      if (e.occurrences === 'all' || e.dollars) return Origin.Elsewhere;
      return of(e.receiver) === Origin.Columns ? of(e.replacement) : Origin.Elsewhere;
    default:
      return Origin.Elsewhere;
  }
}

function isView({ type: { core } }: Expression): boolean {
  return core.kind === 'string' && core.pieces === 1 && !core.lazy;
}

/** Arrays in scratch memory hold text of any origin. */
function isSplit({ type: { core } }: Expression): boolean {
  return core.kind === 'array' && core.lazy;
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

/** Whether a string that is written may have more than a word of ASCII bytes: of other text no pieces are remembered. */
function isLonger(e: Expression, variables: StoredStrings): boolean {
  const some = (...operands: readonly Expression[]) => operands.some((operand) => isLonger(operand, variables));
  switch (e.kind) {
    case 'literal':
      return typeof e.value === 'string' && Buffer.byteLength(e.value) > longestWord;
    case 'read':
      return variables.get(e.variable)?.longer ?? true;
    case 'convert':
    case 'require':
      return some(e.operand);
    case 'logical':
    case 'coalesce':
      return some(e.left, e.right);
    case 'conditional':
      return some(e.whenTrue, e.whenFalse);
    case 'string-call':
      return !units.has(e.operation) && some(e.receiver);
    default:
      return true;
  }
}

/** Operations whose result is at most one unit. */
const units: ReadonlySet<string> = new Set(['unitAt', 'at', 'charAt']);

/** What is concatenated last is written piece by piece. */
function parts(value: Expression): readonly Expression[] {
  return value.kind === 'concat' ? value.parts : [value];
}

function piecesOf({ type: { core } }: Expression): number {
  return core.kind === 'string' ? core.pieces : 0;
}

function forEach(body: readonly Statement[], visit: (statement: Statement) => void): void {
  rewriteStatements(body, (statement) => {
    visit(statement);
    return [statement];
  });
}
