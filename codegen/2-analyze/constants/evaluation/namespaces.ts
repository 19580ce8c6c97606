import { ts } from '../../../1-parse/syntax/ts.js';
import { type ConstantObject, type ConstantValue, constantObject } from '../../../ir/constant-value.js';
import type { Found } from '../parts.js';
import { enumConstant } from './enums.js';
import type { Evaluation } from './evaluation.js';

/** Returns the constants that a module exports as one object, which leaves out its functions and everything else. */
export function namespaceConstant(symbol: ts.Symbol, evaluation: Evaluation): Found<ConstantObject> {
  const entries: [string, ConstantValue][] = [];
  for (const exported of evaluation.program.checker.getExportsOfModule(symbol)) {
    const found = exportedConstant(exported, evaluation);
    if (found) entries.push([exported.name, found.value]);
  }
  return { value: constantObject(entries, false) };
}

function exportedConstant(exported: ts.Symbol, evaluation: Evaluation): Found<ConstantValue> | undefined {
  const { checker } = evaluation.program;
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const declaration = symbol.declarations?.[0];
  if (symbol.flags & ts.SymbolFlags.Enum) return enumConstant(symbol, checker);
  if (!declaration || !ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) return undefined;
  return declaration.getSourceFile().isDeclarationFile ? undefined : evaluation.name(declaration.name);
}
