import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { nodesIn } from '../../1-parse/syntax/nodes-in.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import type { LoopId, LoopOrigin } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import { isStep } from '../syntax/assignments.js';

/** A loop of the source over an array that an expression gives. */
export interface SourceLoop {
  readonly node: ts.ForOfStatement | ts.ForStatement | ts.CallExpression;
  readonly array: ts.Expression;
}

/** The loops of a row function that the reference may write in another form, by their ids. */
export class SourceLoops {
  readonly #loops: SourceLoop[] = [];
  readonly #variableOf: (name: ts.Identifier) => VariableId | undefined;

  /** @param variableOf returns the variable that a name is bound to, if it is one */
  constructor(variableOf: (name: ts.Identifier) => VariableId | undefined) {
    this.#variableOf = variableOf;
  }

  get all(): readonly SourceLoop[] {
    return this.#loops;
  }

  /** Returns the origin for a loop of the IR, or nothing for a loop that the reference never rewrites. */
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
  // A statement before the loop would stand between the loop and its label.
  if (ts.isLabeledStatement(node.parent)) return undefined;
  const array = ts.isForOfStatement(node) ? iterated(node.expression) : measured(node.condition);
  return array && isName(array) ? { node, array } : undefined;
}

/** True for `window` or `windows.x`: expressions that may be written twice. */
function isName(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) ? isName(node.expression) : ts.isIdentifier(node);
}

/** Returns the array of `window` or `window.entries()`. */
function iterated(node: ts.Expression): ts.Expression {
  const call = unwrap(node);
  const callee = ts.isCallExpression(call) ? call.expression : undefined;
  const isEntries = callee && ts.isPropertyAccessExpression(callee) && callee.name.text === 'entries';
  return isEntries ? callee.expression : node;
}

/** Returns the array of `index < array.length`. */
function measured(condition: ts.Expression | undefined): ts.Expression | undefined {
  const length = condition && ts.isBinaryExpression(condition) ? unwrap(condition.right) : undefined;
  return length && ts.isPropertyAccessExpression(length) && length.name.text === 'length'
    ? length.expression
    : undefined;
}

/** Returns the names that are assigned as a whole, not by their parts. */
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
