// The contestant in V8: the plain row function, once over values that are decoded already, with its results thrown away, and once from
// Arrow buffers to Arrow buffers.
import { bits, dataOf, offsetsOf } from './arrow-columns.mjs';
import { importRow } from './generated.mjs';

const block = 4096;

/** Returns the source of a number that depends on a result, so that V8 cannot leave its computation out. */
function used(result, { type }) {
  if (type === 'utf8' || type === 'list') return `${result}.length`;
  return `(${result} ? 1 : 0)`;
}

/** Returns a loop over rows that is compiled for the columns of one function, as an app would write it. */
function loopOf({ input, output, single }, keep) {
  const names = input.map(({ name }) => name);
  const row = names.map((name, index) => `${name}: c${index}[i]`).join(', ');
  const read = names.map((name, index) => `const c${index} = columns.${name};`).join(' ');
  const part = single ? 'r' : `r.${output[0].name}`;
  const use = keep ? 'results[i - from] = r;' : `sum += ${used(part, output[0])};`;
  return new Function(
    'row',
    'columns',
    'from',
    'to',
    'results',
    `${read} let sum = 0; for (let i = from; i < to; i++) { const r = row({ ${row} }); ${use} } return sum;`,
  );
}

/** Decodes the rows of a column. One native call decodes a block of ASCII text, several times faster than a call per row. */
function decoded(column, data, from, to) {
  switch (column.type) {
    case 'utf8': {
      const offsets = data.valueOffsets;
      const bytes = Buffer.from(
        data.values.buffer,
        data.values.byteOffset + offsets[from],
        offsets[to] - offsets[from],
      );
      const text = bytes.utf8Slice(0, bytes.length);
      const isAscii = text.length === bytes.length;
      return Array.from({ length: to - from }, (_, index) => {
        const begin = offsets[from + index] - offsets[from];
        const end = offsets[from + index + 1] - offsets[from];
        return isAscii ? text.slice(begin, end) : bytes.utf8Slice(begin, end);
      });
    }
    case 'bool':
      return Array.from(
        { length: to - from },
        (_, i) => ((data.values[(from + i) >> 3] >> ((from + i) & 7)) & 1) === 1,
      );
    case 'timestamp[ms]':
      return Array.from(data.values.subarray(from, to), Number);
    case 'list': {
      const child = data.children[0].values;
      const offsets = data.valueOffsets;
      return Array.from({ length: to - from }, (_, i) =>
        Array.from(child.subarray(offsets[from + i], offsets[from + i + 1])),
      );
    }
    default:
      return data.values.subarray(from, to);
  }
}

const arrays = { int32: Int32Array, uint32: Uint32Array, float64: Float64Array };

/** Encodes a block of results. */
function encoded(column, values) {
  switch (column.type) {
    case 'utf8': {
      const text = values.join('');
      const data = Buffer.allocUnsafeSlow(text.length * 3);
      const bytes = data.utf8Write(text, 0);
      const lengths =
        bytes === text.length ? values.map((value) => value.length) : values.map((value) => Buffer.byteLength(value));
      return { offsets: offsetsOf(lengths), data: data.subarray(0, bytes) };
    }
    case 'bool':
      return { data: bits(values) };
    case 'timestamp[ms]':
      return { data: BigInt64Array.from(values, BigInt) };
    case 'list':
      return { offsets: offsetsOf(values.map((value) => value.length)), data: encoded(column.element, values.flat()) };
    default: {
      const data = arrays[column.type].from(values, (value) => value ?? 0);
      return column.nullable ? { data, validity: bits(values.map((value) => value !== null)) } : { data };
    }
  }
}

export async function prepare(description) {
  const { kind, name, input, output, single } = description;
  const row = await importRow(kind, name);
  const loop = loopOf(description, false);
  const keep = loopOf(description, true);
  const versions = {
    plain: (values) => (rows) => () => loop(row, values, 0, rows),
    converted(values) {
      const data = input.map((column) => dataOf(column, values[column.name]));
      return (rows) => () => {
        const parts = [];
        for (let from = 0; from < rows; from += block) {
          const to = Math.min(rows, from + block);
          const columns = Object.fromEntries(
            input.map((column, index) => [column.name, decoded(column, data[index], from, to)]),
          );
          const results = new Array(to - from);
          keep(row, columns, 0, to - from, results);
          for (const column of output)
            parts.push(encoded(column, single ? results : results.map((result) => result[column.name])));
        }
        return parts;
      };
    },
  };
  return { versions: Object.keys(versions), contestant: (version, values) => versions[version](values) };
}
