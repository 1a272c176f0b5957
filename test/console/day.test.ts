/**
 * What users do with the plan of a day in the console, in a real browser on a real service: edit it, compare it, export
 * it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { findings, planShort } from '../support/console-page.js';
import { describeConsole } from '../support/console-suite.js';

describeConsole(
  'the plan of a day in the console',
  (on) => {
    const { testAtWidths, button, tab, open } = on;

    async function downloaded(name: string): Promise<string> {
      const coming = on.page().waitForEvent('download');
      await button(name).click();
      const download = await coming;
      return readFileSync(await download.path(), 'utf8');
    }

    testAtWidths(
      'a stop that is moved is checked at once, undone, and used as the start of a search',
      async () => {
        const page = on.page();
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
        // Only the technician may serve it: the message comes from the service itself.
        expect(await told.textContent()).toMatch(/truck, stop \d+ \(.*\): lacks an attribute/);
        expect(await findings(page)).toEqual([]);
        await button('Undo').click();
        await page.getByText('No changes yet').waitFor();

        await tab('Routes').click();
        await page.getByLabel('Lock').selectOption({ label: 'Keep vehicle' });
        await tab('Changes').click();
        await page.getByTestId('changes').waitFor();
        await page.getByText('Breaks no rule').waitFor();
        // The page learns of the end only after it has shown the search.
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
      },
    );

    testAtWidths('a stop is dragged to another vehicle in the timeline', async () => {
      const page = on.page();
      const rows = page.locator('.timeline .row');
      const from = rows.filter({ hasText: 'technician' }).locator('.bar.service').first();
      await from.dragTo(rows.filter({ hasText: 'truck' }).locator('.track'));
      await tab('Changes').click();
      await page.getByTestId('changes').waitFor();
      expect(await page.locator('main').textContent()).toMatch(
        /truck, stop \d+ \(.*\): lacks an attribute/,
      );
    });

    testAtWidths('two plans are shown side by side', async () => {
      const page = on.page();
      await tab('Compare').click();
      await button('Keep for comparison').click();
      await open('New');
      await planShort(page);
      const cost = page.getByRole('row', { name: /^Cost/ });
      expect(await cost.getByRole('cell').count()).toBe(3);
      expect(await findings(page)).toEqual([]);
    });

    testAtWidths('a plan is exported as files, as a request and on paper', async () => {
      const page = on.page();
      await page.getByText('Export').click();
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
      expect(curl).toContain(`curl -s '${on.site().url}/engine/routing/v1/async'`);
      expect(curl).not.toContain(on.site().service.apiKey);
      await button('Copy as TypeScript').click();
      const typescript: string = await page.evaluate('navigator.clipboard.readText()');
      expect(typescript).toContain("import { createClient } from 'route-engine-client'");
      await button('Copy as Python').click();
      const python: string = await page.evaluate('navigator.clipboard.readText()');
      expect(python).toMatch(/from route_engine import RouteEngine[\s\S]*engine\.solve\(\{/);
      // Literals such as true are written as in Python.
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
  },
  {
    prepare: planShort,
    begin: (page) => page.locator('.timeline').waitFor(),
  },
);
