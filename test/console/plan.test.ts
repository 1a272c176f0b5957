/**
 * What people do with a plan in the console, in a real browser on a real service, wide and narrow: changes by hand and
 * their verdicts, what is linked with what, and plans side by side.
 */
import { expect, test } from '@jest/globals';
import { findings, planShort, writeJson } from '../support/console-page.js';
import { describeConsole } from '../support/console-suite.js';

const DEPOT = { latitude: 41.158, longitude: -8.63 };

/** Two orders, and two vans of which one is enough. */
const SMALL = {
  vehicles: [
    {
      ...{ vehicle_id: 'van', count: 2, costs: { fixed: 100, per_hour: 10 } },
      shifts: [
        {
          ...{ start_time: '2026-05-05T08:00', end_time: '2026-05-05T16:00' },
          ...{ start_location: DEPOT, end_location: DEPOT },
        },
      ],
    },
  ],
  orders: [
    { order_id: 'north', location: { latitude: 41.168, longitude: -8.63 }, duration: 300 },
    { order_id: 'south', location: { latitude: 41.152, longitude: -8.62 }, duration: 300 },
    // Nearest to be late at: it has to be the first.
    {
      ...{ order_id: 'early', location: { latitude: 41.157, longitude: -8.625 }, duration: 300 },
      time_windows: [{ start_time: '2026-05-05T08:00', end_time: '2026-05-05T08:05' }],
    },
  ],
};

describeConsole(
  'a plan in the console',
  (on) => {
    const { button, tab } = on;
    const verdict = (text: string | RegExp) =>
      on.page().getByTestId('verdict').filter({ hasText: text }).waitFor();
    const usedRows = () => on.page().locator('.timeline .row:not(.unused)');

    /** The stop's place in the route, and the one before which it is to be. */
    async function move(order: string, to: string, before: string): Promise<void> {
      await button(`Change ${order}`).click();
      await on.page().getByLabel('Move to').selectOption({ label: to });
      await on.page().getByLabel('Before stop').selectOption({ label: before });
      await button('Move').click();
    }

    test('a verdict is told beside the list, of each change, and Ctrl+Z goes back', async () => {
      const page = on.page();
      await button(/^van#1/).click();
      await move('early', 'van#1', 'End');
      await verdict(/1 change.*breaks 1 rule/);
      await verdict(/van#1, stop 3 \(early\): .*outside its time window/);
      expect(await page.locator('.route .violations').textContent()).toContain('time window');
      expect(await findings(page)).toEqual([]);
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('Control+z');
      await page.getByTestId('verdict').waitFor({ state: 'detached' });
      expect(await page.locator('.route .violations').count()).toBe(0);
    });

    test('two changes in a row are both made, and a vehicle that is not used can be', async () => {
      const page = on.page();
      expect(await usedRows().count()).toBe(1);
      await button(/^van#1/).click();
      await button('Change north').click();
      await page.getByLabel('Move to').selectOption({ label: 'van#2 · not used yet' });
      // Twice, before the first one is checked: it is the same change.
      await button('Move').dblclick();
      await button('Change south').click();
      await button('Leave out').click();
      await verdict(/2 changes/);
      expect(await usedRows().count()).toBe(2);
      expect(await page.locator('.timeline .row .bar.service').count()).toBe(2);
    });

    test('a stop is dragged to a vehicle that is not used', async () => {
      const page = on.page();
      const bar = usedRows().locator('.bar.service').last();
      await bar.dragTo(page.locator('.row.unused .track'));
      await verdict('1 change');
      expect(await usedRows().count()).toBe(2);
    });

    test('a stop that is clicked in the timeline is opened in the list, by keys as well', async () => {
      const page = on.page();
      await page.locator('.row .bar.service').first().click();
      await page.locator('.stop').first().waitFor();
      expect(await page.locator('.stop').count()).toBe(5);
      await button(/^van#1/).click();
      expect(await page.locator('.stop').count()).toBe(0);
      // What the pointer is over, or leaves, is pointed at as well.
      await page.mouse.move(0, 0);
      await page.getByRole('group', { name: /^Arrow keys/ }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      const told = page.locator('.timeline [aria-live]');
      expect(await told.textContent()).toMatch(/^van#1, 08:\d\d, /);
      // Drawn once more over the others.
      await page.locator('[data-testid=map][data-pointed="1"]').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.stop').first().waitFor();
    });

    test('a plan has an address, which brings it back', async () => {
      const page = on.page();
      expect(new URL(page.url()).hash).toMatch(/^#plan\/[\w-]+$/);
      await page.reload();
      await page.locator('.timeline').waitFor();
      // With its request, which this tab has kept: it can be changed.
      await button(/^van#1/).click();
      await button('Change north').waitFor();
    });

    test('plans side by side say whose order went where, and the kept one is drawn below', async () => {
      const page = on.page();
      await tab('Compare').click();
      await button('Keep for comparison').click();
      await tab('Routes').click();
      await button(/^van#1/).click();
      await button('Change north').click();
      await page.getByLabel('Move to').selectOption({ label: 'van#2 · not used yet' });
      await button('Move').click();
      await verdict('1 change');
      await tab('Compare').click();
      const moved = page.getByRole('row', { name: /^north/ });
      expect(await moved.getByRole('cell').allTextContents()).toEqual(['van#1', 'van#2']);
      await page.locator('[data-testid=map][data-lines="3"]').waitFor();
      expect(await findings(page)).toEqual([]);
      await page.getByLabel('Show the kept plan’s routes').uncheck();
      await page.locator('[data-testid=map][data-lines="2"]').waitFor();
    });

    test('all routes are hidden and shown at once', async () => {
      const page = on.page();
      await page.getByLabel('All routes').uncheck();
      await page.locator('[data-testid=map][data-lines="0"]').waitFor();
      await page.getByLabel('All routes').check();
      await page.locator('[data-testid=map][data-lines="1"]').waitFor();
    });
  },
  {
    prepare: async (page) => {
      await writeJson(page, SMALL);
      await planShort(page);
    },
    begin: (page) => page.locator('.timeline').waitFor(),
  },
);
