import { it } from 'vitest';
import { cxx } from '../toolchain.js';
import { expectNoFailures } from './expect-no-failures.js';

it.skipIf(cxx === undefined)(
  'work whose time is known to be short runs on the calling thread, and what is left after that time on others',
  () => expectNoFailures('calling_thread.cpp'),
);
