import { nullable, transform, utf8 } from 'rowfuse';

/** Null is tested once; after that the value is used without a test. */
export const narrowing = transform({
  input: { given: nullable(utf8), family: nullable(utf8) },
  output: nullable(utf8),
  row({ given, family }) {
    if (given === null && family === null) return null;
    if (given === null) return family;
    return family !== null && family.length > 1 ? `${given} ${family}` : given;
  },
});
