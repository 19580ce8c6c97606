import type { TransformDescription } from '../description.js';

/** Whose input it is, and what is declared of it. */
export type InputDescription = Pick<TransformDescription, 'name' | 'input'>;
