import { createHash } from 'node:crypto';
import { claimsOf } from '../../codegen/3-plan/claims.js';
import { type Plan, plan } from '../../codegen/3-plan/plan.js';
import { emitRowBody } from '../../codegen/4-emit/functor/row-body.js';
import { Tables } from '../../codegen/4-emit/scope/tables.js';
import { printRowFunction } from '../../codegen/ir/print.js';
import { printType } from '../../codegen/ir/print-type.js';
import { allExpressions } from '../../codegen/ir/rewrite.js';
import type { RowFunction } from '../../codegen/ir/row-function.js';

/** The expressions whose claims are compared: a claim takes the longer, the more operands are below. */
const mostClaims = 100;

/**
 * Describes the plan of a row function in a few lines: the types of its variables, its bounds and its loops. The digest at the end is that
 * of the whole plan and of the generated code, without the places in the source.
 */
export function describePlan(fn: RowFunction): string {
  const made = plan(fn);
  return [
    ...typesOf(made.fn),
    ...(made.attempt ? typesOf(made.attempt).map((line) => `attempt ${line}`) : []),
    ...textOf(made),
    ...loopsOf(made.fn),
    `digest ${digestOf(made)}`,
  ].join('\n');
}

function typesOf({ variables }: RowFunction): readonly string[] {
  const own = variables.filter(({ column }) => column === undefined);
  const types = own.map(({ name, stored }) => `${name}: ${printType(stored)}`);
  return types.length > 0 ? [`variables ${types.join(', ')}`] : [];
}

function textOf({ fn, bounds, segments, isBulkText, isLarge, isOncePerValue }: Plan): readonly string[] {
  const shown = bounds.map(({ column, bound }) => {
    const factors = [...bound.factors].map(([place, factor]) => ` + ${factor} ${fn.input[place]?.name}`);
    return `${column}: at most ${bound.constant}${factors.join('')} bytes`;
  });
  const pieces = segments && segments.count > 0 ? [`${segments.count} pieces${segments.mapped ? ', mapped' : ''}`] : [];
  const flags = Object.entries({ isBulkText, isLarge, isOncePerValue }).flatMap(([name, holds]) =>
    holds ? [name] : [],
  );
  const parts = [...shown, ...pieces, ...flags];
  return parts.length > 0 ? [parts.join('; ')] : [];
}

function loopsOf({ loops = [], reductions = [], folds = [] }: RowFunction): readonly string[] {
  const shapes = loops.map((loop) => `loop ${loop.isReduced ? '' : 'not '}reduced: ${loop.shapes.join(', ')}`);
  const operations = reductions.map(({ operation }) => operation);
  return [
    ...shapes,
    ...(operations.length > 0 ? [`reductions ${operations.join(', ')}`] : []),
    ...(folds.length > 0 ? [`${folds.length} folds`] : []),
  ];
}

function digestOf({ fn, ...rest }: Plan): string {
  const tables = new Tables();
  const { body, headers, folds, reductions } = emitRowBody(fn, '', tables);
  const text = [
    printRowFunction(fn),
    JSON.stringify([rest, fn.loops, body, headers, folds, reductions], shown),
    rest.attempt ? emitRowBody(rest.attempt).body : '',
    ...tables.definitions(String),
    JSON.stringify(allExpressions(fn.body).slice(0, mostClaims).map(claimsOf(fn)), shown),
  ].join('\n');
  const code = text.replaceAll(/#line [^\n]*?(?=\n|\\n|$)/g, '');
  return createHash('sha256').update(code).digest('hex').slice(0, 12);
}

/** Values as JSON has them, without the places in the source, which change with the lines before them. */
function shown(key: string, value: unknown): unknown {
  if (key === 'span' || key === 'line' || key === 'source') return undefined;
  if (value instanceof Map || value instanceof Set) return [...value];
  return typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : value;
}
