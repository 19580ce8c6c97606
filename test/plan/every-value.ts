import type { GeneratorScope } from './generator-scope.js';
import { chosen } from './random-alternatives.js';
import { RandomArrays } from './random-arrays.js';
import { RandomBigInts } from './random-bigints.js';
import { RandomBooleans } from './random-booleans.js';
import { RandomNumbers } from './random-numbers.js';
import { RandomTexts } from './random-texts.js';
import type { RandomValues } from './random-values.js';

/** Builds random expressions of all kinds, whose parts are of any kind. */
export function randomValues(scope: GeneratorScope): RandomValues {
  const values: RandomValues = {
    number: (depth) => numbers.number(depth),
    text: (depth) => texts.text(depth),
    boolean: (depth) => booleans.boolean(depth),
    bigint: (depth) => bigints.bigint(depth),
    bounded: () => numbers.bounded(),
    decimal: () => numbers.decimal(),
    convertible: () => numbers.convertible(),
    texts: (depth) => arrays.ofTexts(depth),
    counted: (depth) => arrays.number(depth),
    joined: (depth) => arrays.text(depth),
    chosen: (kind, other) => chosen(kind, other, scope, values),
  };
  const arrays = new RandomArrays(scope, values);
  const numbers = new RandomNumbers(scope, values);
  const texts = new RandomTexts(scope, values);
  const booleans = new RandomBooleans(scope, values);
  const bigints = new RandomBigInts(scope, values);
  return values;
}
