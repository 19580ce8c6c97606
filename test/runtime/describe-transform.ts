import type { Table, Vector } from 'apache-arrow';
import {
  type ColumnTypeName,
  createRuntime,
  type Row,
  type RuntimeOptions,
  type Transform,
  type TransformDescription,
} from '../../runtime/index.js';
import { abiVersion } from '../../schema/abi.js';
import { type FakeAddonOptions, fakeAddon } from './fake-addon.js';

/** `utf8`, or `utf8?` for a nullable column, or `-utf8` for one that the row function does not read. */
type Declared = `${'' | '-'}${ColumnTypeName}${'' | '?'}`;

function parse(declared: Declared) {
  const type = declared.replace(/[-?]/g, '') as ColumnTypeName;
  return { type, nullable: declared.endsWith('?'), read: !declared.startsWith('-') };
}

/** Returns a description from its short form; one declared output is a single one. */
export function describeTransform(
  input: Readonly<Record<string, Declared>>,
  output: Declared | Readonly<Record<string, Declared>>,
  row: (row: Record<string, unknown>) => unknown,
  name = 'sample',
): TransformDescription {
  const outputs = typeof output === 'string' ? { [name]: output } : output;
  const column = ([column, declared]: [string, Declared]) => ({ name: column, ...parse(declared) });
  return {
    name,
    source: `examples/${name}.ts`,
    input: Object.entries(input).map(column),
    output: Object.entries(outputs).map((entry) => {
      const { name: outputName, type, nullable } = column(entry);
      return { name: outputName, type, nullable };
    }),
    single: typeof output === 'string',
    row: row as (row: Row) => unknown,
  };
}

type Loose<Result> = Transform<Record<string, unknown>, Result>;

/** Makes a transform with one output, on an addon in TypeScript. */
export function vectorTransform(
  description: TransformDescription,
  addon: FakeAddonOptions = {},
  options: Partial<RuntimeOptions> = {},
): Loose<Vector> {
  return testRuntime([description], addon, options).transform(description);
}

/** Makes a transform with several outputs, on an addon in TypeScript. */
export function tableTransform(
  description: TransformDescription,
  addon: FakeAddonOptions = {},
  options: Partial<RuntimeOptions> = {},
): Loose<Table> {
  return testRuntime([description], addon, options).transform(description);
}

/** Makes a runtime whose addon is in TypeScript. */
export function testRuntime(
  descriptions: readonly TransformDescription[],
  addon: FakeAddonOptions = {},
  options: Partial<RuntimeOptions> = {},
) {
  const loaded = fakeAddon(descriptions, addon);
  return createRuntime({
    directory: import.meta.url,
    abi: abiVersion,
    buildHash: 'hash',
    load: () => loaded,
    ...options,
  });
}
