import type { Backend } from '@rowfuse/runtime';
import { type BuiltTransform, takesLines } from './built-transforms.js';

const known = new Map<string, Promise<boolean>>();

type Call = Pick<BuiltTransform, 'name' | 'input' | 'params'> & {
  readonly groups?: BuiltTransform['groups'] | undefined;
  readonly run: unknown;
};

/** True if the GPU groups the rows of a transform. Kernels do not support all aggregates, and a call that insists on them is refused. */
export function hasKernels(call: Call): Promise<boolean> {
  if (call.groups === undefined) return Promise.resolve(true);
  const found = known.get(call.name) ?? isGrouped(call);
  known.set(call.name, found);
  return found;
}

/** Returns those of the backends that can run a transform. */
export async function backendsFor(call: Call, backends: readonly Backend[]): Promise<readonly Backend[]> {
  return !backends.includes('cuda') || (await hasKernels(call)) ? backends : backends.filter((one) => one !== 'cuda');
}

/** A call over no rows shows it. */
async function isGrouped(call: Call): Promise<boolean> {
  const run = call.run as (input: unknown, options: object) => Promise<unknown>;
  const nothing = takesLines(call)
    ? new Uint8Array(0)
    : Object.fromEntries(call.input.map(({ name }) => [name.split('.')[0], []]));
  const params = Object.fromEntries(call.params.map(({ name }) => [name, 1]));
  try {
    await run(nothing, { backend: 'cuda', params });
    return true;
  } catch (error) {
    return !(error instanceof Error && error.message.includes('no kernels group'));
  }
}
