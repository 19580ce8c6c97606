import {
  booleanType,
  doubleType,
  intType,
  isLazy,
  lazyStringType,
  orUndefined,
  positionType,
  stringType,
  type Type,
} from '../type.js';

/**
 * The text of a result: a part of the receiver, a part of at most one UTF-16 unit, other text of no more bytes, mapped case, or the
 * receiver filled up to a count.
 */
export type TextResult = 'part' | 'unit' | 'as long' | 'mapped case' | 'filled';

/** The properties of an operation of `String.prototype`. Its meaning is the C++ that it names. */
interface StringOperationEntry {
  /** Returns the type of the result for a present receiver of a type. */
  typeOf(receiver: Type): Type;
  /** The relation of the result to the receiver; undefined if the result is no text. */
  readonly text?: TextResult;
  /** A method of the library's strings, or a free function. */
  readonly cpp: { readonly method: string } | { readonly function: string; readonly takesOut?: true };
  /** The header that declares it, relative to the library's folder; none if it is in the library's common part. */
  readonly header?: string;
  /**
   * True if its work on a long text in one piece is a search, a count or nothing, so that all lanes of a warp can share it
   * (`3-plan/bulk-text.ts`).
   */
  readonly isBulk?: true;
  /** True if no receiver and no argument makes it fail its row. */
  readonly isSound?: true;
}

const unitOf = (receiver: Type) => (isLazy(receiver) ? lazyStringType : stringType());
const part = { typeOf: (receiver: Type) => receiver, text: 'part', isBulk: true } as const;
const search = { typeOf: () => positionType, isBulk: true } as const;
const test = { typeOf: () => booleanType, isBulk: true } as const;
const filling = { typeOf: () => lazyStringType, text: 'filled' } as const;
const caseMapping = { typeOf: () => lazyStringType, text: 'mapped case', header: 'string/case/case_map.hpp' } as const;

/** ECMA-262, sections 22.1.3 and B.2.2, and `unitAt`, which is `s[i]`. A new operation is a row here and a function in C++. */
const stringOperations = {
  length: { typeOf: () => intType, cpp: { method: 'length' }, isBulk: true, isSound: true },
  unitAt: {
    typeOf: (receiver) => orUndefined(unitOf(receiver)),
    text: 'unit',
    cpp: { method: 'unit_at' },
    isBulk: true,
    isSound: true,
  },
  at: {
    typeOf: (receiver) => orUndefined(unitOf(receiver)),
    text: 'unit',
    cpp: { method: 'at' },
    isBulk: true,
    isSound: true,
  },
  charAt: { typeOf: unitOf, text: 'unit', cpp: { method: 'char_at' }, isBulk: true, isSound: true },
  charCodeAt: {
    typeOf: () => doubleType,
    cpp: { function: 'char_code_at' },
    header: 'string/lazy/char_code.hpp',
    isBulk: true,
  },
  // `s[i]` of an index that is proved to lie within the string.
  charWithin: { typeOf: unitOf, text: 'unit', cpp: { function: 'char_within' }, isBulk: true, isSound: true },
  // `charCodeAt` of an index that is proved to lie within the string.
  charCodeWithin: {
    typeOf: () => intType,
    cpp: { function: 'char_code_within' },
    header: 'string/lazy/char_code.hpp',
    isBulk: true,
    isSound: true,
  },
  codePointAt: {
    typeOf: () => orUndefined(intType),
    cpp: { function: 'code_point_at' },
    header: 'string/lazy/char_code.hpp',
    isBulk: true,
  },
  slice: { ...part, cpp: { method: 'slice' }, isSound: true },
  substring: { ...part, cpp: { method: 'substring' }, isSound: true },
  trim: { ...part, cpp: { method: 'trim' }, isSound: true },
  trimStart: { ...part, cpp: { method: 'trim_start' } },
  trimEnd: { ...part, cpp: { method: 'trim_end' } },
  indexOf: { ...search, cpp: { method: 'index_of' }, isSound: true },
  lastIndexOf: { ...search, cpp: { method: 'last_index_of' } },
  includes: { ...test, cpp: { method: 'includes' } },
  startsWith: { ...test, cpp: { method: 'starts_with' } },
  endsWith: { ...test, cpp: { method: 'ends_with' } },
  toUpperCase: { ...caseMapping, cpp: { method: 'to_upper_case' } },
  toLowerCase: { ...caseMapping, cpp: { method: 'to_lower_case' } },
  isWellFormed: {
    typeOf: () => booleanType,
    cpp: { function: 'is_well_formed' },
    header: 'string/lazy/well_formed.hpp',
  },
  // A lone surrogate has three bytes, and so has U+FFFD in its place.
  toWellFormed: {
    typeOf: () => lazyStringType,
    text: 'as long',
    cpp: { function: 'to_well_formed' },
    header: 'string/lazy/well_formed.hpp',
    isSound: true,
  },
  padStart: { ...filling, cpp: { function: 'pad_start', takesOut: true }, header: 'string/lazy/padded.hpp' },
  padEnd: { ...filling, cpp: { function: 'pad_end', takesOut: true }, header: 'string/lazy/padded.hpp' },
  repeat: { ...filling, cpp: { function: 'repeat', takesOut: true }, header: 'string/lazy/repeated.hpp' },
} as const satisfies Readonly<Record<string, StringOperationEntry>>;

/** The name of an operation of `String.prototype`. */
export type StringOperation = keyof typeof stringOperations;

/** Returns the properties of an operation. */
export function stringOperation(name: StringOperation): StringOperationEntry {
  return stringOperations[name];
}
