import { reductionFunctions } from '../1-parse/parsed-transform.js';
import type { Plan } from '../3-plan/plan.js';
import type { Bound } from '../3-plan/size-bound.js';
import { visibleControls, visibleLine } from '../diagnostics/index.js';
import { type ConstantValue, isComposite, showConstant, showPattern } from '../ir/constant-value.js';
import { printRowFunction } from '../ir/print.js';
import { hasBytes, type RowFunction, storedColumnsRead } from '../ir/row-function.js';
import { describeObjects } from './described-objects.js';
import { describeDeviceGroups } from './device-groups.js';
import type { PlannedReduction } from './modules/planned-transform.js';
import { describePatterns } from './pattern-engines.js';
import { render } from './templates.js';

/** A pass that counts the rows that reach a stage. */
export interface CountingPass {
  readonly stage: string;
  readonly kernels: readonly string[];
}

/** Returns the text of `rowfuse explain`, which also lies beside the generated code. */
export function explainPlan(
  plan: Plan,
  kept: readonly string[] = [],
  counts: readonly CountingPass[] = [],
  reductions: readonly PlannedReduction[] = [],
): string {
  const { fn, strategies, kernels, memberships, bounds, fixedBytesRead, fixedBytesWritten } = plan;
  const textRead = storedColumnsRead(fn).filter(hasBytes);
  const text = render('explain.txt', {
    name: visibleLine(fn.name),
    source: visibleLine(fn.source),
    captures: unique([fn, ...functionsOf(reductions)].flatMap(({ captures }) => captures)).map(
      ({ name, value, origin }) => ({
        name,
        value: showCapture(value),
        origin,
      }),
    ),
    functions: unique([fn, ...functionsOf(reductions)].flatMap(({ functions }) => functions)),
    reductions: reductions.map(({ parsed: { name }, functions }) => ({
      name: JSON.stringify(name),
      functions: reductionFunctions.map((own) => indent(printRowFunction(functions[own].plan.fn, own))),
    })),
    stages: fn.stages.map(({ name }) => name).join(', then '),
    generators: fn.stages.flatMap(({ name, yields }) =>
      yields === undefined ? [] : [{ name, places: yields === 1 ? 'its yield' : `each of its ${yields} yields` }],
    ),
    counts: counts.map(({ stage }) => stage),
    ir: indent(printRowFunction(fn)),
    strategies: [...strategies, ...describeDeviceGroups(fn), ...keptColumns(fn, kept)],
    kernels: [
      ...counts.flatMap(({ stage, kernels: own }) => own.map((kernel) => `${kernel}: how many rows come to ${stage}`)),
      ...kernels,
    ],
    memberships,
    objects: describeObjects(fn),
    patterns: describePatterns([fn, ...functionsOf(reductions)]),
    bytesRead: [bytes(fixedBytesRead), ...textRead.map(({ name }) => `the characters of ${JSON.stringify(name)}`)].join(
      ' + ',
    ),
    bytesWritten: fn.grouping
      ? 'nothing: groups alone are in memory'
      : [bytes(fixedBytesWritten), ...(bounds.length > 0 ? ['the characters of the result'] : [])].join(' + '),
    bounds: (fn.grouping ? [] : bounds).map(
      ({ column, bound }) => `${printBound(bound, fn)} for ${JSON.stringify(column)}`,
    ),
  });
  // Names of columns and values of constants may contain any character.
  return `${visibleControls(text.trimEnd())}\n`;
}

/** Returns captures or functions, one per name. */
function unique<Named extends { readonly name: string }>(all: readonly Named[]): readonly Named[] {
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

function functionsOf(reductions: readonly PlannedReduction[]): readonly RowFunction[] {
  return reductions.flatMap(({ functions }) => reductionFunctions.map((own) => functions[own].plan.fn));
}

/** Says how the result gets its kept columns. */
function keptColumns({ emits }: RowFunction, kept: readonly string[]): readonly string[] {
  if (kept.length === 0) return [];
  const names = kept.map((name) => JSON.stringify(name)).join(', ');
  return [
    emits === 'one'
      ? `keep: ${names}: rows keep their places, and the result shares the input's memory.`
      : `keep: ${names}: gathered with the rows.`,
  ];
}

/** Returns a value as the source would write it; a long one is cut. */
function showCapture(value: ConstantValue): string {
  if (!isComposite(value)) return showConstant(value);
  switch (value.kind) {
    case 'array':
      return `[${few(value.elements.map(showCapture))}]`;
    case 'set':
      return `Set [${few(value.elements.map(showCapture))}]`;
    case 'map':
      return `Map [${few(value.entries.map(([key, element]) => `${showConstant(key)} => ${showCapture(element)}`))}]`;
    case 'object':
      return `{ ${few(value.entries.map(([key, element]) => `${JSON.stringify(key)}: ${showCapture(element)}`))} }`;
    case 'pattern':
      return showPattern(value);
  }
}

function few(parts: readonly string[]): string {
  const shown = parts.slice(0, 8);
  return [...shown, ...(parts.length > shown.length ? [`… ${parts.length - shown.length} more`] : [])].join(', ');
}

function printBound({ constant, factors }: Bound, { input }: RowFunction): string {
  if (constant === Number.POSITIVE_INFINITY) return 'no bound';
  const terms = [...factors]
    .sort(([a], [b]) => a - b)
    .map(([column, factor]) => `${factor === 1 ? '' : `${factor} · `}bytes(${JSON.stringify(input[column]?.name)})`);
  return `at most ${[...terms, ...(constant > 0 || terms.length === 0 ? [bytes(constant)] : [])].join(' + ')}`;
}

function bytes(count: number): string {
  return `${Number(count.toFixed(3))} bytes`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
