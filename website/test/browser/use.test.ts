import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { launchChromium } from './chromium.js';
import { openPage } from './open-page.js';

const url = inject('url');
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  await openPage(page, `${url}/reference/errors.html`);
});

afterEach(() => page.close());

describe('the search', () => {
  const search = async (words: string) => {
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.VPLocalSearchBox input').fill(words);
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
  };
  const results = () => page.locator('.VPLocalSearchBox .result').allTextContents();

  test('finds a diagnostic by its code, and leads to it', async () => {
    await search('RF1203');
    expect((await results())[0]).toContain('RF1203');
    await page.locator('.VPLocalSearchBox .result').first().click();
    await page.waitForURL(/reference\/diagnostics\.html#rf1203-/);
    const { hash } = new URL(page.url());
    await expect.poll(() => topOf(`[id="${hash.slice(1)}"]`)).toBeLessThan(400);
  });

  test('finds a method of strings in the language reference', async () => {
    await search('indexOf');
    const found = await page
      .locator('.VPLocalSearchBox .result')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(found.some((link) => link?.startsWith('/reference/language.html'))).toBe(true);
  });
});

describe('the appearance', () => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test('switches to dark by the switch, and stays dark on the next page', async () => {
    expect(await background()).toBe('rgb(255, 255, 255)');
    await page.locator('.VPNavBarAppearance button').click();
    await expect.poll(background).toBe('rgb(27, 27, 31)');
    await openPage(page, `${url}/reference/language.html`);
    expect(await background()).toBe('rgb(27, 27, 31)');
  });

  test('decides which version of a plot is shown', async () => {
    await openPage(page, url);
    const [light, dark] = [page.locator('img.light-only'), page.locator('img.dark-only')];
    expect(await Promise.all([light.isVisible(), dark.isVisible()])).toEqual([true, false]);
    await page.locator('.VPNavBarAppearance button').click();
    await expect.poll(() => Promise.all([light.isVisible(), dark.isVisible()])).toEqual([false, true]);
  });

  test('is dark where the system is', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    expect(await background()).toBe('rgb(27, 27, 31)');
  });
});

/** Returns the distance of an element from the top of the window. */
const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y;
