import type { Program } from '../../1-parse/project.js';
import { isAmbient, isConst, resolveSymbol, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { visitInOrder } from '../../1-parse/syntax/dependency-order.js';
import { propertyName } from '../../1-parse/syntax/property-name.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { bigintTooLarge } from '../../diagnostics/index.js';
import {
  type Constant,
  type ConstantValue,
  constantObject,
  isComposite,
  isObject,
  ownProperty,
} from '../../ir/constant-value.js';
import { LimitReached } from '../context/limit-reached.js';
import { findChange } from '../syntax/list-changes.js';
import { bigintValue } from '../syntax/literal.js';
import { chainOf } from '../syntax/operator-chain.js';
import { constantsIn } from './constants-in.js';
import { evaluateBinary, evaluateBuiltIn, evaluatePrefix } from './evaluate-operators.js';
import { numberConstant } from './number-constants.js';
import { callOfObject, type Found, iterated, memberOf } from './parts.js';
import { ConstantSizes, checkCounts } from './size.js';

/** The value of an expression of literals and constants, from its syntax alone. Undefined where it is anything else. */
export function evaluateConstant(expression: ts.Expression, program: Program): Found<ConstantValue> | undefined {
  return new Evaluator(program).evaluate(expression);
}

/** What is known of the constants of a program. */
interface Known {
  /** Values of initialisers, which are asked for again and again, or what there is to say of their size. */
  readonly values: Map<ts.Node, Found<ConstantValue> | LimitReached | 'unknown'>;
  readonly sizes: ConstantSizes;
}

const programs = new WeakMap<Program, Known>();

/** The value of a `const`, an enum or the namespace of a module, by a name of it. */
export function evaluateName(name: ts.Identifier, program: Program): Found<ConstantValue> | undefined {
  return new Evaluator(program).name(name);
}

class Evaluator {
  readonly #program: Program;
  readonly #checker: ts.TypeChecker;
  readonly #values: Known['values'];
  readonly #sizes: ConstantSizes;

  constructor(program: Program) {
    this.#program = program;
    this.#checker = program.checker;
    const known = programs.get(program) ?? { values: new Map(), sizes: new ConstantSizes() };
    programs.set(program, known);
    this.#values = known.values;
    this.#sizes = known.sizes;
  }

  evaluate(expression: ts.Expression): Found<ConstantValue> | undefined {
    const node = unwrap(expression);
    const found = this.#evaluate(node);
    if (found) this.#sizes.check(found.value, node);
    return found;
  }

  #evaluate(node: ts.Expression): Found<ConstantValue> | undefined {
    const below = (operand: ts.Expression) => this.evaluate(operand);
    if (ts.isStringLiteralLike(node)) return { value: node.text };
    if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
    if (ts.isBigIntLiteral(node)) return { value: bigintValue(node) };
    if (node.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
    if (node.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
    if (node.kind === ts.SyntaxKind.NullKeyword) return { value: null };
    if (ts.isIdentifier(node)) return this.name(node);
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return this.#member(node);
    if (ts.isTemplateExpression(node)) return this.#template(node);
    if (ts.isPrefixUnaryExpression(node)) return evaluatePrefix(node.operator, simple(below(node.operand)));
    if (ts.isBinaryExpression(node)) return this.#binary(node);
    if (ts.isConditionalExpression(node)) {
      const test = below(node.condition);
      return test && below(test.value ? node.whenTrue : node.whenFalse);
    }
    if (ts.isArrayLiteralExpression(node)) return this.#array(node);
    if (ts.isObjectLiteralExpression(node)) return this.#object(node);
    if (ts.isNewExpression(node)) return this.#collection(node);
    return ts.isCallExpression(node) ? this.#call(node) : undefined;
  }

  /** `a + b`, and `a + b - c`, of any length. */
  #binary(node: ts.BinaryExpression): Found<Constant> | undefined {
    const [first, ...others] = chainOf(node, () => true);
    let left = simple(this.evaluate(first.left));
    for (const { operatorToken, right } of [first, ...others]) {
      const result = left && evaluateBinary(operatorToken.kind, left, simple(this.evaluate(right)));
      if (result === 'too large') throw new LimitReached(bigintTooLarge, node);
      if (!result) return undefined;
      this.#sizes.check(result.value, node);
      left = result;
    }
    return left;
  }

  /** What a name stands for: a global, a `const`, an enum, the namespace of a module. */
  name(name: ts.Identifier): Found<ConstantValue> | undefined {
    const global = globalConstant(name, this.#checker);
    if (global) return global;
    const symbol = resolveSymbol(name, this.#checker);
    const declaration = symbol?.declarations?.[0];
    if (!symbol || !declaration || declaration.getSourceFile().isDeclarationFile) return undefined;
    if (ts.isVariableDeclaration(declaration)) {
      // However long constants refer to constants, no evaluation goes down more than one of them.
      visitInOrder(
        declaration,
        (one) => constantsIn(one, this.#checker),
        (one) => this.#values.has(one),
        (one) => this.#declared(one),
      );
      return this.#declared(declaration);
    }
    return this.#remembered(declaration, () => {
      if (ts.isBindingElement(declaration)) return this.#bound(declaration);
      if (symbol.flags & ts.SymbolFlags.Enum) return this.#enum(symbol);
      return symbol.flags & ts.SymbolFlags.ValueModule && ts.isSourceFile(declaration)
        ? this.#namespace(symbol)
        : undefined;
    });
  }

  /** The value of a `const` of which no part is changed anywhere. */
  #declared(declaration: ts.VariableDeclaration): Found<ConstantValue> | undefined {
    return this.#remembered(declaration, () => {
      const { initializer } = declaration;
      const found = initializer && isConst(declaration) ? this.evaluate(initializer) : undefined;
      return found && isComposite(found.value) && findChange(declaration, this.#program) ? undefined : found;
    });
  }

  #remembered(node: ts.Node, find: () => Found<ConstantValue> | undefined): Found<ConstantValue> | undefined {
    const before = this.#values.get(node);
    if (before instanceof LimitReached) throw before;
    if (before) return before === 'unknown' ? undefined : before;
    // A constant that depends on itself has no value.
    this.#values.set(node, 'unknown');
    try {
      const found = find();
      if (found) this.#values.set(node, found);
      return found;
    } catch (error) {
      if (error instanceof LimitReached) this.#values.set(node, error);
      throw error;
    }
  }

  /** `const { limit } = limits`. */
  #bound(element: ts.BindingElement): Found<ConstantValue> | undefined {
    const declaration = element.parent.parent;
    const key = element.propertyName ?? element.name;
    if (!ts.isVariableDeclaration(declaration) || !ts.isObjectBindingPattern(element.parent)) return undefined;
    if ((ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) === 0) return undefined;
    if (!declaration.initializer || element.dotDotDotToken || element.initializer) return undefined;
    const object = this.evaluate(declaration.initializer)?.value;
    const name = ts.isPropertyName(key) ? propertyName(key) : undefined;
    return name !== undefined && isObject(object) ? ownProperty(object, name) : undefined;
  }

  /** An enum as JavaScript has it: names to values and, for numbers, back. */
  #enum(symbol: ts.Symbol): Found<ConstantValue> | undefined {
    const entries: [string, Constant][] = [];
    for (const declaration of symbol.declarations ?? []) {
      if (!ts.isEnumDeclaration(declaration)) return undefined;
      if (declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)) return undefined;
      for (const member of declaration.members) {
        const name = propertyName(member.name);
        const value = this.#checker.getConstantValue(member);
        if (name === undefined || value === undefined) return undefined;
        entries.push([name, value]);
        if (typeof value === 'number') entries.push([String(value), name]);
      }
    }
    return { value: constantObject(entries) };
  }

  /** The constants that a module exports; its functions and the rest are left out. */
  #namespace(symbol: ts.Symbol): Found<ConstantValue> | undefined {
    const entries: [string, ConstantValue][] = [];
    for (const exported of this.#checker.getExportsOfModule(symbol)) {
      const found = this.#exported(exported);
      if (found) entries.push([exported.name, found.value]);
    }
    return { value: constantObject(entries, false) };
  }

  #exported(exported: ts.Symbol): Found<ConstantValue> | undefined {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(exported) : exported;
    const declaration = symbol.declarations?.[0];
    if (symbol.flags & ts.SymbolFlags.Enum) return this.#enum(symbol);
    if (!declaration || !ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) return undefined;
    return declaration.getSourceFile().isDeclarationFile ? undefined : this.name(declaration.name);
  }

  /** `limits.high`, `limits['high']`, `list[2]`, `Math.PI`. */
  #member(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Found<ConstantValue> | undefined {
    const { expression } = node;
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(expression) && isAmbient(expression, this.#checker)) {
      const value = numberConstant(`${expression.text}.${node.name.text}`);
      return value === undefined ? undefined : { value };
    }
    const object = this.evaluate(expression)?.value;
    const key = ts.isPropertyAccessExpression(node)
      ? node.name.text
      : simple(this.evaluate(node.argumentExpression))?.value;
    if (!isComposite(object) || key === undefined) return undefined;
    return memberOf(object, String(key));
  }

  #template(template: ts.TemplateExpression): Found<Constant> | undefined {
    let text = template.head.text;
    for (const span of template.templateSpans) {
      const part = simple(this.evaluate(span.expression));
      if (!part) return undefined;
      text += `${part.value}${span.literal.text}`;
      checkCounts(0, text.length, template);
    }
    return { value: text };
  }

  #array(node: ts.ArrayLiteralExpression): Found<ConstantValue> | undefined {
    const elements: ConstantValue[] = [];
    for (const element of node.elements) {
      const isSpread = ts.isSpreadElement(element);
      const found = this.evaluate(isSpread ? element.expression : element);
      const added = found && isSpread ? iterated(found.value) : found && [found.value];
      if (!added) return undefined;
      for (const value of added) elements.push(value);
      checkCounts(elements.length, 0, node);
    }
    return { value: { kind: 'array', elements } };
  }

  #object(node: ts.ObjectLiteralExpression): Found<ConstantValue> | undefined {
    const entries: (readonly [string, ConstantValue])[] = [];
    let inherits = true;
    for (const member of node.properties) {
      if (ts.isSpreadAssignment(member)) {
        const spread = this.evaluate(member.expression)?.value;
        if (!isObject(spread)) return undefined;
        for (const entry of spread.entries) entries.push(entry);
        checkCounts(entries.length, 0, node);
        continue;
      }
      const value = ts.isPropertyAssignment(member)
        ? member.initializer
        : ts.isShorthandPropertyAssignment(member)
          ? member.name
          : undefined;
      const key = member.name && this.#key(member.name);
      const found = value && this.evaluate(value);
      if (!found || key === undefined) return undefined;
      if (setsPrototype(member)) {
        // ECMA-262, B.3.1: no property. Anything but null would be a prototype of the user's.
        if (found.value !== null) return undefined;
        inherits = false;
      } else entries.push([key, found.value]);
    }
    return { value: constantObject(entries, inherits) };
  }

  #key(name: ts.PropertyName): string | undefined {
    const plain = propertyName(name);
    if (plain !== undefined || !ts.isComputedPropertyName(name)) return plain;
    const found = simple(this.evaluate(name.expression));
    return found && String(found.value);
  }

  /** `new Set(list)` and `new Map(entries)`. */
  #collection(node: ts.NewExpression): Found<ConstantValue> | undefined {
    const { expression } = node;
    const args: readonly ts.Expression[] = node.arguments ?? [];
    if (!ts.isIdentifier(expression) || !isAmbient(expression, this.#checker) || args.length > 1) return undefined;
    const [source] = args;
    const found = source ? this.evaluate(source) : { value: null };
    const elements = found && (found.value === null || found.value === undefined ? [] : iterated(found.value));
    if (!elements) return undefined;
    // Sets and Maps tell objects by identity, which constants have none of.
    if (expression.text === 'Set') {
      return elements.some(isComposite) ? undefined : { value: { kind: 'set', elements: [...new Set(elements)] } };
    }
    if (expression.text !== 'Map') return undefined;
    const map = new Map<Constant, ConstantValue>();
    for (const element of elements) {
      const [key, value] = isComposite(element) && element.kind === 'array' ? element.elements : [element];
      if (isComposite(key) || (isComposite(element) ? element.kind !== 'array' : true)) return undefined;
      map.set(key, value);
    }
    return { value: { kind: 'map', entries: [...map] } };
  }

  /** `Object.freeze(x)`, `Object.keys(x)` and their like, and `'a b c'.split(' ')`. */
  #call({ expression, arguments: args }: ts.CallExpression): Found<ConstantValue> | undefined {
    const [argument] = args;
    if (!ts.isPropertyAccessExpression(expression)) return undefined;
    const { expression: object, name } = expression;
    if (ts.isIdentifier(object) && object.text !== 'Object' && isAmbient(object, this.#checker)) {
      const values = args.map((arg) => simple(this.evaluate(arg)));
      const known = values.filter((value) => value !== undefined);
      const path = `${object.text}.${name.text}`;
      return known.length < values.length
        ? undefined
        : evaluateBuiltIn(
            path,
            known.map(({ value }) => value),
          );
    }
    if (!argument || args.length !== 1) return undefined;
    const given = this.evaluate(argument);
    if (!given) return undefined;
    if (ts.isIdentifier(object) && object.text === 'Object' && isAmbient(object, this.#checker))
      return callOfObject(name.text, given.value);
    const text = this.evaluate(object)?.value;
    return name.text === 'split' && typeof text === 'string' && typeof given.value === 'string'
      ? { value: { kind: 'array', elements: text.split(given.value) } }
      : undefined;
  }
}

/** `__proto__: value` sets an object's prototype, and makes no property. */
function setsPrototype(member: ts.ObjectLiteralElementLike): boolean {
  return (
    ts.isPropertyAssignment(member) &&
    (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)) &&
    member.name.text === '__proto__'
  );
}

function simple(found: Found<ConstantValue> | undefined): Found<Constant> | undefined {
  return found && !isComposite(found.value) ? { value: found.value } : undefined;
}

/** `undefined`, `NaN` and `Infinity`, unless the module has names of its own for them. */
export function globalConstant(name: ts.Identifier, checker: ts.TypeChecker): Found<Constant> | undefined {
  const declarations = checker.getSymbolAtLocation(name)?.declarations ?? [];
  if (!declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile)) return undefined;
  if (name.text === 'undefined') return { value: undefined };
  if (name.text === 'NaN') return { value: Number.NaN };
  return name.text === 'Infinity' ? { value: Number.POSITIVE_INFINITY } : undefined;
}
