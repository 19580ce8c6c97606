/** An input row of a program, and the result that was computed by hand. */
export type Case = readonly [row: Readonly<Record<string, unknown>>, result: unknown];

/** Rows for the programs of one folder, by the name of the transform. */
export type Cases = Readonly<Record<string, readonly Case[]>>;
