// The contestant in native code: the generated function on the CPU backend, from Arrow columns to Arrow columns.
import { availableParallelism } from 'node:os';
import { inputOf, textOf } from './arrow-columns.mjs';
import { importTransform } from './generated.mjs';

/** The rows whose results are compared with the reference. */
const comparedRows = 64;

export async function prepare({ kind, name, input }) {
  const { transform, configure } = await importTransform(kind, name);
  return {
    versions: ['oneThread', 'allThreads'],
    /** Returns the function that computes the first rows of the columns, in native code. */
    contestant(version, values) {
      configure({ threads: version === 'oneThread' ? 1 : availableParallelism() });
      const whole = inputOf(input, values);
      return (rows) => {
        const columns = Object.fromEntries(Object.entries(whole).map(([key, column]) => [key, column.slice(0, rows)]));
        return () => transform(columns, { backend: 'cpu' });
      };
    },
    /** True if the results of the CPU backend equal those of the reference. */
    async isEqual(values) {
      const columns = inputOf(
        input,
        Object.fromEntries(Object.entries(values).map(([key, column]) => [key, column.slice(0, comparedRows)])),
      );
      return textOf(await transform(columns, { backend: 'cpu' })) === textOf(await transform.reference(columns));
    },
  };
}
