import {
  dropsRows,
  hasStages,
  makesRows,
  type ParsedDescription,
  type ParsedStages,
  type ParsedTransform,
  resultColumns,
} from '../1-parse/parsed-transform.js';
import type { Program } from '../1-parse/project.js';
import { nodeSpan } from '../1-parse/syntax/span.js';
import { ts } from '../1-parse/syntax/ts.js';
import { DiagnosticBag, missingReturn, noOutputColumns } from '../diagnostics/index.js';
import { literal, read } from '../ir/build.js';
import { allExpressions, rewriteStatements } from '../ir/rewrite.js';
import { type RowFunction, type RowsOut, windowBounds } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import type { AlternativeKind } from '../ir/type.js';
import type { Variable, VariableId } from '../ir/variable.js';
import type { CapturedFunction } from './context/captured-function.js';
import { type Foreknowledge, nothingKnown } from './context/foreknowledge.js';
import { HeapClasses } from './context/heap/heap-classes.js';
import { LimitReached } from './context/limit-reached.js';
import type { SourceLoop } from './context/loop-origin.js';
import type { DictionaryKey, Polyfilled } from './context/reference-notes.js';
import { RowContext } from './context/row-context.js';
import { withEffects } from './effects/with-effects.js';
import { checkForm } from './functions/check-form.js';
import { fitStores } from './rows/fit-stores.js';
import { visitResult } from './rows/output-row.js';
import { bindParameters } from './rows/parameters.js';
import { visitStages } from './rows/stages/visit-stages.js';
import { visitWhere } from './rows/where.js';
import { findAssignments } from './syntax/assignments.js';
import { lineOf } from './syntax/line-of.js';
import type { FunctionNode } from './values/value.js';
import { effectVisitors, expressionVisitors, statementVisitors } from './visitors/index.js';
import { walkBy } from './walk.js';
import { describedWindow } from './windows/window-description.js';
import { checkWindows, isBounded, missedPeriods, windowColumns } from './windows/windows.js';

/** The IR of a row function, and the notes that its reference is made from. */
export interface Analysis {
  readonly fn: RowFunction;
  /** The functions of modules that the row function calls. */
  readonly functions: readonly CapturedFunction[];
  /** Names in its text and in that of the functions that have another name in the reference. */
  readonly renames: ReadonlyMap<ts.Node, string>;
  /** The loops whose steps are counted. */
  readonly countedLoops: ReadonlySet<ts.IterationStatement>;
  /** Assigned elements of arrays. Their indices must not leave holes. */
  readonly assignedElements: ReadonlySet<ts.ElementAccessExpression>;
  /** Operands of bigint operators that must not be null or undefined. */
  readonly presentBigInts: ReadonlySet<ts.Expression>;
  /** Keys of dictionaries that must not be names which every object inherits. */
  readonly dictionaryKeys: ReadonlyMap<ts.Expression, DictionaryKey>;
  /** Keys that are one of a few names by the source's type. */
  readonly namedKeys: ReadonlyMap<ts.Expression, readonly string[]>;
  /** Functions that call themselves. */
  readonly recursive: ReadonlySet<FunctionNode>;
  /** Values of several kinds that the source's type narrows to fewer. */
  readonly narrowed: ReadonlyMap<ts.Expression, readonly AlternativeKind[]>;
  /** Calls of functions that the oldest supported Node lacks. */
  readonly polyfilled: ReadonlyMap<ts.CallExpression, Polyfilled>;
  /** Its loops over arrays, by their numbers in the IR. */
  readonly loops: readonly SourceLoop[];
}

const walk = walkBy(expressionVisitors, effectVisitors, statementVisitors);

/** Turns the row function of a description into IR. Undefined if an error was reported. */
export function analyze(description: ParsedDescription, program: Program, bag: DiagnosticBag): Analysis | undefined {
  try {
    return analyzeWhole(description, program, bag);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    bag.add(error.diagnostic(nodeSpan(program.root, error.node ?? description.call.expression)));
    return undefined;
  }
}

function analyzeWhole(description: ParsedDescription, program: Program, bag: DiagnosticBag): Analysis | undefined {
  const { analysis, found } = analyzeUntilKnown(description, program, nothingKnown);
  if (found.hasErrors && !hasBrokenColumn(description)) {
    // Most row functions need no objects with identity, and are faster without. This one may need some.
    const heap = new HeapClasses(program.checker);
    const shared = analyzeUntilKnown(description, program, { ...nothingKnown, heap });
    if (found.sorted().some((one) => !shared.found.has(one))) {
      bag.add(...shared.found.sorted());
      return shared.analysis && withReason(shared.analysis, found);
    }
  }
  bag.add(...found.sorted());
  return hasBrokenColumn(description) ? undefined : analysis;
}

/** Notes the first finding for which objects as values do not do. */
function withReason(analysis: Analysis, found: DiagnosticBag): Analysis {
  const [first] = found.sorted();
  if (!first) return analysis;
  const needsObjects = { line: first.span.line, what: first.what };
  return { ...analysis, fn: Object.freeze({ ...analysis.fn, needsObjects }) };
}

/** The most visits of a row function whose objects' classes are still being found. Each of them finds more. */
const mostVisits = 40;

/** Visits a row function until a visit finds nothing that it had needed to know before. */
function analyzeUntilKnown(description: ParsedDescription, program: Program, start: Foreknowledge): Visit {
  let known = start;
  for (let visits = 1; ; visits += 1) {
    const before = known.heap?.changes;
    const visit = analyzeOnce(description, program, known);
    if (known.heap?.changes !== before && visits < mostVisits) continue;
    const next = foundBy(visit.context, known);
    if (!next || !(visit.analysis || next.looseArrays.size > known.looseArrays.size)) return visit;
    known = next;
  }
}

/** True if the type of a column was reported when the description was parsed. */
function hasBrokenColumn(description: ParsedDescription): boolean {
  const stages = hasStages(description) ? description.stages.map(({ transform }) => transform) : [];
  return [description, ...stages].some(({ input, output }) => [...input, ...output].some(({ broken }) => broken));
}

/** Returns the facts that a visit needed before it found them. Undefined if it knew everything. */
function foundBy(
  { reference: { countedLoops, boundedLoops }, names: { loosened } }: RowContext,
  known: Foreknowledge,
): Foreknowledge | undefined {
  // The reference has one text of a function for all its calls: if some of them count the steps of a loop, all do.
  const mixed = [...countedLoops].filter((loop) => boundedLoops.has(loop) && !known.alwaysCounted.has(loop));
  const loose = [...loosened].filter((symbol) => !known.looseArrays.has(symbol));
  if (mixed.length === 0 && loose.length === 0) return undefined;
  return {
    ...known,
    alwaysCounted: new Set([...known.alwaysCounted, ...mixed]),
    looseArrays: new Set([...known.looseArrays, ...loose]),
  };
}

interface Visit {
  readonly context: RowContext;
  readonly analysis: Analysis | undefined;
  readonly found: DiagnosticBag;
}

function analyzeOnce(description: ParsedDescription, program: Program, known: Foreknowledge): Visit {
  const { name, source } = description;
  const grouping = description.kind === 'aggregate' ? description.grouping : undefined;
  const output = description.kind === 'aggregate' ? description.columns : description.output;
  const found = new DiagnosticBag();
  const window = description.kind === 'rolling' ? describedWindow(description, program, found) : undefined;
  const input = window ? windowColumns(description.input, window) : description.input;
  const bounds = window && isBounded(window) ? windowBounds : [];
  const counted = hasStages(description) ? description.counted.map(({ column }) => column) : bounds;
  const context = new RowContext(program, found, { ...description, input, output }, known, counted, walk);
  if (description.output.length === 0)
    context.report(description.call.expression, (span) => noOutputColumns(span, { name }));
  const emits = rowsOutOf(description);
  const visited = hasStages(description)
    ? visitStages(description, context)
    : visitTransform(description, window, program, context);
  for (const node of context.copies.found()) refuseCopy(node, context);
  const hasRecords = context.input.some(({ listed }) => listed !== undefined);
  const body = hasRecords ? withoutUnreadParts(visited) : visited;
  if (found.hasErrors) return { context, analysis: undefined, found };
  if (context.reports.losses.hasFindings) throw new Error(`The findings in ${name} are not reported`);
  const variables = withoutUnreadFields(context, body);
  const readsRowNumber = variables.some(({ column }) => column === context.rowNumber);
  const functions = [...context.reference.functions.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const fn = Object.freeze({
    name,
    source,
    input: readsRowNumber ? context.input : context.input.slice(0, context.rowNumber),
    // If every row gives one row, the result shares the memory of the kept columns.
    output: emits === 'one' || grouping ? output : resultColumns(description),
    emits,
    captures: [...context.reference.captures.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    imports: [...context.reference.imports]
      .map(([local, exported]) => ({ local, exported }))
      .sort((a, b) => (a.local < b.local ? -1 : 1)),
    functions: functions.map(({ name, origin }) => ({ name, origin })),
    ...(context.stringOperations.size > 0 && { stringOperations: stringOperationsOf(context) }),
    stages: hasStages(description) ? stagesOf(description, context) : [],
    ...(window && { window }),
    ...(grouping && { grouping }),
    variables,
    body: fitStores(body, variables),
  });
  const { reference } = context;
  const analysis: Analysis = {
    fn,
    functions,
    renames: reference.renames,
    countedLoops: reference.countedLoops,
    assignedElements: reference.assignedElements,
    presentBigInts: reference.presentBigInts,
    dictionaryKeys: reference.dictionaryKeys,
    namedKeys: reference.namedKeys,
    recursive: reference.recursive,
    narrowed: reference.narrowed,
    polyfilled: reference.polyfilled,
    loops: reference.loops.all,
  };
  return { context, analysis, found };
}

function stringOperationsOf({ stringOperations }: RowContext): NonNullable<RowFunction['stringOperations']> {
  return [...stringOperations].map(([pattern, names]) => ({ pattern, names: [...names] }));
}

/** Reports a constant or column that goes into an object of the row's memory, where JavaScript would see the original changed or compared. */
function refuseCopy(node: ts.Node, context: RowContext): void {
  context.refuse(node, {
    construct: 'A constant or column among objects that change or are compared',
    reason: 'The object would be a copy: it would not change the constant or column, and would not be the same as it.',
    advice: 'Copy it where it goes in: `words.slice()` or `{ ...point }`.',
  });
}

function stagesOf({ stages }: ParsedStages, { yields }: RowContext): RowFunction['stages'] {
  return stages.map(({ transform: { name, row, kind } }) => ({
    name,
    ...(kind === 'expand' && { yields: yields.get(row) ?? 0 }),
  }));
}

/** Removes unused reads of parts of objects, which cannot fail a row: a loop over objects reads each of their parts. */
function withoutUnreadParts(body: readonly Statement[]): readonly Statement[] {
  const read = new Set(allExpressions(body).flatMap((e) => (e.kind === 'read' ? [e.variable] : [])));
  let isWhole = true;
  const rest = rewriteStatements(body, (statement) => {
    const { kind } = statement;
    if (kind !== 'declare' || read.has(statement.variable)) return [statement];
    if (statement.value.kind !== 'array-call' || statement.value.operation !== 'item') return [statement];
    isWhole = false;
    return [];
  });
  return isWhole ? rest : withoutUnreadParts(rest);
}

/** Takes the columns from fields of lists of structs that nothing reads. A list of structs is read as one array per field. */
function withoutUnreadFields({ variables, input }: RowContext, body: readonly Statement[]): readonly Variable[] {
  const read = new Set(allExpressions(body).flatMap((e) => (e.kind === 'read' ? [e.variable] : [])));
  return variables.all.map((variable) => {
    const { column, id } = variable;
    const isField = column !== undefined && input[column]?.listed !== undefined;
    return isField && !read.has(id) ? { ...variable, column: undefined } : variable;
  });
}

function rowsOutOf(description: ParsedDescription): RowsOut {
  if (!dropsRows(description)) return 'one';
  // A row without columns is emitted, so that it differs from a dropped one.
  if (description.kind === 'aggregate' && description.columns.length === 0) return 'any';
  return makesRows(description) ? 'any' : 'at most one';
}

function visitTransform(
  transform: ParsedTransform,
  window: RowFunction['window'],
  program: Program,
  context: RowContext,
): readonly Statement[] {
  const { row, where, keep, parameters } = transform;
  context.names.addAssignments(findAssignments(row, program.checker));
  checkForm(transform, context);
  if (where) context.names.addAssignments(findAssignments(where, program.checker));
  const kept = dropsRows(transform) ? keep.map((place) => context.variables.keptColumn(place)) : [];
  const dropped = where ? visitWhere(where, context) : [];
  const rows = context.flow
    ? [...bindParameters(row, parameters, context), ...visitBody(transform, program, context)]
    : [];
  if (window) checkWindows(transform, window, context);
  const missed = window ? missedPeriods(transform, window, context) : [];
  return [...dropped, ...missed, ...withKept(rows, kept, context)];
}

/** Puts the kept columns before the others in every output row. */
function withKept(body: readonly Statement[], kept: readonly VariableId[], context: RowContext): readonly Statement[] {
  if (kept.length === 0) return body;
  const values = kept.map((id) => read(id, context.variables.storedType(id)));
  return rewriteStatements(body, (statement) =>
    (statement.kind === 'return' || statement.kind === 'emit') && statement.values.length > 0
      ? [{ ...statement, values: [...values, ...statement.values] }]
      : [statement],
  );
}

function visitBody({ row }: ParsedTransform, program: Program, context: RowContext): readonly Statement[] {
  const { body } = row;
  if (!body) return [];
  if (context.isGenerator) return ts.isBlock(body) ? visitGenerator(body, context) : [];
  if (!ts.isBlock(body)) return withEffects(body, () => visitResult(body, lineOf(body), context), context);
  const statements = context.visit.statements(body.statements);
  if (!context.flow) return statements;
  if (mayEnd(row, program) && !context.reports.losses.hasReturn(undefined))
    context.report(row.name ?? row, (span) => missingReturn(span, { advice: returnAdvice(row) }));
  // TypeScript proved that control never comes here, but from types that the values may not have.
  return [...statements, { kind: 'return', values: context.output.map(() => literal(undefined)), line: lineOf(body) }];
}

/** Suggests a fix for a function that ends without a value, such as `({ name }) => { text: name }`. */
function returnAdvice(row: ParsedTransform['row']): string {
  const { body } = row;
  const [only, ...others] = body && ts.isBlock(body) ? body.statements : [];
  if (!only || others.length > 0 || !ts.isArrowFunction(row)) return 'Return a value at the end, or in each branch.';
  if (ts.isLabeledStatement(only))
    return 'Put an object that is returned in parentheses: `({ name }) => ({ text: name })`.';
  return ts.isExpressionStatement(only)
    ? 'Return the value, `{ return …; }`, or leave the braces out: `({ name }) => name.trim()`.'
    : 'Return a value at the end, or in each branch.';
}

/** Visits the body of a generator, whose end ends its rows. */
function visitGenerator(body: ts.Block, context: RowContext): readonly Statement[] {
  const statements = context.visit.statements(body.statements);
  return context.flow ? [...statements, { kind: 'return', values: [], line: lineOf(body) }] : statements;
}

/** True if the end of the function can be reached, as far as TypeScript knows: a `switch` over all values has no end. */
function mayEnd(row: ParsedTransform['row'], { checker }: Program): boolean {
  const signature = checker.getSignatureFromDeclaration(row);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  const types = type?.isUnion() ? type.types : [type];
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  return types.some((part) => !part || (part.flags & absent) !== 0);
}
