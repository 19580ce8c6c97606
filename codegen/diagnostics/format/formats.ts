/** `pretty` for people, `vs` for editors' problem matchers, `json` for programs. */
export const formats = ['pretty', 'vs', 'json'] as const;
export type Format = (typeof formats)[number];
