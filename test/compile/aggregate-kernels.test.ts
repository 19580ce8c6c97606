import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'rowfuse/compiler';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const samples = ['aggregates', 'lines'].map((name) => path.join(root, 'test/run/samples', name, 'input.ts'));
const { diagnostics, transforms, files } = compile({ files: samples, root });
const explainOf = (name: string) => transforms.find((transform) => transform.name === name)?.explain ?? '';
const functorOf = (name: string) => files.find(({ path: file }) => file === `${name}/${name}.row.hpp`)?.text ?? '';

/** Returns the lines of a part of an explanation. */
function partOf(name: string, part: string): readonly string[] {
  const [, lines = ''] = new RegExp(`\\n${part}\\n((?: {2}.*\\n)+)`).exec(explainOf(name)) ?? [];
  return lines.trimEnd().split('\n');
}

describe('an aggregate', () => {
  it('over parsed and filtered rows is one kernel that writes nothing per row', () => {
    expect(diagnostics).toEqual([]);
    const kernels = partOf('lineSummary', 'Kernels').map((line) => line.trim().split(' ')[0]);
    expect(kernels).toEqual(['group', 'order']);
    expect(partOf('lineSummary', 'Bytes per row')).toContain('  write  nothing: groups alone are in memory');
    expect(explainOf('lineSummary')).toContain('cut lines, evaluate, filter, aggregate is one kernel');
    expect(explainOf('lineSummary')).toContain('No column of offsets is made.');
  });

  it('has one functor for its source and itself, which computes only keys and aggregated columns', () => {
    const functor = functorOf('lineSummary');
    expect(functor.match(/RF_HD void operator\(\)/g)?.length).toBe(1);
    expect(functor).toContain('using Output = rf::Schema<rf::Utf8, rf::Float64>;');
    expect(functor).toContain(
      'rf::Grouping<1, true, rf::Min<Out::temp>, rf::Mean<Out::temp>, rf::Max<Out::temp>, rf::CountRows, rf::Sum<Out::temp>>',
    );
    // `unused` of the source is neither a key nor aggregated.
    expect(functorOf('groupsOfMade')).toContain('using Output = rf::Schema<rf::Utf8, rf::Int8, rf::Float32>;');
  });

  it('needs no kernel for an arbitrary order, nor for a single group', () => {
    for (const name of ['groupsInAnyOrder', 'groupsByNothing'])
      expect(partOf(name, 'Kernels').map((line) => line.trim().split(' ')[0])).toEqual(['group']);
  });
});
