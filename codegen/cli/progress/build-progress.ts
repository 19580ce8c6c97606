import type { BuildEvent, BuildPart, GeneratedTransform } from '../../5-build/index.js';

const partNames: Readonly<Record<BuildPart, string>> = {
  cpu: 'CPU',
  cuda: 'CUDA',
  binding: 'registration',
  'engine-binding': 'the shared engine (Node)',
  'engine-cpu': 'the shared engine (CPU)',
  'engine-cuda': 'the shared engine (CUDA)',
  library: 'the library for other languages',
  shared: 'what binds the transforms',
};

/** Describes the current step of a build; undefined for an event that adds nothing. */
export function describeEvent(
  event: BuildEvent,
  transforms: readonly GeneratedTransform[],
  verbose: boolean,
): string | undefined {
  // The tools' own lines say this already.
  if (verbose && event.kind === 'compiled') return undefined;
  switch (event.kind) {
    case 'waiting':
      return event.part === 'engine'
        ? `waiting for another build, which compiles the shared engine (process ${event.pid})`
        : `waiting for another build of this directory (process ${event.pid})`;
    case 'configuring':
      return 'configuring the native build';
    case 'engine':
      return 'compiling the engine that all projects share, once for these compilers';
    case 'output':
      return verbose ? event.line : undefined;
    case 'compiled': {
      const transform = transforms.find(({ directory }) => directory === event.directory);
      const what = transform === undefined ? partNames[event.part] : `${transform.name} (${partNames[event.part]})`;
      return `[${event.done}/${event.total}] compiled ${what}`;
    }
  }
}
