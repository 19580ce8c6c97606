import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^rowfuse$/, replacement: at('dsl/index.ts') },
      { find: /^rowfuse\/runtime$/, replacement: at('native/runtime/index.ts') },
      { find: /^rowfuse\/compiler$/, replacement: at('codegen/index.ts') },
    ],
  },
  test: { include: ['test/**/*.test.ts'] },
});
