import { constantTooLarge, type DiagnosticBag } from '../../diagnostics/index.js';
import { nodesIn } from '../syntax/nodes-in.js';
import { nodeSpan } from '../syntax/span.js';
import { ts } from '../syntax/ts.js';
import { mostElements, mostUnits } from './constant-limits.js';

/**
 * Reports modules whose arrays, objects and enums together have more elements than a constant may have. TypeScript
 * takes 1.5 KB per element, and a million of them exceed the memory of many machines. So TypeScript is not asked for
 * their types.
 */
export function checkLiterals(root: string, program: ts.Program, bag: DiagnosticBag): void {
  for (const file of program.getSourceFiles()) {
    const found = file.isDeclarationFile ? undefined : firstPastLimit(file);
    if (found) bag.add(constantTooLarge(nodeSpan(root, found), { elements: mostElements, units: mostUnits }));
  }
}

function firstPastLimit(file: ts.SourceFile): ts.Node | undefined {
  let elements = 0;
  for (const node of nodesIn(file)) {
    elements += elementsOf(node);
    if (elements > mostElements) return node;
  }
  return undefined;
}

function elementsOf(node: ts.Node): number {
  if (ts.isArrayLiteralExpression(node)) return node.elements.length;
  if (ts.isObjectLiteralExpression(node)) return node.properties.length;
  return ts.isEnumDeclaration(node) ? node.members.length : 0;
}
