import { resolveSymbol } from '../../1-parse/syntax/const-initializer.js';
import { nodesIn } from '../../1-parse/syntax/nodes-in.js';
import { projectPath } from '../../1-parse/syntax/span.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import { isComposite } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import type { Capture } from '../../ir/row-function.js';
import type { RowContext } from '../context/row-context.js';
import { reportUnknownName } from '../refusals/unknown-constants.js';
import { unsupportedConstant } from '../refusals/unsupported.js';
import { evaluateName } from './evaluate-constant.js';
import { withinLimits } from './literal.js';

/** Returns the value of a name from outside the row function: a simple constant of its module or of an imported one. */
export function capture(name: ts.Identifier, context: RowContext): Expression | undefined {
  const captured = captureValue(name, context);
  if (!captured) return undefined;
  return isComposite(captured.value)
    ? unsupportedConstant(captured.value.kind, name, context)
    : withinLimits(literal(captured.value), name, context);
}

/** Captures a constant of any kind, arrays and objects included. Undefined if an error was reported. */
export function captureValue(name: ts.Identifier, context: RowContext): Capture | undefined {
  const { checker, root } = context.program;
  const symbol = resolveSymbol(name, checker);
  const declaration = symbol?.declarations?.[0];
  if (!symbol || !declaration || declaration.getSourceFile().isDeclarationFile) return reportUnknownName(name, context);
  const found = evaluateName(name, context.program);
  if (!found) return reportUnknownName(name, context);
  const referenceName = context.reference.referenceName(symbol, name.text);
  if (referenceName !== name.text) context.reference.renames.set(name, referenceName);
  const known = context.reference.captures.get(referenceName);
  if (known) return known;
  const file = declaration.getSourceFile();
  const line = file.getLineAndCharacterOfPosition(declaration.getStart(file)).line + 1;
  const origin = `${projectPath(root, file.fileName)}:${line}`;
  const captured = Object.freeze({ name: referenceName, value: found.value, origin, guarded: false });
  context.reference.captures.set(referenceName, captured);
  return captured;
}

/** Captures the names in a literal of constants: its value is known, but the reference evaluates its text. */
export function captureNamesIn(root: ts.Node, context: RowContext): void {
  for (const node of nodesIn(root, (inner) => !ts.isTypeNode(inner))) {
    if (!ts.isIdentifier(node) || isMemberName(node)) continue;
    const declaration = resolveSymbol(node, context.program.checker)?.declarations?.[0];
    const isOutside = declaration && !declaration.getSourceFile().isDeclarationFile && !context.names.bindingOf(node);
    if (isOutside) captureValue(node, context);
  }
}

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
}

/** Marks a captured object that is looked up by keys that are only known when the row runs. */
export function guardCapture(name: string, context: RowContext): void {
  const captured = context.reference.captures.get(name);
  if (captured) context.reference.captures.set(name, Object.freeze({ ...captured, guarded: true }));
}
