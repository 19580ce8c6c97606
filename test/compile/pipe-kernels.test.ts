import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'rowfuse/compiler';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const samples = ['pipes', 'piped-rows', 'piped-structs', 'piped-records', 'piped-index'].map((name) =>
  path.join(root, 'test/run/samples', name, 'input.ts'),
);
const { diagnostics, transforms, files } = compile({ files: samples, root });
const explainOf = (name: string) => transforms.find((transform) => transform.name === name)?.explain ?? '';

/** Returns the kernels that a call of a transform launches, as `explain` lists them. */
function kernelsOf(name: string): readonly string[] {
  const [, list = ''] = /\nKernels\n((?: {2}.*\n)+)/.exec(explainOf(name)) ?? [];
  return [...list.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, kernel = '']) => kernel);
}

describe('the stages of a pipe are fused', () => {
  it('into as many kernels as one transform has', () => {
    expect(diagnostics).toEqual([]);
    expect(kernelsOf('trimmedFirst')).toEqual(kernelsOf('pipedFirst'));
    expect(kernelsOf('trimmedFirst').length).toBeGreaterThan(0);
    expect(kernelsOf('numbersThroughColumns')).toEqual(kernelsOf('pipedSum'));
    expect(kernelsOf('filteredTwice')).toEqual(kernelsOf('pipedEven'));
    expect(kernelsOf('filteredTwice')).toEqual(['count', 'scan', 'fill']);
    expect(kernelsOf('structsThroughPipe')).toEqual(kernelsOf('structsTaken'));
    expect(kernelsOf('recordsThrough')).toEqual(kernelsOf('recordsTold'));
  });

  it('even if stages expand rows', () => {
    for (const name of ['labelledWords', 'labelledLines', 'wordsOfLines', 'lettersAgain', 'countdownTwice'])
      expect(kernelsOf(name)).toEqual(['count', 'scan', 'fill']);
    expect(kernelsOf('wordsOf')).toEqual(['count', 'scan', 'fill']);
    const stages = explainOf('labelledLines').split('\nStages\n')[1]?.split('\n\n')[0];
    expect(stages?.split('\n')).toEqual([
      '  linesOf, then wordsOf, then wordLabels: one row function, so one launch of each kernel below; no column between them is stored',
      '  wordsOf expands rows: the stages after it are compiled into each of its 2 yields',
    ]);
  });

  it('with a counting pass only where a stage asks for `index` after a filter or an expansion', () => {
    expect(kernelsOf('numberedSome')).toEqual(['map', 'count', 'scan', 'fill']);
    expect(kernelsOf('numberedTwice')).toEqual(['map', 'map', 'count', 'scan', 'fill']);
    expect(kernelsOf('numberedFailing')).toEqual(['map', 'count', 'scan', 'fill']);
    expect(explainOf('numberedSome')).toContain(
      'numberedLines asks for `index` after a filter or an expansion: an earlier pass counts the rows that reach it',
    );
    expect(transforms.filter(({ passOf }) => passOf !== undefined).map(({ name, passOf }) => [name, passOf])).toEqual([
      ['recordsExpanded#1', 'recordsExpanded'],
      ['numberedSome#1', 'numberedSome'],
      ['numberedParts#1', 'numberedParts'],
      ['numberedSomeParts#1', 'numberedSomeParts'],
      ['numberedTwice#1', 'numberedTwice'],
      ['numberedTwice#2', 'numberedTwice'],
      ['numberedFailing#1', 'numberedFailing'],
    ]);
  });

  it('into one functor, which reads the first columns and writes the last', () => {
    const functor = files.find(({ path: name }) => name.endsWith('trimmedUpperFirst.row.hpp'))?.text ?? '';
    expect(functor.match(/rf::column</g)).toHaveLength(1);
    expect(functor.match(/rf::put\(/g)).toHaveLength(1);
  });
});
