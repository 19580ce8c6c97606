import { it } from 'vitest';
import { cxx } from '../toolchain.js';
import { expectNoFailures } from './expect-no-failures.js';

it.skipIf(cxx === undefined)('blocks for results are lent to one result at a time, and lent again', () =>
  expectNoFailures('result_blocks.cpp'),
);
