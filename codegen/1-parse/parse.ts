import { ts } from 'ts-morph';
import {
  type DiagnosticBag,
  inputOnlyType,
  misplacedLines,
  noTransforms,
  tooMany,
  transformNotExportedConst,
  wholeFile,
} from '../diagnostics/index.js';
import { type Column, separatorOf } from '../ir/row-function.js';
import { parseAggregate } from './aggregate.js';
import { parseColumnType } from './columns/column-type.js';
import { parseKeep } from './columns/keep.js';
import { holdsDictionary, parseNested, parseSchema } from './columns/schema.js';
import { membersOf, rowFunctionOf } from './description-members.js';
import { checkSchemaSize } from './limits/schema-size.js';
import {
  type DescriptionKind,
  type ParsedDescription,
  type ParsedTransform,
  rowFunctionName,
} from './parsed-transform.js';
import { type ParseDescription, parsePipe } from './pipe.js';
import type { Program } from './project.js';
import { unwrap } from './syntax/const-initializer.js';
import { dslName } from './syntax/dsl-call.js';
import { initializerOf } from './syntax/initializer-of.js';
import { checkNames } from './syntax/names.js';
import { nodesIn } from './syntax/nodes-in.js';
import { propertyName } from './syntax/property-name.js';
import { nodeSpan, projectPath } from './syntax/span.js';

const transformLimit = {
  things: 'transforms',
  limit: 2000,
  reason: 'Each of them becomes C++ of its own, all of which goes into one addon.',
  advice: 'Split the sources, and build each part into a folder of its own with `--out`.',
};

/** The exports of a program's modules. */
export interface ParsedModules {
  readonly transforms: readonly ParsedDescription[];
  /** The optional modules without a transform, relative to the project's root. */
  readonly skipped: readonly string[];
  /** The other modules, which must type-check. */
  readonly modules: readonly ts.SourceFile[];
}

/**
 * Finds the transforms that the program's modules export. Descriptions that cannot be read are reported and left out.
 *
 * @param optional absolute paths of modules that may export no transform, because only a pattern named them
 */
export function parse(program: Program, bag: DiagnosticBag, optional: ReadonlySet<string> = new Set()): ParsedModules {
  const known = new Map<ts.CallExpression, ReturnType<ParseDescription>>();
  // A transform may also be a stage of pipes. It is read, and its errors are reported, once.
  const parseDescription: ParseDescription = (call) => {
    if (known.has(call)) return known.get(call);
    known.set(call, undefined); // in case a pipe names itself
    const found = bag.size;
    const parsed = parseCall(call, parseDescription, program, bag) ?? (bag.size > found ? 'reported' : undefined);
    known.set(call, parsed);
    return parsed;
  };
  const found = program.files.map((file) => ({ file, calls: findCalls(file, program.checker) }));
  const isSkipped = ({ file, calls }: (typeof found)[number]) => calls.length === 0 && optional.has(file.fileName);
  const skipped = found.filter(isSkipped).map(({ file }) => projectPath(program.root, file.fileName));
  const modules = found.filter((module) => !isSkipped(module));
  for (const { file, calls: own } of modules) {
    const source = projectPath(program.root, file.fileName);
    if (own.length === 0) bag.add(noTransforms(wholeFile(source), { file: source }));
  }
  const calls = modules.flatMap((module) => module.calls);
  const exported = calls.filter((call) => nameOf(call, program.checker)?.isExported === true);
  const last = exported[transformLimit.limit];
  if (last) bag.add(tooMany(nodeSpan(program.root, last.expression), transformLimit));
  const transforms = (last ? [] : exported).flatMap((call) => {
    const parsed = parseDescription(call);
    return parsed === undefined || parsed === 'reported' ? [] : [parsed];
  });
  for (const call of calls) {
    // Transforms that a pipe or an aggregate takes are its stages, and need no export. For one that is nested in
    // another, that other one is reported.
    if (!exported.includes(call) && !known.has(call) && !takerOf(call, program.checker))
      bag.add(transformNotExportedConst(nodeSpan(program.root, call.expression)));
  }
  checkNames(transforms, program.root, bag);
  return { transforms, skipped, modules: modules.map(({ file }) => file) };
}

function findCalls(file: ts.SourceFile, checker: ts.TypeChecker): readonly ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  for (const node of nodesIn(file)) if (ts.isCallExpression(node) && kindOf(node, checker)) calls.push(node);
  return calls;
}

/** Returns the kind of description that a call makes, or undefined if it makes none. */
function kindOf({ expression }: ts.CallExpression, checker: ts.TypeChecker): ParsedDescription['kind'] | undefined {
  const name = dslName(expression, checker);
  return kinds.find((kind) => kind === name);
}

const kinds: readonly ParsedDescription['kind'][] = ['transform', 'expand', 'rolling', 'pipe', 'aggregate'];

/** Returns the description of a call; undefined if it is none, or was reported. */
function parseCall(
  call: ts.CallExpression,
  parseDescription: ParseDescription,
  program: Program,
  bag: DiagnosticBag,
): ParsedDescription | undefined {
  const { checker } = program;
  const kind = kindOf(call, checker);
  if (!kind) return undefined;
  const name = nameOf(call, checker)?.name;
  if (name === undefined) return undefined;
  if (kind === 'pipe') return parsePipe(call, name, parseDescription, program, bag);
  const members = membersOf(call, kind, program, bag);
  if (!members) return undefined;
  return kind === 'aggregate'
    ? parseAggregate(call, name, members, parseDescription, program, bag)
    : parseTransform(call, name, kind, members, program, bag);
}

function parseTransform(
  call: ts.CallExpression,
  name: string,
  kind: DescriptionKind,
  members: ReadonlyMap<string, ts.ObjectLiteralElementLike>,
  program: Program,
  bag: DiagnosticBag,
): ParsedTransform | undefined {
  const { root } = program;
  const input = initializerOf(members.get('input'));
  const output = initializerOf(members.get('output'));
  const params = initializerOf(members.get('params'));
  const rowName = rowFunctionName[kind];
  const row = rowFunctionOf(members.get(rowName), rowName, program, bag);
  const where = rowFunctionOf(members.get('where'), 'where', program, bag);
  const keep = initializerOf(members.get('keep'));
  const window = initializerOf(members.get('window'));
  const partitionBy = initializerOf(members.get('partitionBy'));
  const reorder = initializerOf(members.get('reorder'));
  if (!input || !output || !row) return undefined;
  if (![input, output, ...(params ? [params] : [])].every((schema) => checkSchemaSize(schema, program, bag)))
    return undefined;
  const inputColumns = parseSchema(input, 'input', program, bag);
  if (kind === 'rolling' && separatorOf(inputColumns) !== undefined)
    bag.add(misplacedLines(nodeSpan(root, input), { place: 'input of `rolling`' }));
  const only = parseOnlyOutput(output, name, program, bag);
  if (only === 'reported') return undefined;
  const outputColumns = only ?? parseSchema(output, 'output', program, bag);
  return {
    kind,
    name,
    source: projectPath(root, call.getSourceFile().fileName),
    call,
    input: inputColumns,
    output: outputColumns,
    params: params ? parseSchema(params, 'params', program, bag) : [],
    single: only !== undefined,
    row,
    where,
    ...(window && { window }),
    ...(partitionBy && { partitionBy }),
    ...(reorder && { reorder }),
    keep: keep ? parseKeep(keep, { name, input: inputColumns, output: outputColumns }, program, bag) : [],
  };
}

/**
 * Returns the columns of an unnamed output: one column named after the transform, or the fields of a struct. Returns
 * undefined for an object of columns.
 */
function parseOnlyOutput(
  output: ts.Expression,
  name: string,
  program: Program,
  bag: DiagnosticBag,
): readonly Column[] | 'reported' | undefined {
  const nested = parseNested(output, name, 'output', program, bag);
  if (nested) return nested;
  const type = parseColumnType(output, program, bag);
  if (typeof type !== 'object') return type;
  if (!holdsDictionary(type)) return [{ name, ...type }];
  const span = nodeSpan(program.root, output);
  bag.add(inputOnlyType(span, { type: output.getText(), property: 'output', other: 'utf8' }));
  return 'reported';
}

/**
 * Returns the name of the `const` that a call initialises, which is its exported name if it has one. A source that is
 * nested in an aggregate has the aggregate's name. A stage that is nested in a pipe is named by its place.
 */
function nameOf(call: ts.CallExpression, checker: ts.TypeChecker): { name: string; isExported: boolean } | undefined {
  const taker = takerOf(call, checker);
  if (taker) {
    const whole = nameOf(taker, checker);
    const place = taker.arguments.findIndex((argument) => unwrap(argument) === call);
    return whole && { name: place < 0 ? whole.name : `stage ${place + 1}`, isExported: false };
  }
  const node = wrapped(call);
  const declaration = node.parent;
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer !== node) return undefined;
  if (!ts.isIdentifier(declaration.name) || !(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const))
    return undefined;
  const module = checker.getSymbolAtLocation(call.getSourceFile());
  const symbol = checker.getSymbolAtLocation(declaration.name);
  const exports = module ? checker.getExportsOfModule(module) : [];
  const exported = exports.find((one) => resolve(one, checker) === symbol);
  return { name: exported?.name ?? declaration.name.text, isExported: exported !== undefined };
}

/** Returns the `pipe(…)` or `aggregate({ from: … })` that a call is nested in as a stage. */
function takerOf(call: ts.CallExpression, checker: ts.TypeChecker): ts.CallExpression | undefined {
  const node = wrapped(call);
  const { parent } = node;
  if (ts.isCallExpression(parent)) return kindOf(parent, checker) === 'pipe' ? parent : undefined;
  if (!ts.isPropertyAssignment(parent) || propertyName(parent.name) !== 'from') return undefined;
  const taker = wrapped(parent.parent).parent;
  return ts.isCallExpression(taker) && kindOf(taker, checker) === 'aggregate' ? taker : undefined;
}

/** Returns an expression together with the syntax around it that {@link unwrap} removes. */
function wrapped(expression: ts.Expression): ts.Expression {
  const { parent } = expression;
  return ts.isExpression(parent) && unwrap(parent) === unwrap(expression) ? wrapped(parent) : expression;
}

function resolve(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
