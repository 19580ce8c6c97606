/** Why a built-in function has no native form, and what to write instead. */
export interface RefusedFunction {
  readonly reason: string;
  readonly advice: string;
}

/** Built-in functions that will not be compiled, by their paths. */
export const refusedFunctions: ReadonlyMap<string, RefusedFunction> = new Map([
  [
    'Date.now',
    {
      reason: 'The same row must give the same result each time it is evaluated, on every backend.',
      advice: 'Pass the time in a column.',
    },
  ],
  [
    'Date.parse',
    {
      reason: 'What text is a date differs between engines, and local time comes into it.',
      advice: 'Take the text apart, and pass the numbers to `Date.UTC`.',
    },
  ],
  [
    'Math.random',
    {
      reason: 'The same row must give the same result each time it is evaluated, on every backend.',
      advice: 'Pass random numbers in a column of their own, or compute a hash of a column.',
    },
  ],
  [
    'Math.f16round',
    { reason: 'Not all supported versions of Node have this function.', advice: 'Use `Math.fround`, for 32 bits.' },
  ],
  [
    'Math.sumPrecise',
    { reason: 'Not all supported versions of Node have this function.', advice: 'Add the numbers one by one.' },
  ],
]);
