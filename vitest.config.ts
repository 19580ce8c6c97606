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
    // By default one processor is left to vitest, which waits: half of a machine with two.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    env: {
      // What tests compile is kept between runs, and apart from what the user builds.
      ROWFUSE_CACHE: at('node_modules/.cache/rowfuse-test'),
      ROWFUSE_CACHE_KEY: 'tests',
      // A library that the processes of the tests load first, and no compiler that builds what they test: scripts/sanitize.mjs.
      ...(process.env.ROWFUSE_TEST_PRELOAD && { LD_PRELOAD: process.env.ROWFUSE_TEST_PRELOAD }),
    },
    // Tests and hooks compile programs, some with sanitizers: most of a minute on an idle machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
