import type { Program } from '../../1-parse/project.js';
import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { type Constant, type ConstantValue, isComposite } from '../../ir/constant-value.js';
import { literalKinds, literalValue } from '../syntax/literal.js';
import { evaluateCall } from './evaluation/calls.js';
import { evaluateNew } from './evaluation/collections.js';
import { evaluateArrayLiteral, evaluateObjectLiteral } from './evaluation/composite-literals.js';
import type { Evaluation } from './evaluation/evaluation.js';
import { evaluateMember } from './evaluation/members.js';
import { NamedConstants } from './evaluation/named-constants.js';
import { evaluateBinary, evaluateConditional, evaluatePrefixUnary } from './evaluation/operators.js';
import { evaluatePatternLiteral } from './evaluation/patterns.js';
import { ConstantSizes } from './evaluation/size.js';
import { evaluateTaggedTemplate, evaluateTemplate } from './evaluation/templates.js';
import type { Found } from './parts.js';

/** Evaluates an expression of literals and constants from its syntax. Undefined for any other expression. */
export function evaluateConstant(expression: ts.Expression, program: Program): Found<ConstantValue> | undefined {
  return evaluatorOf(program).value(expression);
}

/** Evaluates a name of a `const`, of an enum or of the namespace of a module. Undefined for any other name. */
export function evaluateName(name: ts.Identifier, program: Program): Found<ConstantValue> | undefined {
  return evaluatorOf(program).name(name);
}

const evaluators = new WeakMap<Program, Evaluator>();

function evaluatorOf(program: Program): Evaluator {
  const known = evaluators.get(program) ?? new Evaluator(program);
  evaluators.set(program, known);
  return known;
}

type Evaluate<Node> = (node: Node, evaluation: Evaluation) => Found<ConstantValue> | undefined;

/** An entry of the table: a kind of syntax, and the function that evaluates nodes of that kind. */
function evaluates<Node extends ts.Node>(
  kind: Node['kind'],
  evaluate: Evaluate<Node>,
): readonly [ts.SyntaxKind, Evaluate<ts.Node>] {
  // The table is looked up by the kind of a node, which is that of the function's parameter.
  return [kind, evaluate as Evaluate<ts.Node>];
}

const { SyntaxKind } = ts;

const table = new Map<ts.SyntaxKind, Evaluate<ts.Node>>([
  ...literalKinds.map((kind) => evaluates(kind, literalValue)),
  evaluates(SyntaxKind.ArrayLiteralExpression, evaluateArrayLiteral),
  evaluates(SyntaxKind.BinaryExpression, evaluateBinary),
  evaluates(SyntaxKind.CallExpression, evaluateCall),
  evaluates(SyntaxKind.ConditionalExpression, evaluateConditional),
  evaluates(SyntaxKind.ElementAccessExpression, evaluateMember),
  evaluates(SyntaxKind.Identifier, (name: ts.Identifier, evaluation) => evaluation.name(name)),
  evaluates(SyntaxKind.NewExpression, evaluateNew),
  evaluates(SyntaxKind.ObjectLiteralExpression, evaluateObjectLiteral),
  evaluates(SyntaxKind.PrefixUnaryExpression, evaluatePrefixUnary),
  evaluates(SyntaxKind.PropertyAccessExpression, evaluateMember),
  evaluates(SyntaxKind.RegularExpressionLiteral, evaluatePatternLiteral),
  evaluates(SyntaxKind.TaggedTemplateExpression, evaluateTaggedTemplate),
  evaluates(SyntaxKind.TemplateExpression, evaluateTemplate),
]);

/** Evaluates the constants of one program. */
class Evaluator implements Evaluation {
  readonly program: Program;
  readonly sizes = new ConstantSizes();
  readonly #names = new NamedConstants(this);

  constructor(program: Program) {
    this.program = program;
  }

  value(expression: ts.Expression): Found<ConstantValue> | undefined {
    const node = unwrap(expression);
    const found = table.get(node.kind)?.(node, this);
    if (found) this.sizes.check(found.value, node);
    return found;
  }

  simple(expression: ts.Expression): Found<Constant> | undefined {
    const found = this.value(expression);
    return found && !isComposite(found.value) ? { value: found.value } : undefined;
  }

  name(name: ts.Identifier): Found<ConstantValue> | undefined {
    return this.#names.value(name);
  }
}
