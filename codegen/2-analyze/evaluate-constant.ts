import { constInitializer, isAmbient, resolveSymbol, unwrap } from '../1-parse/const-initializer.js';
import type { Program } from '../1-parse/project.js';
import { propertyName } from '../1-parse/schema.js';
import { ts } from '../1-parse/ts.js';
import {
  type Constant,
  type ConstantObject,
  type ConstantValue,
  constantObject,
  isComposite,
  isObject,
  ownProperty,
} from '../ir/constant-value.js';
import { evaluateBinary, evaluateBuiltIn, evaluatePrefix } from './evaluate-operators.js';
import { findChange } from './list-changes.js';
import { numberConstant } from './number-constants.js';
import { bigintValue } from './visitors/literal.js';

/** A value that was found; undefined is one of them. */
export interface Found<Value> {
  readonly value: Value;
}

/** Deeper expressions are no tables that anybody wrote. */
const deepest = 64;

/** The value of an expression of literals and constants, from its syntax alone. Undefined where it is anything else. */
export function evaluateConstant(expression: ts.Expression, program: Program): Found<ConstantValue> | undefined {
  return new Evaluator(program).evaluate(expression, 0);
}

/** Values of initialisers, which are asked for again and again. */
const known = new WeakMap<Program, WeakMap<ts.Node, Found<ConstantValue> | 'unknown'>>();

/** The value of a `const`, an enum or the namespace of a module, by a name of it. */
export function evaluateName(name: ts.Identifier, program: Program): Found<ConstantValue> | undefined {
  return new Evaluator(program).name(name, 0);
}

class Evaluator {
  readonly #program: Program;
  readonly #checker: ts.TypeChecker;

  constructor(program: Program) {
    this.#program = program;
    this.#checker = program.checker;
  }

  evaluate(expression: ts.Expression, depth: number): Found<ConstantValue> | undefined {
    if (depth > deepest) return undefined;
    const node = unwrap(expression);
    const below = (operand: ts.Expression) => this.evaluate(operand, depth + 1);
    if (ts.isStringLiteralLike(node)) return { value: node.text };
    if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
    if (ts.isBigIntLiteral(node)) return { value: bigintValue(node) };
    if (node.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
    if (node.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
    if (node.kind === ts.SyntaxKind.NullKeyword) return { value: null };
    if (ts.isIdentifier(node)) return this.name(node, depth);
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return this.#member(node, depth);
    if (ts.isTemplateExpression(node)) return this.#template(node, depth);
    if (ts.isPrefixUnaryExpression(node)) return evaluatePrefix(node.operator, simple(below(node.operand)));
    if (ts.isBinaryExpression(node))
      return evaluateBinary(node.operatorToken.kind, simple(below(node.left)), simple(below(node.right)));
    if (ts.isConditionalExpression(node)) {
      const test = below(node.condition);
      return test && below(test.value ? node.whenTrue : node.whenFalse);
    }
    if (ts.isArrayLiteralExpression(node)) return this.#array(node, depth);
    if (ts.isObjectLiteralExpression(node)) return this.#object(node, depth);
    if (ts.isNewExpression(node)) return this.#collection(node, depth);
    return ts.isCallExpression(node) ? this.#call(node, depth) : undefined;
  }

  /** What a name stands for: a global, a `const`, an enum, the namespace of a module. */
  name(name: ts.Identifier, depth: number): Found<ConstantValue> | undefined {
    const global = globalConstant(name, this.#checker);
    if (global) return global;
    const symbol = resolveSymbol(name, this.#checker);
    const declaration = symbol?.declarations?.[0];
    if (!symbol || !declaration || declaration.getSourceFile().isDeclarationFile) return undefined;
    return this.#remembered(declaration, () => {
      if (ts.isVariableDeclaration(declaration)) {
        const initializer = constInitializer(name, this.#checker);
        const found = initializer && this.evaluate(initializer, depth + 1);
        return found && isComposite(found.value) && findChange(declaration, this.#program) ? undefined : found;
      }
      if (ts.isBindingElement(declaration)) return this.#bound(declaration, depth);
      if (symbol.flags & ts.SymbolFlags.Enum) return this.#enum(symbol);
      return symbol.flags & ts.SymbolFlags.ValueModule && ts.isSourceFile(declaration)
        ? this.#namespace(symbol, depth)
        : undefined;
    });
  }

  #remembered(node: ts.Node, find: () => Found<ConstantValue> | undefined): Found<ConstantValue> | undefined {
    const values = known.get(this.#program) ?? new WeakMap<ts.Node, Found<ConstantValue> | 'unknown'>();
    known.set(this.#program, values);
    const before = values.get(node);
    if (before) return before === 'unknown' ? undefined : before;
    // A constant that depends on itself has no value.
    values.set(node, 'unknown');
    const found = find();
    if (found) values.set(node, found);
    return found;
  }

  /** `const { limit } = limits`. */
  #bound(element: ts.BindingElement, depth: number): Found<ConstantValue> | undefined {
    const declaration = element.parent.parent;
    const key = element.propertyName ?? element.name;
    if (!ts.isVariableDeclaration(declaration) || !ts.isObjectBindingPattern(element.parent)) return undefined;
    if ((ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) === 0) return undefined;
    if (!declaration.initializer || element.dotDotDotToken || element.initializer) return undefined;
    const object = this.evaluate(declaration.initializer, depth + 1)?.value;
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
  #namespace(symbol: ts.Symbol, depth: number): Found<ConstantValue> | undefined {
    const entries: [string, ConstantValue][] = [];
    for (const exported of this.#checker.getExportsOfModule(symbol)) {
      const found = this.#exported(exported, depth);
      if (found) entries.push([exported.name, found.value]);
    }
    return { value: constantObject(entries, false) };
  }

  #exported(exported: ts.Symbol, depth: number): Found<ConstantValue> | undefined {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(exported) : exported;
    const declaration = symbol.declarations?.[0];
    if (symbol.flags & ts.SymbolFlags.Enum) return this.#enum(symbol);
    if (!declaration || !ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) return undefined;
    return declaration.getSourceFile().isDeclarationFile ? undefined : this.name(declaration.name, depth + 1);
  }

  /** `limits.high`, `limits['high']`, `list[2]`, `Math.PI`. */
  #member(
    node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    depth: number,
  ): Found<ConstantValue> | undefined {
    const { expression } = node;
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(expression) && isAmbient(expression, this.#checker)) {
      const value = numberConstant(`${expression.text}.${node.name.text}`);
      return value === undefined ? undefined : { value };
    }
    const object = this.evaluate(expression, depth + 1)?.value;
    const key = ts.isPropertyAccessExpression(node)
      ? node.name.text
      : simple(this.evaluate(node.argumentExpression, depth + 1))?.value;
    if (!isComposite(object) || key === undefined) return undefined;
    return memberOf(object, String(key));
  }

  #template(template: ts.TemplateExpression, depth: number): Found<Constant> | undefined {
    let text = template.head.text;
    for (const span of template.templateSpans) {
      const part = simple(this.evaluate(span.expression, depth + 1));
      if (!part) return undefined;
      text += `${part.value}${span.literal.text}`;
    }
    return { value: text };
  }

  #array(node: ts.ArrayLiteralExpression, depth: number): Found<ConstantValue> | undefined {
    const elements: ConstantValue[] = [];
    for (const element of node.elements) {
      const isSpread = ts.isSpreadElement(element);
      const found = this.evaluate(isSpread ? element.expression : element, depth + 1);
      const added = found && isSpread ? iterated(found.value) : found && [found.value];
      if (!added) return undefined;
      for (const value of added) elements.push(value);
    }
    return { value: { kind: 'array', elements } };
  }

  #object(node: ts.ObjectLiteralExpression, depth: number): Found<ConstantValue> | undefined {
    const entries: (readonly [string, ConstantValue])[] = [];
    let inherits = true;
    for (const member of node.properties) {
      if (ts.isSpreadAssignment(member)) {
        const spread = this.evaluate(member.expression, depth + 1)?.value;
        if (!isObject(spread)) return undefined;
        entries.push(...spread.entries);
        continue;
      }
      const value = ts.isPropertyAssignment(member)
        ? member.initializer
        : ts.isShorthandPropertyAssignment(member)
          ? member.name
          : undefined;
      const key = member.name && this.#key(member.name, depth);
      const found = value && this.evaluate(value, depth + 1);
      if (!found || key === undefined) return undefined;
      if (setsPrototype(member)) {
        // ECMA-262, B.3.1: no property. Anything but null would be a prototype of the user's.
        if (found.value !== null) return undefined;
        inherits = false;
      } else entries.push([key, found.value]);
    }
    return { value: constantObject(entries, inherits) };
  }

  #key(name: ts.PropertyName, depth: number): string | undefined {
    const plain = propertyName(name);
    if (plain !== undefined || !ts.isComputedPropertyName(name)) return plain;
    const found = simple(this.evaluate(name.expression, depth + 1));
    return found && String(found.value);
  }

  /** `new Set(list)` and `new Map(entries)`. */
  #collection(node: ts.NewExpression, depth: number): Found<ConstantValue> | undefined {
    const { expression } = node;
    const args: readonly ts.Expression[] = node.arguments ?? [];
    if (!ts.isIdentifier(expression) || !isAmbient(expression, this.#checker) || args.length > 1) return undefined;
    const [source] = args;
    const found = source ? this.evaluate(source, depth + 1) : { value: null };
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
  #call({ expression, arguments: args }: ts.CallExpression, depth: number): Found<ConstantValue> | undefined {
    const [argument] = args;
    if (!ts.isPropertyAccessExpression(expression)) return undefined;
    const { expression: object, name } = expression;
    if (ts.isIdentifier(object) && object.text !== 'Object' && isAmbient(object, this.#checker)) {
      const values = args.map((arg) => simple(this.evaluate(arg, depth + 1)));
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
    const given = this.evaluate(argument, depth + 1);
    if (!given) return undefined;
    if (ts.isIdentifier(object) && object.text === 'Object' && isAmbient(object, this.#checker))
      return callOfObject(name.text, given.value);
    const text = this.evaluate(object, depth + 1)?.value;
    return name.text === 'split' && typeof text === 'string' && typeof given.value === 'string'
      ? { value: { kind: 'array', elements: text.split(given.value) } }
      : undefined;
  }
}

/** What a member of a constant is; undefined where it has none of that name, or a method. */
export function memberOf(object: ConstantValue, key: string): Found<ConstantValue> | undefined {
  if (!isComposite(object)) return undefined;
  switch (object.kind) {
    case 'object':
      return ownProperty(object, key);
    case 'array': {
      if (key === 'length') return { value: object.elements.length };
      const index = Number(key);
      return String(index) === key && index in object.elements ? { value: object.elements[index] } : undefined;
    }
    case 'set':
      return key === 'size' ? { value: object.elements.length } : undefined;
    case 'map':
      return key === 'size' ? { value: object.entries.length } : undefined;
  }
}

/** What spreading a value, or iterating over it, gives. */
export function iterated(value: ConstantValue): readonly ConstantValue[] | undefined {
  if (typeof value === 'string') return [...value];
  if (!isComposite(value)) return undefined;
  switch (value.kind) {
    case 'array':
    case 'set':
      return value.elements;
    case 'map':
      return pairs(value.entries);
    case 'object':
      return undefined;
  }
}

function pairs(entries: readonly (readonly [Constant, ConstantValue])[]): readonly ConstantValue[] {
  return entries.map((elements): ConstantValue => ({ kind: 'array', elements }));
}

/** A function of `Object` that gives a constant of one. */
export function callOfObject(name: string, value: ConstantValue): Found<ConstantValue> | undefined {
  if (name === 'freeze' || name === 'seal') return { value };
  if (name === 'fromEntries') return fromEntries(value);
  const entries = ownEntries(value);
  if (!entries) return undefined;
  if (name === 'keys') return { value: { kind: 'array', elements: entries.map(([key]) => key) } };
  if (name === 'values') return { value: { kind: 'array', elements: entries.map(([, element]) => element) } };
  return name === 'entries' ? { value: { kind: 'array', elements: pairs(entries) } } : undefined;
}

function ownEntries(value: ConstantValue): readonly (readonly [string, ConstantValue])[] | undefined {
  if (isObject(value)) return value.entries;
  return isComposite(value) && value.kind === 'array'
    ? value.elements.map((element, index) => [String(index), element])
    : undefined;
}

function fromEntries(value: ConstantValue): Found<ConstantObject> | undefined {
  const entries: [string, ConstantValue][] = [];
  for (const pair of iterated(value) ?? [undefined]) {
    const [key, element] = isComposite(pair) && pair.kind === 'array' ? pair.elements : [pair];
    if (!isComposite(pair) || isComposite(key)) return undefined;
    entries.push([String(key), element]);
  }
  return { value: constantObject(entries) };
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
