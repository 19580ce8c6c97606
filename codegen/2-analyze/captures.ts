import { constInitializer, isAmbient, isConst, resolveSymbol, unwrap } from '../1-parse/const-initializer.js';
import { projectPath } from '../1-parse/span.js';
import { ts } from '../1-parse/ts.js';
import { mutableCapture, unknownCapture, unknownGlobal } from '../diagnostics/index.js';
import { literal } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { type Capture, type Constant, type ConstantList, isConstantList } from '../ir/row-function.js';
import { computeBigInts, computeCall, computeNumbers } from './constant-operators.js';
import { findChange } from './list-changes.js';
import { numberConstant } from './number-constants.js';
import type { RowContext } from './row-context.js';
import { unsupportedList } from './unsupported.js';
import { bigintValue, withinLimits } from './visitors/literal.js';

/** The value of a name that the row function takes from outside: a constant of its module, or of an imported one. */
export function capture(name: ts.Identifier, context: RowContext): Expression | undefined {
  const captured = captureValue(name, context);
  if (!captured) return undefined;
  return isConstantList(captured.value)
    ? unsupportedList(captured.value.kind, name, context)
    : withinLimits(literal(captured.value), name, context);
}

/** The same, where a list may stand as well. */
export function captureValue(name: ts.Identifier, context: RowContext): Pick<Capture, 'value'> | undefined {
  const { checker, root } = context.program;
  const known = context.captures.get(name.text);
  if (known) return known;

  const declaration = resolveSymbol(name, checker)?.declarations?.[0];
  if (!declaration || !ts.isVariableDeclaration(declaration) || declaration.getSourceFile().isDeclarationFile) {
    const message = declaration && !declaration.getSourceFile().isDeclarationFile ? unknownCapture : unknownGlobal;
    return context.report(name, (span) => message(span, { name: name.text }));
  }
  const initializer = constInitializer(name, checker);
  if (!initializer && !isConst(declaration)) {
    return context.report(name, (span) => mutableCapture(span, { name: name.text }));
  }
  const constant = initializer && (evaluate(initializer, checker) ?? evaluateList(initializer, checker));
  if (!constant) return context.report(name, (span) => unknownCapture(span, { name: name.text }));
  const change = isConstantList(constant.value) && findChange(declaration, context.program);
  if (change) return context.report(name, (span) => mutableCapture(span, { name: name.text }));

  const file = declaration.getSourceFile();
  const line = file.getLineAndCharacterOfPosition(declaration.getStart(file)).line + 1;
  const origin = `${projectPath(root, file.fileName)}:${line}`;
  const captured = Object.freeze({ name: name.text, value: constant.value, origin });
  context.captures.set(name.text, captured);
  return captured;
}

/** A value that was found; undefined is one of them. */
interface Found<Value> {
  readonly value: Value;
}

/** The value of an expression of literals and constants, from its syntax alone. Undefined where it is anything else. */
function evaluate(expression: ts.Expression, checker: ts.TypeChecker, depth = 0): Found<Constant> | undefined {
  const value = unwrap(expression);
  const below = (operand: ts.Expression) => (depth < 64 ? evaluate(operand, checker, depth + 1) : undefined);
  if (ts.isStringLiteralLike(value)) return { value: value.text };
  if (ts.isNumericLiteral(value)) return { value: Number(value.text) };
  if (ts.isBigIntLiteral(value)) return { value: bigintValue(value) };
  if (value.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (value.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  if (value.kind === ts.SyntaxKind.NullKeyword) return { value: null };
  if (ts.isIdentifier(value)) return evaluateName(value, checker, below);
  if (ts.isPropertyAccessExpression(value)) return evaluateProperty(value, checker);
  if (ts.isTemplateExpression(value)) return evaluateTemplate(value, below);
  if (ts.isPrefixUnaryExpression(value)) return evaluatePrefix(value, below);
  if (ts.isBinaryExpression(value)) return evaluateBinary(value, below);
  if (ts.isCallExpression(value)) return evaluateCall(value, checker, below);
  return undefined;
}

/** The elements of an array literal or a `Set` of one, other constant lists spread into it included. */
export function evaluateList(
  expression: ts.Expression,
  checker: ts.TypeChecker,
  depth = 0,
): Found<ConstantList> | undefined {
  if (depth > 64) return undefined;
  const value = unwrap(expression);
  const below = (inner: ts.Expression) => evaluateList(inner, checker, depth + 1)?.value;
  if (ts.isIdentifier(value)) {
    const initializer = constInitializer(value, checker);
    const list = initializer && below(initializer);
    return list && { value: list };
  }
  if (ts.isCallExpression(value)) {
    const [argument] = value.arguments;
    return argument && value.arguments.length === 1 && isFreeze(value.expression, checker)
      ? evaluateList(argument, checker, depth + 1)
      : undefined;
  }
  if (ts.isNewExpression(value)) {
    if (!ts.isIdentifier(value.expression) || value.expression.text !== 'Set') return undefined;
    if (!isAmbient(value.expression, checker)) return undefined;
    const [source, ...rest] = value.arguments ?? [];
    const elements = source ? below(source)?.elements : [];
    return elements && rest.length === 0 ? { value: { kind: 'set', elements: [...new Set(elements)] } } : undefined;
  }
  if (!ts.isArrayLiteralExpression(value)) return undefined;
  const elements: Constant[] = [];
  for (const element of value.elements) {
    const found = ts.isSpreadElement(element)
      ? below(element.expression)?.elements
      : listOf(evaluate(element, checker, depth + 1));
    if (!found) return undefined;
    elements.push(...found);
  }
  return { value: { kind: 'array', elements } };
}

function listOf(found: Found<Constant> | undefined): readonly Constant[] | undefined {
  return found && [found.value];
}

/** `Object.freeze`. */
function isFreeze(callee: ts.Expression, checker: ts.TypeChecker): boolean {
  return (
    ts.isPropertyAccessExpression(callee) &&
    callee.name.text === 'freeze' &&
    ts.isIdentifier(callee.expression) &&
    callee.expression.text === 'Object' &&
    isAmbient(callee.expression, checker)
  );
}

type Below = (operand: ts.Expression) => Found<Constant> | undefined;

/** `undefined`, `NaN` and `Infinity`, unless the module has names of its own for them. */
export function globalConstant(name: ts.Identifier, checker: ts.TypeChecker): Found<Constant> | undefined {
  const declarations = checker.getSymbolAtLocation(name)?.declarations ?? [];
  if (!declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile)) return undefined;
  if (name.text === 'undefined') return { value: undefined };
  if (name.text === 'NaN') return { value: Number.NaN };
  return name.text === 'Infinity' ? { value: Number.POSITIVE_INFINITY } : undefined;
}

function evaluateName(name: ts.Identifier, checker: ts.TypeChecker, below: Below): Found<Constant> | undefined {
  const global = globalConstant(name, checker);
  if (global) return global;
  const initializer = constInitializer(name, checker);
  return initializer && below(initializer);
}

/** `Number.NaN`, `Math.PI` and the other constants of `Number` and `Math`. */
function evaluateProperty(
  { expression, name }: ts.PropertyAccessExpression,
  checker: ts.TypeChecker,
): Found<number> | undefined {
  const isGlobal = ts.isIdentifier(expression) && isAmbient(expression, checker);
  const value = isGlobal ? numberConstant(`${expression.text}.${name.text}`) : undefined;
  return value === undefined ? undefined : { value };
}

function evaluateTemplate(template: ts.TemplateExpression, below: Below): Found<Constant> | undefined {
  let text = template.head.text;
  for (const span of template.templateSpans) {
    const part = below(span.expression);
    if (!part) return undefined;
    text += `${part.value}${span.literal.text}`;
  }
  return { value: text };
}

function evaluatePrefix({ operator, operand }: ts.PrefixUnaryExpression, below: Below): Found<Constant> | undefined {
  const inner = below(operand);
  if (!inner) return undefined;
  if (operator === ts.SyntaxKind.ExclamationToken) return { value: !inner.value };
  if (typeof inner.value === 'bigint' && operator === ts.SyntaxKind.MinusToken) return { value: -inner.value };
  if (typeof inner.value === 'bigint' && operator === ts.SyntaxKind.TildeToken) return { value: ~inner.value };
  if (typeof inner.value !== 'number') return undefined;
  if (operator === ts.SyntaxKind.MinusToken) return { value: -inner.value };
  if (operator === ts.SyntaxKind.TildeToken) return { value: ~inner.value };
  return operator === ts.SyntaxKind.PlusToken ? inner : undefined;
}

function evaluateBinary(
  { left, operatorToken, right }: ts.BinaryExpression,
  below: Below,
): Found<Constant> | undefined {
  const a = below(left)?.value;
  const b = below(right)?.value;
  if (typeof a === 'string' && typeof b === 'string' && operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return { value: a + b };
  }
  if (typeof a === 'bigint' && typeof b === 'bigint') return found(computeBigInts(operatorToken.kind, a, b));
  if (typeof a !== 'number' || typeof b !== 'number') return undefined;
  return found(computeNumbers(operatorToken.kind, a, b));
}

/** `Math.max(1, limit)` and `BigInt.asUintN(64, seed)`: a built-in function of constants. */
function evaluateCall(
  { expression, arguments: args }: ts.CallExpression,
  checker: ts.TypeChecker,
  below: Below,
): Found<Constant> | undefined {
  const isMember = ts.isPropertyAccessExpression(expression) && ts.isIdentifier(expression.expression);
  if (!isMember || !isAmbient(expression.expression as ts.Identifier, checker)) return undefined;
  const values = args.map((arg) => (ts.isSpreadElement(arg) ? undefined : below(arg)));
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length) return undefined;
  const path = `${(expression.expression as ts.Identifier).text}.${expression.name.text}`;
  return found(
    computeCall(
      path,
      known.map(({ value }) => value),
    ),
  );
}

function found<Value extends Constant>(value: Value | undefined): Found<Value> | undefined {
  return value === undefined ? undefined : { value };
}
