/** What tests of the console do on any of its pages. */
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';

/** What is on a page. */
export type Controls = {
  /** Named so in full, or by a pattern. */
  button: (name: string | RegExp) => Locator;
  tab: (name: string | RegExp) => Locator;
  /** Follows the link of this name. */
  open: (name: string) => Promise<void>;
};

/** Of the page that is looked at when they are asked for. */
export function controlsOf(page: () => Page): Controls {
  return {
    button: (name) => page().getByRole('button', { name, exact: typeof name === 'string' }),
    tab: (name) => page().getByRole('tab', { name }),
    open: (name) => page().getByRole('link', { name, exact: true }).click(),
  };
}

/** What axe finds that is serious. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: { id: string; impact: string; where: string }[] = await page.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
       nodes.map(({ target }) => ({ id, impact, where: target.join(' ') }))))`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, where }) => `${id}: ${where}`);
}

/** Enough for a plan that serves what it can; the least that the page offers is two seconds of a processor. */
const ITERATIONS_MAX = 300;

/** Plans the request that is chosen, and waits for the plan. */
export async function planShort(page: Page): Promise<void> {
  await withOptions(page, { max_iterations: ITERATIONS_MAX }, async () => {
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await page.locator('.timeline').waitFor();
  });
}

/**
 * Clicks, and waits until the job that this begins is watched. It ends when it is cancelled: the seconds that the page
 * offers may be over before a test has looked, where others have the processors.
 */
export async function searchOn(page: Page, button: Locator): Promise<void> {
  await withOptions(page, { max_iterations: 1e12, time_limit: 600 }, async () => {
    await button.click();
    await page.getByRole('progressbar').waitFor();
  });
}

/** Has jobs that begin meanwhile searched in another way than the page asks for. */
async function withOptions(page: Page, changes: object, act: () => Promise<void>): Promise<void> {
  const path = '**/routing/v1/async';
  await page.route(path, async (route) => {
    const asked = route.request().postDataJSON();
    const options = { ...asked.options, ...changes };
    await route.continue({ postData: JSON.stringify({ ...asked, options }) });
  });
  await act();
  // Looked at while they are intercepted, requests are not cached by the browser.
  await page.unroute(path);
}

/** Writes a request over what the editor has. */
export async function writeJson(page: Page, request: unknown): Promise<void> {
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  await page.getByLabel('Request').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(
    typeof request === 'string' ? request : JSON.stringify(request, null, 2),
  );
}
