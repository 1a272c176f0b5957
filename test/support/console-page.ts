/** Actions of tests on any page of the console. */
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';

/** Access to the controls of a page. */
export type Controls = {
  /** A button with this full name, or with a name that matches a pattern. */
  button: (name: string | RegExp) => Locator;
  tab: (name: string | RegExp) => Locator;
  /** Clicks the link with this name. */
  open: (name: string) => Promise<void>;
};

/** Returns the controls of the page that is current when they are used. */
export function controlsOf(page: () => Page): Controls {
  return {
    button: (name) => page().getByRole('button', { name, exact: typeof name === 'string' }),
    tab: (name) => page().getByRole('tab', { name }),
    open: (name) => page().getByRole('link', { name, exact: true }).click(),
  };
}

/** Returns the serious findings of axe. */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  // Elements without faults are not described: finding a selector for each of them takes most of the time.
  const found: { id: string; impact: string; where: string }[] = await page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
       violations.flatMap(({ id, impact, nodes }) =>
         nodes.map(({ target }) => ({ id, impact, where: target.join(' ') }))))`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, where }) => `${id}: ${where}`);
}

/**
 * Enough for a plan that serves all orders that can be served. The shortest time that the page offers is two seconds of
 * processor time.
 */
const ITERATIONS_MAX = 300;

/** Plans the chosen request, and waits for the plan. */
export async function planShort(page: Page): Promise<void> {
  await withOptions(page, { max_iterations: ITERATIONS_MAX }, async () => {
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await page.locator('.timeline').waitFor();
  });
}

/**
 * Clicks a button that starts a job, and waits until the page shows the progress of the job. The job runs until it is
 * cancelled, because the seconds that the page offers may be over before the test has looked, if other processes use
 * the processors.
 */
export async function searchOn(page: Page, button: Locator): Promise<void> {
  await withOptions(page, { max_iterations: 1e12, time_limit: 600 }, async () => {
    await button.click();
    await page.getByRole('progressbar').waitFor();
  });
}

/** Overrides options of the jobs that the page starts during `act`. */
async function withOptions(page: Page, changes: object, act: () => Promise<void>): Promise<void> {
  const path = '**/routing/v1/async';
  await page.route(path, async (route) => {
    const asked = route.request().postDataJSON();
    const options = { ...asked.options, ...changes };
    await route.continue({ postData: JSON.stringify({ ...asked, options }) });
  });
  await act();
  // Requests are not cached by the browser while they are intercepted.
  await page.unroute(path);
}

/** Replaces the content of the editor with a request. */
export async function writeJson(page: Page, request: unknown): Promise<void> {
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  await page.getByLabel('Request').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(
    typeof request === 'string' ? request : JSON.stringify(request, null, 2),
  );
}
