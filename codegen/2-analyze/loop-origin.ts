import { unwrap } from '../1-parse/const-initializer.js';
import { isAssignment, ts } from '../1-parse/ts.js';
import type { LoopId, LoopOrigin } from '../ir/statement.js';
import { isStep } from './assignments.js';

/** A loop of the source over an array, which is the value of an expression. */
export interface SourceLoop {
  readonly node: ts.ForOfStatement | ts.ForStatement | ts.CallExpression;
  readonly array: ts.Expression;
}

/** The loops of a row function that the reference can write otherwise, by their numbers. */
export class SourceLoops {
  readonly #loops: SourceLoop[] = [];

  get all(): readonly SourceLoop[] {
    return this.#loops;
  }

  /** What a loop of the IR says of the loop that it was. Undefined for one that only stays as it is written. */
  originOf(node: ts.Node): { readonly origin?: LoopOrigin } {
    const loop = sourceLoop(node);
    if (!loop) return {};
    const known = this.#loops.findIndex((one) => one.node === loop.node);
    const id: LoopId = known < 0 ? this.#loops.push(loop) - 1 : known;
    return {
      origin: { id, assigned: ts.isCallExpression(loop.node) ? ['reduced'] : assignedNames(loop.node.statement) },
    };
  }
}

function sourceLoop(node: ts.Node): SourceLoop | undefined {
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    const isReduce = ts.isPropertyAccessExpression(expression) && !expression.questionDotToken;
    return isReduce && expression.name.text === 'reduce' ? { node, array: expression.expression } : undefined;
  }
  if (!ts.isForOfStatement(node) && !ts.isForStatement(node)) return undefined;
  // A statement before a loop would come between it and its label.
  if (ts.isLabeledStatement(node.parent)) return undefined;
  const array = ts.isForOfStatement(node) ? iterated(node.expression) : measured(node.condition);
  return array && { node, array };
}

/** `window`, or the one of `window.entries()`. */
function iterated(node: ts.Expression): ts.Expression {
  const call = unwrap(node);
  const callee = ts.isCallExpression(call) ? call.expression : undefined;
  const isEntries = callee && ts.isPropertyAccessExpression(callee) && callee.name.text === 'entries';
  return isEntries ? callee.expression : node;
}

/** The array of `index < array.length`. */
function measured(condition: ts.Expression | undefined): ts.Expression | undefined {
  const length = condition && ts.isBinaryExpression(condition) ? unwrap(condition.right) : undefined;
  return length && ts.isPropertyAccessExpression(length) && length.name.text === 'length'
    ? length.expression
    : undefined;
}

/** Names that are assigned by themselves, not parts of what they stand for. */
function assignedNames(body: ts.Node): readonly string[] {
  const names = new Set<string>();
  const add = (target: ts.Expression) => {
    const name = unwrap(target);
    if (ts.isIdentifier(name)) names.add(name.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) add(node.left);
    if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isStep(node.operator))
      add(node.operand);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return [...names];
}
