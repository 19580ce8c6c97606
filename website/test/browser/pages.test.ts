import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { builtPages } from '../site-pages.js';
import { launchChromium } from './chromium.js';
import { openPage } from './open-page.js';

const url = inject('url');
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

test('shows every page without errors, and within the width of a phone and of a desktop', async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  const complain = (what: string) => complaints.push(`${new URL(page.url()).pathname}: ${what}`);
  page.on('console', (message) => complain(message.text()));
  page.on('pageerror', ({ message }) => complain(message));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A page fetches in advance what it links to. The visit of the next page ends that.
    if (reason !== 'net::ERR_ABORTED') complain(`${request.url()} ${reason}`);
  });
  page.on('response', (response) => response.status() >= 400 && complain(`${response.url()} ${response.status()}`));
  for (const address of builtPages()) {
    await openPage(page, url + address);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const element of await overflowing(page)) complain(`${width}: ${element}`);
    }
  }
  await page.close();
  expect(complaints).toEqual([]);
});

/** Returns the elements that stick out of the window, those aside that scroll within a box of their own. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowX) &&
      element !== document.documentElement &&
      element !== document.body;
    const sticksOut = (element: Element): boolean => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > innerWidth + 1 || left < -1);
    };
    const contained = (element: Element): boolean => {
      for (let box = element.parentElement; box !== null; box = box.parentElement) if (scrolls(box)) return true;
      return false;
    };
    const found = [...document.querySelectorAll('.VPContent *')]
      .filter((element) => sticksOut(element) && !contained(element))
      .map((element) => `<${element.tagName.toLowerCase()}> sticks out: ${element.textContent?.slice(0, 60)}`);
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [...found, `the page is ${scrollWidth} pixels wide`] : found;
  });
