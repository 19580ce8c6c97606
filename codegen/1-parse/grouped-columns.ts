import type { ts } from 'ts-morph';
import type { AggregateName } from '../../schema/aggregate-names.js';
import {
  aggregateTypeMismatch,
  type DiagnosticBag,
  groupedNameTaken,
  reduceColumnMismatch,
  unknownGroupedColumn,
  unknownKeyType,
} from '../diagnostics/index.js';
import { declaredType } from '../ir/declared-type.js';
import type { Aggregate, Column } from '../ir/row-function.js';
import { aggregateNames, aggregateResult, groupedColumn } from './aggregate-results.js';
import { didYouMean, namesOf, quoted } from './columns/column-names.js';
import { nodeSpan } from './syntax/span.js';

/** The columns that are grouped, each once. */
export class GroupedColumns {
  readonly columns: Column[] = [];
  readonly places: number[] = [];
  readonly #aggregate: string;
  readonly #given: readonly Column[];
  readonly #root: string;
  readonly #bag: DiagnosticBag;

  constructor(aggregate: string, given: readonly Column[], root: string, bag: DiagnosticBag) {
    this.#aggregate = aggregate;
    this.#given = given;
    this.#root = root;
    this.#bag = bag;
  }

  /** Adds a column of the key and returns its name. */
  key(node: ts.StringLiteralLike): string | undefined {
    const found = this.#find(node);
    if (!found) return undefined;
    const column = JSON.stringify(node.text);
    const span = nodeSpan(this.#root, node);
    if (isNested(found.column)) {
      this.#bag.add(unknownKeyType(span, { column, type: declaredType(found.column) }));
      return undefined;
    }
    if (this.places.includes(found.place)) {
      this.#bag.add(groupedNameTaken(span, { column }));
      return undefined;
    }
    this.#add(found);
    return node.text;
  }

  /** Returns an aggregate of a column, and the column of its results. */
  computed(
    operation: AggregateName,
    node: ts.StringLiteralLike,
    name: string,
  ): { readonly aggregate: Aggregate; readonly column: Column } | undefined {
    const found = this.#find(node);
    if (!found) return undefined;
    const result = isNested(found.column) ? undefined : aggregateResult(operation, found.column);
    if (!result) {
      const type = declaredType(found.column);
      const takes = aggregateNames[operation];
      const names = { aggregate: operation, column: JSON.stringify(node.text), type, takes };
      this.#bag.add(aggregateTypeMismatch(nodeSpan(this.#root, node), names));
      return undefined;
    }
    const known = this.places.indexOf(found.place);
    return {
      aggregate: { name, operation, column: known < 0 ? this.#add(found) : known },
      column: { name, ...result },
    };
  }

  /** Returns the index of the grouped column that a user-defined aggregate declares. Reports a missing column and a different type. */
  declared(column: Column, node: ts.Node): number | undefined {
    const place = this.#given.findIndex(({ name, path }) => name === column.name && !path);
    const given = this.#given[place];
    const span = nodeSpan(this.#root, node);
    const name = JSON.stringify(column.name);
    if (!given) {
      this.#reportUnknown(column.name, node);
      return undefined;
    }
    const [from, to] = [groupedColumn(given), groupedColumn(column)];
    const isSame = from.type === to.type && from.timezone === to.timezone && (to.nullable || !from.nullable);
    if (isNested(given) || isNested(column) || !isSame) {
      const types = { declared: declaredType(column), type: declaredType(given) };
      this.#bag.add(reduceColumnMismatch(span, { column: name, ...types }));
      return undefined;
    }
    const known = this.places.indexOf(place);
    return known < 0 ? this.#add({ place, column: given }) : known;
  }

  #add({ place, column }: { readonly place: number; readonly column: Column }): number {
    this.places.push(place);
    return this.columns.push({ name: column.name, ...groupedColumn(column) }) - 1;
  }

  #find(node: ts.StringLiteralLike): { readonly place: number; readonly column: Column } | undefined {
    const place = this.#given.findIndex(({ name }) => name === node.text);
    const column = this.#given[place];
    if (column) return { place, column };
    this.#reportUnknown(node.text, node);
    return undefined;
  }

  #reportUnknown(name: string, node: ts.Node): void {
    // The column may be one of those that could not be read.
    if (this.#given.some(({ unread }) => unread)) return;
    const known = namesOf(this.#given.filter((one) => !isNested(one)));
    const otherwise =
      'Name one of them, or give the column in the `output` of `from`, or carry it through with its `keep`.';
    this.#bag.add(
      unknownGroupedColumn(nodeSpan(this.#root, node), {
        transform: this.#aggregate,
        column: JSON.stringify(name),
        known: quoted(known) || 'none',
        advice: didYouMean(name, known, otherwise),
      }),
    );
  }
}

/** True if a column is a list or a field of a struct. */
function isNested({ type, path }: Column): boolean {
  return type === 'list' || path !== undefined;
}
