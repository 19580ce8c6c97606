import { type DiagnosticBag, tooDeep } from '../../diagnostics/index.js';
import { childrenOf } from '../syntax/nodes-in.js';
import { nodeSpan } from '../syntax/span.js';
import { ts } from '../syntax/ts.js';

/**
 * The most levels of syntax. TypeScript and the compiler recurse over the syntax tree, on a stack of 984 KB in V8. A
 * level takes at most 1.5 KB, so half of the stack is left for the rest. docs/reference/language.md defines a level.
 */
export const deepest = 300;

/** Reports each module that is nested deeper. TypeScript must not be asked for its types. */
export function checkNesting(root: string, program: ts.Program, bag: DiagnosticBag): void {
  for (const file of program.getSourceFiles()) {
    const node = file.isDeclarationFile ? undefined : firstTooDeep(file);
    if (node) bag.add(tooDeep(nodeSpan(root, node), nestingLimit));
  }
}

/** The message for a place where syntax is too deep. */
export const nestingLimit = {
  what: 'This',
  reason: `The compiler goes down a source on the stack, which has room for ${deepest} levels. A call in the arguments of another counts for two.`,
  advice: 'Give inner parts names: `const part = …;`, or functions of their own.',
};

/** Returns the first node of a file that is too deep. */
function firstTooDeep(file: ts.SourceFile): ts.Node | undefined {
  const pending: { readonly node: ts.Node; readonly level: number }[] = [{ node: file, level: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, level } = next;
    if (level > deepest) return node;
    for (const child of childrenOf(node).toReversed())
      pending.push({ node: child, level: level + levelsBetween(node, child) });
  }
  return undefined;
}

/**
 * Returns how many levels a node is below its parent. Links of a chain count less: TypeScript takes less stack for
 * them, and the compiler none.
 */
function levelsBetween(parent: ts.Node, child: ts.Node): number {
  if (ts.isBinaryExpression(parent) && child === parent.left && ts.isBinaryExpression(child))
    return logicalOperators.has(parent.operatorToken.kind) ? 1 / 2 : 1 / 8;
  if (ts.isConditionalExpression(parent) && child === parent.whenFalse && ts.isConditionalExpression(child))
    return 1 / 2;
  if (ts.isIfStatement(parent) && child === parent.elseStatement && ts.isIfStatement(child)) return 1 / 2;
  const isArgument = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && child !== parent.expression;
  return isArgument ? 2 : 1;
}

const logicalOperators: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);
