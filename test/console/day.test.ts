/** A day that is planned in the console, in a real browser on a real service: drawn, searched, and changed by hand. */
import { expect, test } from '@jest/globals';
import { findings, planShort, writeJson } from '../support/console-page.js';
import { describeConsole } from '../support/console-suite.js';

type CSSStyle = { left: string };

describeConsole('a day in the console', (on) => {
  const { button, tab } = on;

  test('the example day is planned, drawn, searched, and says why orders are left out', async () => {
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
    // The list, and the bar of the same stop.
    await page.locator('.bar.pointed[aria-label*="Serralves"]').waitFor();
    await page.getByLabel('Find an order').fill('');
    await page.getByLabel('Show the route of truck').uncheck();
    await page.locator('.row', { hasText: 'truck' }).waitFor({ state: 'detached' });

    await tab(/Unserved/).click();
    expect(await page.locator('.unserved').textContent()).toContain('Outside the planning period');
    expect(await findings(page)).toEqual([]);
  });

  test('a stop that is moved is checked at once, undone, and improved from', async () => {
    const page = on.page();
    await planShort(page);
    await button(/^technician/).click();
    await button(/^Change service at/)
      .first()
      .click();
    await page.getByLabel('Move to').selectOption({ label: 'truck' });
    await button('Move').click();
    await tab('Changes').click();
    await page.getByTestId('changes').waitFor();
    const told = page.locator('main');
    expect(await told.textContent()).toContain('1 change');
    // Only the technician may: the service itself says so.
    expect(await told.textContent()).toMatch(/truck, stop \d+ \(.*\): lacks an attribute/);
    expect(await findings(page)).toEqual([]);
    await button('Undo').click();
    await page.getByText('No changes yet').waitFor();

    await tab('Routes').click();
    await page.getByLabel('Lock').selectOption({ label: 'Keep vehicle' });
    await tab('Changes').click();
    await page.getByTestId('changes').waitFor();
    await page.getByText('Breaks no rule').waitFor();
    // The page hears of the end only after it was seen to search.
    const events = '**/engine/jobs/v1/events*';
    let look = (): void => undefined;
    const looked = new Promise<void>((resolve) => (look = resolve));
    await page.route(events, async (route) => {
      await looked;
      await route.continue();
    });
    await button('Improve from here').click();
    await page.getByRole('progressbar').waitFor();
    look();
    await page.locator('.timeline').waitFor();
    await page.unroute(events);
  });

  test('a stop is dragged in the timeline, to another vehicle', async () => {
    const page = on.page();
    await planShort(page);
    const rows = page.locator('.timeline .row');
    const from = rows.filter({ hasText: 'technician' }).locator('.bar.service').first();
    await from.dragTo(rows.filter({ hasText: 'truck' }).locator('.track'));
    await tab('Changes').click();
    await page.getByTestId('changes').waitFor();
    expect(await page.locator('main').textContent()).toMatch(
      /truck, stop \d+ \(.*\): lacks an attribute/,
    );
  });

  test('days of a plan lie side by side, week by week', async () => {
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
    // Eight days of 12.5 % each, and an hour or so in each.
    expect(lefts.map((left) => Math.floor(left / 12.5))).toEqual([0, 2, 7]);
    expect(await page.locator('.timeline .week').count()).toBe(1);
    expect(await findings(page)).toEqual([]);
  });
});
