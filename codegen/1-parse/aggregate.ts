import { ts } from 'ts-morph';
import {
  aggregateSource,
  aggregateSourceUnknown,
  aggregateTypeMismatch,
  DiagnosticBag,
  descriptionNotLiteral,
  groupedNameTaken,
  indexBeforeGroups,
  unknownAggregate,
  unknownGroupedColumn,
  unknownGroupOrder,
  unknownKeyType,
} from '../diagnostics/index.js';
import { declaredType } from '../ir/declared-type.js';
import type { Aggregate, AggregateOperation, Column } from '../ir/row-function.js';
import { aggregateNames, aggregateResult } from './aggregate-results.js';
import { constInitializer, unwrap } from './const-initializer.js';
import { countedStages } from './counted-stages.js';
import { dslName } from './dsl-call.js';
import { initializerOf } from './initializer-of.js';
import { type ParsedAggregate, type PipeStage, resultColumns, stagesOf } from './parsed-transform.js';
import { describedStage, mergeParams, type ParseDescription } from './pipe.js';
import type { Program } from './project.js';
import { parseSchema, propertyName } from './schema.js';
import { nodeSpan, projectPath } from './span.js';

/** The rows that are grouped. */
interface Source {
  readonly input: readonly Column[];
  readonly stages: readonly PipeStage[];
  /** The columns that they have. */
  readonly given: readonly Column[];
}

/** Reads `aggregate({ input | from, key, output, order? })`. What is wrong is reported. */
export function parseAggregate(
  call: ts.CallExpression,
  name: string,
  members: ReadonlyMap<string, ts.ObjectLiteralElementLike>,
  parseDescription: ParseDescription,
  program: Program,
  bag: DiagnosticBag,
): ParsedAggregate | undefined {
  const found = new DiagnosticBag();
  const parsed = parseGroups(call, name, members, parseDescription, program, found);
  bag.add(...found.sorted());
  return found.hasErrors ? undefined : parsed;
}

function parseGroups(
  call: ts.CallExpression,
  name: string,
  members: ReadonlyMap<string, ts.ObjectLiteralElementLike>,
  parseDescription: ParseDescription,
  program: Program,
  bag: DiagnosticBag,
): ParsedAggregate | undefined {
  const { root } = program;
  const source = sourceOf(call, members, parseDescription, program, bag);
  const key = initializerOf(members.get('key'));
  const output = initializerOf(members.get('output'));
  if (!source || !key || !output) return undefined;
  const columns = new GroupedColumns(source.given, root, bag);
  const keys = namesIn(key, program, bag).flatMap((node) => columns.key(node) ?? []);
  const computed = parseOutput(output, columns, keys, program, bag);
  const isOrdered = parseOrder(initializerOf(members.get('order')), root, bag);
  return {
    kind: 'aggregate',
    name,
    source: projectPath(root, call.getSourceFile().fileName),
    call,
    stages: source.stages,
    counted: [],
    input: source.input,
    params: mergeParams(source.stages, call, root, bag),
    columns: columns.columns,
    places: columns.places,
    grouping: { keys: keys.length, isOrdered, aggregates: computed.map(({ aggregate }) => aggregate) },
    output: [...columns.columns.slice(0, keys.length), ...computed.map(({ column }) => column)],
    single: false,
    keep: [],
  };
}

function sourceOf(
  call: ts.CallExpression,
  members: ReadonlyMap<string, ts.ObjectLiteralElementLike>,
  parseDescription: ParseDescription,
  program: Program,
  bag: DiagnosticBag,
): Source | undefined {
  const { root, checker } = program;
  const input = initializerOf(members.get('input'));
  const from = initializerOf(members.get('from'));
  const description = from && describedStage(from, parseDescription, checker);
  if (input && !from) {
    const columns = parseSchema(input, 'input', program, bag);
    return { input: columns, stages: [], given: columns };
  }
  if (!from || input) {
    bag.add(aggregateSource(nodeSpan(root, call.expression), { found: input ? 'both' : 'neither' }));
    return undefined;
  }
  if (!description) {
    bag.add(aggregateSourceUnknown(nodeSpan(root, from), { source: from.getText() }));
    return undefined;
  }
  const stages = stagesOf(description);
  const [first] = stages;
  if (!first) return undefined;
  const whole = { ...first, from: first.transform.input.map((_, index) => index) };
  const [counted] = countedStages(stages);
  if (counted) {
    const stage = stages[counted.place]?.transform.name ?? '';
    bag.add(indexBeforeGroups(nodeSpan(root, from), { stage }));
  }
  return { input: description.input, stages: [whole, ...stages.slice(1)], given: resultColumns(description) };
}

/** The columns that are grouped, each once. */
class GroupedColumns {
  readonly columns: Column[] = [];
  readonly places: number[] = [];
  readonly #given: readonly Column[];
  readonly #root: string;
  readonly #bag: DiagnosticBag;

  constructor(given: readonly Column[], root: string, bag: DiagnosticBag) {
    this.#given = given;
    this.#root = root;
    this.#bag = bag;
  }

  /** The name of a column of the key. */
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

  /** What an operation makes of a column, and the place of that among those that are grouped. */
  computed(
    operation: AggregateOperation,
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

  #add({ place, column }: { readonly place: number; readonly column: Column }): number {
    const { name, nullable, required, timezone } = column;
    // Columns of dictionaries are read alone.
    const type = column.type === 'dictionary' ? 'utf8' : column.type;
    this.places.push(place);
    return (
      this.columns.push({ name, type, nullable: nullable && !required, ...(timezone !== undefined && { timezone }) }) -
      1
    );
  }

  #find(node: ts.StringLiteralLike): { readonly place: number; readonly column: Column } | undefined {
    const place = this.#given.findIndex(({ name }) => name === node.text);
    const column = this.#given[place];
    if (column) return { place, column };
    const known = this.#given.filter((one) => !isNested(one)).map(({ name }) => JSON.stringify(name));
    this.#bag.add(
      unknownGroupedColumn(nodeSpan(this.#root, node), {
        column: JSON.stringify(node.text),
        known: known.join(', ') || 'none',
      }),
    );
    return undefined;
  }
}

/** Whether a column is a list, or a part of a struct. */
function isNested({ type, path }: Column): boolean {
  return type === 'list' || path !== undefined;
}

/** `'a'`, or `['a', 'b']`. */
function namesIn(
  expression: ts.Expression,
  { root, checker }: Program,
  bag: DiagnosticBag,
): readonly ts.StringLiteralLike[] {
  const value = unwrap(expression);
  const constant = ts.isIdentifier(value) ? constInitializer(value, checker) : undefined;
  const written = constant ? unwrap(constant) : value;
  const nodes = ts.isArrayLiteralExpression(written) ? written.elements.map(unwrap) : [written];
  return nodes.flatMap((node) => {
    if (ts.isStringLiteralLike(node)) return [node];
    bag.add(descriptionNotLiteral(nodeSpan(root, node), { property: 'key' }));
    return [];
  });
}

function parseOutput(
  expression: ts.Expression,
  columns: GroupedColumns,
  keys: readonly string[],
  { root, checker }: Program,
  bag: DiagnosticBag,
) {
  const value = unwrap(expression);
  if (!ts.isObjectLiteralExpression(value)) {
    bag.add(descriptionNotLiteral(nodeSpan(root, expression), { property: 'output' }));
    return [];
  }
  const taken = new Set(keys);
  return value.properties.flatMap((member) => {
    const name = member.name && propertyName(member.name);
    const initializer = initializerOf(member);
    if (name === undefined || !initializer) {
      bag.add(descriptionNotLiteral(nodeSpan(root, member), { property: 'output' }));
      return [];
    }
    if (taken.has(name)) bag.add(groupedNameTaken(nodeSpan(root, member), { column: JSON.stringify(name) }));
    taken.add(name);
    return parseComputed(initializer, name, columns, { root, checker }, bag) ?? [];
  });
}

/** `sum('x')`, `count()`, or a constant that holds one. */
function parseComputed(
  expression: ts.Expression,
  name: string,
  columns: GroupedColumns,
  program: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): { readonly aggregate: Aggregate; readonly column: Column } | undefined {
  const value = unwrap(expression);
  const constant = ts.isIdentifier(value) ? constInitializer(value, program.checker) : undefined;
  if (constant) return parseComputed(constant, name, columns, program, bag);
  const called = ts.isCallExpression(value) ? dslName(value.expression, program.checker) : undefined;
  const operation = operations.find((known) => known === called);
  const [argument] = ts.isCallExpression(value) ? value.arguments.map(unwrap) : [];
  if (operation === 'count' && !argument)
    return { aggregate: { name, operation }, column: { name, type: 'int64', nullable: false } };
  if (operation && argument && ts.isStringLiteralLike(argument)) return columns.computed(operation, argument, name);
  const known = operations.join(', ');
  bag.add(unknownAggregate(nodeSpan(program.root, value), { aggregate: value.getText(), known }));
  return undefined;
}

const operations = Object.keys(aggregateNames) as readonly AggregateOperation[];

function parseOrder(expression: ts.Expression | undefined, root: string, bag: DiagnosticBag): boolean {
  const value = expression && unwrap(expression);
  if (!value) return true;
  const text = ts.isStringLiteralLike(value) ? value.text : undefined;
  if (text !== 'key' && text !== 'none') bag.add(unknownGroupOrder(nodeSpan(root, value), { order: value.getText() }));
  return text !== 'none';
}
