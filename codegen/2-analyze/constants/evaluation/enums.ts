import { propertyName } from '../../../1-parse/syntax/property-name.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import { type Constant, type ConstantObject, constantObject } from '../../../ir/constant-value.js';
import type { Found } from '../parts.js';

/** Returns an enum as the object that it is in JavaScript: names to values and, for numbers, values to names. */
export function enumConstant(symbol: ts.Symbol, checker: ts.TypeChecker): Found<ConstantObject> | undefined {
  const entries: [string, Constant][] = [];
  for (const declaration of symbol.declarations ?? []) {
    if (!ts.isEnumDeclaration(declaration)) return undefined;
    if (declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)) return undefined;
    for (const member of declaration.members) {
      const name = propertyName(member.name);
      const value = checker.getConstantValue(member);
      if (name === undefined || value === undefined) return undefined;
      entries.push([name, value]);
      if (typeof value === 'number') entries.push([String(value), name]);
    }
  }
  return { value: constantObject(entries) };
}
