import type { Program } from '../../1-parse/project.js';
import { resolveSymbol, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { findChange } from '../syntax/list-changes.js';
import { isConstantOfModule } from '../syntax/module-constant.js';

/** A part of an object literal that may be a function. */
export type FunctionPart = ts.Expression | ts.MethodDeclaration;

/**
 * Returns what `object.name` is, for an object that a module writes out as a constant and nothing changes. It is found from the object's
 * own literal: the symbol of `name` may lead to another object, which this one is a copy of.
 */
export function partOfObject(member: ts.PropertyAccessExpression, program: Program): FunctionPart | undefined {
  const object = literalOf(member.expression, program);
  return object && partNamed(member.name.text, object);
}

/** Returns the literal of a constant object, or of an object inside one. */
function literalOf(expression: ts.Expression, program: Program): ts.ObjectLiteralExpression | undefined {
  const part =
    constantAt(expression, program) ??
    (ts.isPropertyAccessExpression(expression) ? partOfObject(expression, program) : undefined);
  const value = part && !ts.isMethodDeclaration(part) ? unwrap(part) : undefined;
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** Returns the initializer of the constant that `name` or `module.name` refers to. */
function constantAt(expression: ts.Expression, program: Program): ts.Expression | undefined {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const symbol = ts.isIdentifier(name) ? resolveSymbol(name, program.checker) : undefined;
  const declaration = symbol?.declarations?.[0];
  if (!declaration || !isConstantOfModule(declaration) || findChange(declaration, program)) return undefined;
  return declaration.initializer;
}

/** Returns the part of an object literal. Undefined if a spread may bring another one. */
function partNamed(name: string, { properties }: ts.ObjectLiteralExpression): FunctionPart | undefined {
  if (properties.some(ts.isSpreadAssignment)) return undefined;
  const named = properties.filter((property) => property.name !== undefined && nameOf(property.name) === name);
  const part = named.length === 1 ? named[0] : undefined;
  if (!part) return undefined;
  if (ts.isPropertyAssignment(part)) return part.initializer;
  if (ts.isShorthandPropertyAssignment(part)) return part.name;
  return ts.isMethodDeclaration(part) ? part : undefined;
}

function nameOf(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}
