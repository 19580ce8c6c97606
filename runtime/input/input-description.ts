import type { TransformDescription } from '../description.js';

/** The name of a transform and its declared input. */
export type InputDescription = Pick<TransformDescription, 'name' | 'input'>;
