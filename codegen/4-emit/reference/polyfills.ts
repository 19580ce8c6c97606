import { ts } from '../../1-parse/syntax/ts.js';
import type { Analysis } from '../../2-analyze/analyze.js';
import type { Polyfilled } from '../../2-analyze/context/reference-notes.js';
import { type Edit, insert, nodesWithin, unusedName } from './edits.js';

/** Functions of newer versions of Node in the words of Node 20 (ECMA-262 24.1.2.1, 20.1.2.13 and 24.2.4). */
const texts: Readonly<Record<Polyfilled, string>> = {
  groupBy: `(values, keyOf) => {
const groups = new Map();
let place = 0;
for (const value of values) {
const key = keyOf(value, place++);
if (groups.has(key)) groups.get(key).push(value);
else groups.set(key, [value]);
}
return groups;
}`,
  groupIntoObject: `(values, keyOf) => {
const groups = {};
let place = 0;
for (const value of values) {
const key = String(keyOf(value, place++));
if (Object.hasOwn(groups, key)) groups[key].push(value);
else Object.defineProperty(groups, key, { value: [value], writable: true, enumerable: true, configurable: true });
}
return groups;
}`,
  union: '(set, other) => new Set([...set, ...other.keys()])',
  intersection: `(set, other) => {
const [few, many] = set.size <= other.size ? [set, other] : [other, set];
return new Set([...few.keys()].filter((key) => many.has(key)));
}`,
  difference: '(set, other) => new Set([...set].filter((key) => !other.has(key)))',
  symmetricDifference: `(set, other) => {
const result = new Set(set);
for (const key of other.keys()) set.has(key) ? result.delete(key) : result.add(key);
return result;
}`,
  isSubsetOf: '(set, other) => [...set].every((key) => other.has(key))',
  isSupersetOf: '(set, other) => [...other.keys()].every((key) => set.has(key))',
  isDisjointFrom: '(set, other) => ![...set].some((key) => other.has(key))',
};

/** Gives the reference functions that the oldest supported Node lacks. */
export class Polyfills {
  readonly #calls: ReadonlyMap<ts.CallExpression, Polyfilled>;
  readonly #names: ReadonlyMap<Polyfilled, string>;

  constructor({ polyfilled }: Analysis, functions: readonly ts.Node[]) {
    this.#calls = polyfilled;
    this.#names = new Map([...polyfilled.values()].map((call) => [call, unusedName(call, functions)]));
  }

  declarations(): readonly string[] {
    return [...this.#names].map(([call, name]) => `const ${name} = ${texts[call]};`);
  }

  inserts(node: ts.Node): readonly Edit[] {
    return nodesWithin(new Set(this.#calls.keys()), node).flatMap((call) => this.#replace(call));
  }

  /** `Map.groupBy(values, keyOf)` becomes `groupBy(values, keyOf)`, and `set.union(other)` becomes `union(set, other)`. */
  #replace(call: ts.CallExpression): readonly Edit[] {
    const polyfilled = this.#calls.get(call);
    const name = polyfilled && this.#names.get(polyfilled);
    const callee = call.expression;
    const [first] = call.arguments;
    if (!polyfilled || !name || !first || !ts.isPropertyAccessExpression(callee)) return [];
    if (polyfilled.startsWith('group')) return [{ from: callee.getStart(), to: callee.getEnd(), text: name }];
    return [
      insert(callee.getStart(), `${name}(`),
      { from: callee.expression.getEnd(), to: first.getStart(), text: ', ' },
    ];
  }
}
