import { columnsRead, type Grouping, hasBytes, isText, type RowFunction, separatorOf } from '../ir/row-function.js';
import { emitRowBody } from './functor/row-body.js';

/**
 * Says whether a GPU groups the rows of an aggregate, and if not, why. `groups_lines_on_device` and `groups_columns_on_device` decide the
 * same from the C++ types.
 */
export function describeDeviceGroups(fn: RowFunction): readonly string[] {
  if (!fn.grouping) return [];
  const reasons = [
    ...withoutForms(fn.grouping, fn),
    ...(marksOf(fn.grouping, fn) > mostMarks ? ['room for sums and variances of that many columns of floats'] : []),
    ...otherReasons(fn),
  ];
  if (reasons.length > 0)
    return [`cuda: none, since kernels have no ${listOf(reasons, 'nor')}. The CPU groups, with all its threads.`];
  const source = separatorOf(fn.input) === undefined ? 'rows of columns' : 'lines of bytes, files and streams';
  return [
    `cuda: ${source}, part by part as they come to the device. The groups that come first have their states in shared memory, all others in`,
    '      global memory; only groups come back. Calls with onError go to the CPU.',
  ];
}

/** Returns the aggregates whose states atomic operations cannot update. */
function withoutForms({ aggregates }: Grouping, { output }: RowFunction): readonly string[] {
  const found = aggregates.flatMap(({ operation, column }) => {
    const ofText = column !== undefined && output[column] !== undefined && hasBytes(output[column]);
    if (ofFixedWidth.has(operation)) return ofText ? [`${operation} of text`] : [];
    return withKernels.has(operation) ? [] : [operation];
  });
  return [...new Set(found)];
}

const ofFixedWidth: ReadonlySet<string> = new Set(['min', 'max', 'first', 'last']);
const withKernels: ReadonlySet<string> = new Set(['count', 'sum', 'mean', 'variance', 'stddev', 'any', 'every']);

/** The most bits for marks in the cell that counts a group's rows. A column of floats takes one for sums, two for variances. */
const mostMarks = 15;

function marksOf({ aggregates }: Grouping, { output }: RowFunction): number {
  const of = (operations: readonly string[]) =>
    new Set(
      aggregates.flatMap(({ operation, column = -1 }) => {
        const isFloat = output[column]?.type === 'float32' || output[column]?.type === 'float64';
        return isFloat && operations.includes(operation) ? [column] : [];
      }),
    ).size;
  return of(['sum', 'mean']) + 2 * of(['variance', 'stddev']);
}

function otherReasons(fn: RowFunction): readonly string[] {
  const separator = separatorOf(fn.input);
  const read = columnsRead(fn);
  const scalars = fn.input.filter(({ scalar }, place) => scalar !== undefined && read.has(place));
  const ofLines = [
    ...(separator === '\n' ? [] : ['separator but \\n']),
    ...(scalars.some(({ scalar }) => scalar === 'index') ? ['`index` of lines'] : []),
    ...(scalars.some((column) => column.scalar === 'param' && (isText(column) || hasBytes(column)))
      ? ['params of text beside lines']
      : []),
  ];
  return [
    ...(separator === undefined ? [] : ofLines),
    ...(emitRowBody(fn).usesArena ? ['memory for text and arrays that a row builds'] : []),
  ];
}

function listOf(parts: readonly string[], last: string): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
}
