/**
 * `npm run screenshots`: the images of README and docs, from the running console. Needs Chromium.
 *
 * Uses the service and browser of the tests, the example day and a fixed search time, so that the images can be
 * reproduced when the page changes.
 */
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { openConsole } from '../test/support/browser.js';

const FOLDER = 'docs/images';
const WIDE = 1280;

mkdirSync(FOLDER, { recursive: true });
const site = await openConsole();
try {
  await picture('orders', false, async (page) => {
    await page.getByRole('tab', { name: 'Orders' }).click();
    await page.getByRole('button', { name: 'Insert an example' }).click();
    await settled(page);
  });
  await picture('plan', false, async (page) => {
    await plan(page);
    await page.getByRole('button', { name: /^van#2/ }).click();
    await page.getByRole('heading', { level: 1 }).hover();
  });
  await picture('dark', true, async (page) => {
    await plan(page);
    await page.getByRole('tab', { name: /^Unserved/ }).click();
  });
  await picture('matrix', false, async (page) => {
    await page.getByRole('link', { name: 'Matrix' }).click();
    await page.getByRole('button', { name: 'Six places in Porto' }).click();
    await page.getByRole('button', { name: 'Compute' }).click();
    await page.getByRole('button', { name: /^A to C/ }).click();
  });
} finally {
  await site.stop();
}
// Threads of the test service may outlive it and would keep the process running.
process.exit();

async function picture(
  name: string,
  isDark: boolean,
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, faults, close } = await site.visit(WIDE, { isDark });
  await settled(page);
  await prepare(page);
  await settled(page);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  await close();
  if (faults.length > 0) throw new Error(`${name}: ${faults.join(', ')}`);
  process.stdout.write(`${FOLDER}/${name}.png\n`);
}

async function plan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.locator('.timeline').waitFor();
}

async function settled(page: Page): Promise<void> {
  await page.locator('[data-testid=map][data-idle]').waitFor();
}
