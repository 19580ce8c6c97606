import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import type { Analysis } from '../../2-analyze/analyze.js';
import { assignmentOf, isStep } from '../../2-analyze/syntax/assignments.js';
import type { AlternativeKind } from '../../ir/type.js';
import { type Edit, insert, nodesWithin, unusedName } from './edits.js';
import { KeyChecks } from './key-checks.js';

/** The most calls of functions that call themselves, one within the other. */
const mostNested = 1000;

/**
 * Inserts the checks that native code has and JavaScript lacks. Elements are assigned only to places that leave no holes in arrays.
 * Operands of bigint operators are present: JavaScript gives NaN if neither is. Functions call themselves up to a depth.
 */
export class Checks {
  readonly #keys: KeyChecks;
  readonly #elements: ReadonlySet<ts.ElementAccessExpression>;
  readonly #bigints: ReadonlySet<ts.Expression>;
  readonly #recursive: ReadonlySet<ts.Node>;
  readonly #place: string;
  readonly #assign: string;
  readonly #present: string;
  readonly #depth: string;
  readonly #narrowed: ReadonlyMap<ts.Expression, readonly AlternativeKind[]>;
  readonly #ofKind: string;
  readonly #after: string;

  constructor(
    { assignedElements, presentBigInts, dictionaryKeys, namedKeys, recursive, narrowed }: Analysis,
    texts: readonly ts.Node[],
  ) {
    this.#keys = new KeyChecks(dictionaryKeys, namedKeys, texts);
    this.#narrowed = narrowed;
    this.#ofKind = unusedName('ofKind', texts);
    this.#after = unusedName('after', texts);
    this.#recursive = recursive;
    this.#depth = unusedName('depth', texts);
    this.#elements = assignedElements;
    this.#bigints = presentBigInts;
    this.#place = unusedName('place', texts);
    this.#assign = unusedName('assign', texts);
    this.#present = unusedName('present', texts);
  }

  declarations(): readonly string[] {
    const isPlace = 'Number.isInteger(index) && index >= 0 && index <= array.length';
    const message = "'an element is assigned to place ' + index + ' of an array of ' + array.length";
    const place = [
      `const ${this.#place} = (array, index) => {`,
      `if (!(${isPlace})) throw new RangeError(${message});`,
      'return index;\n};',
    ];
    const assign = [
      `const ${this.#assign} = (array, index, value) => {`,
      `if (array != null && !(${isPlace})) throw new RangeError(${message});`,
      'return (array[index] = value);\n};',
    ];
    const present = [
      `const ${this.#present} = (value) => {`,
      "if (value == null) throw new TypeError('Cannot mix BigInt and other types: ' + value);",
      'return value;\n};',
    ];
    const ofKind = [
      `const ${this.#ofKind} = (value, ...kinds) => {`,
      'const ofObject = () =>',
      "Array.isArray(value) ? 'array' : ArrayBuffer.isView(value) ? 'typed array'",
      ": value instanceof Map ? 'map' : value instanceof Set ? 'set' : 'object';",
      "const kind = typeof value === 'object' ? ofObject() : typeof value;",
      'if (value != null && !kinds.includes(kind))',
      "throw new TypeError('a value is a ' + kind + ', and no ' + kinds.join(' or '));",
      'return value;\n};',
    ];
    const targets = [...this.#narrowed.keys()].filter((value) => isChangedBy(value.parent, value));
    return [
      ...(targets.length > 0 ? [`const ${this.#after} = (_, value) => value;`] : []),
      ...(this.#narrowed.size > 0 ? ofKind : []),
      ...([...this.#elements].some((target) => !assignmentOf(target)) ? place : []),
      ...([...this.#elements].some(assignmentOf) ? assign : []),
      ...(this.#bigints.size > 0 ? present : []),
      ...this.#keys.declarations(),
      ...(this.#recursive.size > 0 ? [`let ${this.#depth} = 0;`] : []),
    ];
  }

  inserts(node: ts.Node): readonly Edit[] {
    const places = nodesWithin(this.#elements, node).flatMap((target) => this.#checkPlace(target));
    const operands = nodesWithin(this.#bigints, node).flatMap((operand) => [
      insert(operand.getStart(), `${this.#present}(`),
      insert(operand.getEnd(), ')', 'end'),
    ]);
    const functions = nodesWithin(this.#recursive, node).flatMap((fn) => this.#countDepth(fn));
    const narrowed = nodesWithin(new Set(this.#narrowed.keys()), node).flatMap((value) => this.#checkKind(value));
    return [...places, ...operands, ...this.#keys.inserts(node), ...functions, ...narrowed];
  }

  /** A plain assignment becomes a call, which checks the place after the value is known, as native code does. */
  #checkPlace(target: ts.ElementAccessExpression): readonly Edit[] {
    const { expression, argumentExpression } = target;
    const assignment = assignmentOf(target);
    if (!assignment)
      return [
        insert(argumentExpression.getStart(), `${this.#place}(${expression.getText()}, `),
        insert(argumentExpression.getEnd(), ')', 'end'),
      ];
    return [
      insert(assignment.getStart(), `${this.#assign}(`),
      { from: expression.getEnd(), to: argumentExpression.getStart(), text: ', ' },
      { from: argumentExpression.getEnd(), to: assignment.operatorToken.getEnd(), text: ',' },
      insert(assignment.getEnd(), ')', 'end'),
    ];
  }

  #checkKind(value: ts.Expression): readonly Edit[] {
    const kinds = (this.#narrowed.get(value) ?? []).map((kind) => `'${kind}'`);
    // The target of `x += 1` is checked before the assignment. A parenthesis could go on with a line before it that has no semicolon.
    if (isChangedBy(value.parent, value))
      return [
        insert(value.parent.getStart(), `${this.#after}(${this.#ofKind}(${value.getText()}, ${kinds.join(', ')}), `),
        insert(value.parent.getEnd(), ')', 'end'),
      ];
    const name = ts.isShorthandPropertyAssignment(value.parent) ? `${value.getText()}: ` : '';
    return [
      insert(value.getStart(), `${name}${this.#ofKind}(`),
      insert(value.getEnd(), `, ${kinds.join(', ')})`, 'end'),
    ];
  }

  #countDepth(fn: ts.Node): readonly Edit[] {
    const { body } = fn as ts.ArrowFunction;
    const enter = `if (++${this.#depth} > ${mostNested}) throw new RangeError('calls are nested more than ${mostNested} deep');`;
    const leave = `finally { ${this.#depth} -= 1; }`;
    if (ts.isBlock(body))
      return [
        insert(body.getStart() + 1, ` try { ${enter} `, 'begin of statement'),
        insert(body.getEnd() - 1, ` } ${leave} `, 'end of statement'),
      ];
    return [
      insert(body.getStart(), `{ try { ${enter} return (`, 'begin of statement'),
      insert(body.getEnd(), `); } ${leave} }`, 'end of statement'),
    ];
  }
}

/** True for `x += 1`, `x++` and the like of a target. */
function isChangedBy(parent: ts.Node, target: ts.Expression): boolean {
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) return isStep(parent.operator);
  return ts.isBinaryExpression(parent) && parent.left === target && isAssignment(parent.operatorToken.kind);
}
