import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchChromium } from './chromium.js';
import { openPage } from './open-page.js';

const folder = path.join(import.meta.dirname, '../.screenshots');
const pages: Record<string, string> = {
  landing: '/',
  errors: '/reference/errors.html',
  diagnostics: '/reference/diagnostics.html#rf1203-unsupported-syntax',
  plots: '/explanation/measurements.html#gpu-the-articles-versions',
  tour: '/explanation/tour.html',
};
const url = inject('url');
let browser: Browser;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await launchChromium();
});

afterAll(() => browser?.close());

test.each([390, 1440])(
  'takes pictures of the most important pages, and of the first of each folder, at %i pixels, light and dark',
  async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 1400 }, reducedMotion: 'reduce' });
    const take = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: path.join(folder, `${name}-${width}-${colorScheme}.png`),
          animations: 'disabled',
        });
      }
    };
    for (const [name, address] of Object.entries(pages)) {
      await openPage(page, url + address);
      await take(name);
    }
    const folders = await page
      .locator('.VPNavBarMenuLink')
      .evaluateAll((links) =>
        links.map((link) => [link.textContent.trim().toLowerCase(), link.getAttribute('href') ?? '']),
      );
    expect(folders).not.toEqual([]);
    for (const [name = '', address] of folders) {
      await openPage(page, url + address);
      await take(name);
    }
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.VPLocalSearchBox input').fill('indexOf');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    await take('search');
    await page.close();
  },
);
