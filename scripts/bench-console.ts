/**
 * `npm run bench:console`: how responsive the console is: first view, size, frames while panning, and a check of 100
 * orders. Needs Chromium. Prints figures without a verdict.
 *
 *     empty   the same map without tiles and without a plan: the cost of browser and library alone
 *     roads   with the tiles of Porto
 *     plan    with a plan of 1,000 stops on 60 routes above them, then with its routes hidden
 *
 * `--first`, `--maps`, `--plan`, `--check`: only these parts.
 *
 * Without a graphics card the processor draws everything. Compare frame rates only with those of the empty map, and
 * together with the processor time.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openConsole, type ConsoleSite } from '../test/support/browser.js';
import { print } from './bench-start.js';
import { median } from './median.js';

const PAN_MS = 4_000;
const PLAN_SECONDS = 10;
/** The center of Porto. */
const CENTER = { latitude: 41.158, longitude: -8.63 };
const SPREAD_DEGREES = { latitude: 0.03, longitude: 0.045 };

/** Equal seeds give equal places. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function requestOf(orderCount: number, vehicleCount: number) {
  const random = randomFrom(1);
  const around = (center: number, spread: number): number =>
    Math.round((center + (2 * random() - 1) * spread) * 1e5) / 1e5;
  const place = () => ({
    latitude: around(CENTER.latitude, SPREAD_DEGREES.latitude),
    longitude: around(CENTER.longitude, SPREAD_DEGREES.longitude),
  });
  return {
    vehicles: [
      {
        vehicle_id: 'van',
        count: vehicleCount,
        capacity: { boxes: Math.ceil(orderCount / vehicleCount) },
        shifts: [
          {
            start_time: '2026-05-05T08:00',
            end_time: '2026-05-05T18:00',
            start_location: CENTER,
            end_location: CENTER,
          },
        ],
      },
    ],
    orders: Array.from({ length: orderCount }, (_, idx) => ({
      ...{ order_id: `order ${idx + 1}`, location: place(), duration: 180, load: { boxes: 1 } },
    })),
  };
}

/**
 * Drags the map back and forth inside the page, one step per frame. Only frames in which the map has moved are counted:
 * animation frames wait for drawing in progress, but also fire when nothing is drawn.
 */
const PAN = `(async (ms) => {
  const canvas = document.querySelector('.maplibregl-canvas');
  const map = document.querySelector('[data-testid=map]');
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const at = { x: left + width / 2, y: top + height / 2 };
  const tell = (type, target, buttons) => target.dispatchEvent(new MouseEvent(type, {
    bubbles: true, cancelable: true, clientX: at.x, clientY: at.y, button: 0, buttons }));
  tell('mousemove', canvas, 0);
  tell('mousedown', canvas, 1);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const began = performance.now();
  let frames = 0;
  let moved = 0;
  let longest = 0;
  let last = began;
  let view = map.dataset.view;
  while (performance.now() - began < ms) {
    at.x += Math.floor(frames / 40) % 2 === 0 ? 5 : -5;
    at.y += Math.floor(frames / 40) % 2 === 0 ? 2 : -2;
    tell('mousemove', canvas, 1);
    const now = await frame();
    longest = Math.max(longest, now - last);
    last = now;
    frames += 1;
    if (map.dataset.view !== view) moved += 1;
    view = map.dataset.view;
  }
  const seconds = (performance.now() - began) / 1000;
  tell('mouseup', canvas, 0);
  if (moved < frames / 2) throw new Error('the map moved in ' + moved + ' of ' + frames + ' frames');
  return { moved, framesPerSecond: moved / seconds, longestMs: longest };
})(${PAN_MS})`;

type Moved = { moved: number; framesPerSecond: number; longestMs: number };
type Pan = Moved & { processorMs: number };

async function pan(page: Page): Promise<Pan> {
  await settled(page);
  const before = browserSeconds();
  const moved: Moved = await page.evaluate(PAN);
  return { ...moved, processorMs: ((browserSeconds() - before) * 1000) / moved.moved };
}

/** Processor time of the browser, and of this process, which runs the service and drives the browser. */
function spent(): { browserMs: number; serviceMs: number } {
  const { user, system } = process.cpuUsage();
  return { browserMs: browserSeconds() * 1000, serviceMs: (user + system) / 1000 };
}

const TICKS_PER_SECOND = 100;

/** Processor time of all processes of the browser: the cost of frames even on a machine that others use as well. */
function browserSeconds(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
        const ticks = Number(fields[11]) + Number(fields[12]);
        return [{ pid, parent: fields[1] ?? '', seconds: ticks / TICKS_PER_SECOND }];
      } catch {
        // The process has ended in the meantime.
        return [];
      }
    });
  const childrenOf = (pid: string): typeof processes =>
    processes
      .filter(({ parent }) => parent === pid)
      .flatMap((child) => [child, ...childrenOf(child.pid)]);
  return childrenOf(String(process.pid)).reduce((sum, { seconds }) => sum + seconds, 0);
}

const settled = (page: Page) =>
  page.locator('[data-testid=map][data-idle]').waitFor({ timeout: 120_000 });

async function benchEmpty(site: ConsoleSite): Promise<Pan> {
  const { page, close } = await site.visit(1280);
  await page.route('**/tiles/**', (route) => route.fulfill({ status: 204 }));
  await page.reload();
  await page.getByRole('link', { name: 'Matrix' }).click();
  const result = await pan(page);
  await close();
  return result;
}

async function benchRoads(site: ConsoleSite): Promise<Pan> {
  const { page, close } = await site.visit(1280);
  await page.getByRole('link', { name: 'Matrix' }).click();
  await pan(page);
  const result = await pan(page);
  await close();
  return result;
}

async function openPlan(page: Page, orders: number, vehicles: number) {
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const editor = page.getByLabel('Request');
  await editor.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(JSON.stringify(requestOf(orders, vehicles)));
  await page.getByLabel('Search time in seconds').selectOption(String(PLAN_SECONDS));
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.locator('.timeline').waitFor({ timeout: 120_000 });
}

async function benchPlan(site: ConsoleSite): Promise<void> {
  const { page, close } = await site.visit(1280);
  await openPlan(page, 1_000, 60);
  await pan(page);
  const result = await pan(page);
  const routes = await page.locator('.route').count();
  print('panning, 1,000 stops', { routes, ...frames(result) });
  // The cost of the same part of the map without the routes.
  await page.getByLabel('All routes').uncheck();
  await pan(page);
  print('panning, routes hidden', frames(await pan(page)));
  await close();
}

/** Reads the time that the page itself shows: from a change until the service's verdict is displayed. */
async function benchCheck(site: ConsoleSite) {
  const { page, close } = await site.visit(1280);
  await openPlan(page, 100, 10);
  const times: number[] = [];
  const before = spent();
  for (let idx = 0; idx < 12; idx += 1) {
    await page.getByRole('tab', { name: 'Routes' }).click();
    if (idx === 0) await page.locator('.route-name').first().click();
    if (idx === 0) await page.locator('.stop-more').first().click();
    await page.getByRole('button', { name: 'Move', exact: true }).waitFor();
    await page.getByLabel('Before stop').selectOption({ index: 2 + (idx % 3) });
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    // The line beside the list shows the verdict first.
    await page
      .getByTestId('verdict')
      .filter({ hasText: `${idx + 1} change` })
      .waitFor();
    await page.getByRole('tab', { name: 'Changes' }).click();
    const text = await page
      .getByTestId('changes')
      .filter({ hasText: `${idx + 1} change` })
      .textContent();
    times.push(Number(/in ([\d,.]+) ms/.exec(text ?? '')?.[1]?.replaceAll(',', '')));
  }
  const after = spent();
  await close();
  return {
    times: times.toSorted((a, b) => a - b),
    pageMs: (after.browserMs - before.browserMs) / times.length,
    serviceMs: (after.serviceMs - before.serviceMs) / times.length,
  };
}

type FirstView = { form: number; map: number; browserMs: number; serviceMs: number };

/** From the page's request until its first view is drawn, including the map's tiles. */
async function benchFirstView(site: ConsoleSite): Promise<FirstView[]> {
  const times = [];
  for (let run = 0; run < 5; run += 1) {
    const { page, close } = await site.visit(1280);
    await settled(page);
    const [begun, before] = [performance.now(), spent()];
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'New plan' }).waitFor();
    const form = performance.now() - begun;
    await settled(page);
    const [map, after] = [performance.now() - begun, spent()];
    times.push({
      ...{ form, map, browserMs: after.browserMs - before.browserMs },
      serviceMs: after.serviceMs - before.serviceMs,
    });
    await close();
  }
  return times;
}

async function weigh(site: ConsoleSite): Promise<number> {
  let bytes = 0;
  for (const name of readdirSync('dist/console')) {
    if (name === 'licenses.txt') continue;
    const path = name === 'index.html' ? '' : `/${name}`;
    const answer = await fetch(`${site.url}/engine/console${path}`);
    bytes += gzipSync(Buffer.from(await answer.arrayBuffer())).length;
  }
  return bytes;
}

const frames = ({ framesPerSecond, longestMs, processorMs }: Pan): Record<string, string> => ({
  'frames/s': framesPerSecond.toFixed(1),
  'longest ms': longestMs.toFixed(0),
  'processor ms a frame': processorMs.toFixed(0),
});

const PARTS = {
  first: async () => {
    print('page, compressed', { kB: Math.round((await weigh(site)) / 1000) });
    const views = await benchFirstView(site);
    print('first view, median of 5', {
      'form ms': median(views.map(({ form }) => form)).toFixed(0),
      'with its map ms': median(views.map(({ map }) => map)).toFixed(0),
      'processor ms, browser': median(views.map(({ browserMs }) => browserMs)).toFixed(0),
      'processor ms, service and this': median(views.map(({ serviceMs }) => serviceMs)).toFixed(0),
    });
  },
  maps: async () => {
    print('panning, empty map', frames(await benchEmpty(site)));
    print('panning, roads', frames(await benchRoads(site)));
  },
  plan: () => benchPlan(site),
  check: async () => {
    const { times, pageMs, serviceMs } = await benchCheck(site);
    print('a change, 100 orders', {
      ...{ 'median ms': median(times), 'slowest ms': times.at(-1) ?? NaN },
      'processor ms, browser': pageMs.toFixed(0),
      'processor ms, service and this': serviceMs.toFixed(0),
    });
  },
};

const site = await openConsole();
try {
  for (const [name, run] of Object.entries(PARTS)) {
    if (process.argv.length < 3 || process.argv.includes(`--${name}`)) await run();
  }
} finally {
  await site.stop();
}
// Threads of the test service may outlive it and would keep the process running.
process.exit();
