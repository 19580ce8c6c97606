import type { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import type { HeapClass } from '../../ir/type.js';
import type { Value } from '../values/value.js';

/** Visits parts of the source on behalf of one context. Each method returns undefined, or no statements, if it reported an error. */
export interface Visit {
  /** Returns the value of an expression, including objects, arrays and functions. */
  value(node: ts.Expression): Value | undefined;
  /** Returns the value of an expression of the IR; objects, arrays of known length and functions are reported. */
  expression(node: ts.Expression): Expression | undefined;
  /** Returns the IR of an expression whose value is not used. */
  effect(node: ts.Expression): readonly Statement[];
  /** Returns the IR of a statement. */
  statement(node: ts.Statement): readonly Statement[];
  /**
   * Returns the IR of statements in order, up to the first that control never passes, because later ones cannot run.
   */
  statements(nodes: readonly ts.Statement[]): readonly Statement[];
  /** Returns a value as a reference to an object of a class, which is made if the value is none yet. */
  reference(value: Value, to: HeapClass, node: ts.Node): Expression | undefined;
}

/**
 * The walk over the source, which `visitors/` implements. A context gets it at construction, so that no construct
 * imports the dispatcher that leads to it.
 */
export interface Walk<Context> {
  value(node: ts.Expression, context: Context): Value | undefined;
  expression(node: ts.Expression, context: Context): Expression | undefined;
  effect(node: ts.Expression, context: Context): readonly Statement[];
  statement(node: ts.Statement, context: Context): readonly Statement[];
  statements(nodes: readonly ts.Statement[], context: Context): readonly Statement[];
  reference(value: Value, to: HeapClass, node: ts.Node, context: Context): Expression | undefined;
}

/** Binds a walk to a context. */
export function visitWith<Context>(walk: Walk<Context>, context: Context): Visit {
  return {
    value: (node) => walk.value(node, context),
    expression: (node) => walk.expression(node, context),
    effect: (node) => walk.effect(node, context),
    statement: (node) => walk.statement(node, context),
    statements: (nodes) => walk.statements(nodes, context),
    reference: (value, to, node) => walk.reference(value, to, node, context),
  };
}
