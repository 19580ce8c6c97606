import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { nodesIn } from '../../1-parse/syntax/nodes-in.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import type { LoopId, LoopOrigin } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import { isStep } from '../syntax/assignments.js';

/** A loop of the source over an array, which is the value of an expression. */
export interface SourceLoop {
  readonly node: ts.ForOfStatement | ts.ForStatement | ts.CallExpression;
  readonly array: ts.Expression;
}

/** The loops of a row function that the reference can write otherwise, by their numbers. */
export class SourceLoops {
  readonly #loops: SourceLoop[] = [];
  readonly #variableOf: (name: ts.Identifier) => VariableId | undefined;

  /** @param variableOf the variable that a name stands for, where it is one */
  constructor(variableOf: (name: ts.Identifier) => VariableId | undefined) {
    this.#variableOf = variableOf;
  }

  get all(): readonly SourceLoop[] {
    return this.#loops;
  }

  /** What a loop of the IR says of the loop that it was. Undefined for one that only stays as it is written. */
  originOf(node: ts.Node): { readonly origin?: LoopOrigin } {
    const loop = sourceLoop(node);
    if (!loop) return {};
    const known = this.#loops.findIndex((one) => one.node === loop.node);
    const id: LoopId = known < 0 ? this.#loops.push(loop) - 1 : known;
    const names = ts.isCallExpression(loop.node) ? [] : assignedNames(loop.node.statement);
    const assigned = [...names].flatMap(([name, node]) => {
      const variable = this.#variableOf(node);
      return variable === undefined ? [] : [{ variable, name }];
    });
    return { origin: { id, assigned } };
  }
}

function sourceLoop(node: ts.Node): SourceLoop | undefined {
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    const isReduce = ts.isPropertyAccessExpression(expression) && !expression.questionDotToken;
    return isReduce && expression.name.text === 'reduce' && isName(expression.expression)
      ? { node, array: expression.expression }
      : undefined;
  }
  if (!ts.isForOfStatement(node) && !ts.isForStatement(node)) return undefined;
  // A statement before a loop would come between it and its label.
  if (ts.isLabeledStatement(node.parent)) return undefined;
  const array = ts.isForOfStatement(node) ? iterated(node.expression) : measured(node.condition);
  return array && isName(array) ? { node, array } : undefined;
}

/** `window` or `windows.x`: what can be written once more. */
function isName(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) ? isName(node.expression) : ts.isIdentifier(node);
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
function assignedNames(body: ts.Node): ReadonlyMap<string, ts.Identifier> {
  const names = new Map<string, ts.Identifier>();
  const add = (target: ts.Expression) => {
    const name = unwrap(target);
    if (ts.isIdentifier(name)) names.set(name.text, name);
  };
  for (const node of nodesIn(body)) {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) add(node.left);
    if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isStep(node.operator))
      add(node.operand);
  }
  return names;
}
