import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.js';

/** As all tests, without the addon of the samples, which random programs have no use for. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [], globalSetup: [] } },
  defineConfig({
    root: fileURLToPath(new URL('../../', import.meta.url)),
    test: { include: ['test/fuzz/*.test.ts'] },
  }),
);
