import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'rowfuse/compiler';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const file = path.join(root, 'test/run/samples/pipes/input.ts');
const { diagnostics, transforms, files } = compile({ files: [file], root });

/** The kernels that a call of a transform launches, as `explain` lists them. */
function kernelsOf(name: string): readonly string[] {
  const explain = transforms.find((transform) => transform.name === name)?.explain ?? '';
  const [, list = ''] = /\nKernels\n((?: {2}.*\n)+)/.exec(explain) ?? [];
  return [...list.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, kernel = '']) => kernel);
}

describe('the stages of a pipe have their kernels together', () => {
  it('as many as one transform has', () => {
    expect(diagnostics).toEqual([]);
    expect(kernelsOf('trimmedFirst')).toEqual(kernelsOf('pipedFirst'));
    expect(kernelsOf('trimmedFirst').length).toBeGreaterThan(0);
    expect(kernelsOf('numbersThroughColumns')).toEqual(kernelsOf('pipedSum'));
    expect(kernelsOf('filteredTwice')).toEqual(kernelsOf('pipedEven'));
    expect(kernelsOf('filteredTwice')).toEqual(['count', 'scan', 'fill']);
  });

  it('with one functor, which reads the first columns and puts the last', () => {
    const functor = files.find(({ path: name }) => name.endsWith('trimmedUpperFirst.row.hpp'))?.text ?? '';
    expect(functor.match(/rf::column</g)).toHaveLength(1);
    expect(functor.match(/rf::put</g)).toHaveLength(1);
  });
});
