/**
 * Requests made with the console, in a real browser on a real service: API keys, orders from a table, JSON, the map, a
 * matrix.
 */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findings, planShort, writeJson } from '../support/console-page.js';
import { describeConsole } from '../support/console-suite.js';

/** Sends the example of the operation unchanged; returns the status and travel model of the answer. */
async function trySolving(page: Page): Promise<string> {
  const operation = page.locator('#operations-Routing-solveRouting');
  await operation.locator('.opblock-summary-control').click();
  const answered = page.waitForResponse((each) => each.url().includes('/routing/v1/sync'));
  await operation.locator('button.execute').click();
  const { status, travel_model } = await (await answered).json();
  return `${status} ${travel_model}`;
}

describeConsole('requests in the console', (on) => {
  const { testAtWidths, button, tab, open } = on;

  testAtWidths(
    'an invalid key is refused, and a valid one is accepted until it is revoked',
    async () => {
      const guest = await on.site().visit(on.widthPixels, { signedIn: false, isCoarse: true });
      const { page } = guest;
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      await page.getByLabel('API key').fill('no-such-key');
      await press('Sign in');
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('not known');
      expect(await findings(page)).toEqual([]);
      await page.getByLabel('API key').fill(on.site().service.apiKey);
      await press('Sign in');
      await page.getByRole('heading', { name: 'New plan' }).waitFor();
      await press('Sign out');
      await page.getByLabel('API key').waitFor();
      expect(await page.evaluate('sessionStorage.getItem("route-engine-key")')).toBeNull();
      // The browser logs the refusal as an error.
      expect(guest.faults.filter((fault) => !fault.includes('401'))).toEqual([]);
      await guest.close();
    },
  );

  testAtWidths(
    'orders come from a table, whose faults are reported by row and column, and from clicks',
    async () => {
      const page = on.page();
      await tab('Orders').click();
      const csv = page.getByLabel('Orders as CSV');
      await csv.fill('id;lat;lon;minutes\nA;41,15;-8,61;5\nB;91;-8.6;x\nA;41.1;-8.6;5');
      const faults = await page.getByRole('alert').textContent();
      expect(faults).toContain('Row 3, latitude');
      expect(faults).toContain('Row 3, minutes');
      expect(faults).toContain('Row 4, id');
      expect(await findings(page)).toEqual([]);
      await csv.fill('');
      await button('Insert an example').click();
      await page.getByText('8 orders.').waitFor();
      await page.locator('[data-testid=map][data-idle]').waitFor();
      const canvas = page.locator('.maplibregl-canvas');
      const box = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
      await canvas.click({ position: { x: box.width / 2, y: box.height / 2 } });
      await page.getByLabel('adds an order').isChecked();
      await canvas.click({ position: { x: box.width / 2 + 40, y: box.height / 2 + 20 } });
      await page.getByText('9 orders.').waitFor();
      await page.getByLabel('Capacity').fill('crates=60');
      await planShort(page);
      await tab('Routes').click();
      await page.getByLabel('Find an order').fill('Bolhão');
      expect(await page.locator('.stop').count()).toBe(1);
    },
  );

  testAtWidths('a JSON request has completions, and its faults are marked', async () => {
    const page = on.page();
    const written =
      '{\n  "vehicles": [{ "vehicle_id": "a", "shifts": [] }],\n  "orders": [{ "order_id": 7 }]\n}';
    await writeJson(page, written);
    await page.locator('.cm-lintRange-error').first().waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-tooltip-autocomplete', { hasText: '"objective"' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await findings(page)).toEqual([]);
    // Typed quotes and brackets are closed automatically, and a chosen completion does not duplicate them.
    await page.keyboard.type('"options": { "mode": "ins');
    // Uses a click, because right after the list has opened, the editor takes an Enter as text. Until the list is up to
    // date with what was typed, it is disabled and ignores clicks.
    const upToDate = '.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)';
    await page.locator(`${upToDate} li`, { hasText: '"insert"' }).click();
    const mode = await page.locator('.cm-line', { hasText: '"mode"' }).textContent();
    expect(mode).toMatch(/"mode": "insert"(?!")/);
    // The browser logs the refusal of the service as an error.
    const { faults } = on.visit();
    faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes('400')));
  });

  testAtWidths(
    'a matrix is computed by time of day, and the account shows the total cost',
    async () => {
      const page = on.page();
      await open('Matrix');
      await button('Six places in Porto').click();
      await button('Compute').click();
      const cell = button(/^A to B:/);
      await cell.waitFor();
      const atNight = await cell.textContent();
      await page.getByLabel('Time of day').fill('2');
      expect(Number(await cell.textContent())).toBeGreaterThan(Number(atNight));
      // The path on the road is that of a plan with one stop.
      const road = page.waitForResponse((each) => each.url().includes('/routing/v1/sync'));
      await cell.click();
      await page.getByRole('heading', { name: 'A to B' }).waitFor();
      const { routes } = await (await road).json();
      expect(routes[0].polyline.length).toBeGreaterThan(20);
      await page.locator('[data-testid=map][data-lines="1"]').waitFor();
      expect(await findings(page)).toEqual([]);
      await open('Account');
      await page.getByText('Credits left').waitFor();
      await page.getByRole('row', { name: /^matrix/ }).waitFor();
      await page.getByRole('row', { name: /\(this one\) Valid/ }).waitFor();
      expect(await findings(page)).toEqual([]);
    },
  );

  testAtWidths('issue_17_a_dragged_map_moves_as_far_as_the_pointer_each_time', async () => {
    const page = on.page();
    const map = page.locator('[data-testid=map]');
    const view = async (): Promise<number[]> =>
      ((await map.getAttribute('data-view')) ?? '').split(' ').map(Number);
    await page.locator('[data-testid=map][data-idle]').waitFor();
    const { x = 0, y = 0, width: wide = 0, height = 0 } = (await map.boundingBox()) ?? {};
    const [middle, level] = [x + wide / 2, y + height / 2];
    const draggedPixels = 120;
    // The first drag shows how slow the machine is; from the second on, the map may draw differently.
    for (let drag = 0; drag < 3; drag += 1) {
      await page.mouse.move(middle, level);
      await page.mouse.down();
      // Drags start here, so that the pointer has moved before the first one.
      await page.mouse.move(middle - 10, level, { steps: 4 });
      await page.locator('[data-testid=map][data-view]').waitFor();
      const [before = NaN, , zoom = NaN] = await view();
      await page.mouse.move(middle - 10 - draggedPixels, level, { steps: 12 });
      await page.mouse.up();
      await page.locator('[data-testid=map][data-idle]').waitFor();
      const [after = NaN] = await view();
      const degrees = (draggedPixels * 360) / (512 * 2 ** zoom);
      // The map glides on a little after it is released.
      expect(after - before).toBeGreaterThan(0.9 * degrees);
    }
  });

  // The page of Swagger UI, which has only one layout.
  if (on.widthPixels >= 1000) {
    test('the API page keeps a key until the session ends, and sends its examples unchanged', async () => {
      const { page, faults, close } = await on
        .site()
        .visit(on.widthPixels, { signedIn: false, isCoarse: true });
      await page.goto(`${on.site().url}/engine/docs`);
      await page.locator('button.authorize').first().click();
      await page.locator('.auth-container input').fill(on.site().service.apiKey);
      await page.locator('.auth-btn-wrapper button.authorize').click();
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
      await page.goto(`${on.site().url}/engine/docs/errors`);
      expect(await page.locator('h1').innerText()).toBe('Errors');
      await page.goto(`${on.site().url}/engine/docs`);
      // The example lies on the loaded map.
      expect(await trySolving(page)).toBe('Ok road');
      await page.locator('button.authorize').first().click();
      await page.locator('.auth-btn-wrapper button', { hasText: 'Logout' }).click();
      expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    });
  }
});
