import { SchemaError } from '../../errors.js';
import { typedArrayName } from '../../values/typed-arrays.js';
import { kindOf } from '../../words.js';
import { isVector } from '../arrow-shapes.js';
import type { InputDescription } from '../input-description.js';

/** Returns the error for an input that is not an object of columns; undefined if it is one. */
export function wrongInput({ name, input }: InputDescription, given: unknown): SchemaError | undefined {
  if (isObjectOfColumns(given)) return undefined;
  const columns = [...new Set(input.map((column) => column.path?.[0] ?? column.name))];
  const [only, ...others] = columns;
  const single = others.length === 0 ? only : undefined;
  const refuse = (what: string, fix: string) => new SchemaError(`${name}: the input is ${what}. ${fix}`);
  const fix =
    `Pass a Table or RecordBatch with the ${single === undefined ? 'columns' : 'column'} ${columns.map((one) => JSON.stringify(one)).join(', ')}, ` +
    `the bytes of one in Arrow IPC, or an object of ${single === undefined ? 'them' : 'it'}: { ${columns.map((one) => `${keyOf(one)}: vector`).join(', ')} }.`;
  if (typeof given !== 'object' || given === null) return refuse(kindOf(given), fix);
  if (Array.isArray(given) && isRow(given[0])) return refuse('an array of rows', takeApart(columns));
  const named = `Pass it under the name of its column: { ${keyOf(single ?? '')}: ${isVector(given) ? 'vector' : 'array'} }.`;
  const isColumn = Array.isArray(given) || isVector(given) || typedArrayName(given) !== undefined;
  const what = isVector(given) ? 'a Vector' : kindOf(given);
  if (isColumn) return refuse(`${what}, which has no column name`, single === undefined ? fix : named);
  if (typeof (given as { readonly then?: unknown }).then === 'function')
    return refuse(what, 'Await it before the call.');
  if (given instanceof Map) return refuse(what, 'Pass an object of its entries: Object.fromEntries(map).');
  const isIterable = Symbol.iterator in given || Symbol.asyncIterator in given;
  if (isIterable) return refuse(`${what}, which is iterable`, `For record batches call ${name}.stream(batches).`);
  return undefined;
}

/** True for a plain object, such as nearly all inputs are. */
function isObjectOfColumns(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || Object.getPrototypeOf(given) !== Object.prototype) return false;
  return !isVector(given) && !('then' in given) && !(Symbol.iterator in given) && !(Symbol.asyncIterator in given);
}

function isRow(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isVector(value) &&
    !ArrayBuffer.isView(value)
  );
}

/** The most columns that a message writes out. */
const mostShown = 6;

/** Writes the code that turns an array of rows into columns. */
function takeApart(columns: readonly string[]): string {
  const shown = columns.slice(0, mostShown).map((one) => `${keyOf(one)}: rows.map((row) => row${memberOf(one)})`);
  const rest = columns.length > mostShown ? ', …' : '';
  return `Pass columns, one array each: { ${shown.join(', ')}${rest} }.`;
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

function keyOf(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

function memberOf(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
