import type { ts } from '../../1-parse/syntax/ts.js';
import type { Constant } from '../../ir/constant-value.js';
import type { Found } from './parts.js';

/** Returns the value of `undefined`, `NaN` or `Infinity`, unless the module declares the name itself. */
export function globalConstant(name: ts.Identifier, checker: ts.TypeChecker): Found<Constant> | undefined {
  const declarations = checker.getSymbolAtLocation(name)?.declarations ?? [];
  if (!declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile)) return undefined;
  if (name.text === 'undefined') return { value: undefined };
  if (name.text === 'NaN') return { value: Number.NaN };
  return name.text === 'Infinity' ? { value: Number.POSITIVE_INFINITY } : undefined;
}
