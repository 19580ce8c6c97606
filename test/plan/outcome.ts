/** The ends of an evaluation that give no result. */

/** The row fails. */
export class Fault extends Error {}

/** The row takes too many steps, or needs a part of the IR that the interpreter does not know. Nothing is known about its result. */
export class Abandoned extends Error {}

/** An attempt with checked integers ends, and the row is evaluated by the row function. */
export class AttemptEnded extends Error {}

export function fail(why: string): never {
  throw new Fault(why);
}
