/** What a build tells while it runs. */
export type BuildEvent =
  /** Another build holds the output directory. */
  | { readonly kind: 'waiting'; readonly pid: number }
  | { readonly kind: 'configuring' }
  /** A file has been compiled. */
  | {
      readonly kind: 'compiled';
      /** The transform's folder; undefined for what all of them share. */
      readonly directory: string | undefined;
      readonly part: 'cpu' | 'cuda' | 'binding' | 'shared';
      readonly done: number;
      readonly total: number;
    }
  /** A line that CMake, ninja or a compiler printed. */
  | { readonly kind: 'output'; readonly line: string };

const parts = { cpp: 'cpu', cu: 'cuda', 'binding.cc': 'binding' } as const;

/** Reads ninja's and make's lines of progress: `[3/10] Building CXX object …/redact/redact.cpp.o`. */
export function compiledEvent(line: string): BuildEvent | undefined {
  const match = /^\[ *(\d+)(?:\/(\d+)|%)\] Building \w+ object (\S+)/.exec(line);
  if (match === null) return undefined;
  const [, done, total, object = ''] = match;
  const own = /([^/\s]+)\/\1\.(cpp|cu|binding\.cc)\.o/.exec(object);
  return {
    kind: 'compiled',
    directory: own?.[1],
    part: own === null ? 'shared' : parts[own[2] as keyof typeof parts],
    done: Number(done),
    total: Number(total ?? 100),
  };
}
