import { constInitializer, isAmbient, unwrap } from '../1-parse/const-initializer.js';
import type { Program } from '../1-parse/project.js';
import { ts } from '../1-parse/ts.js';
import { evaluateConstant } from './evaluate-constant.js';

/** The innermost part of an expression that has no value at build time, and because of which the whole has none. */
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

/** The parts whose values an expression is evaluated from, in their order. Parts that never have one are no expressions. */
function partsOf(node: ts.Expression, program: Program): readonly ts.Node[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(withoutSpread);
  if (ts.isObjectLiteralExpression(node)) return node.properties.map(valueIn);
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
  if (ts.isPrefixUnaryExpression(node)) return [node.operand];
  if (ts.isBinaryExpression(node)) return [node.left, node.right];
  if (ts.isConditionalExpression(node)) return [node.condition, node.whenTrue, node.whenFalse];
  if (ts.isNewExpression(node)) return (node.arguments ?? []).map(withoutSpread);
  if (ts.isElementAccessExpression(node)) return [...objectOf(node.expression, program), node.argumentExpression];
  if (ts.isPropertyAccessExpression(node)) return objectOf(node.expression, program);
  if (!ts.isCallExpression(node)) return [];
  const callee = unwrap(node.expression);
  const object = ts.isPropertyAccessExpression(callee) ? objectOf(callee.expression, program) : [];
  // A function that is passed is why the call is not made, and is no value that it lacks.
  return [...object, ...node.arguments.map(withoutSpread).filter((argument) => !ts.isFunctionLike(unwrap(argument)))];
}

/** What a member is taken of. The platform's own objects and whole modules are told with the member. */
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

/** The value of a property; a method is told as it is. */
function valueIn(member: ts.ObjectLiteralElementLike): ts.Node {
  if (ts.isPropertyAssignment(member)) return member.initializer;
  if (ts.isShorthandPropertyAssignment(member)) return member.name;
  return ts.isSpreadAssignment(member) ? member.expression : member;
}
