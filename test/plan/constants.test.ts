import { it } from 'vitest';
import { checkConstants } from './check-constants.js';

it('computes constants at build time as at run time, and leaves what fails the row', () => checkConstants());
