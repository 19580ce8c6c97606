import {
  hasOffsets,
  isBinaryType,
  isTextType,
  isTimeType,
  type NumberType,
  numberTypes,
} from '../schema/column-types.js';
import { describeType } from '../schema/columns.js';
import type { InputBuffers, ScalarBuffers } from './backend/addon.js';
import type { InputColumn, Row, TransformDescription } from './description.js';
import { didYouMean } from './did-you-mean.js';
import { OptionError, RowfuseError } from './errors.js';
import { isBytes } from './input/bytes.js';
import { lowerList, partCount } from './input/lower-list.js';
import type { Piece } from './input/piece.js';
import type { MemoryBudget } from './memory-budget.js';
import { unreadableOption } from './options.js';
import { mapped } from './values/mapped.js';
import { showValue } from './values/show-value.js';
import { describeValues, holds, toStored } from './values/stored-values.js';
import { timeValue } from './values/time-value.js';
import { kindOf } from './words.js';

/** The params of a call, for its row function and for native code. */
export interface Params {
  /** The values by name. The object is frozen and has no prototype. */
  readonly values: Row;
  /**
   * Returns the values for native code, which follow the columns of a piece. `start` is the number of the piece's first row in the whole
   * input.
   */
  scalars(start: number): readonly ScalarBuffers[];
}

/** The params of most calls. */
const noParams: Params = { values: Object.freeze(Object.create(null)), scalars: () => noScalars };
const noScalars: readonly ScalarBuffers[] = [];

/**
 * Checks a call's `params` against the declaration.
 *
 * @throws OptionError for a param that is missing, unknown, or not a value of its type.
 */
export function checkParams(
  transform: TransformDescription,
  given: object | undefined,
  { valuesInErrors }: { readonly valuesInErrors: boolean },
): Params {
  if (given === undefined && transform.params === undefined && transform.readsIndex !== true) return noParams;
  try {
    return readParams(transform, given, valuesInErrors);
  } catch (error) {
    throw error instanceof RowfuseError ? error : unreadableOption(transform.name, 'params', error);
  }
}

function readParams(transform: TransformDescription, given: object | undefined, valuesInErrors: boolean): Params {
  const { name, params: declared = [], readsIndex = false } = transform;
  const known = declared.map((param) => param.name);
  for (const key of Object.keys(given ?? {})) {
    if (known.includes(key)) continue;
    throw new OptionError(
      known.length === 0
        ? `${name} takes no params, but got ${JSON.stringify(key)}. Leave them out, or declare \`params\` in its description and build again.`
        : `${name}: params has ${JSON.stringify(key)}, which is not declared. ${didYouMean(key, known)}Declared: ${known.join(', ')}.`,
    );
  }
  const values: { [name: string]: unknown } = Object.create(null);
  for (const param of declared) {
    const value = Object.hasOwn(given ?? {}, param.name) ? (given as Row)[param.name] : undefined;
    values[param.name] = checked(name, param, value, valuesInErrors);
  }
  const scalars = mapped(declared, (param) => encode(param, values[param.name]));
  return {
    values: Object.freeze(values),
    scalars: (start) => (readsIndex ? [...scalars, rowNumber(start)] : scalars),
  };
}

function checked(transform: string, param: InputColumn, given: unknown, valuesInErrors: boolean): unknown {
  const { name, nullable } = param;
  const value = isTimeType(param.type) ? timeValue(given) : given;
  const type = describeType(param);
  const where = `${transform}: params.${name}`;
  if (value === null || value === undefined) {
    if (nullable) return null;
    throw new OptionError(
      value === null
        ? `${where} is null, but it is declared ${type}, not nullable(${type}). Pass a value, or declare it nullable.`
        : `${where} is missing: it is declared ${type}. Pass { params: { ${name}: … } }.`,
    );
  }
  const expected = unfit(param.type, value);
  if (expected === undefined) return asColumnsHold(param.type, value);
  const shown = valuesInErrors ? showValue(given) : kindOf(given);
  throw new OptionError(
    `${where} is ${shown}, but ${type} holds ${expected}. Pass one that fits, or declare another type.`,
  );
}

/** Returns the value as a column of the type would: a rounded float32, and never an integer -0. */
function asColumnsHold(type: InputColumn['type'], value: unknown): unknown {
  if (typeof value !== 'number' || type === 'float64') return value;
  return type === 'float32' ? Math.fround(value) : value + 0;
}

/** Describes the values of the type if the value is not one of them. */
function unfit(type: InputColumn['type'], value: unknown): string | undefined {
  if (type === 'bool') return typeof value === 'boolean' ? undefined : 'true or false';
  if (type === 'list') return 'no value of a call';
  if (isBinaryType(type)) return isBytes(value) ? undefined : 'a Uint8Array';
  if (isTextType(type))
    return typeof value === 'string' && value.isWellFormed() ? undefined : 'a string without lone surrogate halves';
  return holds(numberTypes[type], value) ? undefined : describeValues(numberTypes[type]);
}

const encoder = new TextEncoder();

/** Encodes text as UTF-8, and any other value in the first bytes of eight, little-endian. */
function encode({ type }: InputColumn, value: unknown): ScalarBuffers {
  if (value === null) return { values: new Uint8Array(0), isNull: true };
  if (typeof value === 'string') return { values: encoder.encode(value), isNull: false };
  if (isBytes(value)) return { values: value.slice(), isNull: false };
  const eight = new ArrayBuffer(8);
  if (type === 'bool') new Uint8Array(eight)[0] = value === true ? 1 : 0;
  // The cast picks one of the number arrays for the assignment; all of them behave alike.
  else if (!hasOffsets(type)) {
    const number: NumberType = numberTypes[type];
    const stored = toStored(number, value as number | bigint);
    (new number.array(eight, 0, 1) as { [place: number]: unknown })[0] = stored;
  }
  return { values: new Uint8Array(eight), isNull: false };
}

/** Returns the number of the first row, to which native code adds the row's own. */
function rowNumber(start: number): ScalarBuffers {
  return { values: new Uint8Array(BigInt64Array.of(BigInt(start)).buffer), isNull: false };
}

/** Returns the columns of a piece, then the scalars, as native code takes them. */
export function nativeInputs(
  { start, buffers }: Pick<Piece, 'start' | 'buffers'>,
  params: Params,
  columns: readonly InputColumn[],
  memory: MemoryBudget,
): readonly (InputBuffers | ScalarBuffers)[] {
  const scalars = params.scalars(start);
  const isPlain = !columns.some(({ type }) => type === 'list');
  const stored = isPlain ? buffers : buffers.flatMap((column, index) => storedColumns(column, columns[index], memory));
  return scalars.length === 0 ? stored : [...stored, ...scalars];
}

/** Returns a column as native code stores it. A list becomes several columns. */
function storedColumns(
  buffers: InputBuffers,
  column: InputColumn | undefined,
  memory: MemoryBudget,
): readonly InputBuffers[] {
  if (column?.element === undefined) return [buffers];
  if (column.read) return lowerList(buffers, column, memory);
  return Array.from({ length: partCount(column.element) }, () => buffers);
}
