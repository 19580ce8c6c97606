import type { ParsedTransform } from '../1-parse/parsed-transform.js';
import { ts } from '../1-parse/ts.js';
import type { RowFunction } from '../ir/row-function.js';
import { emitConstants } from './reference-constants.js';

/**
 * The row function as plain JavaScript, with the constants it captures and nothing else of the user's module: what the
 * `js` backend runs, and what every other backend is compared with.
 */
export function emitReference({ row }: ParsedTransform, { captures, countedLoops }: RowFunction): string {
  const text = countSteps(row, new Set(countedLoops));
  const constants = emitConstants(captures, text);
  // A method keeps its form: a function expression of the same name could see that name in its body.
  const object = ts.isMethodDeclaration(row) ? `{\n${text},\n}` : `{ row: ${text} }`;
  if (constants.length === 0) return strip(`export const { row } = ${object};\n`);
  return strip(`export const row = (() => {\n${constants.join('\n')}\nreturn (${object}).row;\n})();\n`);
}

/** More steps than this in the counted loops of one row fail the row: a kernel cannot be interrupted. */
const mostSteps = 2 ** 24;

/** The text of the row function, which counts the steps of some of its loops as native code does. */
function countSteps(row: ParsedTransform['row'], loops: ReadonlySet<number>): string {
  const text = row.getText();
  if (loops.size === 0 || !row.body) return text;
  let name = 'steps';
  while (text.includes(name)) name = `${name}_`;
  const step = `if (++${name} > ${mostSteps}) throw new RangeError('its loops took more than ${mostSteps} steps');`;
  const inserted: { readonly at: number; readonly text: string }[] = [
    { at: row.body.getStart() + 1, text: ` let ${name} = 0;` },
  ];
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false) && loops.has(node.statement.getStart())) {
      const { statement } = node;
      if (ts.isBlock(statement)) inserted.push({ at: statement.getStart() + 1, text: ` ${step}` });
      else inserted.push({ at: statement.getStart(), text: `{ ${step} ` }, { at: statement.getEnd(), text: ' }' });
    }
    ts.forEachChild(node, visit);
  };
  visit(row.body);
  const start = row.getStart();
  return inserted
    .sort((a, b) => b.at - a.at)
    .reduce((result, { at, text: piece }) => result.slice(0, at - start) + piece + result.slice(at - start), text);
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
