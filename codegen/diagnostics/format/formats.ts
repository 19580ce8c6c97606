/** `pretty` for people, `vs` for the problem matchers of editors, `json` for programs. */
export const formats = ['pretty', 'vs', 'json'] as const;
export type Format = (typeof formats)[number];
