import type { ArrayCall, Expression, Replace, StringCall } from '../ir/expression.js';
import { intrinsicOf } from '../ir/intrinsics/index.js';
import { stringOperation } from '../ir/operations/string-operations.js';
import { type Constant, hasBytes, type RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import { listBound } from './list-bound.js';
import { type Bound, larger, nothing, sameBound, scaled, sum, unknown } from './size-bound.js';

/** The longest shortest-round-trip form of a double: `-0.0000012345678901234567`. */
const longestNumber = 25;
/** The least bigint of 128 bits. */
const longestBigInt = 40;
/** `undefined` is longer than `null`, `true` and `false`. */
const longestWord = 9;
/** One UTF-16 unit of a column. A lone half of a 4-byte character is written as U+FFFD, which has 3 bytes. */
const longestUnit = 3;

/** The longest character. */
const longestCharacter = 4;
/**
 * The most bytes that case mapping makes of one byte: U+0390 becomes three characters of two bytes each, and U+023A one of three.
 * scripts/case-tables.mjs checks both.
 */
const caseGrowth = { toUpperCase: 3, toLowerCase: 1.5 } as const;

/** A bound for text that is padded to more units than this would be of no use. */
const mostUnits = 2 ** 16;
/** A string that still grows after so many rounds of a loop has no bound. */
const mostRounds = 4;

/** Returns an upper bound of the bytes that each row writes into an output column, from the IR alone. */
export function outputBound(fn: RowFunction, output: number): Bound {
  if (fn.output[output]?.element) return listBound(fn, output);
  const variables = new Map<number, Bound>();
  for (const { id, column } of fn.variables) {
    if (column === undefined) continue;
    // The length of a scalar's text is only known at a call.
    const input = fn.input[column];
    const isScalar = input?.scalar !== undefined;
    variables.set(
      id,
      isScalar ? (input && hasBytes(input) ? unknown : nothing) : { constant: 0, factors: new Map([[column, 1]]) },
    );
  }
  let bound = nothing;
  let growths = 0;
  const store = (variable: number, value: Bound, round: number) => {
    const before = variables.get(variable) ?? nothing;
    const after = larger(before, value);
    if (sameBound(before, after)) return;
    growths += 1;
    variables.set(variable, round < mostRounds ? after : unknown);
  };
  const visitLoop = (body: readonly Statement[], outerRound: number) => {
    for (let round = outerRound, before = -1; growths > before; round += 1) {
      before = growths;
      visit(body, round);
    }
  };
  const visit = (body: readonly Statement[], round: number): void => {
    for (const statement of body) {
      switch (statement.kind) {
        case 'declare':
        case 'assign':
          store(statement.variable, boundOf(statement.value, variables), round);
          break;
        case 'if':
          visit(statement.whenTrue, round);
          visit(statement.whenFalse, round);
          break;
        case 'block':
          visit(statement.body, round);
          break;
        case 'loop':
          visitLoop([...statement.body, ...statement.update], round);
          break;
        case 'for-of':
          store(statement.variable, stepBound(statement.source, variables), round);
          visitLoop(statement.body, round);
          break;
        case 'sort': {
          const element = boundOf(statement.array, variables);
          store(statement.left, element, round);
          store(statement.right, element, round);
          visitLoop(statement.body, round);
          break;
        }
        case 'machine':
          store(statement.variable, unknown, round);
          visitLoop(statement.body, round);
          break;
        case 'routine':
          for (const parameter of statement.parameters) store(parameter, unknown, round);
          visit(statement.body, round);
          break;
        case 'recur':
          store(statement.variable, unknown, round);
          break;
        case 'emit':
          // The text of any number of rows has no bound.
          bound = unknown;
          break;
        case 'return': {
          const value = statement.values[output];
          if (value) bound = larger(bound, boundOf(value, variables));
        }
      }
    }
  };
  visit(fn.body, 0);
  return bound;
}

function boundOf(e: Expression, variables: ReadonlyMap<number, Bound>): Bound {
  const below = (operand: Expression) => boundOf(operand, variables);
  switch (e.kind) {
    case 'literal':
      return typeof e.value === 'string' ? { constant: Buffer.byteLength(e.value), factors: new Map() } : nothing;
    case 'read':
      return variables.get(e.variable) ?? nothing;
    case 'convert':
    case 'flatten':
    case 'require':
    case 'as-kind':
      return below(e.operand);
    case 'to-text': {
      const { core } = e.operand.type;
      const text = core.kind === 'string' ? below(e.operand) : nothing;
      const most = core.kind === 'number' ? longestNumber : core.kind === 'bigint' ? longestBigInt : longestWord;
      return larger(text, { constant: most, factors: new Map() });
    }
    case 'pick':
      return longest(e.values);
    case 'logical':
    case 'coalesce':
      return larger(below(e.left), below(e.right));
    case 'conditional':
      return larger(below(e.whenTrue), below(e.whenFalse));
    case 'concat':
      return e.parts.map(below).reduce(sum, nothing);
    case 'call':
      if (e.type.core.kind !== 'string') return nothing;
      return { constant: intrinsicOf(e).longestText?.(e.arguments) ?? Number.POSITIVE_INFINITY, factors: new Map() };
    case 'string-call':
      return textBound(e, below(e.receiver));
    case 'replace':
      return replacedBound(e, below(e.receiver), below(e.replacement));
    case 'split':
      return below(e.receiver);
    case 'pattern-call':
    case 'match':
      return below(e.subject);
    case 'match-part':
    case 'next-match':
    case 'set-last-index':
      return below(e.operand);
    case 'execute':
      return larger(below(e.operand), below(e.subject));
    case 'pattern-replace':
    case 'access':
      return unknown;
    case 'new-array':
      return e.elements.map(below).reduce(larger, nothing);
    case 'array-call':
      return arrayBound(e, [e.receiver, ...e.arguments].map(below));
    case 'code-string':
      return { constant: e.codes.length * (e.of === 'units' ? longestUnit : longestCharacter), factors: new Map() };
    default:
      return nothing;
  }
}

/** The bound of a character, or of an element, that a loop goes over. */
function stepBound(source: Expression, variables: ReadonlyMap<number, Bound>): Bound {
  if (source.type.core.kind === 'array') return boundOf(source, variables);
  return { constant: longestCharacter, factors: new Map() };
}

/** The bound of the text that a string operation gives. */
function textBound(e: StringCall, receiver: Bound): Bound {
  const { text } = stringOperation(e.operation);
  if (text === undefined) return nothing;
  switch (text) {
    case 'unit':
      return { constant: longestUnit, factors: new Map() };
    case 'mapped case':
      return scaled(receiver, e.operation === 'toUpperCase' ? caseGrowth.toUpperCase : caseGrowth.toLowerCase);
    case 'filled':
      return filledBound(e, receiver);
    case 'part':
    case 'as long':
      return receiver;
  }
}

/** The bound of `padStart`, `padEnd` and `repeat`. */
function filledBound({ operation, arguments: [count] }: StringCall, receiver: Bound): Bound {
  const times = count?.kind === 'literal' && typeof count.value === 'number' ? Math.max(count.value, 0) : Infinity;
  if (!(times <= mostUnits)) return unknown;
  if (operation === 'repeat') return scaled(receiver, times);
  return sum(receiver, { constant: times * longestUnit, factors: new Map() });
}

/** The bound of every element of an array, or of a value that is made of elements. */
function arrayBound({ operation, receiver, arguments: [separator] }: ArrayCall, operands: readonly Bound[]): Bound {
  if (operation !== 'join') return operands.reduce(larger, nothing);
  const [pieces = unknown, between = unknown] = operands;
  // The pieces of a text and the separators between them are the text.
  const isSplit = receiver.kind === 'split' && receiver.separator && separator;
  return isSplit ? replacedPieces(receiver.separator, pieces, between) : unknown;
}

/** A match takes as many bytes as its pattern, if that is known and contains no lone surrogate. */
function replacedBound({ occurrences, pattern, dollars }: Replace, receiver: Bound, replacement: Bound): Bound {
  if (dollars) return unknown;
  if (occurrences === 'first') return sum(receiver, replacement);
  return replacedPieces(pattern, receiver, replacement);
}

function replacedPieces(pattern: Expression, receiver: Bound, replacement: Bound): Bound {
  const size =
    pattern.kind === 'literal' && typeof pattern.value === 'string' && pattern.value.isWellFormed()
      ? Buffer.byteLength(pattern.value)
      : 0;
  if (size === 0 || replacement.factors.size > 0 || replacement === unknown) return unknown;
  return scaled(receiver, Math.max(1, replacement.constant / size));
}

/** The bound of the longest of some constants, as UTF-8. */
function longest(values: readonly Constant[]): Bound {
  const bytes = values.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0));
  return { constant: bytes.reduce((most, count) => Math.max(most, count), 0), factors: new Map() };
}
