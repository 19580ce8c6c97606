import type { ts } from '../../1-parse/syntax/ts.js';
import type { Analysis } from '../../2-analyze/analyze.js';
import { type Edit, insert, nodesWithin, unusedName } from './edits.js';

/**
 * Inserts checks of computed keys. Keys of dictionaries are not names that every object inherits. Keys of other objects are names that the
 * source's type allows.
 */
export class KeyChecks {
  readonly #dictionaryKeys: Analysis['dictionaryKeys'];
  readonly #namedKeys: Analysis['namedKeys'];
  readonly #own: string;
  readonly #settable: string;
  readonly #named: string;

  constructor(dictionaryKeys: Analysis['dictionaryKeys'], namedKeys: Analysis['namedKeys'], texts: readonly ts.Node[]) {
    this.#dictionaryKeys = dictionaryKeys;
    this.#namedKeys = namedKeys;
    this.#own = unusedName('own', texts);
    this.#settable = unusedName('settable', texts);
    this.#named = unusedName('named', texts);
  }

  declarations(): readonly string[] {
    const own = [
      `const ${this.#own} = (object, key) => {`,
      "if (key in object && !Object.hasOwn(object, key)) throw new RangeError('every object inherits ' + key);",
      'return key;\n};',
      `const ${this.#settable} = (object, key) => {`,
      "if (key === '__proto__' && key in object) throw new RangeError('every object inherits ' + key);",
      'return key;\n};',
    ];
    const named = [
      `const ${this.#named} = (key, ...names) => {`,
      "if (!names.includes(key)) throw new TypeError('the key is ' + key + ', and none of ' + names.join(', '));",
      'return key;\n};',
    ];
    return [...(this.#dictionaryKeys.size > 0 ? own : []), ...(this.#namedKeys.size > 0 ? named : [])];
  }

  inserts(node: ts.Node): readonly Edit[] {
    const keys = nodesWithin(new Set(this.#dictionaryKeys.keys()), node).flatMap((key) => this.#checkKey(key));
    const named = nodesWithin(new Set(this.#namedKeys.keys()), node).flatMap((key) => this.#checkName(key));
    return [...keys, ...named];
  }

  #checkKey(key: ts.Expression): readonly Edit[] {
    const { dictionary, isOnlyWritten } = this.#dictionaryKeys.get(key) ?? { dictionary: key, isOnlyWritten: false };
    const check = isOnlyWritten ? this.#settable : this.#own;
    return [insert(key.getStart(), `${check}(${dictionary?.getText() ?? '{}'}, `), insert(key.getEnd(), ')', 'end')];
  }

  #checkName(key: ts.Expression): readonly Edit[] {
    const names = (this.#namedKeys.get(key) ?? []).map((name) => JSON.stringify(name));
    return [insert(key.getStart(), `${this.#named}(`), insert(key.getEnd(), `, ${names.join(', ')})`, 'end')];
  }
}
