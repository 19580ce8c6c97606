import { ts } from 'ts-morph';
import type { AggregateName } from '../../schema/aggregate-names.js';
import {
  aggregateSource,
  aggregateSourceUnknown,
  DiagnosticBag,
  groupedNameTaken,
  indexBeforeGroups,
  unknownAggregate,
  unknownGroupOrder,
} from '../diagnostics/index.js';
import type { Aggregate, Column } from '../ir/row-function.js';
import { aggregateNames } from './aggregate-results.js';
import { parseSchema } from './columns/schema.js';
import { countedStages } from './counted-stages.js';
import { GroupedColumns } from './grouped-columns.js';
import { checkSchemaSize } from './limits/schema-size.js';
import {
  type ParsedAggregate,
  type ParsedReduction,
  type PipeStage,
  resultColumns,
  stagesOf,
} from './parsed-transform.js';
import { describedStage, mergeParams, type ParseDescription } from './pipe.js';
import type { Program } from './project.js';
import { parseReduce } from './reduce.js';
import { reportUnread } from './report-unread.js';
import { follow } from './syntax/const-initializer.js';
import { constantText } from './syntax/constant-text.js';
import { dslName } from './syntax/dsl-call.js';
import { initializerOf } from './syntax/initializer-of.js';
import { propertyName } from './syntax/property-name.js';
import { nodeSpan, projectPath } from './syntax/span.js';

/** The rows that are grouped. */
interface Source {
  readonly input: readonly Column[];
  readonly stages: readonly PipeStage[];
  /** The columns of these rows. */
  readonly given: readonly Column[];
}

/** Reads `aggregate({ input | from, key, output, order? })`. Errors are reported. */
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
  if (!source || !key || !output || !checkSchemaSize(output, program, bag)) return undefined;
  const columns = new GroupedColumns(name, source.given, root, bag);
  const keys = namesIn(key, program, bag).flatMap((node) => columns.key(node) ?? []);
  const computed = parseOutput(output, columns, keys, program, bag);
  const isOrdered = parseOrder(initializerOf(members.get('order')), program, bag);
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
    reductions: computed.flatMap(({ reduction }, place) =>
      reduction ? [{ ...reduction, place: keys.length + place }] : [],
    ),
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
    if (!checkSchemaSize(input, program, bag)) return undefined;
    const columns = parseSchema(input, 'input', program, bag);
    return { input: columns, stages: [], given: columns };
  }
  if (!from || input) {
    bag.add(aggregateSource(nodeSpan(root, call.expression), { found: input ? 'both' : 'neither' }));
    return undefined;
  }
  if (!description) bag.add(aggregateSourceUnknown(nodeSpan(root, from), { source: from.getText() }));
  if (!description || description === 'reported') return undefined;
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

/** Reads `'a'` or `['a', 'b']`: the array and the names are literals or constants. */
function namesIn(
  expression: ts.Expression,
  { root, checker }: Program,
  bag: DiagnosticBag,
): readonly ts.StringLiteralLike[] {
  const written = follow(expression, checker);
  const nodes = ts.isArrayLiteralExpression(written) ? written.elements : [written];
  return nodes.flatMap((node) => {
    const name = constantText(node, checker);
    if (!name) reportUnread(node, 'key', 'names', { root }, bag);
    return name ?? [];
  });
}

function parseOutput(
  expression: ts.Expression,
  columns: GroupedColumns,
  keys: readonly string[],
  program: Program,
  bag: DiagnosticBag,
): readonly Computed[] {
  const { root, checker } = program;
  const value = follow(expression, checker);
  if (!ts.isObjectLiteralExpression(value)) {
    reportUnread(expression, 'output', 'aggregates', { root }, bag);
    return [];
  }
  const taken = new Set(keys);
  return value.properties.flatMap((member) => {
    const name = member.name && propertyName(member.name);
    const initializer = initializerOf(member);
    if (name === undefined || !initializer) {
      reportUnread(member, 'output', 'aggregates', { root }, bag);
      return [];
    }
    if (taken.has(name)) bag.add(groupedNameTaken(nodeSpan(root, member), { column: JSON.stringify(name) }));
    taken.add(name);
    return parseComputed(initializer, name, columns, program, bag) ?? [];
  });
}

/** An aggregate that is computed per group, and its column of the result. */
interface Computed {
  readonly aggregate: Aggregate;
  readonly column: Column;
  readonly reduction?: Omit<ParsedReduction, 'place'>;
}

/** Reads `sum('x')`, `count()`, `reduce({ … })`, or a constant that holds one. */
function parseComputed(
  expression: ts.Expression,
  name: string,
  columns: GroupedColumns,
  program: Program,
  bag: DiagnosticBag,
): Computed | undefined {
  const value = follow(expression, program.checker);
  const called = ts.isCallExpression(value) ? dslName(value.expression, program.checker) : undefined;
  if (ts.isCallExpression(value) && called === 'reduce') return parseReduce(value, name, columns, program, bag);
  const operation = operations.find((known) => known === called);
  const [argument] = ts.isCallExpression(value) ? value.arguments : [];
  const column = argument && constantText(argument, program.checker);
  if (operation === 'count' && !argument)
    return { aggregate: { name, operation }, column: { name, type: 'int64', nullable: false } };
  if (operation && column) return columns.computed(operation, column, name);
  const known = [...operations, 'reduce'].join(', ');
  bag.add(unknownAggregate(nodeSpan(program.root, value), { aggregate: value.getText(), known }));
  return undefined;
}

const operations = Object.keys(aggregateNames) as readonly AggregateName[];

function parseOrder(expression: ts.Expression | undefined, { root, checker }: Program, bag: DiagnosticBag): boolean {
  if (!expression) return true;
  const text = constantText(expression, checker)?.text;
  if (text !== 'key' && text !== 'none')
    bag.add(unknownGroupOrder(nodeSpan(root, expression), { order: expression.getText() }));
  return text !== 'none';
}
