import type { ts } from 'ts-morph';
import { type DiagnosticBag, reduceStateType } from '../diagnostics/index.js';
import { declaredType } from '../ir/declared-type.js';
import { type Aggregate, type Column, hasBytes } from '../ir/row-function.js';
import { groupedColumn } from './aggregate-results.js';
import { parseColumnType } from './columns/column-type.js';
import { parseSchema, reportType } from './columns/schema.js';
import { membersOf, rowFunctionOf } from './description-members.js';
import type { GroupedColumns } from './grouped-columns.js';
import { checkSchemaSize } from './limits/schema-size.js';
import {
  type ParsedReduction,
  type ParsedTransform,
  type ReductionFunction,
  reductionFunctions,
} from './parsed-transform.js';
import type { Program } from './project.js';
import { initializerOf } from './syntax/initializer-of.js';
import { nodeSpan, projectPath } from './syntax/span.js';

/** A user-defined aggregate, as far as its call is read. */
export interface Reduced {
  readonly aggregate: Aggregate;
  readonly column: Column;
  readonly reduction: Omit<ParsedReduction, 'place'>;
}

/** Reads `reduce({ input, state, output, init, step, merge, finish })`. Errors are reported. */
export function parseReduce(
  call: ts.CallExpression,
  name: string,
  columns: GroupedColumns,
  program: Program,
  bag: DiagnosticBag,
): Reduced | undefined {
  const { root } = program;
  const members = membersOf(call, 'reduce', program, bag);
  const input = initializerOf(members?.get('input'));
  const state = initializerOf(members?.get('state'));
  const output = initializerOf(members?.get('output'));
  if (!members || !input || !state || !output) return undefined;
  if (![input, state].every((schema) => checkSchemaSize(schema, program, bag))) return undefined;
  const declared = parseSchema(input, 'input', program, bag);
  const kept = parseSchema(state, 'state', program, bag);
  const column = resultColumn(output, name, program, bag);
  for (const one of kept) checkWidth(one, 'state', state, root, bag);
  const places = declared.map((one) => (one.broken ? undefined : columns.declared(one, input)));
  const bodies = reductionFunctions.map((own) => [own, rowFunctionOf(members.get(own), own, program, bag)] as const);
  const isRead = places.every((place) => place !== undefined) && bodies.every(([, row]) => row);
  if (!column || !isRead || kept.length === 0) return undefined;
  const read = declared.map((one): Column => ({ name: one.name, ...groupedColumn(one) }));
  const answer: Column = { name: 'result', type: column.type, nullable: column.nullable };
  const shapes: Readonly<Record<ReductionFunction, Shape>> = {
    init: { parameters: {}, output: kept },
    step: { parameters: { state: kept, row: read }, output: kept },
    merge: { parameters: { earlier: kept, later: kept }, output: kept },
    finish: {
      parameters: { state: kept },
      output: [{ ...answer, ...(column.timezone !== undefined && { timezone: column.timezone }) }],
    },
  };
  const functions = Object.fromEntries(
    bodies.flatMap(([own, row]) => {
      if (!row) return [];
      const { parameters, output: result } = shapes[own];
      const described: ParsedTransform = {
        kind: 'transform',
        name: `${name}.${own}`,
        source: projectPath(root, call.getSourceFile().fileName),
        call,
        input: Object.entries(parameters).flatMap(([parameter, fields]) =>
          fields.map((field) => ({ ...field, name: `${parameter}.${field.name}`, path: [parameter, field.name] })),
        ),
        output: result,
        params: [],
        single: own === 'finish',
        row,
        where: undefined,
        keep: [],
        parameters: Object.keys(parameters),
      };
      return [[own, described]];
    }),
  ) as Record<ReductionFunction, ParsedTransform>;
  return {
    aggregate: { name, operation: 'reduce', columns: places.flatMap((place) => place ?? []) },
    column,
    reduction: { name, call, state: kept, input: read, functions },
  };
}

/** The parameters and the result of one function. */
interface Shape {
  readonly parameters: Readonly<Record<string, readonly Column[]>>;
  readonly output: readonly Column[];
}

function resultColumn(output: ts.Expression, name: string, program: Program, bag: DiagnosticBag): Column | undefined {
  const { root } = program;
  const token = parseColumnType(output, program, bag);
  if (token === 'reported') return undefined;
  if (!token) {
    reportType(output, program, bag);
    return undefined;
  }
  const column: Column = { name, ...token };
  return checkWidth(column, 'output', output, root, bag) ? column : undefined;
}

/** Reports a column without a fixed width. */
function checkWidth(column: Column, property: string, node: ts.Node, root: string, bag: DiagnosticBag): boolean {
  if (column.broken) return false;
  if (!hasBytes(column) && column.type !== 'list' && !column.path) return true;
  const type = declaredType(column);
  bag.add(reduceStateType(nodeSpan(root, node), { column: JSON.stringify(column.name), property, type }));
  return false;
}
