// Row functions with objects in the memory of the row: on one thread against V8, and on a GPU against all processors of its machine.
import { geometricMean } from '../functions/ratios.mjs';
import { count, digits, table } from './format.mjs';

/** Names of the functions of bench/functions/kinds/objects.ts for tables. */
const titles = {
  wordsCounted: 'word counts by `Map`, and the most frequent word',
  topFiveWords: 'top five words',
  levenshtein: 'Levenshtein over 20 × 20 characters with two swapped rows',
  gridPaths: 'grid paths, 10 × 10',
  lettersInDictionary: 'letters in a dictionary',
  firstRepeatedWord: 'first repeated word by `Set`',
  wordsByInitial: 'words in a dictionary of arrays',
  entriesChanged: 'objects in an array that change',
  medianUnit: 'quicksort that calls itself, 100 numbers',
  editsUndone: 'characters pushed and popped',
};

const titleOf = ({ name }) => titles[name] ?? name;

/** The ratios of V8 to native code on one thread, geometric means over the lengths of ASCII text. */
export function objectsSection({ machine, functions }) {
  const lines = functions
    .filter(({ kind }) => kind === 'objects')
    .map((each) => [
      titleOf(each),
      digits(
        geometricMean(
          each.shapes
            .filter(({ content }) => content === 'ascii')
            .map(({ plain, oneThread }) => plain.cpu / oneThread.cpu),
        ),
      ),
    ]);
  return [`${machine.cpu}, ${machine.date.slice(0, 10)}:`, '', table(['function', 'V8 : native'], lines)].join('\n');
}

/** The times on a GPU with slots in shared memory, with slots in global memory alone, and on all processors. */
export function objectsGpuSection({ machine, functions }, { functions: inGlobal }) {
  const lines = functions.map((each) => {
    const before = inGlobal.find(({ name }) => name === each.name);
    return [
      titleOf(each),
      digits(each.cpuMs),
      digits(before.deviceMs),
      digits(each.deviceMs),
      digits(each.cpuToDevice),
    ];
  });
  return [
    `${machine.device} and ${machine.processors} processors of its machine, ${machine.date.slice(0, 10)}, ms for ${count(functions[0].rows)} rows of ${functions[0].length} characters:`,
    '',
    table(['function', 'CPU', 'GPU, global memory alone', 'GPU', 'CPU : GPU'], lines),
  ].join('\n');
}
