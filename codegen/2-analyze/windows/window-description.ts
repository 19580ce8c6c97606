import { namesOf, noInputColumn } from '../../1-parse/columns/column-names.js';
import { listed } from '../../1-parse/columns/listed.js';
import type { ParsedTransform } from '../../1-parse/parsed-transform.js';
import type { Program } from '../../1-parse/project.js';
import { propertyName } from '../../1-parse/syntax/property-name.js';
import { nodeSpan } from '../../1-parse/syntax/span.js';
import { ts } from '../../1-parse/syntax/ts.js';
import {
  type DiagnosticBag,
  impossibleMinPeriods,
  type Span,
  unknownPartition,
  unknownRange,
  unknownRangeColumn,
  unknownReorder,
  unknownWindow,
  unknownWindowProperty,
} from '../../diagnostics/index.js';
import {
  type ConstantObject,
  type ConstantValue,
  isComposite,
  isObject,
  showConstant,
} from '../../ir/constant-value.js';
import { declaredType } from '../../ir/declared-type.js';
import { type Column, hasBytes, isText, type RowWindow } from '../../ir/row-function.js';
import { evaluateConstant } from '../constants/evaluate-constant.js';

/** Rows are counted in 31 bits. */
const mostRows = 2 ** 31 - 2;

const ofRows = ['preceding', 'following', 'minPeriods'] as const;
const ofRanges = ['on', 'range', 'following', 'minPeriods'] as const;

const noWindow: RowWindow = { rows: { preceding: 0, following: 0 }, partitionBy: [], minPeriods: 0, reorder: false };

/** Returns the windows that a description of `rolling` asks for, in constants. Errors are reported, and replaced by defaults. */
export function describedWindow(description: ParsedTransform, program: Program, bag: DiagnosticBag): RowWindow {
  const { window } = description;
  if (!window) return noWindow;
  const value = evaluateConstant(window, program)?.value;
  if (!isObject(value)) {
    bag.add(unknownWindow(nodeSpan(program.root, window), { property: 'window', value: window.getText() }));
    return noWindow;
  }
  return new WindowReader(window, value, description, program, bag).read();
}

class WindowReader {
  readonly #given: ReadonlyMap<string, ConstantValue>;
  readonly #window: ts.Expression;
  readonly #description: ParsedTransform;
  readonly #program: Program;
  readonly #bag: DiagnosticBag;

  constructor(
    window: ts.Expression,
    { entries }: ConstantObject,
    description: ParsedTransform,
    program: Program,
    bag: DiagnosticBag,
  ) {
    this.#window = window;
    this.#given = new Map(entries);
    this.#description = description;
    this.#program = program;
    this.#bag = bag;
  }

  read(): RowWindow {
    const isRange = this.#given.has('range') || this.#given.has('on');
    const known: readonly string[] = isRange ? ofRanges : ofRows;
    for (const property of this.#given.keys())
      if (!known.includes(property))
        this.#bag.add(unknownWindowProperty(this.#spanOf(property), { property, known: listed(known) }));
    const partitionBy = this.#partitions();
    return isRange ? this.#range(partitionBy) : this.#rows(partitionBy);
  }

  #rows(partitionBy: readonly number[]): RowWindow {
    const preceding = this.#count('preceding', undefined);
    const following = this.#count('following', 0);
    const whole = preceding + 1 + following;
    const minPeriods = this.#count('minPeriods', whole);
    if (minPeriods > whole)
      this.#bag.add(
        impossibleMinPeriods(this.#spanOf('minPeriods'), { minPeriods: String(minPeriods), rows: String(whole) }),
      );
    return { rows: { preceding, following }, partitionBy, minPeriods, reorder: this.#reorder() };
  }

  /** Returns a property that is a number of rows. */
  #count(property: string, otherwise: number | undefined): number {
    if (!this.#given.has(property) && otherwise !== undefined) return otherwise;
    const rows = this.#given.get(property);
    if (typeof rows === 'number' && Number.isInteger(rows) && rows >= 0 && rows <= mostRows) return rows;
    const value = this.#given.has(property) ? show(rows) : 'missing';
    this.#bag.add(unknownWindow(this.#spanOf(property), { property, value }));
    return otherwise ?? 0;
  }

  #range(partitionBy: readonly number[]): RowWindow {
    const minPeriods = this.#count('minPeriods', 1);
    const name = this.#given.get('on');
    const on = this.#description.input.findIndex((column) => column.name === name && !column.presence);
    const column = this.#description.input[on];
    const isUnread = this.#description.input.some(({ unread }) => unread);
    const window = { partitionBy, minPeriods, reorder: this.#reorder() };
    if (!column || column.broken) {
      if (!column && !isUnread) this.#bag.add(this.#noColumn(this.#spanOf('on'), name));
      return { ...window, rows: noWindow.rows };
    }
    if (column.nullable || column.type === 'bool' || isText(column) || hasBytes(column)) {
      const given = { column: JSON.stringify(name), type: declaredType(column) };
      this.#bag.add(unknownRangeColumn(this.#spanOf('on'), given));
      return { ...window, rows: noWindow.rows };
    }
    const preceding = this.#distance('range', column);
    const following = this.#given.has('following') ? this.#distance('following', column) : zeroOf(column);
    return { ...window, rows: { on, preceding, following } };
  }

  /** Returns a property that is a distance between values, in the type that the row function sees. */
  #distance(property: string, column: Column): number | bigint {
    const given = this.#given.get(property);
    const distance = distanceIn(column, given);
    if (distance !== undefined) return distance;
    const value = this.#given.has(property) ? show(given) : 'missing';
    this.#bag.add(unknownRange(this.#spanOf(property), { property, value, type: declaredType(column) }));
    return zeroOf(column);
  }

  #reorder(): boolean {
    const { reorder } = this.#description;
    if (!reorder) return false;
    const value = evaluateConstant(reorder, this.#program)?.value;
    if (typeof value === 'boolean') return value;
    this.#bag.add(unknownReorder(nodeSpan(this.#program.root, reorder), { value: reorder.getText() }));
    return false;
  }

  #partitions(): readonly number[] {
    const { partitionBy, input } = this.#description;
    if (!partitionBy) return [];
    const span = nodeSpan(this.#program.root, partitionBy);
    const value = evaluateConstant(partitionBy, this.#program)?.value;
    const names = isComposite(value) && value.kind === 'array' ? value.elements : [value];
    return names.flatMap((name) => {
      const place = input.findIndex((column) => column.name === name && !column.presence);
      const column = input[place];
      if (!column && !input.some(({ unread }) => unread)) this.#bag.add(this.#noColumn(span, name));
      if (!column || column.broken) return [];
      if (!hasBytes(column) || isText(column)) return [place];
      this.#bag.add(unknownPartition(span, { column: JSON.stringify(name), type: declaredType(column) }));
      return [];
    });
  }

  #noColumn(span: Span, name: ConstantValue) {
    const { name: transform, input } = this.#description;
    return noInputColumn(span, transform, typeof name === 'string' ? name : show(name), namesOf(input));
  }

  /** Returns the span of a property of the window, or of the whole window if the property has none. */
  #spanOf(property: string): Span {
    const window = this.#window;
    const member = ts.isObjectLiteralExpression(window)
      ? window.properties.find(({ name }) => name && propertyName(name) === property)
      : undefined;
    return nodeSpan(this.#program.root, member ?? window);
  }
}

function show(value: ConstantValue): string {
  return isComposite(value) ? `an ${value.kind}` : showConstant(value);
}

function isBigInt({ type }: Column): boolean {
  return type === 'int64' || type === 'uint64' || type === 'timestamp[us]' || type === 'timestamp[ns]';
}

function zeroOf(column: Column): number | bigint {
  return isBigInt(column) ? 0n : 0;
}

const nanoseconds: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
  d: 86400e9,
};

/**
 * Returns a distance between values of a column, in the type that the row function sees; undefined if it is invalid.
 */
function distanceIn(column: Column, given: ConstantValue): number | bigint | undefined {
  const { type } = column;
  if (type === 'date32' || type.startsWith('timestamp')) {
    const [, amount = '', unit = ''] = (typeof given === 'string' && /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(given)) || [];
    const size = nanoseconds[unit];
    if (size === undefined) return undefined;
    const length = Number(amount) * size;
    if (!Number.isSafeInteger(length)) return undefined;
    // Microsecond columns have no distances between two units, so the distance is rounded down.
    if (type === 'timestamp[us]') return BigInt(Math.floor(length / 1e3));
    return type === 'timestamp[ns]' ? BigInt(length) : length / 1e6;
  }
  if (isBigInt(column)) {
    const whole = typeof given === 'number' && Number.isSafeInteger(given) ? BigInt(given) : given;
    return typeof whole === 'bigint' && whole >= 0n ? whole : undefined;
  }
  return typeof given === 'number' && given >= 0 && given < Number.POSITIVE_INFINITY ? given : undefined;
}
