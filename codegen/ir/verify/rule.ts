/** Conditions that one node must meet, each with the words that an error says of it. */
export type Rules = readonly (readonly [holds: boolean, rule: string])[];

/** Reports a violation, as an error that names the row function and the pass. */
export type Fail = (problem: string) => never;
