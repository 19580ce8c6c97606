import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';

/** The skeletons of the emitted files. They contain no code for expressions. */
export type TemplateName =
  | 'row.hpp'
  | 'function.hpp'
  | 'cpp'
  | 'cu'
  | 'binding.cc'
  | 'reference.js'
  | 'module.js'
  | 'module.d.ts'
  | 'index.js'
  | 'index.d.ts'
  | 'runtime.js'
  | 'explain.txt';

const compiled = new Map<TemplateName, HandlebarsTemplateDelegate>();

/** Fills in a template. Values are inserted as they are: callers escape them for the language. */
export function render(name: TemplateName, values: object): string {
  let template = compiled.get(name);
  if (!template) {
    template = Handlebars.compile(readFileSync(templatePath(name), 'utf8'), { noEscape: true, strict: true });
    compiled.set(name, template);
  }
  return template(values);
}

/** Returns a path in the package's `codegen/4-emit/templates`, also if this file runs from `dist`: tsc does not copy templates. */
function templatePath(name: TemplateName): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const packageRoot = path.resolve(here, path.basename(path.resolve(here, '../..')) === 'dist' ? '../../..' : '../..');
  return path.join(packageRoot, 'codegen/4-emit/templates', `${name}.hbs`);
}
