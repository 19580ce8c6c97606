/** The claims that the IR and the planner make about values, checked against the values. */

import { claimsOf } from '../../codegen/3-plan/claims.js';
import type { ExpressionRanges } from '../../codegen/3-plan/integers/expression-ranges.js';
import { numberRanges } from '../../codegen/3-plan/integers/value-ranges.js';
import { widthOf } from '../../codegen/3-plan/list-bound.js';
import { outputBound } from '../../codegen/3-plan/output-bound.js';
import { type Segments, segments } from '../../codegen/3-plan/segments.js';
import type { Bound } from '../../codegen/3-plan/size-bound.js';
import type { Claim, Claims as ClaimsOfValues } from '../../codegen/ir/claim.js';
import type { Expression } from '../../codegen/ir/expression.js';
import { exactInterval, type Interval, int32Interval } from '../../codegen/ir/interval.js';
import { printExpression } from '../../codegen/ir/print.js';
import { allExpressions } from '../../codegen/ir/rewrite.js';
import { type Column, hasBytes, type RowFunction } from '../../codegen/ir/row-function.js';
import type { Type } from '../../codegen/ir/type.js';
import type { VariableId } from '../../codegen/ir/variable.js';
import { mostSteps, type Observer, type Run } from './interpreter.js';
import { kindOf } from './objects.js';

/** The most steps that the interpreter takes, so that the ranges of sums are narrow enough to be wrong. */
const stepLimits = { counted: mostSteps, elements: () => mostSteps };

/** The most bytes of text that is copied as a word. */
const longestWord = 4;
/** The texts of values that are none. */
const words = ['true', 'false', 'null', 'undefined'];

/** Returns the texts that an expression contains itself. */
function textsOf(e: Expression): readonly string[] {
  const values = e.kind === 'literal' ? [e.value] : e.kind === 'pick' ? e.values : [];
  return values.filter((value) => typeof value === 'string');
}

/** A value that a claim excludes. */
export class BrokenClaim extends Error {}

/** Checks each value of the evaluations of one row function. Throws {@link BrokenClaim}. */
export class Claims implements Observer {
  readonly #fn: RowFunction;
  readonly #ranges: ReadonlyMap<VariableId, Interval>;
  readonly #claims: ClaimsOfValues;
  /** The ranges of expressions where they stand, after the tests before them. */
  readonly #narrowed: ExpressionRanges;
  readonly #known = new Map<Expression, Claim | undefined>();
  readonly #bounds: readonly (Bound | undefined)[];
  readonly #segments: Segments;
  /** The texts that the row function contains. */
  readonly #literals: readonly string[];
  #row: readonly unknown[] = [];

  constructor(fn: RowFunction) {
    this.#fn = fn;
    const { stored, expressions } = numberRanges(fn, stepLimits);
    this.#ranges = stored;
    this.#narrowed = expressions;
    this.#claims = claimsOf(fn);
    this.#segments = segments(fn);
    this.#literals = [...words, ...allExpressions(fn.body).flatMap(textsOf)];
    this.#bounds = fn.output.map((column, place) => (hasBytes(column) ? outputBound(fn, place) : undefined));
  }

  /** Says which row the next evaluation is of. */
  of(row: readonly unknown[]): this {
    this.#row = row;
    return this;
  }

  expression(e: Expression, value: unknown, run: Run): void {
    const why =
      whyNotOfType(value, e.type) ??
      this.#whyNotAsClaimed(e, value, run) ??
      whyNotInRange(value, this.#narrowed.get(e));
    if (why !== undefined) this.#fail(why, value, e);
    const { core } = e.type;
    if (core.kind !== 'string' || core.lazy || value == null || e.kind === 'read') return;
    const pieces = run.pieces(e);
    if (pieces.length > core.pieces) this.#fail(`has ${pieces.length} pieces, of ${core.pieces}`, value, e);
  }

  stored(variable: VariableId, value: unknown): void {
    const type = this.#fn.variables[variable]?.stored;
    const why = (type && whyNotOfType(value, type)) ?? whyNotInRange(value, this.#ranges.get(variable));
    if (why !== undefined) throw new BrokenClaim(`${String(value)} in %${variable} ${why}`);
  }

  returned(values: readonly Expression[], results: readonly unknown[], run: Run): void {
    for (const [place, result] of results.entries()) {
      const [bound, value] = [this.#bounds[place], values[place]];
      if (!bound || !value) continue;
      const most = [...bound.factors].reduce(
        (sum, [column, factor]) => sum + factor * bytesOf(this.#row[column], this.#fn.input[column]),
        bound.constant,
      );
      const bytes = bytesOf(result, this.#fn.output[place]);
      if (bytes > most) this.#fail(`has ${bytes} bytes, of ${most}`, result, value);
      if (typeof result === 'string') this.#checkSegments(value, result, run);
    }
  }

  /** A text is copied in at most so many pieces. Some are at most a word, and all are parts of columns or literals. */
  #checkSegments(value: Expression, result: string, run: Run): void {
    const { count, longer, constant } = this.#segments;
    if (count === 0) return;
    let at = 0;
    for (const part of value.kind === 'concat' ? value.parts : [value]) {
      const pieces = run.pieces(part);
      const most = part.type.core.kind === 'string' ? part.type.core.pieces : 0;
      for (const [place, piece] of pieces.entries()) {
        if (longer[at + place] !== true && Buffer.byteLength(piece) > longestWord)
          this.#fail('has a piece longer than a word', result, value);
        // A variable that holds several pieces is seen as one.
        if (pieces.length === most && !this.#isFound(piece, constant[at + place] === true))
          this.#fail(`has the piece "${piece}" of neither a column nor a literal`, result, value);
      }
      at += most;
    }
    if (at > count) this.#fail(`is copied in ${at} pieces, of ${count}`, result, value);
  }

  /** True for a part of a column, whose case may be mapped, for a short literal, or for a part of a literal if that is claimed. */
  #isFound(piece: string, mayBeConstant: boolean): boolean {
    const columns = this.#row.flatMap((value) => {
      if (typeof value !== 'string') return [];
      return this.#segments.mapped ? [value, value.toUpperCase(), value.toLowerCase()] : [value];
    });
    if (columns.some((text) => text.includes(piece))) return true;
    if (mayBeConstant) return this.#literals.some((text) => text.includes(piece));
    return Buffer.byteLength(piece) <= longestWord && this.#literals.includes(piece);
  }

  /** Returns the claim that a value breaks. Each kind of claim is a case: without it, this does not compile. */
  #whyNotAsClaimed(e: Expression, value: unknown, run: Run): string | undefined {
    if (!this.#known.has(e)) this.#known.set(e, this.#claims(e));
    const claim = this.#known.get(e);
    switch (claim?.kind) {
      case 'integer':
        return whyNotInRange(value, claim);
      case 'exact integer':
        return whyNotInRange(value, claim) ?? (isExact(e, value, run) ? undefined : 'is not exact');
      case 'bigint':
      case 'exact bigint':
        return typeof value === 'bigint' && claim.min <= value && value <= claim.max
          ? undefined
          : 'is out of its range';
      case 'wrapped':
        return isExact(e, value, run) ? undefined : 'is not what doubles give';
      case undefined:
        return undefined;
    }
  }

  #fail(why: string, value: unknown, e: Expression): never {
    throw new BrokenClaim(`${String(value)} ${why}: ${printExpression(e, this.#fn.variables)}`);
  }
}

/** Returns the bytes of a text, or of the elements of a list that have a fixed width. */
function bytesOf(value: unknown, column: Column | undefined): number {
  if (Array.isArray(value)) return value.length * (widthOf(column?.element) ?? 0);
  return Buffer.byteLength(String(value ?? ''));
}

/** True unless an operator's result is rounded; or, modulo 2^32, has other bits than the exact result, which doubles must hold. */
function isExact(e: Expression, value: unknown, run: Run): boolean {
  const operator =
    e.kind === 'arithmetic' ? e.operator : e.kind === 'call' ? /^Int32 ([-+*])$/.exec(e.intrinsic)?.[1] : undefined;
  const [left, right] = (e.kind === 'arithmetic' ? [e.left, e.right] : e.kind === 'call' ? e.arguments : []).map(
    (operand) => run.last(operand),
  );
  if (operator === undefined || operator === '/' || operator === '%') return true;
  const [a, b] = [BigInt(left as number), BigInt(right as number)];
  const exact = operator === '+' ? a + b : operator === '-' ? a - b : a * b;
  return e.kind === 'call' ? BigInt.asIntN(32, exact) === BigInt(value as number) : exact === BigInt(value as number);
}

function whyNotInRange(value: unknown, range: Interval | undefined): string | undefined {
  if (!range) return undefined;
  const { min, max, minusZero, nonZero } = range;
  const isZero = Object.is(value, -0) ? minusZero : value === 0 ? !nonZero : true;
  const isInside = Number.isInteger(value) && isZero && min <= Number(value) && Number(value) <= max;
  return isInside ? undefined : `is outside ${min}..${max}${minusZero ? ' or -0' : ''}${nonZero ? ' but 0' : ''}`;
}

function whyNotOfType(value: unknown, { core, mayBeNull, mayBeUndefined }: Type): string | undefined {
  if (value === null) return mayBeNull ? undefined : 'is never null';
  if (value === undefined) return mayBeUndefined ? undefined : 'is never undefined';
  switch (core.kind) {
    case 'number':
      if (core.form === 'long') return whyNotInRange(value, exactInterval);
      if (core.form === 'int') return whyNotInRange(value, int32Interval);
      return core.form === 'position' ? whyNotInRange(value, { min: -Infinity, max: Infinity }) : isOf('number', value);
    case 'bigint':
      return typeof value === 'bigint' && core.range.min <= value && value <= core.range.max
        ? undefined
        : 'is out of its type';
    case 'string':
    case 'boolean':
      return isOf(core.kind, value);
    case 'nothing':
      return 'is never present';
    case 'variant':
      return core.of.some(({ kind }) => kind === kindOf(value)) ? undefined : 'is of no kind of its type';
    case 'array':
      return undefined;
  }
}

function isOf(kind: string, value: unknown): string | undefined {
  return typeof value === kind ? undefined : `is no ${kind}`;
}
