import { defineConfig } from 'vitest/config';
import { browserIsThere } from './test/browser/chromium.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: browserIsThere ? [] : ['test/browser/**'],
    globalSetup: ['test/built-site.ts'],
    maxWorkers: '100%',
    // Every page is visited in one test, at each width.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
