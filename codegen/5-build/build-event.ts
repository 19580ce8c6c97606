/** A step of a running build. */
export type BuildEvent =
  /** Another build holds the output directory, or compiles the engine. */
  | { readonly kind: 'waiting'; readonly pid: number; readonly part?: 'engine' }
  | { readonly kind: 'configuring' }
  /** The engine is not in the cache, so it is compiled now. */
  | { readonly kind: 'engine' }
  /** A file was compiled. */
  | {
      readonly kind: 'compiled';
      /** The transform's folder; undefined for a file that all transforms share. */
      readonly directory: string | undefined;
      readonly part: BuildPart;
      readonly done: number;
      readonly total: number;
    }
  /** A line that CMake, ninja or a compiler printed. */
  | { readonly kind: 'output'; readonly line: string };

/**
 * The part of a build that a compiled file belongs to: a transform, the engine, the library for other languages, or the addon as a whole.
 */
export type BuildPart =
  | 'cpu'
  | 'cuda'
  | 'binding'
  | 'engine-binding'
  | 'engine-cpu'
  | 'engine-cuda'
  | 'library'
  | 'shared';

const parts = { cpp: 'cpu', cu: 'cuda', 'binding.cc': 'binding' } as const;

/** Parts by CMake target. */
const sharedParts: Readonly<Record<string, BuildPart>> = {
  rowfuse_binding: 'engine-binding',
  rowfuse_call: 'engine-cpu',
  rowfuse_device: 'engine-cuda',
  rowfuse_portable: 'library',
};

/** Parses a progress line of ninja or make: `[3/10] Building CXX object …/redact/redact.cpp.o`. Returns undefined for any other line. */
export function compiledEvent(line: string): BuildEvent | undefined {
  const match = /^\[ *(\d+)(?:\/(\d+)|%)\] Building \w+ object (\S+)/.exec(line);
  if (match === null) return undefined;
  const [, done, total, object = ''] = match;
  const own = /([^/\s]+)\/\1\.(cpp|cu|binding\.cc)\.o/.exec(object);
  return {
    kind: 'compiled',
    directory: own?.[1],
    part: own === null ? sharedPart(object) : parts[own[2] as keyof typeof parts],
    done: Number(done),
    total: Number(total ?? 100),
  };
}

function sharedPart(object: string): BuildPart {
  const target = /CMakeFiles\/(\w+)\.dir\//.exec(object)?.[1] ?? '';
  return sharedParts[target] ?? 'shared';
}
