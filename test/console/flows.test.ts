/** What people do with plans and jobs in the console, in a real browser on a real service: compare them, take them away, watch
 * and repeat them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { findings, planShort, searchOn } from '../support/console-page.js';
import { describeConsole } from '../support/console-suite.js';

describeConsole('plans and jobs in the console', (on) => {
  const { button, tab, open } = on;

  async function downloaded(name: string): Promise<string> {
    const coming = on.page().waitForEvent('download');
    await button(name).click();
    const download = await coming;
    return readFileSync(await download.path(), 'utf8');
  }

  test('two plans stand side by side', async () => {
    const page = on.page();
    await planShort(page);
    await tab('Compare').click();
    await button('Keep for comparison').click();
    await open('New');
    await planShort(page);
    const cost = page.getByRole('row', { name: /^Cost/ });
    expect(await cost.getByRole('cell').count()).toBe(3);
    expect(await findings(page)).toEqual([]);
  });

  test('a plan is taken away as files, as a request and on paper', async () => {
    const page = on.page();
    await planShort(page);
    await page.getByText('Export').click();
    const geojson = JSON.parse(await downloaded('GeoJSON'));
    const kinds = geojson.features.map((feature: any) => feature.geometry.type);
    expect(new Set(kinds)).toEqual(new Set(['LineString', 'Point']));
    const [header, first] = (await downloaded('CSV')).split('\r\n');
    expect(header).toContain('vehicle_id,date,sequence,type');
    expect(first).toMatch(/^van#1,2026-05-05,0,start,,,"Depot, Zona Industrial",41\.1716,-8\.652,/);
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

  test('a job is watched, cancelled, listed and repeated', async () => {
    const page = on.page();
    await page.getByLabel('Search time in seconds').selectOption('60');
    await searchOn(page, button('Plan'));
    await page.getByText(/^Best cost/).waitFor();
    // Drawn while it improves: routes, and stops that can be pointed at.
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

  test('dark mode is kept, and readable', async () => {
    const page = on.page();
    await button('Dark mode').click();
    expect(await findings(page)).toEqual([]);
    await page.reload();
    await button('Light mode').waitFor();
    await planShort(page);
    expect(await findings(page)).toEqual([]);
  });
});
