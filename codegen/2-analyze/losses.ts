import { isAssignment, ts } from '../1-parse/ts.js';
import { assignedNames, isStep, replacedNames } from './assignments.js';

/** Who visits a statement: the call that it is a part of (undefined for the row function), and how a name becomes unknown. */
interface Visitor<Call> {
  readonly call: Call | undefined;
  forget(name: ts.Identifier): void;
}

/**
 * What is not known because something was reported. A finding is told once, at its place: variables that its statement assigns, and
 * returns inside it, are unknown from then on, so that nothing more is said of what depends on them.
 */
export class Losses<Call> {
  #findings = 0;
  /** How many findings stand in statements that were given up already. */
  #accounted = 0;
  #returns: ReadonlySet<Call | undefined> = new Set();

  addFinding(): void {
    this.#findings += 1;
  }

  /** Visits one statement, and gives it up where something was reported that no statement inside it accounts for. */
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

  /** A visit from here on may be taken back, with what it found: calling the result does so. */
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

  /** Whether a `return` of a call, or of the row function, stands in a statement that was given up. */
  hasReturn(call: Call | undefined): boolean {
    return this.#returns.has(call);
  }
}

/** The names that a statement gives other values, or fewer parts. */
function changedNames(node: ts.Node): readonly ts.Identifier[] {
  const names: ts.Identifier[] = [];
  const visit = (inner: ts.Node): void => {
    names.push(...changedBy(inner));
    ts.forEachChild(inner, visit);
  };
  visit(node);
  return names;
}

function changedBy(node: ts.Node): readonly ts.Identifier[] {
  if (ts.isBinaryExpression(node)) return isAssignment(node.operatorToken.kind) ? replacedNames(node.left) : [];
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return isStep(node.operator) ? replacedNames(node.operand) : [];
  if (ts.isDeleteExpression(node)) return assignedNames(node.expression);
  return ts.isForOfStatement(node) && ts.isExpression(node.initializer) ? replacedNames(node.initializer) : [];
}

/** Whether a statement returns from the function that it is a part of. */
export function returns(node: ts.Node): boolean {
  if (ts.isReturnStatement(node)) return true;
  return !ts.isFunctionLike(node) && (ts.forEachChild(node, (child) => returns(child) || undefined) ?? false);
}
