/**
 * Builders of the IR simplify what they build: neutral operands go, constants are computed, types are as narrow as the operands allow. Each
 * built expression gives the value of the operator or function that was asked for, and its type and range hold the value.
 */
import { bitwise } from '../../codegen/ir/bitwise.js';
import { literal, read } from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import { call } from '../../codegen/ir/intrinsics/call.js';
import type { BitwiseOperator } from '../../codegen/ir/operations/operators.js';
import type { RowFunction } from '../../codegen/ir/row-function.js';
import { bigintType, doubleType, int64Type, intType, type Type, uint64Type } from '../../codegen/ir/type.js';
import { BrokenClaim, Claims } from './claims.js';
import { Run } from './interpreter.js';
import { in128Bits } from './operators.js';
import { Fault } from './outcome.js';

const ints = [0, 1, -1, 2, 5, 31, 32, 33, 255, -256, 2 ** 31 - 1, -(2 ** 31)];
const doubles = [...ints, -0, 0.5, -1.5, 2 ** 31, 2 ** 32 + 5, Number.NaN];
const bigints = [0n, 1n, -1n, 5n, -6n, 63n, 2n ** 40n, -(2n ** 40n), 2n ** 63n - 1n, -(2n ** 63n)];
const shifts = [0n, 1n, -1n, 7n, 62n, 64n, 126n, 127n, 128n, -127n, -128n];
const none = { captures: [], imports: [], functions: [], stages: [] };

const ofNumbers: Readonly<Record<BitwiseOperator, (a: number, b: number) => number>> = {
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};
const ofBigInts: Readonly<Record<'&' | '|' | '^' | '<<' | '>>', (a: bigint, b: bigint) => bigint>> = {
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
};

/** Throws {@link BrokenClaim}. */
export function checkBuilders(): void {
  checkBitsOfNumbers();
  checkBitsOfBigInts();
  checkPowers();
}

/** Every operator with a constant on either side, of ints and of doubles, and twice in a row: `~~x`. */
function checkBitsOfNumbers(): void {
  for (const [type, values] of [
    [intType, ints],
    [doubleType, doubles],
  ] as const)
    for (const operator of Object.keys(ofNumbers) as readonly BitwiseOperator[])
      for (const constant of ints) {
        const apply = ofNumbers[operator];
        const variable = read(0, type);
        const built = bitwise(operator, variable, literal(constant));
        const mirrored = bitwise(operator, literal(constant), variable);
        const twice = bitwise(operator, built, literal(constant));
        for (const value of values) {
          const says = `${value} ${operator} ${constant}`;
          check(built, type, value, () => apply(value, constant), says);
          check(mirrored, type, value, () => apply(constant, value), `${constant} ${operator} ${value}`);
          check(twice, type, value, () => apply(apply(value, constant), constant), `${says} ${operator} ${constant}`);
          check(bitwise(operator, literal(value), literal(constant)), type, value, () => apply(value, constant), says);
        }
      }
}

function checkBitsOfBigInts(): void {
  for (const operator of Object.keys(ofBigInts) as readonly (keyof typeof ofBigInts)[])
    for (const [type, isIn] of [
      [int64Type, () => true],
      [uint64Type, (value: bigint) => value >= 0n],
      [bigintType({ min: 0n, max: 100n }), (value: bigint) => value >= 0n && value <= 100n],
    ] as const)
      for (const constant of operator.length === 1 ? bigints : shifts) {
        const apply = (value: bigint) => in128Bits(ofBigInts[operator](value, constant));
        const built = bitwise(operator, read(0, type), literal(constant));
        for (const value of bigints.filter(isIn)) {
          const says = `${value}n ${operator} ${constant}n`;
          check(built, type, value, () => apply(value), says);
          check(bitwise(operator, literal(value), literal(constant)), type, value, () => apply(value), says);
        }
      }
}

/** `BigInt **` and cuts to a number of bits, whose types depend on a constant. */
function checkPowers(): void {
  for (const value of bigints)
    for (const exponent of [0n, 1n, 2n, 3n, 4n]) {
      const built = call('BigInt **', read(0, int64Type), literal(exponent));
      check(built, int64Type, value, () => in128Bits(value ** exponent), `${value}n ** ${exponent}n`);
    }
  for (const name of ['asIntN', 'asUintN'] as const)
    for (const bits of [0, 1, 8, 63, 64, 65, 127, 128])
      for (const value of bigints) {
        const built = call(`BigInt.${name}`, literal(bits), read(0, int64Type));
        check(
          built,
          int64Type,
          value,
          () => in128Bits(BigInt[name](bits, value)),
          `BigInt.${name}(${bits}, ${value}n)`,
        );
      }
}

function check(e: Expression, type: Type, value: unknown, expected: () => unknown, says: string): void {
  const fn = functionOf(e, type);
  const found = outcome(() => new Run(fn, [value], new Claims(fn).of([value])).value(e));
  if (!Object.is(found, outcome(expected))) throw new BrokenClaim(`${says} is ${String(found)}`);
}

/** A row function that returns the expression of its one column. */
function functionOf(value: Expression, stored: Type): RowFunction {
  const isBigInt = stored.core.kind === 'bigint';
  const input = [{ name: 'value', type: isBigInt ? 'int64' : 'float64', nullable: false }] as const;
  const variables = [{ id: 0, name: 'value', column: 0, stored, reassigned: false }];
  const body = [{ kind: 'return', values: [value], line: 1 }] as const;
  return { ...none, name: 'built', source: 'built.ts', input, output: [], emits: 'one', variables, body };
}

/** Returns undefined if the row fails. */
function outcome(evaluate: () => unknown): unknown {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}
