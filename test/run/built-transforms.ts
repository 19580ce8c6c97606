import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LineTransform, ToDevice, Transform } from '@rowfuse/runtime';
import type { Table, TypeMap, Vector } from 'apache-arrow';
import type { Column } from 'rowfuse/compiler';
import { builtFolder } from '../built-folder.js';
import { importBundle } from '../bundle.js';

/** A transform as built for the tests, with its schema. */
export interface BuiltTransform {
  readonly name: string;
  readonly input: readonly Column[];
  readonly params: readonly Column[];
  readonly output: readonly Column[];
  readonly single: boolean;
  readonly emits: 'one' | 'at most one' | 'any';
  readonly counts: boolean;
  readonly windows?: 'rows' | 'bounds';
  readonly groups?: { readonly keys: number; readonly isOrdered: boolean };
  readonly run: Transform<Record<string, Vector>, Vector | Table, TypeMap, Values>;
}

/** An aggregate, or a transform of lines. */
export interface BuiltCall extends Omit<BuiltTransform, 'run'> {
  readonly run: LineTransform<Vector | Table, Values>;
}

/** Params by name. */
export type Values = Record<string, unknown>;

type Schema = Omit<BuiltTransform, 'run'>;

/** Returns the transforms of columns in a folder that `buildTransforms` made: by default the examples and run samples. */
export async function builtTransforms(out = builtFolder): Promise<readonly BuiltTransform[]> {
  return (await built(out)).filter((one) => !isCall(one));
}

/** Returns the aggregates and the transforms of lines. */
export async function builtCalls(out = builtFolder): Promise<readonly BuiltCall[]> {
  const calls = (await built(out)).filter(isCall);
  return calls.map((one) => ({ ...one, run: one.run as unknown as BuiltCall['run'] }));
}

async function built(out: string): Promise<readonly BuiltTransform[]> {
  const schemas: Schema[] = JSON.parse(readFileSync(path.join(out, 'schemas.json'), 'utf8'));
  const generated = await importBundle<Readonly<Record<string, BuiltTransform['run']>>>(out);
  return schemas.map((schema) => {
    const run = generated[schema.name];
    if (!run) throw new Error(`${schema.name} is not exported`);
    return { ...schema, run };
  });
}

function isCall(transform: BuiltTransform): boolean {
  return transform.groups !== undefined || takesLines(transform);
}

/** True if rows are cut from text. */
export function takesLines({ input }: Pick<BuiltTransform, 'input'>): boolean {
  return input.some(({ separator }) => separator !== undefined);
}

/** True if a transform has windows, or counts rows before it runs, which device tables do not support. */
export function isHostOnly(transform: BuiltTransform): boolean {
  return transform.counts || transform.windows !== undefined;
}

/** True if other languages can call a transform. Only Node can find window bounds by value, or check the text of windows. */
export function isPortable({ windows, input }: BuiltTransform): boolean {
  return windows === undefined || (windows === 'rows' && input.every(({ type }) => !/utf8|dictionary/i.test(type)));
}

/** Returns the transform of that name. */
export function transformNamed(transforms: readonly BuiltTransform[], name: string): BuiltTransform {
  const found = transforms.find((transform) => transform.name === name);
  if (!found) throw new Error(`No transform ${name} is built`);
  return found;
}

/** Returns the `toDevice` beside them. */
export async function builtToDevice(out = builtFolder): Promise<ToDevice> {
  return (await importBundle<{ readonly toDevice: ToDevice }>(out)).toDevice;
}
