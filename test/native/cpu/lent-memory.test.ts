import { it } from 'vitest';
import { cxx } from '../toolchain.js';
import { expectNoFailures } from './expect-no-failures.js';

it.skipIf(cxx === undefined)(
  'memory that rows borrow passes from run to run, and counts in the budget of the call',
  () => expectNoFailures('lent_memory.cpp'),
);
