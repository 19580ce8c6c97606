import type { Program } from '../../1-parse/project.js';
import { constInitializer, isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { evaluateConstant } from '../constants/evaluate-constant.js';

/** Returns the innermost part of an expression that makes the whole unknown at build time. */
export function culpritIn(
  expression: ts.Expression,
  program: Program,
  seen: ReadonlySet<ts.Node> = new Set(),
): ts.Node | undefined {
  const node = unwrap(expression);
  if (seen.has(node)) return undefined;
  const visited = new Set([...seen, node]);
  for (const part of partsOf(node, program)) {
    if (!ts.isExpression(part)) return part;
    if (!evaluateConstant(part, program)) return culpritIn(part, program, visited) ?? part;
  }
  const initializer = ts.isIdentifier(node) ? constInitializer(node, program.checker) : undefined;
  return (initializer && culpritIn(initializer, program, visited)) ?? node;
}

/** Returns the parts that an expression is evaluated from, in order. A part that is not an expression never has a value. */
function partsOf(node: ts.Expression, program: Program): readonly ts.Node[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(withoutSpread);
  if (ts.isObjectLiteralExpression(node)) return node.properties.map(valueIn);
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
  if (ts.isTaggedTemplateExpression(node)) return partsOf(node.template, program);
  if (ts.isPrefixUnaryExpression(node)) return [node.operand];
  if (ts.isBinaryExpression(node)) return [node.left, node.right];
  if (ts.isConditionalExpression(node)) return [node.condition, node.whenTrue, node.whenFalse];
  if (ts.isNewExpression(node)) return (node.arguments ?? []).map(withoutSpread);
  if (ts.isElementAccessExpression(node)) return [...objectOf(node.expression, program), node.argumentExpression];
  if (ts.isPropertyAccessExpression(node)) return objectOf(node.expression, program);
  if (!ts.isCallExpression(node)) return [];
  const callee = unwrap(node.expression);
  const object = ts.isPropertyAccessExpression(callee) ? objectOf(callee.expression, program) : [];
  // Function arguments are skipped: the call itself is the unknown part then.
  return [...object, ...node.arguments.map(withoutSpread).filter((argument) => !ts.isFunctionLike(unwrap(argument)))];
}

/** Returns the object of a member as a part of its own, except for globals and modules, which are reported with the member. */
function objectOf(expression: ts.Expression, program: Program): readonly ts.Node[] {
  const { checker } = program;
  const object = unwrap(expression);
  if (ts.isPropertyAccessExpression(object) || ts.isElementAccessExpression(object)) {
    const inner = objectOf(object.expression, program);
    return inner.length === 0 ? [] : [object];
  }
  const isKnownByMember =
    ts.isIdentifier(object) &&
    (isAmbient(object, checker) || !checker.getSymbolAtLocation(object) || isImport(object, checker));
  return isKnownByMember ? [] : [object];
}

function isImport(name: ts.Identifier, checker: ts.TypeChecker): boolean {
  const declaration = checker.getSymbolAtLocation(name)?.declarations?.[0];
  return declaration !== undefined && (ts.isImportClause(declaration) || ts.isNamespaceImport(declaration));
}

function withoutSpread(node: ts.Expression): ts.Expression {
  return ts.isSpreadElement(node) ? node.expression : node;
}

/** Returns the value of a property. A method is reported as a whole. */
function valueIn(member: ts.ObjectLiteralElementLike): ts.Node {
  if (ts.isPropertyAssignment(member)) return member.initializer;
  if (ts.isShorthandPropertyAssignment(member)) return member.name;
  return ts.isSpreadAssignment(member) ? member.expression : member;
}
