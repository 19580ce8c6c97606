import { ts } from 'ts-morph';
import { type ElementType, pathOf, samePath } from '../../schema/columns.js';
import {
  type DiagnosticBag,
  indexInLines,
  pipeColumnMissing,
  pipeColumnType,
  pipeParamTwice,
  pipeStageUnknown,
  tooMany,
} from '../diagnostics/index.js';
import { declaredType } from '../ir/declared-type.js';
import { type Column, separatorOf } from '../ir/row-function.js';
import { didYouMean, namesOf, quoted } from './columns/column-names.js';
import { countedStages } from './counted-stages.js';
import {
  givesVector,
  type ParsedDescription,
  type ParsedPipe,
  type ParsedTransform,
  type PipeStage,
  resultColumns,
  stagesOf,
} from './parsed-transform.js';
import type { Program } from './project.js';
import { follow } from './syntax/const-initializer.js';
import { nodeSpan, projectPath } from './syntax/span.js';

/** Reads a description at its call. Returns undefined if there is no description, and `'reported'` if it has errors. */
export type ParseDescription = (call: ts.CallExpression) => ParsedDescription | 'reported' | undefined;

const stageLimit = {
  things: 'stages in this pipe',
  limit: 256,
  reason: 'All of them are compiled into one row function.',
  advice: 'Make several pipes, and call one with the result of the other.',
};

const passLimit = {
  things: 'stages that ask for `index` behind one that drops or makes rows',
  limit: 16,
  reason: 'Each of them takes a pass over all rows that counts those which come to it.',
  advice: 'Number the rows once, and carry the number along with `keep`.',
};

/** Reads `pipe(a, b, …)`: each stage takes the result of the previous one. */
export function parsePipe(
  call: ts.CallExpression,
  name: string,
  parseDescription: ParseDescription,
  { root, checker }: Program,
  bag: DiagnosticBag,
): ParsedPipe | undefined {
  const stages: PipeStage[] = [];
  for (const node of call.arguments) {
    const description = describedStage(node, parseDescription, checker);
    if (!description) bag.add(pipeStageUnknown(nodeSpan(root, node), { stage: node.getText() }));
    if (!description || description === 'reported') return undefined;
    const [first, ...others] = stagesOf(description);
    if (!first) return undefined;
    const before = stages.at(-1);
    const from = before
      ? connect(before.transform, first.transform, node, root, bag)
      : first.transform.input.map((_, index) => index);
    if (!from) return undefined;
    if (stages.length + 1 + others.length > stageLimit.limit) {
      bag.add(tooMany(nodeSpan(root, node), stageLimit));
      return undefined;
    }
    stages.push({ ...first, from }, ...others);
  }
  const [first, last] = [stages[0]?.transform, stages.at(-1)?.transform];
  if (!first || !last) return undefined;
  const counted = countedStages(stages);
  if (counted.length > passLimit.limit) bag.add(tooMany(nodeSpan(root, call.expression), passLimit));
  if (counted[0] && separatorOf(first.input) !== undefined) {
    const stage = stages[counted[0].place]?.transform.name ?? '';
    bag.add(indexInLines(nodeSpan(root, call.expression), { stage }));
  }
  return {
    kind: 'pipe',
    name,
    source: projectPath(root, call.getSourceFile().fileName),
    call,
    stages,
    counted,
    input: first.input,
    params: mergeParams(stages, call, root, bag),
    // A vector has the name of the transform that returns it.
    output: givesVector(last) ? last.output.map((column) => renamed(column, name)) : resultColumns(last),
    single: givesVector(last),
    keep: [],
  };
}

/** Returns a column under another name; for a field of a struct, the struct is renamed. */
function renamed(column: Column, name: string): Column {
  if (!column.path) return { ...column, name };
  const path = [name, ...column.path.slice(1)];
  return { ...column, name: path.join('.'), path };
}

/** Returns the description that a stage names; undefined if it cannot be a stage. */
export function describedStage(
  node: ts.Expression,
  parseDescription: ParseDescription,
  checker: ts.TypeChecker,
): ParsedTransform | ParsedPipe | 'reported' | undefined {
  const call = descriptionOf(node, checker);
  const description = call && parseDescription(call);
  if (description === 'reported') return description;
  return description?.kind === 'rolling' || description?.kind === 'aggregate' ? undefined : description;
}

/** Returns the call of the DSL that a stage names or is. */
function descriptionOf(node: ts.Expression, checker: ts.TypeChecker): ts.CallExpression | undefined {
  const call = follow(node, checker);
  return ts.isCallExpression(call) ? call : undefined;
}

type Joined = Pick<ParsedPipe, 'name' | 'input' | 'output' | 'keep' | 'single'>;

/** Returns the source of each input column of a stage. Reports a missing source and then returns undefined. */
function connect(
  before: Joined,
  after: Joined,
  node: ts.Node,
  root: string,
  bag: DiagnosticBag,
): readonly (number | 'there')[] | undefined {
  const given = resultColumns(before);
  // A single column is passed to a single one under any name.
  const depth = rootsOf(given).size === 1 && rootsOf(after.input).size === 1 ? 1 : 0;
  const keyOf = (column: Column) => pathOf(column).slice(depth);
  const from = after.input.map((column): number | 'there' => {
    const place = given.findIndex((other) => isSameKind(column, other) && samePath(keyOf(other), keyOf(column)));
    const found = given[place];
    const span = nodeSpan(root, node);
    const names = { stage: after.name, before: before.name, column: JSON.stringify(column.name) };
    const isStruct = given.some((other) => !other.presence && startsWith(keyOf(other), keyOf(column)));
    if (column.presence && !found && isStruct) return 'there';
    if (!found) {
      const known = namesOf(given);
      const otherwise = `Give the column in the \`output\` of ${before.name}, or carry it through with \`keep\`.`;
      const advice = didYouMean(column.name, known, otherwise);
      if (!given.some(({ unread }) => unread) && !column.unread)
        bag.add(pipeColumnMissing(span, { ...names, known: quoted(known), advice }));
      return -1;
    }
    const around = nullAround(found, given, column, after.input);
    if (around) {
      const taken = isOfList(around, found) ? 'list(struct({ … }))' : 'struct({ … })';
      const nullable = { column: JSON.stringify(around.name), given: `nullable(${taken})`, taken };
      bag.add(pipeColumnType(span, { ...names, ...nullable }));
      return -1;
    }
    if (!takes(column, found)) {
      bag.add(pipeColumnType(span, { ...names, given: declaredType(found), taken: declaredType(column) }));
      return -1;
    }
    return place;
  });
  return from.includes(-1) ? undefined : from;
}

function rootsOf(columns: readonly Column[]): ReadonlySet<string | undefined> {
  return new Set(columns.map((column) => pathOf(column)[0]));
}

function startsWith(path: readonly string[], beginning: readonly string[]): boolean {
  return path.length > beginning.length && samePath(path.slice(0, beginning.length), beginning);
}

/** True if one column can be the source of the other: field to field, or presence to presence, within as many lists. */
function isSameKind(a: Column, b: Column): boolean {
  const sameLists = (a.listed ?? []).join() === (b.listed ?? []).join();
  return (a.presence === true) === (b.presence === true) && pathOf(a).length === pathOf(b).length && sameLists;
}

/** Returns a struct or list around a given column that may be null, if the next stage declares it as never null. */
function nullAround(
  given: Column,
  all: readonly Column[],
  taken: Column,
  declared: readonly Column[],
): Column | undefined {
  return all.find((around) => {
    if (!isAround(around, given)) return false;
    const path = pathOf(taken).slice(0, pathOf(around).length);
    return !declared.some((other) => isSameKind(other, around) && samePath(pathOf(other), path));
  });
}

/** True if `presence` says if a struct or list around a column is present. */
function isAround(presence: Column, column: Column): boolean {
  const { listed = [] } = presence;
  const path = pathOf(presence);
  const isWithin = listed.every((depth, at) => column.listed?.[at] === depth);
  const isBelow = isWithin && samePath(pathOf(column).slice(0, path.length), path);
  return presence.presence === true && presence !== column && isBelow;
}

/** True if `presence` belongs to a list. */
function isOfList({ listed = [], ...presence }: Column, column: Column): boolean {
  return column.listed?.[listed.length] === pathOf(presence).length;
}

/** True if a column can be passed where another one is declared, by the rules of a call. */
function takes(declared: ElementType, given: ElementType): boolean {
  const sameType = declared.type === given.type && declared.timezone === given.timezone;
  const sameElements = !declared.element || !given.element || takes(declared.element, given.element);
  return sameType && sameElements && (mayBeNull(declared) || !mayBeNull(given));
}

function mayBeNull({ nullable, required }: Pick<Column, 'nullable' | 'required'>): boolean {
  return nullable && !required;
}

/** Merges the params of all stages. Params of one name are one param, and must have one type. */
export function mergeParams(
  stages: readonly PipeStage[],
  call: ts.CallExpression,
  root: string,
  bag: DiagnosticBag,
): readonly Column[] {
  const params = new Map<string, Column>();
  for (const param of stages.flatMap(({ transform }) => transform.params)) {
    const known = params.get(param.name);
    if (known && declaredType(known) !== declaredType(param))
      bag.add(
        pipeParamTwice(nodeSpan(root, call.expression), {
          param: JSON.stringify(param.name),
          one: declaredType(known),
          other: declaredType(param),
        }),
      );
    if (!known) params.set(param.name, param);
  }
  return [...params.values()];
}
