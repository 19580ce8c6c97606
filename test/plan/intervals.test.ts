import { it } from 'vitest';
import { checkIntervals } from './check-intervals.js';

it('holds every result of an operator or function of integers in the computed range', () => checkIntervals());
