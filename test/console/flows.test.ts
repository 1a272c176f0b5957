/** Plans and jobs in the console, in a real browser on a real service: planning a day, watching and repeating jobs. */
import { expect } from '@jest/globals';
import { findings, planShort, searchOn, writeJson } from '../support/console-page.js';
import { describeConsole } from '../support/console-suite.js';

type CSSStyle = { left: string };

describeConsole('plans and jobs in the console', (on) => {
  const { testAtWidths, button, tab, open } = on;

  testAtWidths(
    'the example day is planned, drawn and searched, and shows why orders are unserved',
    async () => {
      const page = on.page();
      expect(await findings(page)).toEqual([]);
      await planShort(page);
      await page.locator('[data-testid=map][data-idle]').waitFor();
      expect(await page.locator('.route').count()).toBeGreaterThan(2);
      expect(await page.locator('.row .bar.service').count()).toBeGreaterThan(30);
      expect(await findings(page)).toEqual([]);

      await page.getByLabel('Find an order').fill('Serralves');
      expect(await page.locator('.stop').count()).toBe(1);
      await page.locator('.stop').hover();
      // The entry in the list, and the bar of the same stop.
      await page.locator('.bar.pointed[aria-label*="Serralves"]').waitFor();
      await page.getByLabel('Find an order').fill('');
      await page.getByLabel('Show the route of truck').uncheck();
      await page.locator('.row', { hasText: 'truck' }).waitFor({ state: 'detached' });

      await tab(/Unserved/).click();
      expect(await page.locator('.unserved').textContent()).toContain(
        'Outside the planning period',
      );
      expect(await findings(page)).toEqual([]);
    },
  );

  testAtWidths('the days of a plan are shown side by side, week by week', async () => {
    const page = on.page();
    const depot = { latitude: 41.158, longitude: -8.63 };
    const days = ['2026-05-05', '2026-05-07', '2026-05-12'];
    const orders = days.map((day, idx) => ({
      ...{ order_id: day, location: { latitude: 41.15 + idx / 200, longitude: -8.62 } },
      time_windows: [{ start_time: `${day}T08:00`, end_time: `${day}T11:00` }],
    }));
    const shifts = days.map((day) => ({
      ...{ start_time: `${day}T08:00`, end_time: `${day}T12:00` },
      ...{ start_location: depot, end_location: depot },
    }));
    await writeJson(page, { vehicles: [{ vehicle_id: 'van', shifts }], orders });
    await planShort(page);
    expect(await page.locator('.timeline .row').count()).toBe(3);
    await page.getByLabel('Weeks').check();
    expect(await page.locator('.timeline .row').count()).toBe(1);
    const bars = page.locator('.timeline .row .bar.service');
    const lefts = await bars.evaluateAll((all) =>
      all.map((bar) => Number.parseFloat((bar as unknown as { style: CSSStyle }).style.left)),
    );
    // Eight days of 12.5 % each, and about an hour in each.
    expect(lefts.map((left) => Math.floor(left / 12.5))).toEqual([0, 2, 7]);
    expect(await page.locator('.timeline .week').count()).toBe(1);
    expect(await findings(page)).toEqual([]);
  });

  testAtWidths('a job is watched, cancelled, listed and repeated', async () => {
    const page = on.page();
    await page.getByLabel('Search time in seconds').selectOption('60');
    await searchOn(page, button('Plan'));
    await page.getByText(/^Best cost/).waitFor();
    // The map shows the plan while it improves: routes, and stops that can be pointed at.
    await page.locator('[data-testid=map][data-lines]:not([data-lines="0"])').waitFor();
    await page.locator('[data-testid=map][data-idle]').waitFor();
    expect(await findings(page)).toEqual([]);
    await button('Cancel').click();
    await page.getByRole('heading', { name: 'New plan' }).waitFor();
    await open('Jobs');
    await page.getByText('Cancelled').first().waitFor();
    expect(await findings(page)).toEqual([]);
    await button('Repeat').first().click();
    await planShort(page);
    await open('Jobs');
    await button('Open').first().click();
    await page.locator('.timeline').waitFor();
  });

  testAtWidths('dark mode is remembered and readable', async () => {
    const page = on.page();
    await button('Dark mode').click();
    expect(await findings(page)).toEqual([]);
    await page.reload();
    await button('Light mode').waitFor();
    await planShort(page);
    expect(await findings(page)).toEqual([]);
  });
});
