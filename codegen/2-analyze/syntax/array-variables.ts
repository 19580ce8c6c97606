import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { nodesIn } from '../../1-parse/syntax/nodes-in.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import { isStep } from './assignments.js';
import { elementOf } from './declared-type.js';

/** Methods that change an array and return something other than the array. */
const changing: ReadonlySet<string> = new Set(['push', 'pop', 'shift', 'unshift', 'splice', 'fill', 'copyWithin']);
/** Methods that change an array and return it. */
const rearranging: ReadonlySet<string> = new Set(['sort', 'reverse']);

/** The pieces of a string are stored if they are read more often than this. Otherwise they are found anew each time. */
const mostWalks = 4;

/** True if something changes the elements of a local array after its declaration. */
export function isChangedArray(name: ts.Identifier, checker: ts.TypeChecker): boolean {
  return referencesTo(name, checker).some((reference) => changes(reference, name, checker));
}

/** Like {@link isChangedArray}, but ignores elements at literal indices: in an array of known length those are variables. */
export function isComputedArray(name: ts.Identifier, length: number, checker: ts.TypeChecker): boolean {
  const holdsElements = elementOf(checker.getTypeAtLocation(name), checker) !== undefined;
  return referencesTo(name, checker).some(
    (reference) =>
      (changes(reference, name, checker) && !isPlace(reference.parent, length)) ||
      (holdsElements && getsComputedArray(reference)),
  );
}

/** True for `words = words.filter(…)`: an assignment of anything but a literal, whose length is known. */
function getsComputedArray(reference: ts.Identifier): boolean {
  const { parent } = reference;
  return ts.isBinaryExpression(parent) && parent.left === reference && isAssignment(parent.operatorToken.kind)
    ? !isLiteralTuple(parent.right)
    : false;
}

/** True for an array literal without spread elements, or a choice of such literals. */
export function isLiteralTuple(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  if (ts.isConditionalExpression(node)) return isLiteralTuple(node.whenTrue) && isLiteralTuple(node.whenFalse);
  return ts.isArrayLiteralExpression(node) && !node.elements.some(ts.isSpreadElement);
}

/** True for a literal index within the length, such as `pair[0]`. */
function isPlace(node: ts.Node, length: number): boolean {
  if (!ts.isElementAccessExpression(node)) return false;
  const place = unwrap(node.argumentExpression);
  return ts.isNumericLiteral(place) && Number.isInteger(Number(place.text)) && Number(place.text) < length;
}

/** True if the elements of an array are read so often that storing them costs less than finding them anew. */
export function isReadOften(name: ts.Identifier, checker: ts.TypeChecker): boolean {
  const references = referencesTo(name, checker).filter((reference) => reference !== name);
  return references.length > mostWalks || references.some((reference) => isRepeated(reference, name));
}

/** True if nothing reads an array after a reference to it, so that a change at that place affects nothing else. */
export function isLastUse(reference: ts.Identifier, name: ts.Identifier, checker: ts.TypeChecker): boolean {
  return (
    !isRepeated(reference, name) &&
    referencesTo(name, checker).every((other) => other.pos <= reference.pos || isInOtherBranch(other, reference))
  );
}

/** Returns the declared name of a local variable. Undefined for any other expression. */
export function variableName(expression: ts.Expression, checker: ts.TypeChecker): ts.Identifier | undefined {
  const node = unwrap(expression);
  const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined;
  return declaration && ts.isVariableDeclaration(declaration) && ts.isIdentifier(declaration.name)
    ? declaration.name
    : undefined;
}

/** True if nothing else can hold the array of a variable: it was made for the variable and is never given away. */
export function isOwned(name: ts.Identifier, checker: ts.TypeChecker): boolean {
  const { parent } = name;
  if (!ts.isVariableDeclaration(parent) || !parent.initializer || !isMade(parent.initializer, checker)) return false;
  return referencesTo(name, checker).every(
    (reference) =>
      reference === name || isConsumed(reference) || isResult(reference, name) || getsNewArray(reference, checker),
  );
}

/** True if a reference is in the returned value of its function, which ends the variable, or in a yielded row, which is written at once. */
export function isResult(reference: ts.Identifier, name: ts.Identifier): boolean {
  for (let node: ts.Node = reference; ; node = node.parent) {
    const { parent } = node;
    if (
      ts.isReturnStatement(parent) ||
      ts.isYieldExpression(parent) ||
      (ts.isArrowFunction(parent) && parent.body === node)
    )
      return functionAround(parent) === functionAround(name);
    const isPart =
      (ts.isConditionalExpression(parent) && parent.condition !== node) ||
      (ts.isPropertyAssignment(parent) && parent.initializer === node) ||
      ts.isShorthandPropertyAssignment(parent) ||
      ts.isObjectLiteralExpression(parent) ||
      (ts.isExpression(parent) && unwrap(parent) === unwrap(node as ts.Expression));
    if (!isPart) return false;
  }
}

/** Returns the innermost function around a node, or the node if it is a function. */
function functionAround(node: ts.Node): ts.Node | undefined {
  let around: ts.Node | undefined = node;
  while (around && !ts.isFunctionLike(around)) around = around.parent;
  return around;
}

/** True for `words = words.slice(1)` as a statement. */
function getsNewArray(reference: ts.Identifier, checker: ts.TypeChecker): boolean {
  const { parent } = reference;
  return (
    ts.isBinaryExpression(parent) &&
    parent.left === reference &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isExpressionStatement(parent.parent) &&
    isMade(parent.right, checker)
  );
}

/** True for an expression that makes an array: a literal, or a call of a method of a string, an array or `Array`. */
function isMade(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  const node = unwrap(expression);
  if (ts.isConditionalExpression(node)) return isMade(node.whenTrue, checker) && isMade(node.whenFalse, checker);
  if (ts.isArrayLiteralExpression(node)) return true;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const object = node.expression.expression;
  if (ts.isIdentifier(object) && object.text === 'Array' && isAmbient(object, checker)) return true;
  if (isElementOfArray(node, checker)) return false;
  const type = checker.getNonNullableType(checker.getTypeAtLocation(object));
  return (
    (type.flags & ts.TypeFlags.StringLike) !== 0 ||
    type.isStringLiteral() ||
    checker.isArrayType(type) ||
    checker.isTupleType(type)
  );
}

/** Methods that can return an element of their array. */
const giving: ReadonlySet<string> = new Set(['at', 'find', 'findLast', 'pop', 'shift', 'reduce', 'reduceRight']);

/** True for an array that may be an element of another one. */
export function isElementOfArray(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  const node = unwrap(expression);
  const called = ts.isCallExpression(node) ? unwrap(node.expression) : undefined;
  const isGiven = called && ts.isPropertyAccessExpression(called) && giving.has(called.name.text);
  const whole = ts.isElementAccessExpression(node) ? node.expression : isGiven ? called.expression : undefined;
  const type = whole && checker.getNonNullableType(checker.getTypeAtLocation(whole));
  const [element] = type && checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  return element !== undefined && checker.isArrayType(checker.getNonNullableType(element));
}

/** True if a reference to an array only reads its elements on the spot. */
function isConsumed(reference: ts.Identifier): boolean {
  const { parent } = reference;
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isForOfStatement(parent))
    return parent.expression === reference;
  return ts.isSpreadElement(parent);
}

function changes(reference: ts.Identifier, name: ts.Identifier, checker: ts.TypeChecker): boolean {
  const { parent } = reference;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === reference) {
    const call = parent.parent;
    if (!ts.isCallExpression(call) || call.expression !== parent) return isAssignedMember(parent);
    if (rearranging.has(parent.name.text)) return !isLastUse(reference, name, checker);
    return changing.has(parent.name.text);
  }
  return ts.isElementAccessExpression(parent) && parent.expression === reference && isAssignedMember(parent);
}

/** True for `xs[i] = y`, `xs[i]!++`, `xs.length = 0`, `[xs[0], xs[1]] = pair`, `({ a: xs[0] } = point)`, `for (xs[0] of s)`. */
export function isAssignedMember(member: ts.Node): boolean {
  const { parent } = member;
  if (ts.isBinaryExpression(parent)) return parent.left === member && isAssignment(parent.operatorToken.kind);
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) return isStep(parent.operator);
  if (ts.isForOfStatement(parent)) return parent.initializer === member;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === member && isAssignedMember(parent.parent);
  const isPart =
    ts.isArrayLiteralExpression(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isSpreadAssignment(parent) ||
    (ts.isExpression(parent) && unwrap(parent) === unwrap(member as ts.Expression));
  return isPart && isAssignedMember(parent);
}

/** True if a reference may be evaluated several times in the life of the variable: in a loop, or in a function. */
function isRepeated(reference: ts.Identifier, name: ts.Identifier): boolean {
  for (let node: ts.Node = reference; node.parent; node = node.parent) {
    const { parent } = node;
    if (parent.pos <= name.pos && name.end <= parent.end) return false;
    if (ts.isFunctionLike(parent)) return true;
    // The iterable of a `for … of` is evaluated once.
    if (ts.isIterationStatement(parent, false) && !(ts.isForOfStatement(parent) && parent.expression === node))
      return true;
  }
  return false;
}

/** True if two places are in different branches of one statement, so that control never reaches both. */
function isInOtherBranch(a: ts.Node, b: ts.Node): boolean {
  for (let node: ts.Node = a; node.parent; node = node.parent) {
    const { parent } = node;
    const isBranch =
      (ts.isIfStatement(parent) && node !== parent.expression) ||
      (ts.isConditionalExpression(parent) && node !== parent.condition);
    if (isBranch && parent.pos <= b.pos && b.end <= parent.end) {
      return !(node.pos <= b.pos && b.end <= node.end) && !isInCondition(b, parent);
    }
  }
  return false;
}

function isInCondition(node: ts.Node, branching: ts.IfStatement | ts.ConditionalExpression): boolean {
  const condition = ts.isIfStatement(branching) ? branching.expression : branching.condition;
  return condition.pos <= node.pos && node.end <= condition.end;
}

const known = new WeakMap<ts.Identifier, readonly ts.Identifier[]>();

/** Returns all identifiers that name the variable in its outermost function, including the declaration. */
export function referencesTo(name: ts.Identifier, checker: ts.TypeChecker): readonly ts.Identifier[] {
  const before = known.get(name);
  if (before) return before;
  const symbol = checker.getSymbolAtLocation(name);
  const references: ts.Identifier[] = [];
  for (const node of nodesIn(outermostFunction(name)))
    if (ts.isIdentifier(node) && node.text === name.text && symbolOf(node, checker) === symbol) references.push(node);
  known.set(name, references);
  return references;
}

/** Returns the symbol of an identifier. In `{ parts }` that is the variable, not the property. */
function symbolOf(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  return ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
}

function outermostFunction(name: ts.Node): ts.Node {
  let outermost: ts.Node = name;
  for (let node: ts.Node = name; node.parent; node = node.parent) if (ts.isFunctionLike(node)) outermost = node;
  return outermost;
}
