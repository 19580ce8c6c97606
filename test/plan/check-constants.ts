/** Constants are computed at build time as JavaScript computes them at run time. */
import { fold } from '../../codegen/3-plan/fold.js';
import { literal } from '../../codegen/ir/build.js';
import type { Constant } from '../../codegen/ir/constant-value.js';
import type { Call, Expression } from '../../codegen/ir/expression.js';
import { findIntrinsic } from '../../codegen/ir/intrinsics/index.js';
import type { RowFunction } from '../../codegen/ir/row-function.js';
import { booleanType, doubleType, int128Type, intType, type Type } from '../../codegen/ir/type.js';
import { called } from './calls.js';
import { BrokenClaim } from './claims.js';
import { arithmetic, in128Bits } from './operators.js';
import { Fault } from './outcome.js';

const doubles = [
  Number.NaN,
  -0,
  0,
  1,
  -1,
  0.5,
  -1.5,
  2,
  31,
  32,
  127,
  128,
  -128,
  -129,
  255,
  256,
  32_767,
  32_768,
  -32_768,
  -32_769,
  65_535,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53,
  1e300,
  Number.POSITIVE_INFINITY,
];
const bigints = [0n, 1n, -1n, 2n, 7n, 64n, 127n, 128n, -128n, 2n ** 63n, -(2n ** 63n), 2n ** 127n - 1n, -(2n ** 127n)];
const strings = ['', 'a', 'b', 'a\u{1F600}', '12.5'];

/** Throws {@link BrokenClaim}. */
export function checkConstants(): void {
  checkCalls();
  checkPowers();
  checkOperators();
  checkChoices();
}

/** Functions of integers and bigints, each computed for every constant unless the row fails. */
const functions: readonly (readonly [names: string, arguments: readonly (readonly Constant[])[]])[] = [
  ['Math.floor Math.ceil Math.round Math.trunc Math.abs Math.sign Math.fround Math.sqrt Math.clz32 ToInt32', [doubles]],
  ['column int8,column uint8,column int16,column uint16,column int32,column uint32', [doubles]],
  ['Math.imul Math.max Math.min', [doubles, doubles]],
  [
    'Int32 +,Int32 -,Int32 *',
    [doubles.filter((x) => (x | 0) === x && !Object.is(x, -0)), [0, 1, 31, -(2 ** 31), 2 ** 31 - 1]],
  ],
  ['BigInt.asIntN BigInt.asUintN', [[0, 1, 8, 64, 127, 128, 1024], bigints]],
  ['BigInt **,', [bigints, [0n, 1n, 2n, 3n, 7n, 126n, 127n, 128n, -1n]]],
  ['BigInt <<,BigInt >>', [bigints, [0n, 1n, 63n, 64n, 126n, 127n, 128n, 256n, 257n, -1n, -127n, -256n, -257n]]],
];

function checkCalls(): void {
  for (const [names, domains] of functions)
    for (const name of names.split(names.includes(',') ? ',' : ' ').filter((one) => one !== ''))
      for (const args of product(domains)) checkCall(name, args);
}

/** Powers that every engine computes alike are constants: those by 0, 1 and 2, and those of integers up to 2^53. */
function checkPowers(): void {
  for (const [x = 0, y = 0] of product<number>([doubles, [-1, -0, 0, 0.5, 1, 2, 3, 5, 10, 52, 53, 54, Number.NaN]])) {
    const found = findIntrinsic('Math.pow')?.evaluate?.([x, y]);
    const power = x ** y;
    const isInteger = Number.isSafeInteger(x) && Number.isInteger(y) && y >= 0 && Math.abs(power) <= 2 ** 53;
    const isKnown = y === 0 || y === 1 || y === 2 || isInteger;
    if (isKnown !== (found !== undefined) || (isKnown && !Object.is(found, power)))
      throw new BrokenClaim(`${x} ** ${y} is ${found}, not ${power}`);
  }
}

function checkCall(name: string, args: readonly Constant[]): void {
  const intrinsic = findIntrinsic(name);
  if (!intrinsic?.evaluate) throw new BrokenClaim(`${name} has no constants`);
  // ToInt32 converts the arguments of functions of 32 bits.
  const converted = args.map((arg, place) => (intrinsic.parameters[place] === 'int32' ? Number(arg) | 0 : arg));
  const expected = outcome(() =>
    called({ kind: 'call', intrinsic: name, arguments: [], type: doubleType } as Call, converted),
  );
  const found = intrinsic.evaluate(converted);
  if (!Object.is(found, expected)) throw new BrokenClaim(`${name}(${args.join(', ')}) is ${found}, not ${expected}`);
}

/** Returns undefined if the row fails. */
function outcome(evaluate: () => unknown): unknown {
  try {
    const value = evaluate();
    return typeof value === 'bigint' ? in128Bits(value) : value;
  } catch (error) {
    if (error instanceof Fault || error instanceof RangeError) return undefined;
    throw error;
  }
}

function checkOperators(): void {
  for (const operator of ['+', '-', '*', '/', '%'] as const)
    for (const [values, type] of [
      [doubles, doubleType],
      [bigints, int128Type],
    ] as const)
      for (const [a, b] of product<number | bigint>([values, values])) {
        const e = { kind: 'arithmetic', operator, left: literal(a), right: literal(b), type } as const;
        const expected = outcome(() => arithmetic(e, a, b));
        checkFolded(e, expected, expected === undefined);
      }
  for (const operator of ['<', '<=', '>', '>='] as const)
    for (const values of [doubles, bigints, strings])
      for (const [a, b] of product<number | bigint | string>([values, values])) {
        const holds = {
          '<': () => (a ?? 0) < (b ?? 0),
          '<=': () => (a ?? 0) <= (b ?? 0),
          '>': () => (a ?? 0) > (b ?? 0),
          '>=': () => (a ?? 0) >= (b ?? 0),
        }[operator]();
        checkFolded({ kind: 'compare', operator, left: literal(a), right: literal(b), type: booleanType }, holds);
      }
  for (const [a, b] of product<Constant>([
    [...doubles, 'a', null, undefined],
    [0, -0, Number.NaN, 'a', null],
  ]))
    checkFolded({ kind: 'equal', left: literal(a), right: literal(b), type: booleanType }, a === b);
}

/** Tests of constants choose at build time; other tests stay, and so do their parts. */
function checkChoices(): void {
  const variable = (id: number, type: Type): Expression => ({ kind: 'read', variable: id, type });
  const [test, other] = [variable(0, booleanType), variable(1, booleanType)];
  for (const value of [true, false]) {
    checkFolded({ kind: 'not', operand: literal(value), type: booleanType }, !value);
    checkSame(
      { kind: 'conditional', test: literal(value), whenTrue: test, whenFalse: other, type: booleanType },
      value ? test : other,
    );
    for (const operator of ['&&', '||'] as const) {
      const isNeutral = value === (operator === '&&');
      checkSame(
        { kind: 'logical', operator, left: literal(value), right: other, type: booleanType },
        isNeutral ? other : literal(value),
      );
      const kept = { kind: 'logical', operator, left: test, right: literal(value), type: booleanType } as const;
      checkSame(kept, isNeutral ? test : kept);
    }
  }
  for (const value of [...doubles, ...bigints, ...strings, null, undefined, true, false])
    checkFolded({ kind: 'truthy', operand: literal(value), type: booleanType }, Boolean(value));
  const [int, number] = [variable(2, intType), variable(3, doubleType)];
  checkFolded({ kind: 'equal', left: int, right: int, type: booleanType }, true);
  for (const [left, right] of [
    [number, number],
    [int, variable(4, intType)],
    [int, number],
  ] as const) {
    const kept = { kind: 'equal', left, right, type: booleanType } as const;
    checkSame(kept, kept);
  }
  const keys = [1, 2, Number.NaN];
  for (const key of [...keys, 3]) {
    checkFolded(
      { kind: 'find', operand: literal(key), keys, type: intType },
      keys.findIndex((one) => Object.is(one, key)),
    );
    checkFolded({ kind: 'member', operand: literal(key), elements: keys, type: booleanType }, keys.includes(key));
  }
  const find = { kind: 'find', operand: number, keys, type: intType } as const;
  checkSame(find, find);
}

function checkFolded(e: Expression, expected: unknown, isKept = false): void {
  const found = folded(e);
  const value = found.kind === 'convert' ? found.operand : found;
  if (isKept ? value.kind !== e.kind : value.kind !== 'literal' || !Object.is(value.value, expected))
    throw new BrokenClaim(
      `${JSON.stringify(e, shown)} becomes ${JSON.stringify(found, shown)}, not ${String(expected)}`,
    );
}

function checkSame(e: Expression, expected: Expression): void {
  const found = folded(e);
  if (JSON.stringify(found, shown) !== JSON.stringify(expected, shown))
    throw new BrokenClaim(`${JSON.stringify(e, shown)} becomes ${JSON.stringify(found, shown)}`);
}

function folded(value: Expression): Expression {
  const variables = [booleanType, booleanType, intType, doubleType, intType].map((stored, id) => ({
    id,
    name: `v${id}`,
    column: undefined,
    stored,
    reassigned: true,
  }));
  const none = { captures: [], imports: [], functions: [], stages: [] };
  const fn: RowFunction = {
    ...none,
    name: 'constant',
    source: 'constant.ts',
    input: [],
    output: [],
    emits: 'one',
    variables,
    body: [{ kind: 'evaluate', value, line: 1 }],
  };
  const [statement] = fold(fn).body;
  if (statement?.kind !== 'evaluate') throw new BrokenClaim('a statement is gone');
  return statement.value;
}

function product<T extends Constant>(domains: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return domains.reduce<readonly (readonly T[])[]>(
    (lists, domain) => lists.flatMap((list) => domain.map((value) => [...list, value])),
    [[]],
  );
}

function shown(_: string, value: unknown): unknown {
  return typeof value === 'bigint'
    ? `${value}n`
    : Object.is(value, -0) || value === undefined || Number.isNaN(value)
      ? String(value)
      : value;
}
