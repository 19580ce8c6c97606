import { SchemaError } from '../../errors.js';
import { kindOf } from '../../words.js';

/** The error for what cannot be looked at: of another library's objects, and of proxies, anything may come. */
export function unreadable(caller: string, what: string, cause: unknown): SchemaError {
  const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : kindOf(cause);
  return new SchemaError(
    `${caller}: ${what} cannot be read: ${why}. Pass what Arrow JS has made (makeVector, tableFromIPC), or plain arrays.`,
    {},
    { cause },
  );
}

/**
 * Looks at a value of the caller's.
 *
 * @throws SchemaError if looking at it throws, as a proxy may
 */
export function lookedAt<Result>(caller: string, what: string, look: () => Result): Result {
  try {
    return look();
  } catch (cause) {
    throw unreadable(caller, what, cause);
  }
}
