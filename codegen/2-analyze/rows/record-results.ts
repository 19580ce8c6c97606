import type { ColumnNode } from '../../../schema/column-tree.js';
import { typeWithin } from '../../../schema/columns.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { missingOutputColumn } from '../../diagnostics/index.js';
import { allThere, elementType, judged, masked, newArray } from '../../ir/arrays.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Column } from '../../ir/row-function.js';
import { mayBeAbsent, presentType, type Type } from '../../ir/type.js';
import { zippedParts } from '../arrays/nested-arrays.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { recordsOf } from '../objects/records.js';
import { columnValueType } from '../values/column-value-type.js';
import { isOptional, presenceOf } from '../values/optional-value.js';
import { isExpression, leavesOf, type OptionalValue, type Value } from '../values/value.js';
import { listResult } from './list-result.js';

/** Tells for each element, `levels` arrays deep, whether the struct or list that it is part of is present. */
interface Mask {
  readonly levels: number;
  readonly present: Expression;
}

/** Takes an array of objects apart into the columns of a list of structs. */
export class RecordColumns {
  readonly #columns: readonly Column[];
  readonly #node: ts.Node;
  readonly #context: RowContext;
  /** The array of each column, by the place of the column. */
  readonly values = new Map<number, Expression>();

  constructor(columns: readonly Column[], node: ts.Node, context: RowContext) {
    this.#columns = columns;
    this.#node = node;
    this.#context = context;
  }

  /** Fills `values`. Returns false if an error was reported. */
  take(element: ColumnNode, list: Value): boolean {
    const parts = this.#partsOf(element, list);
    return parts !== undefined && this.#visit(element, parts, 1, []);
  }

  /** Returns the parts of a list's elements as arrays. Reports any value that is not an array of objects. */
  #partsOf(element: ColumnNode, given: Value): Value | undefined {
    const value = expanded(given);
    if (!isExpression(value) && value.kind === 'records') return value.parts;
    if (isExpression(value) || value.kind !== 'tuple') return this.#refuse();
    if (value.elements.length === 0) return this.#emptyParts(element);
    const records = recordsOf(value.elements.map(expanded), undefined, this.#context);
    return records ? records.parts : this.#refuse();
  }

  /** @param masks of the structs and lists around, the outermost first */
  #visit(node: ColumnNode, given: Value, levels: number, masks: readonly Mask[]): boolean {
    if (node.kind === 'value') return this.#value(node.place, given, levels, masks);
    const { present, value } = this.#present(node, given, levels, masks);
    const within = present ? [...masks, present] : masks;
    if (node.kind === 'list') {
      const parts = this.#innerParts(value, levels);
      return parts !== undefined && this.#visit(node.element, parts, levels + 1, within);
    }
    if (isExpression(value) || value.kind !== 'object') return this.#refuse() ?? false;
    return [...node.fields]
      .map(([name, field]) => {
        const part = value.properties.get(name);
        return part ? this.#visit(field, part, levels, within) : this.#missing(field);
      })
      .every(Boolean);
  }

  /** Returns the mask of a struct or list that may be null. One that may not be null fails the row if it is missing. */
  #present(
    node: Exclude<ColumnNode, { readonly kind: 'value' }>,
    given: Value,
    levels: number,
    masks: readonly Mask[],
  ): { readonly present?: Mask; readonly value: Value } {
    const value = isOptional(given) ? given.value : given;
    const around = masks.at(-1);
    if (node.presence === undefined) {
      if (!isOptional(given)) return { value };
      return { value: this.#required(given, value, levels, around) };
    }
    const tags = isOptional(given) ? presenceOf(given) : allThere(anyArray(value), levels);
    const present = { levels, present: masks.reduceRight((array, mask) => masked(array, mask.present), tags) };
    this.values.set(node.presence, present.present);
    return { present, value };
  }

  /** Returns a value that fails the row if an element is missing whose surroundings are present. */
  #required(given: OptionalValue, value: Value, levels: number, around: Mask | undefined): Value {
    const scope = around?.present ?? allThere(anyArray(value), levels);
    const tags = judged(presenceOf(given), scope);
    const isFirst = { done: false };
    const change = (array: Expression): Expression => {
      if (isFirst.done) return array;
      isFirst.done = true;
      return masked(array, tags);
    };
    return changeFirst(value, change);
  }

  /** Takes a field, which is null where a struct or list around it is. */
  #value(place: number, given: Value, levels: number, masks: readonly Mask[]): boolean {
    const column = this.#columns[place];
    if (!column) throw new RangeError(`There is no column ${place}`);
    const { element } = column;
    if (column.broken || !element) {
      this.values.set(place, literal(null));
      return true;
    }
    const value = expanded(given);
    const whole = (levels === 1 && zippedParts(value)) || value;
    const array = listResult(whole, column, element, this.#node, this.#context);
    if (!array) return false;
    const inner = masks.at(-1);
    const { required } = typeWithin(column, levels);
    const isJudged = required && inner && mayBeAbsent(elementWithin(array.type, levels));
    const sure = isJudged ? judged(array, inner.present) : array;
    this.values.set(
      place,
      masks.reduceRight((masking, mask) => masked(masking, mask.present), sure),
    );
    return true;
  }

  /** Returns the parts of the elements of lists in lists, as arrays of arrays. */
  #innerParts(value: Value, levels: number): Value | undefined {
    if (!isExpression(value) && value.kind === 'records') return value.parts;
    return (levels === 1 && zippedParts(value)) || this.#refuse();
  }

  /** Returns the parts of an empty literal, with the types of the columns. */
  #emptyParts(node: ColumnNode): Value {
    if (node.kind === 'list') return { kind: 'records', parts: this.#emptyParts(node.element) };
    if (node.kind === 'struct') {
      const fields = [...node.fields].map(([name, field]) => [name, this.#emptyParts(field)] as const);
      return { kind: 'object', properties: new Map(fields) };
    }
    const column = this.#columns[node.place];
    const type = column?.element && elementType(columnValueType(column));
    return (type && newArray([], presentType(type))) ?? literal(null);
  }

  #missing(node: ColumnNode): false {
    const place = node.kind === 'value' ? node.place : undefined;
    const name = place === undefined ? firstName(node, this.#columns) : (this.#columns[place]?.name ?? '');
    const names = { transform: this.#context.owner, column: JSON.stringify(name) };
    this.#context.report(this.#node, (span) => missingOutputColumn(span, names));
    return false;
  }

  #refuse(): undefined {
    return this.#context.refuse(this.#node, {
      construct: 'Anything but an array of objects of one form, for a list of structs,',
      reason: 'Objects are never built: there is an array for each of the fields that `output` declares.',
      advice: 'Write `points.map((point) => ({ x: point.x }))`, or a literal of objects with the same properties.',
    });
  }
}

function firstName(node: ColumnNode, columns: readonly Column[]): string {
  if (node.kind === 'value') return columns[node.place]?.name ?? '';
  if (node.kind === 'list') return firstName(node.element, columns);
  const [first] = node.fields.values();
  return first ? firstName(first, columns) : '';
}

/** Returns one of the arrays of a value. All have the same length. */
function anyArray(value: Value): Expression {
  const [first] = leavesOf(value);
  if (!first) throw new RangeError('An array of objects has at least one part');
  return first;
}

function elementWithin(type: Type, levels: number): Type {
  return levels === 0 ? type : elementWithin(elementType(type), levels - 1);
}

/** Returns a value with its first array changed. */
function changeFirst(value: Value, change: (array: Expression) => Expression): Value {
  if (isExpression(value)) return change(value);
  if (value.kind === 'records') return { ...value, parts: changeFirst(value.parts, change) };
  if (value.kind === 'optional') return { ...value, value: changeFirst(value.value, change) };
  if (value.kind !== 'object') return value;
  return {
    ...value,
    properties: new Map([...value.properties].map(([name, part]) => [name, changeFirst(part, change)])),
  };
}
