/** The page to try requests on, in a real browser: its examples can be sent as they are, and it keeps the key for the session. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CHROMIUM, openConsole, type ConsoleSite } from '../support/browser.js';

// There is nothing to drive: `.ci/run` installs one.
const withBrowser = CHROMIUM === undefined ? describe.skip : describe;

withBrowser('the page of the API', () => {
  let site: ConsoleSite;
  beforeAll(async () => {
    site = await openConsole(['car']);
  }, 300_000);
  afterAll(() => site.stop());

  /** Sends the example of the operation as it is; the answer's travel model. */
  async function trySolving(page: Page): Promise<string> {
    const operation = page.locator('#operations-Routing-solveRouting');
    await operation.locator('.opblock-summary-control').click();
    const answered = page.waitForResponse((each) => each.url().includes('/routing/v1/sync'));
    await operation.locator('button.execute').click();
    const { status, travel_model } = await (await answered).json();
    return `${status} ${travel_model}`;
  }

  test('a key that was given once is kept until the session ends', async () => {
    const { page, faults, close } = await site.visit(1200, { signedIn: false });
    await page.goto(`${site.url}/engine/docs`);
    await page.locator('button.authorize').first().click();
    await page.locator('.auth-container input').fill(site.service.apiKey);
    await page.locator('.auth-btn-wrapper button.authorize').click();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await page.goto(`${site.url}/engine/docs/errors`);
    expect(await page.locator('h1').innerText()).toBe('Errors');
    await page.goto(`${site.url}/engine/docs`);
    // The example lies on the map that is loaded.
    expect(await trySolving(page)).toBe('Ok road');
    await page.locator('button.authorize').first().click();
    await page.locator('.auth-btn-wrapper button', { hasText: 'Logout' }).click();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
