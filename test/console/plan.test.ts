/**
 * What users do with a plan in the console, in a real browser on a real service, wide and narrow: edits and their
 * verdicts, linked views, and plans side by side.
 */
import { expect } from '@jest/globals';
import { findings, planShort, writeJson } from '../support/console-page.js';
import { describeConsole } from '../support/console-suite.js';

const DEPOT = { latitude: 41.158, longitude: -8.63 };

/** Two orders, and two vans, one of which suffices. */
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
    // Lateness is most expensive here, so this order must be first.
    {
      ...{ order_id: 'early', location: { latitude: 41.157, longitude: -8.625 }, duration: 300 },
      time_windows: [{ start_time: '2026-05-05T08:00', end_time: '2026-05-05T08:05' }],
    },
  ],
};

describeConsole(
  'a plan in the console',
  (on) => {
    const { testAtWidths, button, tab } = on;
    const verdict = (text: string | RegExp) =>
      on.page().getByTestId('verdict').filter({ hasText: text }).waitFor();
    const usedRows = () => on.page().locator('.timeline .row:not(.unused)');

    /** Moves a stop: to its position in the route, before the given stop. */
    async function move(order: string, to: string, before: string): Promise<void> {
      await button(`Change ${order}`).click();
      await on.page().getByLabel('Move to').selectOption({ label: to });
      await on.page().getByLabel('Before stop').selectOption({ label: before });
      await button('Move').click();
    }

    testAtWidths(
      'the verdict on each change is shown next to the list, and Ctrl+Z undoes the change',
      async () => {
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
      },
    );

    testAtWidths(
      'two changes in a row are both applied, and an unused vehicle can be used',
      async () => {
        const page = on.page();
        expect(await usedRows().count()).toBe(1);
        await button(/^van#1/).click();
        await button('Change north').click();
        await page.getByLabel('Move to').selectOption({ label: 'van#2 · not used yet' });
        // Clicked twice before the first change is checked: it is the same change.
        await button('Move').dblclick();
        await button('Change south').click();
        await button('Leave out').click();
        await verdict(/2 changes/);
        expect(await usedRows().count()).toBe(2);
        expect(await page.locator('.timeline .row .bar.service').count()).toBe(2);
      },
    );

    testAtWidths('a stop is dragged to an unused vehicle', async () => {
      const page = on.page();
      const bar = usedRows().locator('.bar.service').last();
      await bar.dragTo(page.locator('.row.unused .track'));
      await verdict('1 change');
      expect(await usedRows().count()).toBe(2);
    });

    testAtWidths(
      'a stop that is clicked in the timeline opens in the list, also by keyboard',
      async () => {
        const page = on.page();
        await page.locator('.row .bar.service').first().click();
        await page.locator('.stop').first().waitFor();
        expect(await page.locator('.stop').count()).toBe(5);
        await button(/^van#1/).click();
        expect(await page.locator('.stop').count()).toBe(0);
        // What the pointer enters or leaves is highlighted in the other views.
        await page.mouse.move(0, 0);
        await page.getByRole('group', { name: /^Arrow keys/ }).focus();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        const told = page.locator('.timeline [aria-live]');
        expect(await told.textContent()).toMatch(/^van#1, 08:\d\d, /);
        // The stop is drawn once more, on top of the others.
        await page.locator('[data-testid=map][data-pointed="1"]').waitFor();
        await page.keyboard.press('Enter');
        await page.locator('.stop').first().waitFor();
      },
    );

    testAtWidths('a plan has a URL that opens it again', async () => {
      const page = on.page();
      expect(new URL(page.url()).hash).toMatch(/^#plan\/[\w-]+$/);
      await page.reload();
      await page.locator('.timeline').waitFor();
      // The tab has kept the request too, so the plan can be changed.
      await button(/^van#1/).click();
      await button('Change north').waitFor();
    });

    testAtWidths(
      'plans side by side show which orders moved to other routes, and the kept plan is drawn below',
      async () => {
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
      },
    );

    testAtWidths('all routes are hidden and shown together', async () => {
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
