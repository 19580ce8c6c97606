import {
  givesVector,
  hasStages,
  type ParsedDescription,
  type ParsedPipe,
  resultColumns,
} from '../1-parse/parsed-transform.js';
import type { Analysis } from '../2-analyze/analyze.js';
import { boundsPlaces, type Column, type Import, type RowFunction, type RowsOut } from '../ir/row-function.js';
import { directoryName } from './cpp/cpp-names.js';
import { emitNative } from './emit-native.js';
import { reductionFile, reductionImports, reductionReference } from './emit-reduce.js';
import type { EmittedFile, EmittedTransform } from './emitted-file.js';
import { explainPlan } from './explain.js';
import { banner } from './modules/banner.js';
import { buildHashOf } from './modules/build-hash.js';
import { emitIndex } from './modules/emit-index.js';
import { emitModule } from './modules/emit-module.js';
import type { PlannedTransform } from './modules/planned-transform.js';
import { emitPipeReference } from './reference/pipe-reference.js';
import { emitReference } from './reference/reference.js';
import { render } from './templates.js';

/** One transform of the output directory, with its explanation and the shape of its calls. */
export interface ExplainedTransform extends EmittedTransform {
  readonly explain: string;
  readonly input: readonly Column[];
  /** Values that a call passes besides the columns. */
  readonly params: readonly Column[];
  readonly output: readonly Column[];
  /** True for one unnamed output column: calls return a vector, not a table. */
  readonly single: boolean;
  /** The number of output rows per row. */
  readonly emits: RowsOut;
  /** True if passes before it count rows. */
  readonly counts: boolean;
  /** For an aggregate: the number of key columns in the result, and whether groups are in the order of their keys. */
  readonly groups?: { readonly keys: number; readonly isOrdered: boolean };
  /** For windows: their rows are a number around each row, or come from columns of bounds. */
  readonly windows?: 'rows' | 'bounds';
}

export interface Emitted {
  /** The transforms, each with the files of its folder. */
  readonly transforms: readonly ExplainedTransform[];
  /** All files: those of the transforms, and the index. */
  readonly files: readonly EmittedFile[];
  /** The hash of all native sources. An addon that was built from others is stale. */
  readonly buildHash: string;
}

/** Emits every generated file. */
export function emit(planned: readonly PlannedTransform[]): Emitted {
  const transforms = planned.map((one) => emitTransform(one, planned));
  const own = transforms.flatMap(({ files }) => files);
  const buildHash = buildHashOf(own);
  return { transforms, buildHash, files: [...own, ...emitIndex(transforms, buildHash)] };
}

function emitTransform(one: PlannedTransform, planned: readonly PlannedTransform[]): ExplainedTransform {
  const { parsed, plan, reductions = [] } = one;
  const { fn } = plan;
  const directory = directoryName(fn.name);
  const explain = explainPlan(
    plan,
    parsed.keep.flatMap((place) => parsed.input[place]?.name ?? []),
    parsed.kind === 'pipe' ? explainCounts(parsed, planned) : [],
    reductions,
  );
  return {
    name: fn.name,
    directory,
    source: fn.source,
    ...(parsed.kind === 'pipe' && parsed.counts && { passOf: parsed.counts.pipe }),
    files: [
      ...emitNative(one),
      ...emitReferences(one),
      ...emitModule(one, passesOf(one, planned)),
      { path: `${directory}/explain.txt`, text: explain },
    ],
    explain,
    input: parsed.input,
    params: parsed.params,
    output: resultColumns(parsed),
    single: givesVector(parsed),
    emits: fn.emits,
    counts: parsed.kind === 'pipe' && parsed.counted.length > 0,
    ...(fn.grouping && { groups: { keys: fn.grouping.keys, isOrdered: fn.grouping.isOrdered } }),
    ...(fn.window && { windows: boundsPlaces(fn.input).length > 0 ? ('bounds' as const) : ('rows' as const) }),
  };
}

/** Returns the names of the passes that count rows for a pipe, in their order. */
function passesOf({ plan }: PlannedTransform, planned: readonly PlannedTransform[]): readonly string[] {
  return planned.flatMap(({ parsed, plan: { fn } }) =>
    parsed.kind === 'pipe' && parsed.counts?.pipe === plan.fn.name ? [fn.name] : [],
  );
}

/** Emits the row function as plain JavaScript, and the functions of each user-defined aggregate beside it. */
function emitReferences({ parsed, analysis, plan: { fn }, reductions = [] }: PlannedTransform): readonly EmittedFile[] {
  const directory = directoryName(fn.name);
  const reference = {
    path: `${directory}/${directory}.reference.js`,
    text: render('reference.js', { banner: banner(fn.source), ...referenceText(parsed, analysis, fn) }),
  };
  const own = reductions.map((reduction, index) => ({
    path: reductionFile(directory, index),
    text: render('reference.js', {
      banner: banner(fn.source),
      imports: [...new Set(reductionImports(reduction).map(importStatement))].sort(),
      code: reductionReference(reduction),
    }),
  }));
  return [reference, ...own];
}

/** Returns the passes that count rows for a pipe, for `explain`. */
function explainCounts({ name, stages, counted }: ParsedPipe, planned: readonly PlannedTransform[]) {
  return counted.flatMap(({ place }, index) => {
    const pass = planned.find(({ plan }) => plan.fn.name === `${name}#${index + 1}`);
    const stage = stages[place]?.transform.name ?? '';
    return pass ? [{ stage, kernels: pass.plan.kernels }] : [];
  });
}

function referenceText(parsed: ParsedDescription, analysis: Analysis, { reordered = [] }: RowFunction) {
  const imports = analysis.fn.imports.map(importStatement);
  if (!hasStages(parsed)) return { imports, code: emitReference(parsed, analysis, reordered).trimEnd() };
  if (parsed.stages.length === 0) return { imports, code: columnsReference };
  const piped = emitPipeReference(parsed, analysis);
  return { imports: [...imports, piped.imports], code: piped.code.trimEnd() };
}

/** The reference of an aggregate without stages, which groups columns as they are. */
const columnsReference = 'export const row = () => ({});';

function importStatement({ exported, local }: Import): string {
  const names =
    exported === '*' ? `* as ${local}` : exported === local ? `{ ${local} }` : `{ ${exported} as ${local} }`;
  return `import ${names} from '@rowfuse/runtime';`;
}
