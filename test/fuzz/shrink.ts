import { ts } from 'ts-morph';
import { compilePrograms } from './programs.js';

/** Tells which programs still show the finding. It takes several at once, since a build takes seconds per module. */
export type StillFails = (programs: readonly string[]) => Promise<readonly boolean[]>;

/** Smaller programs that are tried with one build and type-checked at once. */
const candidatesPerBuild = 24;
const candidatesPerCheck = 96;

/** Returns a smallest program that still fails: statements are left out, and expressions replaced by their parts. */
export async function shrink(program: string, stillFails: StillFails): Promise<string> {
  for (let current = program; ; ) {
    const smaller = await firstFailing(current, stillFails);
    if (smaller === undefined) return current;
    current = smaller;
  }
}

async function firstFailing(program: string, stillFails: StillFails): Promise<string | undefined> {
  const candidates = smallerPrograms(program);
  for (let at = 0; at < candidates.length; at += candidatesPerCheck) {
    const accepted = acceptedOf(candidates.slice(at, at + candidatesPerCheck));
    for (let first = 0; first < accepted.length; first += candidatesPerBuild) {
      const some = accepted.slice(first, first + candidatesPerBuild);
      const failing = (await stillFails(some)).indexOf(true);
      if (failing >= 0) return some[failing];
    }
  }
  return undefined;
}

/** Returns the programs that type-check and compile, found by one compilation of all. */
function acceptedOf(programs: readonly string[]): readonly string[] {
  return compilePrograms('shrink', programs).programs;
}

/** Returns programs that are smaller by one step, the smallest first. */
function smallerPrograms(program: string): readonly string[] {
  const file = ts.createSourceFile('program.ts', program, ts.ScriptTarget.ES2023, true);
  const found = new Set<string>();
  const replace = (node: ts.Node, text: string) =>
    found.add(program.slice(0, node.getStart(file)) + text + program.slice(node.getEnd()));
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node) && ts.isBlock(node.parent)) {
      replace(node, '');
      for (const part of bodiesOf(node)) replace(node, part.getText(file));
    }
    if (ts.isExpression(node) && isInside(node))
      for (const part of partsOf(node)) replace(node, ts.isExpression(part) ? part.getText(file) : '');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found].sort((a, b) => a.length - b.length);
}

/** Returns a statement without its test or its loop. */
function bodiesOf(node: ts.Statement): readonly ts.Statement[] {
  if (ts.isIfStatement(node)) return [node.thenStatement, ...(node.elseStatement ? [node.elseStatement] : [])];
  return [];
}

/** True if the node is in the body of the row function and is no name by itself. */
function isInside(node: ts.Node): boolean {
  if (ts.isIdentifier(node) || ts.isLiteralExpression(node)) return false;
  for (let at: ts.Node | undefined = node; at; at = at.parent) if (ts.isMethodDeclaration(at)) return true;
  return false;
}

/** Returns the expressions directly inside another. */
function partsOf(node: ts.Expression): readonly ts.Expression[] {
  const parts: ts.Expression[] = [];
  ts.forEachChild(node, (child) => {
    if (ts.isExpression(child)) parts.push(child);
    if (ts.isTemplateSpan(child)) parts.push(child.expression);
  });
  return parts;
}
