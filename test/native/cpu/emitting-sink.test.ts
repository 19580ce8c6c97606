import { it } from 'vitest';
import { cxx } from '../toolchain.js';
import { expectNoFailures } from './expect-no-failures.js';

it.skipIf(cxx === undefined)('rows of filters and expansions stay within their memory, wherever the budget ends', () =>
  expectNoFailures('emitting_sink.cpp'),
);
