import { it } from 'vitest';
import { checkBuilders } from './check-builders.js';

it('builds operators and functions that give the values of JavaScript, within their types', () => checkBuilders());
