import type { Page } from 'playwright-core';

/** Opens a page of the site and waits until Vue has taken it over: errors of the page have been reported by then. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForFunction(() => {
    const app = document.querySelector('#app');
    return app !== null && '__vue_app__' in app;
  });
}
