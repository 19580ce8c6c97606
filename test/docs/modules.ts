import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';
import { root } from '../root.js';
import type { Block } from './blocks.js';
import { type Names, namesOf } from './names.js';
import { packageNames } from './package-names.js';

/** The folder that the modules are written to. It is made anew by each run of the test. */
export const folder = path.join(root, 'test/.snippets');
export const preludes = path.join(root, 'test/docs/preludes');

/** A snippet as a module, or the prelude of a page. */
export interface Module {
  readonly page: string;
  /** The block; undefined for a prelude. */
  readonly block: Block | undefined;
  readonly file: string;
  /** The path in the first line of the snippet, `// src/app.ts`. */
  readonly shownAs: string | undefined;
  readonly names: Names;
  /** The snippet with the code that its directive puts around it. */
  readonly code: { readonly before: string; readonly text: string; readonly after: string };
}

const shownPath = /^(?:\/\/|#) ([\w./-]+\.[cm]?[jt]s)$/;

/** Returns the path of a page's prelude: `docs/guides/streams.md` has `preludes/guides/streams.ts`. */
export function preludeOf(page: string): string {
  return path.join(preludes, page.replace(/^docs\//, '').replace(/\.md$/, '.ts'));
}

/** Returns the folder of a page's modules. */
export function folderOf(page: string): string {
  return path.join(folder, page.replace(/\.md$/, ''));
}

/** Makes a module of a block. Its lines are those of the page. */
export function moduleOf(block: Block): Module {
  const [before = '', after = ''] = /^inside (.*)$/.exec(block.directive ?? '')?.[1]?.split('…') ?? [];
  const shownAs = shownPath.exec(block.text.split('\n')[0] ?? '')?.[1];
  const extension = shownAs === undefined ? `.${block.language}` : path.extname(shownAs);
  const code = { before, text: block.text, after };
  return {
    page: block.page,
    block,
    file: path.join(folderOf(block.page), `${block.line}${extension}`),
    shownAs,
    names: namesOf(parsed(`${before}\n${block.text}\n${after}`)),
    code,
  };
}

/** The prelude of all pages: data for the transforms of `examples/`. */
export const sharedPrelude = path.join(preludes, 'every-page.ts');

/** Returns the modules whose exports the snippets of a page may use: the page's prelude if it has one, and that of all pages. */
export function preludesOf(page: string): readonly Module[] {
  return [preludeOf(page), sharedPrelude].filter((file) => existsSync(file)).map((file) => preludeModule(page, file));
}

function preludeModule(page: string, file: string): Module {
  const text = readFileSync(file, 'utf8');
  return {
    page,
    block: undefined,
    file,
    shownAs: undefined,
    names: namesOf(parsed(text)),
    code: { before: '', text, after: '' },
  };
}

function parsed(text: string): ts.SourceFile {
  return ts.createSourceFile('snippet.ts', text, ts.ScriptTarget.ES2023, true);
}

/** True if the snippet describes transforms. Otherwise it calls them. */
export function describes({ names }: Module): boolean {
  return names.transforms.length > 0 || !names.runs;
}

/** The transforms of `examples/` by name, and their modules. */
const examples = new Map(
  readdirSync(path.join(root, 'examples'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(root, 'examples', name))
    .flatMap((file) => namesOf(parsed(readFileSync(file, 'utf8'))).transforms.map((name) => [name, file] as const)),
);

export const exampleNames: readonly string[] = [...examples.keys()];

/** The names that a generated module exports besides transforms. */
export const generatedNames: readonly string[] = ['backend', 'configure', 'toDevice'];

/**
 * Returns the text of each module of a page, with imports for the names that it takes from elsewhere. A snippet that calls transforms
 * imports their generated functions. Other names come from the snippets above (the latest first), the page's prelude, the prelude of all
 * pages, the examples, and the packages, in this order.
 */
export function textsOf(modules: readonly Module[], preludes: readonly Module[]): ReadonlyMap<Module, string> {
  const exported = new Map<Module, Set<string>>();
  const transforms = [...modules, ...preludes].flatMap(({ names }) => names.transforms);
  const imports = modules.map((module, at) => {
    const generated = path.join(folderOf(module.page), 'generated/index.js');
    return [...module.names.free].flatMap(([name, { isType }]) => {
      const from = (source: string) =>
        `import { ${isType ? 'type ' : ''}${name} } from '${specifier(module.file, source)}';`;
      if (!describes(module) && transforms.includes(name)) return [from(generated)];
      const above = modules.slice(0, at).findLast(({ names }) => names.declared.has(name));
      if (above !== undefined) {
        if (!above.names.declared.get(name)?.isExported)
          exported.set(above, (exported.get(above) ?? new Set()).add(name));
        return [from(above.file)];
      }
      const prelude = preludes.find(({ names }) => names.declared.get(name)?.isExported);
      if (prelude !== undefined) return [from(prelude.file)];
      if (name in globalThis) return [];
      if (!describes(module) && generatedNames.includes(name)) return [from(generated)];
      const example = examples.get(name);
      if (example !== undefined) return [from(describes(module) ? example : generated)];
      const library = packageNames(describes(module)).get(name);
      return library === undefined ? [] : [from(library)];
    });
  });
  return new Map(
    modules.map((module, at) => {
      const { before, text, after } = module.code;
      const header = `${imports[at]?.join(' ')} ${before}`;
      const own = [...(exported.get(module) ?? [])].join(', ');
      const body = withSpecifiers(module, modules, text);
      return [module, `${header}${'\n'.repeat(module.block?.line ?? 1)}${body}\n${after}\nexport { ${own} };\n`];
    }),
  );
}

/** Returns the specifier that imports a file, or the name of a package as it is. */
function specifier(from: string, source: string): string {
  if (!path.isAbsolute(source)) return source;
  const relative = path.relative(path.dirname(from), source).split(path.sep).join('/');
  return (relative.startsWith('.') ? relative : `./${relative}`).replace(/\.([cm]?)ts$/, '.$1js');
}

/** Replaces relative specifiers: those of the generated folder, and those of other files that the page shows. */
function withSpecifiers(module: Module, modules: readonly Module[], text: string): string {
  return text.replaceAll(/(?<=(?:from|import|import\() ?')\.[^']*(?=')/g, (written) => {
    const generated = /(?:^|\/)generated\/(.*)$/.exec(written)?.[1];
    if (generated !== undefined) return `./generated/${generated}`;
    const wanted = withoutExtension(path.posix.join(path.posix.dirname(module.shownAs ?? 'src/x.ts'), written));
    const shown = modules.findLast(({ shownAs }) => shownAs !== undefined && withoutExtension(shownAs) === wanted);
    return shown === undefined ? written : specifier(module.file, shown.file);
  });
}

function withoutExtension(file: string): string {
  return file.replace(/\.[cm]?[jt]s$/, '');
}
