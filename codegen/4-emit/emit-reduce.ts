import { type ReductionFunction, reductionFunctions } from '../1-parse/parsed-transform.js';
import type { Import, RowFunction } from '../ir/row-function.js';
import { typeName, type UniqueNames } from './cpp/cpp-names.js';
import { emitRowBody } from './functor/row-body.js';
import { givenSchema, outputSchema } from './functor/schema.js';
import type { PlannedReduction, PlannedTransform } from './modules/planned-transform.js';
import { emitReference } from './reference/reference.js';
import type { Tables } from './scope/tables.js';
import { render } from './templates.js';
import { commentText } from './user-text.js';

/** A user-defined aggregate as a struct of functors. */
export interface EmittedReduction {
  /** The column of the result, and the same for a comment. */
  readonly column: string;
  readonly name: string;
  /** The name of the struct. */
  readonly definition: string;
  readonly place: number;
  readonly functions: readonly string[];
}

/**
 * Emits user-defined aggregates as C++ beside the row function.
 *
 * @param names Those of the namespace.
 * @param tables Gets the constant tables of the functors.
 */
export function emitReductions(
  reductions: readonly PlannedReduction[],
  names: UniqueNames,
  tables: Tables,
): readonly EmittedReduction[] {
  const definitions = reductions.map(({ parsed: { name } }) => names.take(typeName(name)));
  tables.reserve([...definitions, ...reductionFunctions.map(typeName)]);
  return reductions.map(({ parsed: { name, place }, functions }, index) => ({
    column: name,
    name: commentText(name),
    definition: definitions[index] ?? '',
    place,
    functions: reductionFunctions.map((own) => emitFunction(typeName(own), functions[own].plan.fn, tables)),
  }));
}

function emitFunction(struct: string, fn: RowFunction, tables: Tables): string {
  const { body, row, out, inputs, outputs } = emitRowBody(fn, struct, tables);
  const text = render('function.hpp', {
    struct,
    columns: [inputs, outputs].flatMap((names) => names.declaration() ?? []),
    input: givenSchema(fn),
    output: outputSchema(fn.output, () => false),
    row,
    out,
    body,
  });
  // A directive stays at the beginning of its line.
  return text.trimEnd().replace(/^(?=[^#\n])/gm, '  ');
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
