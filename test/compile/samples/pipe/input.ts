import { pipe } from 'rowfuse';
import { shortOnes, trimmedInitials } from './stages.js';

/** Columns that no later stage reads are validated but not passed on; a filter ends the row. */
export const shortInitials = pipe(trimmedInitials, shortOnes);
