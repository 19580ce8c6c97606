import type { Vector } from 'apache-arrow';
import { Table } from 'apache-arrow';
import fc from 'fast-check';
import { RowError } from 'rowfuse/runtime';
import { describe, expect, it } from 'vitest';
import { arbitraryColumns, arbitraryParams } from './arbitrary-table.js';
import { builtTransforms } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

/** Pipes of the samples, and the transforms that they consist of. */
const pipes = {
  halvesThroughColumns: ['pipedHalves', 'pipedJoin'],
  trimmedFirst: ['pipedTrim', 'pipedFirst'],
  trimmedUpperFirst: ['pipedTrim', 'pipedUpper', 'pipedFirst', 'pipedUpper'],
  numbersThroughColumns: ['pipedNumbers', 'pipedSum'],
  filteredTwice: ['pipedLong', 'pipedEven'],
  oddRows: ['pipedNumbered', 'pipedOdd'],
  loopsInStages: ['pipedCount', 'pipedRepeat'],
};

const built = new Map((await builtTransforms()).map((transform) => [transform.name, transform]));

function transformNamed(name: string) {
  const found = built.get(name);
  if (!found) throw new Error(`No sample is called ${name}`);
  return found;
}

/** The columns of a result, as the next transform takes them. */
function asInput(result: Vector | Table, input: readonly { readonly name: string }[]): Record<string, Vector> {
  const [only] = input;
  if (!(result instanceof Table)) return { [only?.name ?? '']: result };
  return Object.fromEntries(input.map(({ name }) => [name, result.getChild(name) as Vector]));
}

describe('a pipe is its stages one after the other', () => {
  for (const [name, stages] of Object.entries(pipes)) {
    it(name, () => {
      const pipe = transformNamed(name);
      let compared = 0;
      const random = fc.tuple(arbitraryColumns(pipe.input), arbitraryParams(pipe.params));
      for (const [columns, params] of fc.sample(random, { numRuns: 300, seed: 7 })) {
        let result: Vector | Table | undefined;
        try {
          for (const stage of stages.map(transformNamed)) {
            const input = result === undefined ? columns : asInput(result, stage.input);
            const own = Object.fromEntries(stage.params.map((param) => [param.name, params[param.name]]));
            result = stage.run.reference(input, { params: own });
          }
        } catch (error) {
          // A pipe takes one row through all stages, a transform all rows through one: another row may fail first.
          expect(error).toBeInstanceOf(RowError);
          expect(() => pipe.run.reference(columns, { params })).toThrow(RowError);
          continue;
        }
        const piped = pipe.run.reference(columns, { params });
        const values = ({ columns: made }: ReturnType<typeof outcomeOf> & { columns?: object }) =>
          Object.values(made ?? {});
        expect(values(outcomeOf(piped))).toEqual(values(outcomeOf(result as Table)));
        compared += 1;
      }
      expect(compared).toBeGreaterThan(20);
    });
  }
});
