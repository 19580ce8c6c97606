// The generated functions on the CPU backend, from Arrow columns to Arrow columns.
import { makeData, makeVector, Utf8 } from 'apache-arrow';
import { readColumn } from '../column-file.mjs';

const block = 8192;

export async function prepare({ job, path, threads }) {
  const { [job.name]: transform, configure } = await import('../../.work/patterns/generated/index.js');
  configure({ threads });
  const { data, offsets } = readColumn(path);
  const column = makeVector(makeData({ type: new Utf8(), length: offsets.length - 1, valueOffsets: offsets, data }));
  return {
    run: () => transform({ [job.column]: column }, { backend: 'cpu' }),
    *blocks(result) {
      const names = result.schema?.fields.map(({ name }) => name);
      const columns = names?.map((name) => result.getChild(name)) ?? [result];
      for (let from = 0; from < columns[0].length; from += block) {
        const parts = columns.map((each) => [...each.slice(from, from + block)]);
        yield names ? parts[0].map((_, row) => parts.map((part) => part[row])) : parts[0];
      }
    },
  };
}
