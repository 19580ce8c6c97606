import type { Program } from '../../1-parse/project.js';
import { nodesIn } from '../../1-parse/syntax/nodes-in.js';
import { ts } from '../../1-parse/syntax/ts.js';

const namesOfPrograms = new WeakMap<Program, ReadonlySet<string>>();

/** Returns the names of all variables, parameters and functions that the modules of a project declare inside of functions. */
export function localNames(program: Program): ReadonlySet<string> {
  const known = namesOfPrograms.get(program);
  if (known) return known;
  const names = new Set<string>();
  for (const file of program.files)
    for (const node of nodesIn(file)) if (ts.isIdentifier(node) && isDeclared(node)) names.add(node.text);
  namesOfPrograms.set(program, names);
  return names;
}

function isDeclared(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isVariableDeclaration(parent)) return parent.name === name && !ts.isSourceFile(parent.parent.parent.parent);
  if (ts.isFunctionDeclaration(parent)) return parent.name === name && !ts.isSourceFile(parent.parent);
  return (
    (ts.isParameter(parent) || ts.isBindingElement(parent) || ts.isFunctionExpression(parent)) && parent.name === name
  );
}
