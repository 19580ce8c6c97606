import { pipe } from 'rowfuse';
import { shortOnes, trimmedInitials } from './stages.js';

/** Columns that nobody reads are not passed on, but judged all the same; a filter ends the row. */
export const shortInitials = pipe(trimmedInitials, shortOnes);
