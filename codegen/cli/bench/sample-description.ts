/** Describes sample files for `--help`. */
export const sampleDescription =
  'Sample rows: a JSON array of objects, or one object per line. Their keys are the names of the columns; other keys are ' +
  'ignored. Integers of 64 bits may be strings of digits, floats may be "NaN", "Infinity" and "-Infinity". Dates are ' +
  '"2026-11-21", times "2026-11-21T09:30:00Z" (in UTC without an offset), bytes are base64. Lists are arrays, structs are ' +
  'objects. A null may be left out. The rows are repeated in order until there are as many as --rows says.';
