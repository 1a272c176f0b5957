/**
 * What people do in the console, in a real browser on a real service, wide and narrow: every flow ends without an error in
 * the console, without a request to another host, and without a serious finding of axe.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { CHROMIUM, openConsole, type ConsoleHouse, type Visit } from '../support/browser.js';

const { source: AXE } = axe;

// There is nothing to drive: `.ci/run` installs one.
const withBrowser = CHROMIUM === undefined ? describe.skip : describe;

type CSSStyle = { left: string };

let house: ConsoleHouse;
let visit: Visit;
let page: Page;

async function findings(): Promise<string[]> {
  await page.evaluate(AXE);
  const found: { id: string; impact: string; where: string }[] = await page.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
       nodes.map(({ target }) => ({ id, impact, where: target.join(' ') }))))`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, where }) => `${id}: ${where}`);
}

const button = (name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const tab = (name: string | RegExp) => page.getByRole('tab', { name });
const open = (name: string) => page.getByRole('link', { name, exact: true }).click();

async function planShort(): Promise<void> {
  await page.getByLabel('Seconds to search').selectOption('2');
  await button('Plan').click();
  await page.locator('.timeline').waitFor();
}

async function downloaded(name: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await button(name).click();
  const download = await coming;
  return readFileSync(await download.path(), 'utf8');
}

withBrowser('the console', () => {
  beforeAll(async () => {
    house = await openConsole();
  });
  afterAll(() => house.stop());

  describe.each([1280, 390])('%i pixels wide', (width) => {
    beforeEach(async () => {
      visit = await house.visit(width);
      page = visit.page;
    });
    afterEach(async () => {
      await visit.close();
      expect(visit.faults).toEqual([]);
    });

    test('a key that is none is refused, and one that is lets in until it is taken back', async () => {
      const guest = await house.visit(width, { signedIn: false });
      page = guest.page;
      await page.getByLabel('API key').fill('no-such-key');
      await button('Sign in').click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('not known');
      expect(await findings()).toEqual([]);
      await page.getByLabel('API key').fill(house.service.apiKey);
      await button('Sign in').click();
      await page.getByRole('heading', { name: 'New plan' }).waitFor();
      await button('Sign out').click();
      await page.getByLabel('API key').waitFor();
      expect(await page.evaluate('sessionStorage.getItem("route-engine-key")')).toBeNull();
      // The refusal itself is what a browser tells of as an error.
      expect(guest.faults.filter((fault) => !fault.includes('401'))).toEqual([]);
      await guest.close();
    });

    test('the example day is planned, drawn, searched, and says why orders are left out', async () => {
      expect(await findings()).toEqual([]);
      await planShort();
      await page.locator('[data-testid=map][data-idle]').waitFor();
      expect(await page.locator('.route').count()).toBeGreaterThan(2);
      expect(await page.locator('.row .bar.service').count()).toBeGreaterThan(30);
      expect(await findings()).toEqual([]);

      await page.getByLabel('Find an order').fill('Serralves');
      expect(await page.locator('.stop').count()).toBe(1);
      await page.locator('.stop').hover();
      // The list, and the bar of the same stop.
      await page.locator('.bar.pointed[aria-label*="Serralves"]').waitFor();
      await page.getByLabel('Find an order').fill('');
      await page.getByLabel('Show the route of truck').uncheck();
      await expectGone(page.locator('.row', { hasText: 'truck' }));

      await tab(/Unserved/).click();
      expect(await page.locator('.unserved').textContent()).toContain('lacks the attribute crane');
      expect(await findings()).toEqual([]);
    });

    test('a stop that is moved is checked at once, undone, and improved from', async () => {
      await planShort();
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
      expect(await told.textContent()).toMatch(/attribute missing on truck/);
      expect(await findings()).toEqual([]);
      await button('Undo').click();
      await page.getByText('No changes yet').waitFor();

      await tab('Routes').click();
      await page.getByLabel('Lock').selectOption({ label: 'Keep vehicle' });
      await tab('Changes').click();
      await page.getByTestId('changes').waitFor();
      await page.getByText('It keeps every rule').waitFor();
      await button('Improve from here').click();
      await page.getByRole('progressbar').waitFor();
      await page.locator('.timeline').waitFor();
    });

    test('a stop is dragged in the timeline, to another vehicle', async () => {
      await planShort();
      const rows = page.locator('.timeline .row');
      const from = rows.filter({ hasText: 'technician' }).locator('.bar.service').first();
      await from.dragTo(rows.filter({ hasText: 'truck' }).locator('.track'));
      await tab('Changes').click();
      await page.getByTestId('changes').waitFor();
      expect(await page.locator('main').textContent()).toMatch(/attribute missing on truck/);
    });

    test('days of a plan lie side by side, week by week', async () => {
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
      await button('Edit as JSON').click();
      await page.getByLabel('Request').focus();
      await page.keyboard.press('Control+a');
      const request = { vehicles: [{ vehicle_id: 'van', shifts }], orders };
      await page.keyboard.insertText(JSON.stringify(request));
      await planShort();
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
      expect(await findings()).toEqual([]);
    });

    test('two plans stand side by side', async () => {
      await planShort();
      await tab('Compare').click();
      await button('Keep to compare').click();
      await open('New');
      await planShort();
      const cost = page.getByRole('row', { name: /^Cost/ });
      expect(await cost.getByRole('cell').count()).toBe(3);
      expect(await findings()).toEqual([]);
    });

    test('a plan is taken away as files, as a request and on paper', async () => {
      await planShort();
      await page.getByText('Take away').click();
      const geojson = JSON.parse(await downloaded('GeoJSON'));
      const kinds = geojson.features.map((feature: any) => feature.geometry.type);
      expect(new Set(kinds)).toEqual(new Set(['LineString', 'Point']));
      const [header, first] = (await downloaded('CSV')).split('\r\n');
      expect(header).toContain('vehicle_id,date,sequence,type');
      expect(first).toMatch(
        /^van#1,2026-05-05,0,start,,,"Depot, Zona Industrial",41\.1716,-8\.652,/,
      );
      expect(await downloaded('GPX')).toMatch(/<gpx version="1.1"[\s\S]*<trkpt/);
      await button('Copy as curl').click();
      await page.getByText('Copied.').waitFor();
      const curl: string = await page.evaluate('navigator.clipboard.readText()');
      expect(curl).toContain(`curl -s '${house.url}/engine/routing/v1/async'`);
      expect(curl).not.toContain(house.service.apiKey);
      await button('Copy as TypeScript').click();
      const typescript: string = await page.evaluate('navigator.clipboard.readText()');
      expect(typescript).toContain("import { createClient } from 'route-engine-client'");
      await button('Copy as Python').click();
      const python: string = await page.evaluate('navigator.clipboard.readText()');
      expect(python).toMatch(/from route_engine import RouteEngine[\s\S]*engine\.solve\(\{/);
      // What is true in Python is written so.
      expect(() =>
        execFileSync('python3', ['-c', 'import ast,sys; ast.parse(sys.stdin.read())'], {
          input: python,
        }),
      ).not.toThrow();
      expect(python).not.toMatch(/: (true|false|null),/);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.sheet').first().isVisible()).toBe(true);
      expect(await page.locator('.shell').isVisible()).toBe(false);
    });

    test('orders come from a table, whose faults are named by row and column, and from clicks', async () => {
      await tab('Orders').click();
      const csv = page.getByLabel('Orders as CSV');
      await csv.fill('id;lat;lon;minutes\nA;41,15;-8,61;5\nB;91;-8.6;x\nA;41.1;-8.6;5');
      const faults = await page.getByRole('alert').textContent();
      expect(faults).toContain('Row 3, latitude');
      expect(faults).toContain('Row 3, minutes');
      expect(faults).toContain('Row 4, id');
      expect(await findings()).toEqual([]);
      await csv.fill('');
      await button('Fill in an example').click();
      await page.getByText('8 orders read.').waitFor();
      await page.locator('[data-testid=map][data-idle]').waitFor();
      const canvas = page.locator('.maplibregl-canvas');
      const box = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
      await canvas.click({ position: { x: box.width / 2, y: box.height / 2 } });
      await page.getByLabel('adds an order').isChecked();
      await canvas.click({ position: { x: box.width / 2 + 40, y: box.height / 2 + 20 } });
      await page.getByText('9 orders read.').waitFor();
      await page.getByLabel('Capacity').fill('crates=60');
      await planShort();
      await tab('Routes').click();
      await page.getByLabel('Find an order').fill('Bolhão');
      expect(await page.locator('.stop').count()).toBe(1);
    });

    test('a request as JSON is completed and its faults are marked', async () => {
      await button('Edit as JSON').click();
      const editor = page.getByLabel('Request');
      await editor.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(
        '{\n  "vehicles": [{ "vehicle_id": "a", "shifts": [] }],\n  "orders": [{ "order_id": 7 }]\n}',
      );
      await page.locator('.cm-lintRange-error').first().waitFor();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Control+Space');
      await page.locator('.cm-tooltip-autocomplete', { hasText: '"objective"' }).waitFor();
      await page.keyboard.press('Escape');
      // The service's refusal is an answer that the browser tells of as an error.
      visit.faults.splice(
        0,
        visit.faults.length,
        ...visit.faults.filter((fault) => !fault.includes('400')),
      );
    });

    test('a job is watched, cancelled, listed and repeated', async () => {
      await page.getByLabel('Seconds to search').selectOption('60');
      await button('Plan').click();
      await page.getByRole('progressbar').waitFor();
      await page.getByText(/^Best cost/).waitFor();
      // Drawn while it improves: routes, and stops that can be pointed at.
      await page.locator('[data-testid=map][data-lines]:not([data-lines="0"])').waitFor();
      await page.locator('[data-testid=map][data-idle]').waitFor();
      expect(await findings()).toEqual([]);
      await button('Cancel').click();
      await page.getByRole('heading', { name: 'New plan' }).waitFor();
      await open('Jobs');
      await page.getByText('Cancelled').first().waitFor();
      expect(await findings()).toEqual([]);
      await button('Repeat').first().click();
      await planShort();
      await open('Jobs');
      await button('Open').first().click();
      await page.locator('.timeline').waitFor();
    });

    test('a matrix is computed, by the time of day, and the account says what all of it cost', async () => {
      await open('Matrix');
      await button('Six places in Porto').click();
      await button('Compute').click();
      const cell = button(/^A to B:/);
      await cell.waitFor();
      const atNight = await cell.textContent();
      await page.getByLabel('Time of day').fill('2');
      expect(Number(await cell.textContent())).toBeGreaterThan(Number(atNight));
      await cell.click();
      await page.getByRole('heading', { name: 'A to B' }).waitFor();
      expect(await findings()).toEqual([]);
      await open('Account');
      await page.getByText('Credits left').waitFor();
      await page.getByRole('row', { name: /^matrix/ }).waitFor();
      await page.getByRole('row', { name: /\(this one\) Valid/ }).waitFor();
      expect(await findings()).toEqual([]);
    });

    test('dark mode is kept, and readable', async () => {
      await button('Dark mode').click();
      expect(await findings()).toEqual([]);
      await page.reload();
      await button('Light mode').waitFor();
      await planShort();
      expect(await findings()).toEqual([]);
    });
  });
});

async function expectGone(locator: ReturnType<Page['locator']>): Promise<void> {
  await locator.waitFor({ state: 'detached' });
}
