import { tableFromArrays, tableToIPC } from 'apache-arrow';
import { Random } from '../../native/random.js';
import { readableFixtures, unreadableFixtures } from '../fixtures.js';
import { mutated, type Seed, seedOf } from '../mutate.js';
import { transformsOf } from '../transforms-of.js';

/** Changed bytes, and the transforms that take the columns of the unchanged ones. */
export interface Mutant {
  readonly fixture: string;
  readonly bytes: Uint8Array;
  readonly transforms: readonly string[];
}

/** All mutants of a campaign by their number: the same for the same seed. */
export class MutantSource {
  readonly #seed: number;
  readonly #fixtures: readonly { readonly name: string; readonly seed: Seed }[];

  constructor(seed: number) {
    this.#seed = seed;
    this.#fixtures = [...readableFixtures(), ...unreadableFixtures(), ...arrowJsFixtures()].map(({ name, bytes }) => ({
      name,
      seed: seedOf(bytes),
    }));
  }

  /** The number of files and streams to change. */
  get fixtures(): readonly string[] {
    return this.#fixtures.map(({ name }) => name);
  }

  /** The unchanged bytes from which mutants are made. */
  original(index: number): Mutant {
    const { name, seed } = this.#fixture(index);
    return { fixture: name, bytes: seed.bytes, transforms: transformsOf(name) };
  }

  mutant(index: number): Mutant {
    const { name, seed } = this.#fixture(index);
    const random = new Random(Math.imul(this.#seed, 0x9e3779b1) + index);
    const others = this.#fixtures.map((other) => other.seed);
    return { fixture: name, bytes: mutated(seed, others, random), transforms: transformsOf(name) };
  }

  #fixture(index: number) {
    const found = this.#fixtures[index % this.#fixtures.length];
    if (found === undefined) throw new Error('there are no fixtures');
    return found;
  }
}

/** Output of Arrow JS: plain strings become dictionaries, and a file has no schema at its beginning. */
function arrowJsFixtures() {
  const table = tableFromArrays({
    n: Int32Array.of(1, 2, 3),
    id: Int32Array.of(4, 5, 6),
    category: ['a', null, 'größer'],
  });
  return (['file', 'stream'] as const).map((kind) => ({ name: `arrow-js.${kind}`, bytes: tableToIPC(table, kind) }));
}
