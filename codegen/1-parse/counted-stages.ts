import type { Column } from '../ir/row-function.js';
import { type CountedStage, dropsRows, type ParsedPipe, type PipeStage } from './parsed-transform.js';
import { ts } from './syntax/ts.js';

/** The stages that ask for `index` where nobody knows how many rows come to them: behind one that drops or makes rows. */
export function countedStages(stages: readonly PipeStage[]): readonly CountedStage[] {
  const first = stages.findIndex(({ transform }) => dropsRows(transform));
  return stages.flatMap(({ transform: { name, where, row } }, place) => {
    const asks = [where, row].some((node) => node?.parameters[1] && mayReadIndex(node.parameters[1].name));
    if (first < 0 || place <= first || !asks) return [];
    const column: Column = {
      name: `rows before, at stage ${place + 1}, ${name}`,
      type: 'float64',
      nullable: false,
      counted: 'rows',
    };
    return [{ place, column }];
  });
}

/**
 * What a pipe needs before it can run: a pass for each of those stages, the earlier ones first, that gives the number of rows which
 * each row of the input becomes there. Rows that fail have none, so that it may be null.
 */
export function countingPasses(pipe: ParsedPipe): readonly ParsedPipe[] {
  return pipe.counted.map(({ place }, index) => ({
    ...pipe,
    name: `${pipe.name}#${index + 1}`,
    counted: pipe.counted.slice(0, index),
    counts: { pipe: pipe.name, place },
    output: [{ name: 'rows', type: 'float64', nullable: true }],
    single: true,
  }));
}

/** Whether a second parameter may take `index`: a pattern without a rest names what it takes. */
export function mayReadIndex(name: ts.BindingName): boolean {
  if (!ts.isObjectBindingPattern(name)) return true;
  return name.elements.some(
    ({ dotDotDotToken, propertyName: key, name: local }) =>
      dotDotDotToken !== undefined ||
      (key ?? local).getText() === 'index' ||
      (key !== undefined && !ts.isIdentifier(key)),
  );
}
