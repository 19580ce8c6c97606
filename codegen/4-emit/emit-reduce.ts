import { type ReductionFunction, reductionFunctions } from '../1-parse/parsed-transform.js';
import type { Import } from '../ir/row-function.js';
import { cppIdentifier } from './cpp/cpp-names.js';
import { cppColumns } from './cpp/cpp-types.js';
import { emitRowBody } from './functor/row-body.js';
import type { PlannedReduction, PlannedTransform } from './modules/planned-transform.js';
import { emitReference } from './reference/reference.js';
import { commentText } from './user-text.js';

/** Emits user-defined aggregates as C++ beside the row function. */
export function emitReductions(reductions: readonly PlannedReduction[]) {
  return reductions.map(({ parsed: { name, place }, functions }) => ({
    name: commentText(name),
    definition: cppIdentifier(name),
    place,
    functions: reductionFunctions.map((own) => {
      const { fn } = functions[own].plan;
      const { body, tables } = emitRowBody(fn);
      return {
        alias: `${own.charAt(0).toUpperCase()}${own.slice(1)}`,
        namespace: `${cppIdentifier(name)}${own}`,
        tables,
        input: fn.input.flatMap((column) => cppColumns(column)).join(', '),
        output: fn.output.flatMap((column) => cppColumns(column)).join(', '),
        body,
      };
    }),
  }));
}

/** Returns the headers that user-defined aggregates need besides the row library's common part. */
export function reductionHeaders(reductions: readonly PlannedReduction[]): readonly string[] {
  return eachFunction(reductions).flatMap(({ plan: { fn } }) => emitRowBody(fn).headers);
}

function eachFunction(reductions: readonly PlannedReduction[]): readonly PlannedTransform[] {
  return reductions.flatMap(({ functions }) => reductionFunctions.map((own) => functions[own]));
}

/** Emits the functions of a user-defined aggregate as plain JavaScript, for the reference. */
export function reductionReference({ functions }: PlannedReduction): string {
  const text = (own: ReductionFunction) => {
    const { parsed, analysis } = functions[own];
    return parsed.kind === 'transform' ? emitReference(parsed, analysis, [], own).trimEnd() : '';
  };
  return reductionFunctions.map(text).join('\n');
}

/** Returns the first function that builds text, for which there is no arena while rows go to their groups. */
export function buildsText({ functions }: PlannedReduction): ReductionFunction | undefined {
  return reductionFunctions.find((own) => emitRowBody(functions[own].plan.fn).usesArena);
}

/** Returns the path of the reference of a user-defined aggregate, by its place among those of its transform. */
export function reductionFile(directory: string, index: number): string {
  return `${directory}/${directory}.reduce${index + 1}.js`;
}

/** Returns the imports of its functions from `rowfuse`. */
export function reductionImports({ functions }: PlannedReduction): readonly Import[] {
  return reductionFunctions.flatMap((own) => functions[own].plan.fn.imports);
}
