import type { ParsedTransform } from '../1-parse/parsed-transform.js';
import { ts } from '../1-parse/ts.js';
import { type Capture, type Constant, isConstantList } from '../ir/row-function.js';

/**
 * The row function as plain JavaScript, with the constants it captures and nothing else of the user's module: what the
 * `js` backend runs, and what every other backend is compared with.
 */
export function emitReference({ row }: ParsedTransform, captures: readonly Capture[]): string {
  const constants = captures.map(({ name, value }) => `const ${name} = ${jsLiteral(value)};`);
  const text = `${row.getText()}`;
  // A method keeps its form: a function expression of the same name could see that name in its body.
  const object = ts.isMethodDeclaration(row) ? `{\n${text},\n}` : `{ row: ${text} }`;
  if (constants.length === 0) return strip(`export const { row } = ${object};\n`);
  return strip(`export const row = (() => {\n${constants.join('\n')}\nreturn (${object}).row;\n})();\n`);
}

function strip(source: string): string {
  return ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      removeComments: false,
      newLine: ts.NewLineKind.LineFeed,
    },
  }).outputText;
}

/** A value as JavaScript source. */
function jsLiteral(value: Capture['value']): string {
  if (!isConstantList(value)) return jsConstant(value);
  const elements = `[${value.elements.map(jsConstant).join(', ')}]`;
  return value.kind === 'set' ? `new Set(${elements})` : elements;
}

function jsConstant(value: Constant): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'number') return JSON.stringify(value);
  return Object.is(value, -0) ? '-0' : String(value);
}
