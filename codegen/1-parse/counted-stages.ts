import type { Column } from '../ir/row-function.js';
import { type CountedStage, dropsRows, type ParsedPipe, type PipeStage } from './parsed-transform.js';
import { ts } from './syntax/ts.js';

/** Returns the stages that read `index` although an earlier stage filters or expands rows, so that the row numbers are unknown. */
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
 * Returns the passes that must run before a pipe, one per such stage, earlier stages first. Each pass returns how many
 * rows an input row becomes at that stage. Rows that fail have no number, so the result is nullable.
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

/** True if a second parameter may read `index`. A pattern without a rest lists its names. */
export function mayReadIndex(name: ts.BindingName): boolean {
  if (!ts.isObjectBindingPattern(name)) return true;
  return name.elements.some(
    ({ dotDotDotToken, propertyName: key, name: local }) =>
      dotDotDotToken !== undefined ||
      (key ?? local).getText() === 'index' ||
      (key !== undefined && !ts.isIdentifier(key)),
  );
}
