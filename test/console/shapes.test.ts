/**
 * Requests and tables of every form, as the console shows them: all formats of times and lines, routes over several
 * days and time zones, hostile names, tables as spreadsheets write them, low screens.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { REASONS } from '../../server/routing/reasons.js';
import { controlsOf, findings, planShort, writeJson } from '../support/console-page.js';
import { describeConsole } from '../support/console-suite.js';

const DEPOT = { latitude: 41.158, longitude: -8.63 };
const ENDS = { start_location: DEPOT, end_location: DEPOT };
const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>';

let page: Page;

const { button, tab } = controlsOf(() => page);
const timesOf = () => page.locator('.stop .stop-time').allTextContents();

test('every rule that a plan can break has a description in the console', () => {
  const texts = readFileSync('server/console/browser/texts.ts', 'utf8');
  const [, words = ''] = /\n {2}violations: \{(.*?)\n {2}\},/s.exec(texts) ?? [];
  const known = Array.from(words.matchAll(/^ {4}(\w+):/gm), ([, code]) => code);
  // The other codes are reasons why an order is unserved, not rules.
  const isRule = (code: string): boolean =>
    !['cheaper_unserved', 'not_found_in_time'].includes(code);
  expect(known.toSorted()).toEqual(Object.keys(REASONS).filter(isRule).toSorted());
});

describeConsole(
  'all shapes in the console',
  ({ site }) => {
    test.each(['geojson', 'polyline6', 'none'])(
      'issue_17_a_plan_in_unix_seconds_with_%s_lines_is_shown_in_the_right_place',
      async (geometry) => {
        const at = (clock: string): number => Date.parse(`2026-05-05T${clock}Z`) / 1000;
        await writeJson(page, {
          vehicles: [
            {
              vehicle_id: 'van',
              shifts: [{ ...ENDS, start_time: at('09:00'), end_time: at('15:00') }],
            },
          ],
          orders: [
            {
              ...{ order_id: 'a', location: { latitude: 41.168, longitude: -8.63 }, duration: 300 },
              time_windows: [{ start_time: at('10:00'), end_time: at('11:00') }],
            },
          ],
          options: { time_format: 'unix', geometry },
        });
        await planShort(page);
        await page.locator('[data-testid=map][data-lines="1"]').waitFor();
        await button(/^van/).click();
        // The window opens at ten.
        expect((await timesOf())[1]).toMatch(/^(09:5\d|10:0\d)$/);
        await page.locator('.row .bar.service').first().hover();
        await page.locator('.row .window').waitFor();
        const file = page.waitForEvent('download');
        await page.getByText('Export').click();
        await button('GeoJSON').click();
        const { features } = JSON.parse(readFileSync(await (await file).path(), 'utf8'));
        const [[longitude, latitude]] = features[0].geometry.coordinates;
        expect(longitude).toBeCloseTo(DEPOT.longitude, 2);
        expect(latitude).toBeCloseTo(DEPOT.latitude, 2);
      },
    );

    test('a route over several days shows the day of each stop, in lists, on paper and on its axis', async () => {
      const nights = ['05', '06'].map((day) => ({
        ...{ break_id: `night ${day}`, duration: 50_400 },
        time_windows: [{ start_time: `2026-05-${day}T17:00`, end_time: `2026-05-${day}T18:00` }],
      }));
      const shift = {
        start_time: '2026-05-05T08:00',
        end_time: '2026-05-07T18:00',
        breaks: nights,
      };
      const places = [41.168, 41.17, 41.172];
      await writeJson(page, {
        vehicles: [{ vehicle_id: 'van', shifts: [{ ...ENDS, ...shift }] }],
        orders: places.map((latitude, idx) => ({
          ...{ order_id: `day ${idx}`, location: { latitude, longitude: -8.63 }, duration: 25_200 },
        })),
      });
      await planShort(page);
      await button(/^van/).click();
      const times = await timesOf();
      expect(times[0]).toMatch(/^\d\d:\d\d$/);
      expect(times.at(-1)).toMatch(/^Thu \d\d:\d\d$/);
      expect(await page.locator('.sheet').textContent()).toContain('Thu ');
      expect(await page.locator('.timeline .axis').textContent()).toContain('+1 d');
    });

    test('issue_17_routes_of_several_days_show_their_day_in_the_list', async () => {
      const days = ['2026-05-05', '2026-05-07'];
      await writeJson(page, {
        vehicles: [
          {
            vehicle_id: 'van',
            shifts: days.map((day) => ({
              ...ENDS,
              ...{ start_time: `${day}T08:00`, end_time: `${day}T12:00` },
            })),
          },
        ],
        orders: days.map((day) => ({
          ...{ order_id: day, location: { latitude: 41.168, longitude: -8.63 } },
          time_windows: [{ start_time: `${day}T08:00`, end_time: `${day}T11:00` }],
        })),
      });
      await planShort(page);
      const [first = '', second = ''] = await page.locator('.route-name').allTextContents();
      expect(first).toMatch(/Tue,? 5 May/);
      expect(second).toMatch(/Thu,? 7 May/);
      await page.setViewportSize({ width: 390, height: 844 });
      expect((await page.getByTestId('credits').boundingBox())?.height).toBeLessThan(30);
    });

    test('stops in other time zones show their local time on one common axis', async () => {
      const elvas = { latitude: 38.88, longitude: -7.17 };
      const shift = { start_time: '2026-05-05T10:00', end_time: '2026-05-05T18:00' };
      await writeJson(page, {
        vehicles: [{ vehicle_id: 'van', shifts: [{ ...shift, start_location: elvas }] }],
        orders: [
          {
            ...{ order_id: 'Badajoz', location: { latitude: 38.88, longitude: -6.97 } },
            duration: 1_800,
          },
        ],
      });
      await planShort(page);
      await button(/^van/).click();
      const [start = '', stop = ''] = await timesOf();
      // Spain is one hour ahead of Portugal.
      expect(stop).toMatch(/ UTC\+2$/);
      const ends = await page
        .locator('.row .bar')
        .evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label') ?? ''));
      const driving = ends.find((label) => label.startsWith('Driving')) ?? '';
      expect(driving).toContain(`, ${start} to `);
      const hourThere = String(Number(stop.slice(0, 2)) - 1).padStart(2, '0');
      expect(driving).toContain(`to ${hourThere}${stop.slice(2, 5)}`);
    });

    test('issue_17_names_of_any_length_and_script_stay_text_and_fit_their_place', async () => {
      const shift = { ...ENDS, start_time: '2026-05-05T08:00', end_time: '2026-05-05T16:00' };
      const vehicle = `${HOSTILE} ${'w'.repeat(80)}`;
      await writeJson(page, {
        vehicles: [{ vehicle_id: vehicle, shifts: [shift] }],
        orders: [
          { order_id: HOSTILE.repeat(2), location: { latitude: 41.168, longitude: -8.63 } },
          { order_id: `far ${'v'.repeat(120)}`, location: { latitude: -41, longitude: 8 } },
        ],
      });
      await planShort(page);
      await page.locator('.route-name').click();
      expect(await page.locator('.route-name strong').textContent()).toBe(vehicle);
      for (const list of ['.routes', '.unserved']) {
        if (list === '.unserved') await tab(/Unserved/).click();
        const isWithin = await page
          .locator(list)
          .evaluate((all) => all.scrollWidth <= all.clientWidth + 1);
        expect({ list, isWithin }).toEqual({ list, isWithin: true });
      }
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(await findings(page)).toEqual([]);
    });

    test('issue_17_rows_are_numbered_as_in_the_spreadsheet_and_its_time_formats_are_read', async () => {
      await tab('Orders').click();
      const csv = page.getByLabel('Orders as CSV');
      await csv.fill(
        'id;lat;lon;from;to\nA;41,15;-8,61;9:30 am;5 pm\n\nB;41,1x;-8,6;25:00;13:00 pm\n',
      );
      const faults = page.getByRole('alert');
      expect(await faults.getByRole('listitem').allTextContents()).toEqual([
        expect.stringContaining('Row 4, latitude'),
        expect.stringContaining('Row 4, from'),
        expect.stringContaining('Row 4, to'),
      ]);
      await page.getByText('View and edit orders').click();
      expect(await page.getByLabel('Order 1, from').inputValue()).toBe('09:30');
      expect(await page.getByLabel('Order 1, to').inputValue()).toBe('17:00');
      await csv.fill('A,41.15,-8.61');
      await faults.filter({ hasText: 'The first row must contain column names' }).waitFor();
    });

    test('issue_17_a_shift_over_midnight_ends_on_the_next_day', async () => {
      await tab('Orders').click();
      await page
        .getByLabel('Orders as CSV')
        .fill('id,lat,lon,from,to\nlate,41.15,-8.61,01:00,02:00\n');
      await page.getByText('1 order.').waitFor();
      await page.locator('#vehicle-0-from').fill('22:00');
      await page.locator('#vehicle-0-to').fill('06:00');
      await page.locator('#vehicle-0-breakFrom').fill('02:00');
      await page.locator('#vehicle-0-breakTo').fill('03:30');
      await planShort(page);
      await page.getByText('All orders served').waitFor();
      await button(/^van/).click();
      expect(await timesOf()).toContainEqual(expect.stringMatching(/^\w{3} 0[01]:\d\d$/));
    });

    test('at 200 % on a small screen, and on a phone in landscape, the whole plan is accessible', async () => {
      for (const [width, height] of [
        [640, 400],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(`${site().url}/engine/console#new`);
        await tab('Example').click();
        await planShort(page);
        await page.locator('.route-name').first().click();
        const stop = page.locator('.stop').nth(4);
        await stop.scrollIntoViewIfNeeded();
        const box = (await stop.boundingBox()) ?? { y: -1, height: 0 };
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.y + box.height).toBeLessThanOrEqual(height);
        const wide = await page.evaluate('document.documentElement.scrollWidth');
        expect(wide).toBeLessThanOrEqual(width);
        expect(await findings(page)).toEqual([]);
      }
    });
  },
  {
    widthsPixels: [1280],
    begin: (opened) => {
      page = opened;
      return Promise.resolve();
    },
  },
);
