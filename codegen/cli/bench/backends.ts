/** The backends, fastest first. */
export const backends = ['cuda', 'cpu', 'js'] as const;
export type Backend = (typeof backends)[number];
