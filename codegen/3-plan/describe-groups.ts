import { printAggregate } from '../ir/print.js';
import { type Grouping, type RowFunction, separatorOf } from '../ir/row-function.js';

/** Describes how rows are grouped. */
export function describeGroups(fn: RowFunction, { keys, isOrdered, aggregates }: Grouping) {
  const key = fn.output
    .slice(0, keys)
    .map(({ name }) => JSON.stringify(name))
    .join(', ');
  const computed = aggregates.map((one) => printAggregate(one, fn.output));
  const steps = [
    ...(separatorOf(fn.input) === undefined ? [] : ['cut lines']),
    'evaluate',
    ...(fn.emits === 'one' ? [] : [fn.emits === 'any' ? 'expand' : 'filter']),
    'aggregate',
  ];
  const keepers = aggregates.filter(({ operation }) => operation === 'collect' || operation === 'countDistinct');
  const kept = keepers.length > 0 ? `nothing per row but values for ${listOf(keepers)}` : 'nothing per row';
  const passed = fn.output.length === 0 ? 'each row is counted' : "the row's values go to the state of its group";
  return {
    strategies: [
      `every backend: one pass. ${steps.join(', ')} is one kernel: ${passed}, and ${kept} is written to memory.`,
      ...(keys > 0
        ? [
            `key: ${key}. Groups are found by its hash as rows come, and ${isOrdered ? 'ordered by it at the end' : 'come in any order'}.`,
          ]
        : ['key: none. All rows are one group.']),
      ...(computed.length > 0 ? [`aggregates: ${computed.join(', ')}`] : []),
      ...(aggregates.some(({ operation }) => operation === 'reduce') ? inBlocks : []),
    ],
    kernels: [
      `group     ${separatorOf(fn.input) === undefined ? '' : 'finds where lines end; '}evaluates the row and adds its values to the state of its group; checks UTF-8 where text is read`,
      ...(keys > 0 && isOrdered ? ['order     sorts the groups by their keys'] : []),
    ],
  } as const;
}

const inBlocks = [
  'reduce: by the CPU, whatever the backend, in blocks of 65,536 rows, each with its own states, which `merge` combines in the order of the',
  '      blocks: the same bits for any number of threads.',
] as const;

function listOf(aggregates: Grouping['aggregates']): string {
  return [...new Set(aggregates.map(({ operation }) => operation))].join(' and ');
}

/** Describes how rows are cut out of a text. */
export function describeLines(fn: RowFunction): readonly string[] {
  const separator = separatorOf(fn.input);
  if (separator === undefined) return [];
  const end = separator === '\n' ? 'a line end, \\n or \\r\\n' : JSON.stringify(separator);
  const offsets = fn.grouping
    ? 'No column of offsets is made.'
    : 'The start of each row is found before rows are evaluated.';
  return [`lines: a row ends at ${end}. ${offsets}`];
}
