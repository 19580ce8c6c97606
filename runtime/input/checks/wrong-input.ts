import { SchemaError } from '../../errors.js';
import { typedArrayName } from '../../values/typed-arrays.js';
import { kindOf } from '../../words.js';
import { isVector } from '../arrow-shapes.js';
import type { InputDescription } from '../input-description.js';

/** Returns the error for an input that is not an object of columns; undefined if it is one. The message is built only for an error. */
export function wrongInput({ name, input }: InputDescription, given: unknown): SchemaError | undefined {
  const refuse = (what: string, fix: (columns: readonly string[]) => string) =>
    new SchemaError(`${name}: the input is ${what}. ${fix(columnsOf(input))}`);
  if (typeof given !== 'object' || given === null) return refuse(kindOf(given), anyInput);
  if (Array.isArray(given) && isRow(given[0])) return refuse('an array of rows', takeApart);
  const what = () => (isVector(given) ? 'a Vector' : kindOf(given));
  const isColumn = Array.isArray(given) || isVector(given) || typedArrayName(given) !== undefined;
  if (isColumn) {
    const named = (columns: readonly string[]) =>
      columns.length === 1
        ? `Pass it under the name of its column: { ${keyOf(columns[0] ?? '')}: ${isVector(given) ? 'vector' : 'array'} }.`
        : anyInput(columns);
    return refuse(`${what()}, which has no column name`, named);
  }
  if (typeof (given as { readonly then?: unknown }).then === 'function')
    return refuse(what(), () => 'Await it before the call.');
  if (given instanceof Map) return refuse(what(), () => 'Pass an object of its entries: Object.fromEntries(map).');
  const isIterable = Symbol.iterator in given || Symbol.asyncIterator in given;
  if (isIterable)
    return refuse(`${what()}, which is iterable`, () => `For record batches call ${name}.stream(batches).`);
  return undefined;
}

/** Returns the names of the columns that an input needs, each once. */
function columnsOf(input: InputDescription['input']): readonly string[] {
  return [...new Set(input.map((column) => column.path?.[0] ?? column.name))];
}

/** Lists the forms of an input. */
function anyInput(columns: readonly string[]): string {
  const [noun, pronoun] = columns.length === 1 ? ['column', 'it'] : ['columns', 'them'];
  const quoted = columns.map((one) => JSON.stringify(one)).join(', ');
  const object = columns.map((one) => `${keyOf(one)}: vector`).join(', ');
  return `Pass a Table or RecordBatch with the ${noun} ${quoted}, the bytes of one in Arrow IPC, or an object of ${pronoun}: { ${object} }.`;
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
