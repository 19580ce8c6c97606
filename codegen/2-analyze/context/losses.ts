import { hasNode, nodesIn } from '../../1-parse/syntax/nodes-in.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import { assignedNames, isStep, replacedNames } from '../syntax/assignments.js';

/** The inlined call that a statement belongs to (undefined for the row function), and a function that makes a name unknown. */
interface Visitor<Call> {
  readonly call: Call | undefined;
  forget(name: ts.Identifier): void;
}

/**
 * Tracks what became unknown because an error was reported, so that each cause is reported once. The variables that its
 * statement assigns and the returns inside it become unknown. Nothing that depends on them is reported again.
 */
export class Losses<Call> {
  #findings = 0;
  /** The number of findings in statements whose losses are already recorded. */
  #accounted = 0;
  #returns: ReadonlySet<Call | undefined> = new Set();

  addFinding(): void {
    this.#findings += 1;
  }

  /** Visits a statement, and records its losses if it reported something that no inner statement has recorded. */
  watch<T>(node: ts.Node, visit: () => T, { call, forget }: Visitor<Call>): T {
    const before = this.#findings;
    const result = visit();
    if (this.#findings > Math.max(before, this.#accounted)) {
      for (const name of changedNames(node)) forget(name);
      if (returns(node)) this.#returns = new Set([...this.#returns, call]);
    }
    this.#accounted = this.#findings;
    return result;
  }

  /** Returns a function that undoes everything recorded from here on. Loops visit their bodies repeatedly. */
  mark(): () => void {
    const [findings, accounted, returned] = [this.#findings, this.#accounted, this.#returns];
    return () => {
      this.#findings = findings;
      this.#accounted = accounted;
      this.#returns = returned;
    };
  }

  get hasFindings(): boolean {
    return this.#findings > 0;
  }

  /** True if a `return` of a call, or of the row function, was lost. */
  hasReturn(call: Call | undefined): boolean {
    return this.#returns.has(call);
  }
}

/** Returns the names that a statement assigns, steps or deletes parts of. */
function changedNames(node: ts.Node): readonly ts.Identifier[] {
  return [...nodesIn(node)].flatMap(changedBy);
}

function changedBy(node: ts.Node): readonly ts.Identifier[] {
  if (ts.isBinaryExpression(node)) return isAssignment(node.operatorToken.kind) ? replacedNames(node.left) : [];
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return isStep(node.operator) ? replacedNames(node.operand) : [];
  if (ts.isDeleteExpression(node)) return assignedNames(node.expression);
  return ts.isForOfStatement(node) && ts.isExpression(node.initializer) ? replacedNames(node.initializer) : [];
}

/** True if a statement may return from the function around it. */
export function returns(node: ts.Node): boolean {
  return hasNode(node, ts.isReturnStatement, (inner) => !ts.isFunctionLike(inner));
}
