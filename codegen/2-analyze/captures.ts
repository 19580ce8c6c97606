import { constInitializer, isConst, resolveSymbol, unwrap } from '../1-parse/const-initializer.js';
import { projectPath } from '../1-parse/span.js';
import { ts } from '../1-parse/ts.js';
import { mutableCapture, unknownCapture, unknownGlobal } from '../diagnostics/index.js';
import { literal } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import type { Capture } from '../ir/row-function.js';
import type { RowContext } from './row-context.js';

/** The value of a name that the row function takes from outside: a constant of its module, or of an imported one. */
export function capture(name: ts.Identifier, context: RowContext): Expression | undefined {
  const { checker, root } = context.program;
  const known = context.captures.get(name.text);
  if (known) return literal(known.value);

  const declaration = resolveSymbol(name, checker)?.declarations?.[0];
  if (!declaration || !ts.isVariableDeclaration(declaration) || declaration.getSourceFile().isDeclarationFile) {
    const message = declaration && !declaration.getSourceFile().isDeclarationFile ? unknownCapture : unknownGlobal;
    return context.report(name, (span) => message(span, { name: name.text }));
  }
  const initializer = constInitializer(name, checker);
  if (!initializer && !isConst(declaration)) {
    return context.report(name, (span) => mutableCapture(span, { name: name.text }));
  }
  const constant = initializer && evaluate(initializer, checker);
  if (!constant) return context.report(name, (span) => unknownCapture(span, { name: name.text }));

  const file = declaration.getSourceFile();
  const line = file.getLineAndCharacterOfPosition(declaration.getStart(file)).line + 1;
  const origin = `${projectPath(root, file.fileName)}:${line}`;
  context.captures.set(name.text, Object.freeze({ name: name.text, value: constant.value, origin }));
  return literal(constant.value);
}

interface Constant {
  readonly value: Capture['value'];
}

/** The value of an expression of literals and constants, from its syntax alone. Undefined where it is anything else. */
function evaluate(expression: ts.Expression, checker: ts.TypeChecker, depth = 0): Constant | undefined {
  const value = unwrap(expression);
  const below = (operand: ts.Expression) => (depth < 64 ? evaluate(operand, checker, depth + 1) : undefined);
  if (ts.isStringLiteralLike(value)) return { value: value.text };
  if (ts.isNumericLiteral(value)) return { value: Number(value.text) };
  if (value.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (value.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  if (value.kind === ts.SyntaxKind.NullKeyword) return { value: null };
  if (ts.isIdentifier(value)) return evaluateName(value, checker, below);
  if (ts.isTemplateExpression(value)) return evaluateTemplate(value, below);
  if (ts.isPrefixUnaryExpression(value)) return evaluatePrefix(value, below);
  if (ts.isBinaryExpression(value)) return evaluateBinary(value, below);
  return undefined;
}

type Below = (operand: ts.Expression) => Constant | undefined;

/** `undefined`, `NaN` and `Infinity`, unless the module has names of its own for them. */
export function globalConstant(name: ts.Identifier, checker: ts.TypeChecker): Constant | undefined {
  const declarations = checker.getSymbolAtLocation(name)?.declarations ?? [];
  if (!declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile)) return undefined;
  if (name.text === 'undefined') return { value: undefined };
  if (name.text === 'NaN') return { value: Number.NaN };
  return name.text === 'Infinity' ? { value: Number.POSITIVE_INFINITY } : undefined;
}

function evaluateName(name: ts.Identifier, checker: ts.TypeChecker, below: Below): Constant | undefined {
  const global = globalConstant(name, checker);
  if (global) return global;
  const initializer = constInitializer(name, checker);
  return initializer && below(initializer);
}

function evaluateTemplate(template: ts.TemplateExpression, below: Below): Constant | undefined {
  let text = template.head.text;
  for (const span of template.templateSpans) {
    const part = below(span.expression);
    if (!part) return undefined;
    text += `${part.value}${span.literal.text}`;
  }
  return { value: text };
}

function evaluatePrefix({ operator, operand }: ts.PrefixUnaryExpression, below: Below): Constant | undefined {
  const inner = below(operand);
  if (!inner) return undefined;
  if (operator === ts.SyntaxKind.ExclamationToken) return { value: !inner.value };
  if (typeof inner.value !== 'number') return undefined;
  if (operator === ts.SyntaxKind.MinusToken) return { value: -inner.value };
  return operator === ts.SyntaxKind.PlusToken ? inner : undefined;
}

function evaluateBinary({ left, operatorToken, right }: ts.BinaryExpression, below: Below): Constant | undefined {
  const a = below(left)?.value;
  const b = below(right)?.value;
  if (typeof a === 'string' && typeof b === 'string' && operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return { value: a + b };
  }
  if (typeof a !== 'number' || typeof b !== 'number') return undefined;
  switch (operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return { value: a + b };
    case ts.SyntaxKind.MinusToken:
      return { value: a - b };
    case ts.SyntaxKind.AsteriskToken:
      return { value: a * b };
    case ts.SyntaxKind.SlashToken:
      return { value: a / b };
    case ts.SyntaxKind.PercentToken:
      return { value: a % b };
    default:
      return undefined;
  }
}
