import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^rowfuse$/, replacement: at('dsl/index.ts') },
      { find: /^@rowfuse\/runtime$/, replacement: at('runtime/index.ts') },
      { find: /^rowfuse\/compiler$/, replacement: at('codegen/index.ts') },
      { find: /^rowfuse\/esbuild$/, replacement: at('bundlers/esbuild.ts') },
      { find: /^rowfuse\/vite$/, replacement: at('bundlers/vite.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // The addon of the examples and run samples is built once, before the first test that needs it.
    globalSetup: ['test/build-samples.ts'],
    // By default vitest leaves one processor to its own process, which only waits: half of a machine with two.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    env: {
      // Build products of tests are kept between runs, and apart from those of the user.
      ROWFUSE_CACHE: at('node_modules/.cache/rowfuse-test'),
      ROWFUSE_CACHE_KEY: 'tests',
      // A library that the processes of the tests load first, except compilers: scripts/sanitize.mjs.
      ...(process.env.ROWFUSE_TEST_PRELOAD && { LD_PRELOAD: process.env.ROWFUSE_TEST_PRELOAD }),
    },
    // Tests and hooks compile programs, some with sanitizers: most of a minute on an idle machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
