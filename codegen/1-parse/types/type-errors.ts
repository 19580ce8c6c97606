import { ts } from 'ts-morph';
import { type LocatedTypeError, type Span, spanOf, typescriptError } from '../../diagnostics/index.js';
import type { Program } from '../project.js';
import { nodesIn } from '../syntax/nodes-in.js';
import { nodeSpan, projectPath } from '../syntax/span.js';
import { missingImports, typeErrorAdvice } from './type-error-advice.js';

/** Returns TypeScript's errors in a module. Row functions are compiled only if they type-check. */
export function findTypeErrors(file: ts.SourceFile, { root, program, checker }: Program): readonly LocatedTypeError[] {
  const errors = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].flatMap(
    ({ category, code, start, length = 0, messageText }) => {
      if (category !== ts.DiagnosticCategory.Error || start === undefined) return [];
      const end = start + length;
      return [
        { code, start, end, text: ts.flattenDiagnosticMessageText(messageText, '\n'), node: nodeAt(file, start, end) },
      ];
    },
  );
  const imports = missingImports(errors);
  return errors.flatMap((error): readonly LocatedTypeError[] => {
    const { code, start, end, node } = error;
    // One import statement brings all of these names, so they share one error.
    const isMissing = imports?.errors.has(error);
    if (imports && isMissing && error !== imports.first) return [];
    const span = spanOf(projectPath(root, file.fileName), file.text, start, end);
    const text = isMissing ? error.text.replace(/ Did you mean .*/, '') : error.text;
    const fix = imports && isMissing ? imports.advice : typeErrorAdvice(error, checker);
    const name = node && (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) ? { name: node.text } : {};
    return [{ diagnostic: typescriptError(span, code, text, fix), code, ...name, ...(node && placesOf(node, root)) }];
  });
}

/** Returns the innermost node that contains a range of the text. */
function nodeAt(file: ts.SourceFile, start: number, end: number): ts.Node | undefined {
  const isAround = (node: ts.Node) => node.getStart(file) <= start && end <= node.end;
  let found: ts.Node | undefined;
  for (const node of nodesIn(file, isAround)) if (!ts.isSourceFile(node) && isAround(node)) found = node;
  return found;
}

function placesOf(node: ts.Node, root: string): Pick<LocatedTypeError, 'around' | 'member' | 'statement'> {
  const around: Span[] = [];
  for (let outer = node.parent; outer && !ts.isSourceFile(outer) && around.length < 2; outer = outer.parent)
    around.push(nodeSpan(root, outer));
  const member = memberNamed(node);
  const statement = ts.findAncestor(node, ({ parent }) => parent !== undefined && ts.isSourceFile(parent));
  return {
    around,
    ...(member && { member: nodeSpan(root, member) }),
    ...(statement && { statement: nodeSpan(root, statement) }),
  };
}

/** Returns the property or method of an object literal that a node names. */
function memberNamed(node: ts.Node): ts.Node | undefined {
  const { parent } = node;
  const isNamed =
    ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isShorthandPropertyAssignment(parent);
  return isNamed && parent.name === node ? parent : undefined;
}
