import { defineConfig } from 'vitest/config';
export default defineConfig({ root: process.cwd(), test: { testTimeout: 300000, hookTimeout: 300000 } });
