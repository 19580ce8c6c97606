/**
 * The reasons why a row has no result, in the order of their numbers from 0, each with its explanation. `enum class Fault` in
 * `native/include/rowfuse` is generated from this table by `npm run native-numbers`.
 */
const faults = {
  none: '',
  malformed_offsets: 'offsets decrease, are negative, or point past the values',
  invalid_utf8: 'the bytes of a value are not UTF-8',
  absent_object: 'a property or method of null or undefined',
  out_of_range: 'a number that its integer column cannot hold',
  absent_result: 'null or undefined for a column that is not nullable',
  bigint_overflow: 'a bigint past 128 bits, where JavaScript would go on',
  bigint_range: "JavaScript's RangeError: a bigint divided by zero, or BigInt() of a number that is no integer",
  too_many_steps: 'its loops took more steps than a row may',
  string_too_long: 'a string that V8 could not hold either',
  thrown: 'a `throw`, or what a built-in function throws',
  invalid_range: "JavaScript's RangeError of a string: a negative count, a number that is no code point",
  inherited_name: 'a key of a constant object that only its prototype has',
  malformed_index: 'a dictionary has no entry of that number',
  too_deep: 'calls of functions that call themselves are nested too deep',
} as const;

export type FaultName = keyof typeof faults;

/** The names and explanations, by number. */
export const faultTable = Object.entries(faults) as readonly (readonly [FaultName, string])[];

const faultNames = faultTable.map(([name]) => name);

/** Returns the number of a fault. */
export function faultCode(name: FaultName): number {
  return faultNames.indexOf(name);
}

/** Returns the name of a fault, for messages. */
export function faultName(code: number): string {
  return faultNames[code] ?? `fault ${code}`;
}
