import type {
  Coalesce,
  Conditional,
  Convert,
  Expression,
  Literal,
  Logical,
  Require,
  StringCall,
} from '../ir/expression.js';
import { stringOperation } from '../ir/operations/string-operations.js';
import { forEachStatement } from '../ir/rewrite.js';
import { type Column, hasBytes, type RowFunction } from '../ir/row-function.js';
import type { VariableId } from '../ir/variable.js';

/** The most bytes of a literal that is copied as a word, without an address in memory. */
const longestWord = 4;
/** Text of more pieces than this is evaluated again instead of remembered. */
const mostSegments = 8;

/** The place of a string's bytes. Each kind includes those before it. */
enum Origin {
  /** In input columns. */
  Columns,
  /** In input columns or literals. */
  Constants,
  /**
   * In input columns, or in literals and params, which may contain surrogate pairs even if all columns are ASCII: a part of one may be half a
   * character, whose bytes are not in memory.
   */
  Pairs,
  /** In input columns or literals; their case is mapped while they are copied. */
  Mapped,
  /** In memory that the next row reuses, as for the text of a number. */
  Elsewhere,
}

/** The pieces that one evaluation of a row leaves to be copied. */
export interface Segments {
  /** The most pieces of a text value; 0 if the text must be evaluated to be written. */
  readonly count: number;
  /** For each piece, true if it may be longer than a word; the others are copied without a loop. */
  readonly longer: readonly boolean[];
  /**
   * For each piece, true if it may be a part of a literal, or a whole literal longer than a word. It then needs an address of its own kind.
   */
  readonly constant: readonly boolean[];
  /** True if the case of some pieces is mapped on the way, which only works for ASCII text. */
  readonly mapped: boolean;
}

/**
 * Returns the pieces of the text values that the row function writes, if each is a part of an input column or of a literal. A row is then
 * evaluated once, and its pieces are copied when their place is known.
 */
export function segments(fn: RowFunction): Segments {
  const variables = storedStrings(fn);
  const longer: boolean[] = [];
  const constant: boolean[] = [];
  let origin = Origin.Columns as Origin;
  forEachStatement(fn.body, (statement) => {
    if (statement.kind !== 'return' && statement.kind !== 'emit') return;
    for (const [index, value] of statement.values.entries()) {
      const column = fn.output[index];
      if (!column || !hasBytes(column)) continue;
      origin = Math.max(origin, originOf(value, variables));
      let at = 0;
      for (const part of parts(value)) {
        const mayBeLonger = isLonger(part, variables);
        const mayBeConstant = isConstant(part, variables);
        for (let left = piecesOf(part); left > 0; left--) {
          longer[at] = (longer[at] ?? false) || mayBeLonger;
          constant[at] = (constant[at] ?? false) || mayBeConstant;
          at += 1;
        }
      }
    }
  });
  return origin < Origin.Elsewhere && longer.length <= mostSegments
    ? { count: Math.max(longer.length, 1), longer, constant, mapped: origin === Origin.Mapped }
    : { count: 0, longer: [], constant: [], mapped: false };
}

/** The strings that a variable can hold, over all its assignments. */
interface Stored {
  readonly origin: Origin;
  /** True for more than a word of text. */
  readonly longer: boolean;
  /** True for a part of a literal, or for a long one. */
  readonly constant: boolean;
}

/** Returns what a variable holds at first. A param lies in another memory than columns on a GPU, as literals do. */
function storedIn(column: Column | undefined): Stored {
  if (column?.scalar === 'param') return { origin: Origin.Pairs, longer: true, constant: true };
  return { origin: Origin.Columns, longer: column !== undefined, constant: false };
}

type StoredStrings = ReadonlyMap<VariableId, Stored>;

function storedStrings(fn: RowFunction): StoredStrings {
  const variables = new Map<VariableId, Stored>(
    fn.variables.map(({ id, column }) => [id, storedIn(column === undefined ? undefined : fn.input[column])]),
  );
  const store = (variable: VariableId, { origin, longer, constant }: Stored): boolean => {
    const before = variables.get(variable) ?? { origin: Origin.Columns, longer: false, constant: false };
    const after = {
      origin: Math.max(before.origin, origin),
      longer: before.longer || longer,
      constant: before.constant || constant,
    };
    variables.set(variable, after);
    return after.origin > before.origin || after.longer !== before.longer || after.constant !== before.constant;
  };
  // A loop may assign from variables that are assigned later, so this repeats until nothing changes.
  for (let changed = true; changed; ) {
    changed = false;
    forEachStatement(fn.body, (statement) => {
      if (statement.kind === 'declare' || statement.kind === 'assign') {
        const { variable, value } = statement;
        const stored = {
          origin: originOf(value, variables),
          longer: isLonger(value, variables),
          constant: isConstant(value, variables),
        };
        if (store(variable, stored)) changed = true;
      } else if (statement.kind === 'for-of') {
        const origin = isSplit(statement.source) ? originOf(statement.source, variables) : Origin.Elsewhere;
        if (store(statement.variable, { origin, longer: true, constant: origin > Origin.Columns })) changed = true;
      } else if (statement.kind === 'sort') {
        for (const element of [statement.left, statement.right])
          if (store(element, { origin: Origin.Elsewhere, longer: true, constant: true })) changed = true;
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
      return originOfLiteral(e.value);
    case 'read':
      return variables.get(e.variable)?.origin ?? Origin.Elsewhere;
    case 'convert':
    case 'require':
    case 'logical':
    case 'coalesce':
    case 'conditional':
      return of(...sourcesOf(e));
    case 'concat':
      return of(...e.parts);
    case 'string-call':
      if (stringOperation(e.operation).text === 'mapped case') {
        return isView(e.receiver) && of(e.receiver) === Origin.Columns ? Origin.Mapped : Origin.Elsewhere;
      }
      // A part of a mapped string has to be computed.
      return isPart(e) ? inMemory(of(e.receiver)) : Origin.Elsewhere;
    case 'to-text':
      // `false`, `null` and `undefined` are literals. The text of a number is computed.
      return isText(e.operand) ? Math.max(of(e.operand), Origin.Constants) : Origin.Elsewhere;
    case 'pick':
      return e.values.reduce<Origin>(
        (origin, value) => (typeof value === 'string' ? Math.max(origin, originOfLiteral(value)) : origin),
        Origin.Constants,
      );
    case 'split':
      return inMemory(of(e.receiver));
    case 'match':
      return inMemory(of(e.subject));
    case 'match-part':
    case 'next-match':
    case 'set-last-index':
      return of(e.operand);
    case 'new-search':
      return e.subject ? inMemory(of(e.subject)) : Origin.Columns;
    case 'execute':
      return Math.max(of(e.operand), inMemory(of(e.subject)));
    case 'array-call':
      return (e.operation === 'element' || e.operation === 'at') && isSplit(e.receiver)
        ? of(e.receiver)
        : Origin.Elsewhere;
    case 'replace':
      if (e.occurrences === 'all' || e.dollars) return Origin.Elsewhere;
      return Math.max(inMemory(of(e.receiver)), of(e.replacement));
    default:
      return Origin.Elsewhere;
  }
}

/** The origin of a part of a string. A part of a computed string, or half a character, has no bytes in memory. */
function inMemory(origin: Origin): Origin {
  return origin <= Origin.Constants ? origin : Origin.Elsewhere;
}

/** Returns the operands that may be the value of an expression that only chooses or passes on. */
function sourcesOf(e: Convert | Require | Logical | Coalesce | Conditional): readonly Expression[] {
  switch (e.kind) {
    case 'convert':
    case 'require':
      return [e.operand];
    case 'conditional':
      return [e.whenTrue, e.whenFalse];
    default:
      return [e.left, e.right];
  }
}

/** True for a string of more bytes than a word. */
function isLongLiteral({ value }: Literal): boolean {
  return typeof value === 'string' && Buffer.byteLength(value) > longestWord;
}

function originOfLiteral(text: string): Origin {
  if (!text.isWellFormed()) return Origin.Elsewhere;
  return /[\ud800-\udfff]/.test(text) ? Origin.Pairs : Origin.Constants;
}

function isView({ type: { core } }: Expression): boolean {
  return core.kind === 'string' && core.pieces === 1 && !core.lazy;
}

/** True for an array whose text lies in columns or literals; arrays in scratch memory hold text of any origin. */
function isSplit({ type: { core } }: Expression): boolean {
  return core.kind === 'array' && core.lazy !== false;
}

/** True if ToString gives the string itself, or a word of the language. */
function isText({ type: { core } }: Expression): boolean {
  return (core.kind === 'string' && !core.lazy) || core.kind === 'boolean' || core.kind === 'nothing';
}

/** True if a string may be a part of a literal, or a whole literal longer than a word. Other literals have no address in memory. */
function isConstant(e: Expression, variables: StoredStrings): boolean {
  const some = (...operands: readonly Expression[]) => operands.some((operand) => isConstant(operand, variables));
  switch (e.kind) {
    case 'literal':
      return isLongLiteral(e);
    case 'read':
      return variables.get(e.variable)?.constant ?? true;
    case 'convert':
    case 'require':
    case 'logical':
    case 'coalesce':
    case 'conditional':
      return some(...sourcesOf(e));
    case 'concat':
      return some(...e.parts);
    case 'string-call':
      return originOf(e.receiver, variables) !== Origin.Columns && stringOperation(e.operation).text !== 'mapped case';
    case 'split':
      return originOf(e.receiver, variables) !== Origin.Columns;
    default:
      return true;
  }
}

/** True if the result of an operation is a part of its receiver. */
function isPart({ operation }: StringCall): boolean {
  const { text } = stringOperation(operation);
  return text === 'part' || text === 'unit';
}

/** True if a written string may have more bytes than a word. A unit that is a whole character has at most three. */
function isLonger(e: Expression, variables: StoredStrings): boolean {
  const some = (...operands: readonly Expression[]) => operands.some((operand) => isLonger(operand, variables));
  switch (e.kind) {
    case 'literal':
      return isLongLiteral(e);
    case 'read':
      return variables.get(e.variable)?.longer ?? true;
    case 'convert':
    case 'require':
    case 'logical':
    case 'coalesce':
    case 'conditional':
      return some(...sourcesOf(e));
    case 'string-call':
      return stringOperation(e.operation).text !== 'unit' && some(e.receiver);
    default:
      return true;
  }
}

/** A concatenation in a result is written piece by piece. */
function parts(value: Expression): readonly Expression[] {
  return value.kind === 'concat' ? value.parts : [value];
}

function piecesOf({ type: { core } }: Expression): number {
  return core.kind === 'string' ? core.pieces : 0;
}
