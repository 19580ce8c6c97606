export const formats = ['pretty', 'vs', 'json'] as const;
/** The form of printed diagnostics: `pretty` for people, `vs` for the problem matchers of editors, `json` for programs. */
export type Format = (typeof formats)[number];
