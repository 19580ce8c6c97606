import { SchemaError } from './errors.js';

/** The same function, whose errors about a column begin with the name of the transform that declares it. */
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

/** An error about a column as one of a transform's: `redact: column "name" …`; any other as it is. */
export function ofTransform(error: unknown, transform: string): unknown {
  if (!(error instanceof SchemaError) || !error.message.startsWith('Column "')) return error;
  const { message, column, row, batch, cause } = error;
  return new SchemaError(
    `${transform}: c${message.slice(1)}`,
    { column, row, batch },
    cause === undefined ? {} : { cause },
  );
}
