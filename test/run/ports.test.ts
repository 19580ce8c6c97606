import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Int32, type Table, Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { root } from '../root.js';
import { builtTransforms } from './built-transforms.js';

const transforms = await builtTransforms();
const data = (name: string) => JSON.parse(readFileSync(path.join(root, 'test/run/ports', name), 'utf8'));
const texts = (values: readonly string[]) => vectorFromArray(values, new Utf8());

async function columnsOf(name: string, input: Record<string, Vector>, backend: (typeof backendsUnderTest)[number]) {
  const result: unknown = await transforms.find((built) => built.name === name)?.run(input, { backend });
  if (result && typeof result === 'object' && 'getChild' in result && 'schema' in result) {
    const table = result as Table;
    return Object.fromEntries(table.schema.fields.map(({ name }) => [name, [...(table.getChild(name) ?? [])]]));
  }
  return { [name]: [...(result as Vector)] };
}

/** Programs written for other systems, as row functions, with their inputs and their results there. */
describe.each(backendsUnderTest)('%s', (backend) => {
  it("give Python's results for the string methods of cuDF’s user-defined functions", async () => {
    const { input, output } = data('string-udfs.json');
    const columns = await columnsOf('stringUdfs', { s: texts(input.s), t: texts(input.t) }, backend);
    expect(columns).toEqual(output);
  });

  it('give the published results for the transforms of examples/data/info.csv', async () => {
    const [, ...lines] = readFileSync(path.join(root, 'examples/data/info.csv'), 'utf8').trimEnd().split('\n');
    const fields = lines.map((line) => line.split(',').map((field) => field.replaceAll('"', '')));
    const column = (index: number) => texts(fields.map((row) => row[index] ?? ''));
    const age = vectorFromArray(
      fields.map((row) => Number(row[5])),
      new Int32(),
    );
    const results = {
      ...(await columnsOf('emailProvider', { email: column(1) }, backend)),
      ...(await columnsOf('phoneNumber', { country: column(2), area: column(3), phone: column(4), age }, backend)),
      ...(await columnsOf('checksum', { name: column(0), email: column(1) }, backend)),
    };
    expect(results).toEqual(data('string-transforms.json'));
  });
});
