import { isConst, resolveSymbol } from '../../../1-parse/syntax/const-initializer.js';
import { visitInOrder } from '../../../1-parse/syntax/dependency-order.js';
import { propertyName } from '../../../1-parse/syntax/property-name.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import { type ConstantValue, isComposite, isObject, ownProperty } from '../../../ir/constant-value.js';
import { LimitReached } from '../../context/limit-reached.js';
import { findChange } from '../../syntax/list-changes.js';
import { globalConstant } from '../global-constant.js';
import type { Found } from '../parts.js';
import { constantsIn } from './constants-in.js';
import { enumConstant } from './enums.js';
import type { Evaluation } from './evaluation.js';
import { namespaceConstant } from './namespaces.js';

/** The constants of a program that have a name. Each declaration is evaluated once. */
export class NamedConstants {
  readonly #evaluation: Evaluation;
  /** A value, the limit that its evaluation reached, or the note that it has none. */
  readonly #known = new Map<ts.Node, Found<ConstantValue> | LimitReached | 'unknown'>();

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation;
  }

  value(name: ts.Identifier): Found<ConstantValue> | undefined {
    const { checker } = this.#evaluation.program;
    const global = globalConstant(name, checker);
    if (global) return global;
    const symbol = resolveSymbol(name, checker);
    const declaration = symbol?.declarations?.[0];
    if (!symbol || !declaration || declaration.getSourceFile().isDeclarationFile) return undefined;
    if (ts.isVariableDeclaration(declaration)) {
      // However long a chain of constants is, the evaluation of one never descends into another.
      visitInOrder(
        declaration,
        (one) => constantsIn(one, checker),
        (one) => this.#known.has(one),
        (one) => this.#declared(one),
      );
      return this.#declared(declaration);
    }
    return this.#once(declaration, () => {
      if (ts.isBindingElement(declaration)) return destructured(declaration, this.#evaluation);
      if (symbol.flags & ts.SymbolFlags.Enum) return enumConstant(symbol, checker);
      return symbol.flags & ts.SymbolFlags.ValueModule && ts.isSourceFile(declaration)
        ? namespaceConstant(symbol, this.#evaluation)
        : undefined;
    });
  }

  #declared(declaration: ts.VariableDeclaration): Found<ConstantValue> | undefined {
    return this.#once(declaration, () => {
      const { initializer } = declaration;
      const found = initializer && isConst(declaration) ? this.#evaluation.value(initializer) : undefined;
      // The contents of an object that is changed somewhere are not those of its initialiser.
      return found && isComposite(found.value) && findChange(declaration, this.#evaluation.program) ? undefined : found;
    });
  }

  #once(node: ts.Node, evaluate: () => Found<ConstantValue> | undefined): Found<ConstantValue> | undefined {
    const known = this.#known.get(node);
    if (known instanceof LimitReached) throw known;
    if (known) return known === 'unknown' ? undefined : known;
    // A constant that depends on itself has no value.
    this.#known.set(node, 'unknown');
    try {
      const found = evaluate();
      if (found) this.#known.set(node, found);
      return found;
    } catch (error) {
      if (error instanceof LimitReached) this.#known.set(node, error);
      throw error;
    }
  }
}

/** The value of `limit` in `const { limit } = limits`. */
function destructured(element: ts.BindingElement, evaluation: Evaluation): Found<ConstantValue> | undefined {
  const declaration = element.parent.parent;
  const key = element.propertyName ?? element.name;
  if (!ts.isVariableDeclaration(declaration) || !ts.isObjectBindingPattern(element.parent)) return undefined;
  if (!isConst(declaration)) return undefined;
  if (!declaration.initializer || element.dotDotDotToken || element.initializer) return undefined;
  const object = evaluation.value(declaration.initializer)?.value;
  const name = ts.isPropertyName(key) ? propertyName(key) : undefined;
  return name !== undefined && isObject(object) ? ownProperty(object, name) : undefined;
}
