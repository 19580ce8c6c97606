import { SchemaError } from '../../errors.js';
import { kindOf } from '../../words.js';

/** Returns the error for a value that cannot be read. Objects of another library, and proxies, may throw anything. */
export function unreadable(caller: string, what: string, cause: unknown): SchemaError {
  const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : kindOf(cause);
  return new SchemaError(
    `${caller}: ${what} cannot be read: ${why}. Pass what Arrow JS has made (makeVector, tableFromIPC), or plain arrays.`,
    {},
    { cause },
  );
}

/**
 * Reads a value of the caller's by `look`.
 *
 * @throws SchemaError if reading it throws, as a proxy may
 */
export function lookedAt<Result>(caller: string, what: string, look: () => Result): Result {
  try {
    return look();
  } catch (cause) {
    throw unreadable(caller, what, cause);
  }
}
