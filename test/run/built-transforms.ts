import { readFileSync } from 'node:fs';
import type { Table, Vector } from 'apache-arrow';
import type { Column } from 'rowfuse/compiler';
import type { Transform } from 'rowfuse/runtime';

/** A transform of the examples or the run samples, as built for the tests, with its schema. */
export interface BuiltTransform {
  readonly name: string;
  readonly input: readonly Column[];
  readonly output: readonly Column[];
  readonly single: boolean;
  readonly run: Transform<Record<string, Vector>, Vector | Table>;
}

type Schema = Omit<BuiltTransform, 'run'>;

export async function builtTransforms(): Promise<readonly BuiltTransform[]> {
  const schemas: Schema[] = JSON.parse(readFileSync(new URL('../.build/schemas.json', import.meta.url), 'utf8'));
  const generated = await import(new URL('../.build/index.js', import.meta.url).href);
  return schemas.map((schema) => ({ ...schema, run: generated[schema.name] }));
}
