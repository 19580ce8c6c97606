import { SchemaError } from '../errors.js';

/** Wraps a function so that its errors about columns begin with the transform's name. */
export function namingColumns<Args extends readonly unknown[], Result>(
  transform: string,
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  const fail = (error: unknown): never => {
    throw ofTransform(error, transform);
  };
  return (...args) => {
    try {
      const result = run(...args);
      return result instanceof Promise ? (result.catch(fail) as Result) : result;
    } catch (error) {
      return fail(error);
    }
  };
}

/** Prefixes an error about a column with the transform's name, `redact: column "name" …`. Other errors stay as they are. */
export function ofTransform(error: unknown, transform: string): unknown {
  if (!(error instanceof SchemaError) || !error.message.startsWith('Column "')) return error;
  const { message, column, row, batch, cause } = error;
  return new SchemaError(
    `${transform}: c${message.slice(1)}`,
    { column, row, batch },
    cause === undefined ? {} : { cause },
  );
}
