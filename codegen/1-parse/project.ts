import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileSystemHost, Project, ts } from 'ts-morph';
import { backslashInPath, type DiagnosticBag, nowhere, tooMany, wholeFile } from '../diagnostics/index.js';
import { tooDeepToParse } from './limits/deep-places.js';
import { checkLiterals } from './limits/literal-sizes.js';
import { checkNesting } from './limits/nesting.js';
import { checkTexts } from './limits/text-sizes.js';
import { withinStack } from './limits/within-stack.js';
import type { FileFact, FileFacts } from './project/file-facts.js';
import { recordFiles } from './project/recorded-files.js';
import { projectPath } from './syntax/span.js';

/** A type-checked program, and the facts that the phases need about its files. */
export interface Program {
  readonly root: string;
  readonly checker: ts.TypeChecker;
  readonly program: ts.Program;
  /** The modules that were named, in that order. */
  readonly files: readonly ts.SourceFile[];
  /** The files that the program was made from. */
  readonly facts: FileFacts;
}

/** The declarations of globals that a program loads. */
export type Globals =
  /**
   * The globals that the project asks for. By default TypeScript adds those of browsers and of every `@types` package.
   */
  | 'project'
  /**
   * The globals of the language alone. Row functions know no others, and the rest takes half of the time of a check.
   */
  | 'language';

/**
 * Loads modules with the project's own compiler options. Nothing of theirs is run, and nothing is written. Modules that
 * are too deep or too large are reported, and there is no program then.
 *
 * @param root the project's directory; its `tsconfig.json` is used if it has one
 * @param files absolute paths of the modules that export transforms
 */
export function loadProgram(
  root: string,
  files: readonly string[],
  globals: Globals,
  bag: DiagnosticBag,
): { readonly program: Program | undefined; readonly facts: FileFacts } {
  const facts = new Map<string, FileFact>();
  const fileSystem = recordFiles(facts, (file, text) => {
    const isTaken = text.length <= mostCharacters || /\.d\.[mc]?ts$/.test(file);
    if (!isTaken)
      bag.add(
        tooMany(wholeFile(projectPath(root, file)), {
          things: 'characters in this module',
          limit: mostCharacters,
          ...sourceLimit,
        }),
      );
    return isTaken;
  });
  const unreadable = path.sep === '/' ? files.filter((file) => file.includes('\\')) : [];
  for (const file of unreadable) bag.add(backslashInPath(nowhere, { file: projectPath(root, file) }));
  if (unreadable.length > 0) return { program: undefined, facts };
  const loaded = withinStack(
    () => load(root, files, globals, fileSystem),
    () => tooDeepToParse(root, facts, (file) => fileSystem.readFileSync(file)),
    bag,
  );
  // None of these checks asks TypeScript for types: on sources that are too large, that would not end.
  for (const check of [checkNesting, checkLiterals, checkTexts]) if (loaded && !bag.hasErrors) check(root, loaded, bag);
  if (!loaded || bag.hasErrors) return { program: undefined, facts };
  const program = {
    root,
    program: loaded,
    facts,
    checker: loaded.getTypeChecker(),
    files: files.flatMap((file) => loaded.getSourceFile(file) ?? []),
  };
  return { program, facts };
}

function load(root: string, files: readonly string[], globals: Globals, fileSystem: FileSystemHost): ts.Program {
  const tsConfigFilePath = path.join(root, 'tsconfig.json');
  const hasConfig = fileSystem.fileExistsSync(tsConfigFilePath);
  const project = new Project({
    fileSystem,
    ...(hasConfig ? { tsConfigFilePath } : {}),
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: { ...(hasConfig ? {} : defaults), noEmit: true, composite: false, incremental: false },
  });
  project.compilerOptions.set({
    paths: { rowfuse: [dslEntry()], ...absolutePaths(project.compilerOptions.get(), root) },
  });
  if (globals === 'language') project.compilerOptions.set(languageOnly(project.compilerOptions.get()));
  for (const file of files) project.addSourceFileAtPath(file);
  return project.getProgram().compilerObject;
}

/** The most characters of a source. TypeScript takes some 30 bytes per character, so larger ones exceed the memory of many machines. */
const mostCharacters = 8_000_000;

const sourceLimit = {
  reason: 'TypeScript holds all of a source in memory, and thirty times as much of what it makes of it.',
  advice: 'Pass the data in a column, or look it up before or after the call.',
};

/** The options of a project without a tsconfig.json. */
const defaults: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  skipLibCheck: true,
  types: [],
};

/** Leaves out the declarations of browsers, of workers, and of packages that are not imported. */
function languageOnly(options: ts.CompilerOptions): ts.CompilerOptions {
  const whole = { 'lib.d.ts': 'lib.es5.d.ts', 'lib.es6.d.ts': 'lib.es2015.d.ts' }[ts.getDefaultLibFileName(options)];
  const standard = whole ?? ts.getDefaultLibFileName(options).replace('.full.', '.');
  const chosen = options.lib?.filter((file) => !/^lib\.(?:dom|webworker|scripthost)\b/.test(file));
  return { lib: chosen ?? [standard], types: [] };
}

/** Returns the DSL of this very package, so that a module type-checks before the package is installed beside it. */
function dslEntry(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const built = path.resolve(here, '../../dsl/index.d.ts');
  return existsSync(built) ? built : path.resolve(here, '../../dsl/index.ts');
}

/** Returns a project's own path mapping with absolute targets. */
function absolutePaths(options: ts.CompilerOptions, root: string): Record<string, string[]> {
  const base = options.baseUrl ?? root;
  return Object.fromEntries(
    Object.entries(options.paths ?? {}).map(([pattern, targets]) => [
      pattern,
      targets.map((target) => path.resolve(base, target)),
    ]),
  );
}
