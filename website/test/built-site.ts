import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { browserIsThere, unpackChromium } from './browser/chromium.js';
import { serve } from './serve.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which the built site is served. */
    url: string;
  }
}

const website = fileURLToPath(new URL('..', import.meta.url));
export const dist = path.join(website, '.vitepress/dist');

/** Builds the site once for all tests, and serves it while they run. */
export default async function setup(project: TestProject): Promise<() => void> {
  const vitepress = path.join(website, 'node_modules/vitepress/bin/vitepress.js');
  // Vitest sets NODE_ENV, with which Vue would be built for development.
  const environment = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [vitepress, 'build', website], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (browserIsThere) await unpackChromium();
  else console.log('No browser for this platform: its tests are skipped. ROWFUSE_CHROMIUM may name one.');
  const { url, server } = await serve(dist);
  project.provide('url', url);
  return () => server.close();
}
