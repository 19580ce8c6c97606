import { countingPasses } from './1-parse/counted-stages.js';
import { deepType, tooDeepToCheck } from './1-parse/limits/deep-places.js';
import { withinStack } from './1-parse/limits/within-stack.js';
import { type ParsedModules, parse } from './1-parse/parse.js';
import { type ParsedAggregate, type ParsedDescription, reductionFunctions } from './1-parse/parsed-transform.js';
import type { FileFacts } from './1-parse/project/file-facts.js';
import { type Globals, loadProgram, type Program } from './1-parse/project.js';
import { nodeSpan } from './1-parse/syntax/span.js';
import { findTypeErrors } from './1-parse/types/type-errors.js';
import { analyze } from './2-analyze/analyze.js';
import { hintsOf } from './3-plan/hints/hints.js';
import { type PlanOptions, plan } from './3-plan/plan.js';
import { type Emitted, emit } from './4-emit/emit.js';
import { buildsText } from './4-emit/emit-reduce.js';
import type { PlannedReduction, PlannedTransform } from './4-emit/modules/planned-transform.js';
import {
  type Diagnostic,
  DiagnosticBag,
  type Hint,
  type LocatedTypeError,
  mergeTypeErrors,
  noTransformsMatched,
  nowhere,
  reduceBuildsText,
  tooDeep,
  worstFirst,
} from './diagnostics/index.js';

/** The result of compiling: diagnostics, and the files of every transform if there are no errors. */
export interface Compilation extends Emitted {
  /** The findings, sorted by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The optional modules without a transform, relative to the project's root. */
  readonly skipped: readonly string[];
  /** The hints for each transform, by its name, if they are asked for. */
  readonly hints: ReadonlyMap<string, readonly Hint[]>;
  /** The facts of the file system that the result depends on. */
  readonly facts: FileFacts;
}

/** The modules to compile, and their project. */
export interface CompileOptions {
  /** Absolute paths of the modules. */
  readonly files: readonly string[];
  /** The modules among them that need not export a transform. */
  readonly optional?: readonly string[];
  /** The project's directory, absolute. Paths in messages and generated files are relative to it. */
  readonly root: string;
  /** True to look for places that could be faster. */
  readonly hints?: boolean;
  /** True for code that verifies at run time what the compiler assumes about values: `build` needs the same option. For tests. */
  readonly checked?: boolean;
}

/**
 * Compiles the transforms that modules export, up to the text of the generated files. It writes nothing, runs no other
 * tool, and executes no user code.
 *
 * Modules are checked with the globals of the language first. If TypeScript finds an error, the globals that the
 * project asks for may be missing (`console`, for instance), so they are checked again with those.
 */
export function compile(options: CompileOptions): Compilation {
  const { compilation, isTyped } = compileWith('language', options);
  if (isTyped) return compilation;
  const { compilation: again } = compileWith('project', options);
  return { ...again, facts: new Map([...compilation.facts, ...again.facts]) };
}

interface TypedCompilation {
  readonly compilation: Compilation;
  /** False if TypeScript found an error, even one whose cause has a diagnostic of another code. */
  readonly isTyped: boolean;
}

function compileWith(
  globals: Globals,
  { files, optional = [], root, hints: isHinted = false, checked = false }: CompileOptions,
): TypedCompilation {
  const bag = new DiagnosticBag();
  const { program, facts } = loadProgram(root, files, globals, bag);
  const parsed = program && parseWithinStack(program, optional, bag);
  // A source that is too large or too deep is so with any globals.
  if (!parsed)
    return {
      compilation: { ...emit([]), skipped: [], hints: new Map(), facts, diagnostics: bag.sorted() },
      isTyped: true,
    };
  const { transforms, skipped } = parsed;
  if (skipped.length === files.length) bag.add(noTransformsMatched(nowhere, { count: files.length }));
  const planned = planTransforms(transforms, program, bag, { checked });
  const typeErrors = (planned && typeErrorsWithinStack(program, parsed, bag)) ?? [];
  const found = new DiagnosticBag();
  found.add(...mergeTypeErrors(bag.sorted(), typeErrors));
  const emitted = found.hasErrors ? undefined : emitWithinStack(planned ?? [], root, found);
  return {
    compilation: {
      ...(emitted ?? emit([])),
      skipped,
      hints: isHinted && emitted ? hintsFor(planned ?? []) : new Map(),
      facts,
      diagnostics: found.sorted(),
    },
    isTyped: typeErrors.length === 0,
  };
}

/**
 * Analyses and plans all transforms. Returns undefined if one is too deep, because TypeScript's answers after a stack
 * overflow may be wrong.
 */
function planTransforms(
  transforms: readonly ParsedDescription[],
  program: Program,
  bag: DiagnosticBag,
  options: PlanOptions,
): readonly PlannedTransform[] | undefined {
  const planned: PlannedTransform[] = [];
  for (const transform of transforms) {
    const place = () => deepType(program) ?? tooDeep(nodeSpan(program.root, transform.call), functionLimit);
    const made = withinStack(() => planTransform(transform, program, bag, options), place, bag);
    if (!made) return undefined;
    planned.push(...made);
  }
  return planned;
}

function typeErrorsWithinStack(
  program: Program,
  { modules }: ParsedModules,
  bag: DiagnosticBag,
): readonly LocatedTypeError[] | undefined {
  const place = () => tooDeepToCheck(program);
  return withinStack(() => modules.flatMap((file) => findTypeErrors(file, program)), place, bag);
}

function parseWithinStack(
  program: Program,
  optional: readonly string[],
  bag: DiagnosticBag,
): ParsedModules | undefined {
  const place = () => tooDeepToCheck(program);
  return withinStack(() => parse(program, bag, new Set(optional)), place, bag);
}

/** The message for a row function that is too deep for a phase, although its syntax is not. */
const functionLimit = {
  what: 'What this describes',
  reason: 'The compiler goes through expressions and statements on the stack, and came to its end.',
  advice: 'Give parts of long expressions names of their own, or split the transform.',
};

function planTransform(
  transform: ParsedDescription,
  program: Program,
  bag: DiagnosticBag,
  options: PlanOptions,
): readonly PlannedTransform[] {
  const analysis = analyze(transform, program, bag);
  if (!analysis) return [];
  // The pipe has already reported the findings of its passes.
  const passes = (transform.kind === 'pipe' ? countingPasses(transform) : []).flatMap((pass) => {
    const own = analyze(pass, program, new DiagnosticBag());
    return own ? [{ parsed: pass, analysis: own, plan: plan(own.fn, options) }] : [];
  });
  const reductions = transform.kind === 'aggregate' ? planReductions(transform, program, bag, options) : [];
  return [...passes, { parsed: transform, analysis, plan: plan(analysis.fn, options), reductions }];
}

/** Returns the hints for each transform by its name. The passes of a pipe, and the functions of an aggregate, count as parts of it. */
function hintsFor(planned: readonly PlannedTransform[]): ReadonlyMap<string, readonly Hint[]> {
  const own = planned.filter(({ parsed }) => parsed.kind !== 'pipe' || !parsed.counts);
  return new Map(
    own.map(({ plan: whole, reductions = [] }) => {
      const parts = reductions.flatMap(({ functions }) => Object.values(functions));
      const found = [whole, ...parts.map((part) => part.plan)].flatMap(hintsOf);
      return [whole.fn.name, worstFirst(found)];
    }),
  );
}

/** Returns the text of all files, or undefined if a transform is too deep. Emitting each transform alone finds the one to report. */
function emitWithinStack(planned: readonly PlannedTransform[], root: string, bag: DiagnosticBag): Emitted | undefined {
  const report = (one: PlannedTransform | undefined) =>
    tooDeep(one ? nodeSpan(root, one.parsed.call) : nowhere, functionLimit);
  const isTooDeep = (one: PlannedTransform) =>
    withinStack(
      () => emit([one]),
      () => report(one),
      new DiagnosticBag(),
    ) === undefined;
  return withinStack(
    () => emit(planned),
    () => report(planned.find(isTooDeep) ?? planned[0]),
    bag,
  );
}

/** Analyses and plans the functions of user-defined aggregates, which are row functions. */
function planReductions(
  { reductions }: ParsedAggregate,
  program: Program,
  bag: DiagnosticBag,
  options: PlanOptions,
): readonly PlannedReduction[] {
  return reductions.flatMap((parsed) => {
    const functions = reductionFunctions.flatMap((own) => {
      const described = parsed.functions[own];
      const analysis = analyze(described, program, bag);
      const planned = analysis && plan(analysis.fn, { ...options, hasMemory: false });
      return planned ? [[own, { parsed: described, analysis, plan: planned }] as const] : [];
    });
    if (functions.length < reductionFunctions.length) return [];
    const planned = { parsed, functions: Object.fromEntries(functions) as PlannedReduction['functions'] };
    const own = buildsText(planned);
    if (own) bag.add(reduceBuildsText(nodeSpan(program.root, parsed.functions[own].row), { function: own }));
    return [planned];
  });
}
