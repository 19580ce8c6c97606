import type { ts } from '../../1-parse/syntax/ts.js';
import type { Analysis } from '../../2-analyze/analyze.js';
import { type Edit, insert, nodesWithin, unusedName } from './edits.js';

/**
 * Inserts the checks that native code has and JavaScript lacks. Elements are assigned only to places that leave no holes in arrays.
 * Operands of bigint operators are present: JavaScript gives NaN if neither is.
 */
export class Checks {
  readonly #elements: ReadonlySet<ts.ElementAccessExpression>;
  readonly #bigints: ReadonlySet<ts.Expression>;
  readonly #place: string;
  readonly #present: string;

  constructor({ assignedElements, presentBigInts }: Analysis, texts: readonly ts.Node[]) {
    this.#elements = assignedElements;
    this.#bigints = presentBigInts;
    this.#place = unusedName('place', texts);
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
    const present = [
      `const ${this.#present} = (value) => {`,
      "if (value == null) throw new TypeError('Cannot mix BigInt and other types: ' + value);",
      'return value;\n};',
    ];
    return [...(this.#elements.size > 0 ? place : []), ...(this.#bigints.size > 0 ? present : [])];
  }

  inserts(node: ts.Node): readonly Edit[] {
    const places = nodesWithin(this.#elements, node).flatMap(({ expression, argumentExpression }) => [
      insert(argumentExpression.getStart(), `${this.#place}(${expression.getText()}, `),
      insert(argumentExpression.getEnd(), ')'),
    ]);
    const operands = nodesWithin(this.#bigints, node).flatMap((operand) => [
      insert(operand.getStart(), `${this.#present}(`),
      insert(operand.getEnd(), ')'),
    ]);
    return [...places, ...operands];
  }
}
