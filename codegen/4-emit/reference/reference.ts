import { type ParsedTransform, type RowFunctionNode, rowFunctionName } from '../../1-parse/parsed-transform.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Analysis } from '../../2-analyze/analyze.js';
import type { CapturedFunction } from '../../2-analyze/context/captured-function.js';
import type { ReorderedLoop } from '../../ir/row-function.js';
import { Checks } from './checks.js';
import { type Edit, editedText, strip } from './edits.js';
import { Polyfills } from './polyfills.js';
import { emitConstants } from './reference-constants.js';
import { ReorderedSums } from './reordered-sums.js';
import { StepCounter } from './step-counter.js';

/**
 * Emits the row function as plain JavaScript, with the constants and functions of the user's modules that it uses and nothing else of
 * them. The `js` backend runs it, and every other backend is compared with it.
 */
export function emitReference(
  { row, where, kind }: ParsedTransform,
  analysis: Analysis,
  reordered: readonly ReorderedLoop[],
  name: string = rowFunctionName[kind],
): string {
  const called = analysis.functions.map(({ node }) => node);
  const texts = [row, ...(where ? [where] : []), ...called];
  const steps = new StepCounter(analysis.countedLoops, texts);
  const checks = new Checks(analysis, texts);
  const polyfills = new Polyfills(analysis, texts);
  const sums = new ReorderedSums(reordered, analysis, texts);
  const member = (own: string, node: RowFunctionNode) => {
    const counting = steps.isShared ? steps.inserts(node) : steps.ownInserts(node);
    const text = editedText(node, node.getStart(), analysis, [
      ...counting,
      ...checks.inserts(node),
      ...polyfills.inserts(node),
      ...sums.inserts(node),
    ]);
    // A method stays a method: a function expression of the same name would bind that name in its body.
    return ts.isMethodDeclaration(node) ? text : `${own}: ${text}`;
  };
  const names = where ? ['where', name] : [name];
  const members = [...(where ? [member('where', where)] : []), member(name, row)];
  const object = ts.isMethodDeclaration(row) || where ? `{\n${members.join(',\n')},\n}` : `{ ${members.join()} }`;
  const functions = analysis.functions.map(
    (one) => `const ${one.name} = ${functionText(one, analysis, steps, [checks, polyfills, sums])};`,
  );
  const constants = emitConstants(analysis.fn.captures, [...members, ...functions].join(' '));
  const outside = [...constants, ...checks.declarations(), ...polyfills.declarations(), ...functions];
  const list = names.join(', ');
  if (outside.length === 0 && !steps.isShared) return strip(`export const { ${list} } = ${object};\n`);
  const target = where ? `{ ${list} }` : name;
  const start = `export const ${target} = (() => {\n${outside.join('\n')}\n`;
  if (!steps.isShared) return strip(`${start}return ${where ? object : `(${object}).${name}`};\n})();\n`);
  // The count of steps starts anew with each row and goes on in all functions that the row calls.
  const [first = name] = names;
  const beginning = `(...given) => {\n${steps.name} = 0;\nreturn ${first}(...given);\n}`;
  const result = where ? `{ where: ${beginning}, ${name} }` : beginning;
  return strip(`${start}let ${steps.name} = 0;\nconst { ${list} } = ${object};\nreturn ${result};\n})();\n`);
}

/** Returns the text of a module's function, without `export` and other modifiers. A method of an object becomes a function. */
export function functionText(
  { node }: CapturedFunction,
  analysis: Analysis,
  steps: StepCounter,
  others: readonly { inserts(node: ts.Node): readonly Edit[] }[],
): string {
  const start = ts.isFunctionDeclaration(node) ? (node.modifiers?.end ?? node.getStart()) : node.getStart();
  const text = editedText(node, start, analysis, [
    ...steps.inserts(node),
    ...others.flatMap((other) => other.inserts(node)),
  ]).trim();
  return ts.isMethodDeclaration(node) ? `function ${text}` : text;
}
