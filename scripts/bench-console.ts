/**
 * `npm run bench:console`: how the console feels: first view, weight, frames while panning, and a check of 100 orders. Needs
 * Chromium. Prints, and judges nothing.
 *
 *     empty   the same map without tiles and without a plan: what browser and library cost by themselves
 *     roads   with the tiles of Porto
 *     plan    with a plan of 1,000 stops on 60 routes over them, then with its routes hidden; `--plan`: this alone
 *
 * Without a graphics card all of it is drawn by the processor, so that frames say little without those of the empty map
 * beside them.
 */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openConsole, type ConsoleHouse } from '../test/support/browser.js';
import { print } from './bench-start.js';

const PAN_MS = 4_000;
const PLAN_SECONDS = 10;
/** Around the center of Porto. */
const CENTER = { latitude: 41.158, longitude: -8.63 };
const SPREAD_DEGREES = { latitude: 0.03, longitude: 0.045 };

/** Equal seeds, equal places. */
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
 * Drags the map to and fro in the page itself, one step a frame, and counts frames. The page's own clock of frames waits for
 * what is being drawn.
 */
const PAN = `(async (ms) => {
  const canvas = document.querySelector('.maplibregl-canvas');
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const at = { x: left + width / 2, y: top + height / 2 };
  const tell = (type, target, buttons) => target.dispatchEvent(new MouseEvent(type, {
    bubbles: true, cancelable: true, clientX: at.x, clientY: at.y, button: 0, buttons }));
  tell('mousemove', canvas, 0);
  tell('mousedown', canvas, 1);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const began = performance.now();
  let frames = 0;
  let longest = 0;
  let last = began;
  let hasMoved = false;
  while (performance.now() - began < ms) {
    at.x += Math.floor(frames / 40) % 2 === 0 ? 5 : -5;
    at.y += Math.floor(frames / 40) % 2 === 0 ? 2 : -2;
    tell('mousemove', canvas, 1);
    hasMoved ||= !document.querySelector('[data-testid=map]').hasAttribute('data-idle');
    const now = await frame();
    longest = Math.max(longest, now - last);
    last = now;
    frames += 1;
  }
  tell('mouseup', canvas, 0);
  if (!hasMoved) throw new Error('the map has not moved');
  return { framesPerSecond: frames / ((performance.now() - began) / 1000), longestMs: longest };
})(${PAN_MS})`;

type Pan = { framesPerSecond: number; longestMs: number };

async function pan(page: Page): Promise<Pan> {
  await settled(page);
  return await page.evaluate(PAN);
}

const settled = (page: Page) =>
  page.locator('[data-testid=map][data-idle]').waitFor({ timeout: 120_000 });

async function benchEmpty(house: ConsoleHouse): Promise<Pan> {
  const { page, close } = await house.visit(1280);
  await page.route('**/tiles/**', (route) => route.fulfill({ status: 204 }));
  await page.reload();
  await page.getByRole('link', { name: 'Matrix' }).click();
  const result = await pan(page);
  await close();
  return result;
}

async function benchRoads(house: ConsoleHouse): Promise<Pan> {
  const { page, close } = await house.visit(1280);
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
  await page.getByLabel('Seconds to search').selectOption(String(PLAN_SECONDS));
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.locator('.timeline').waitFor({ timeout: 120_000 });
}

async function benchPlan(house: ConsoleHouse): Promise<void> {
  const { page, close } = await house.visit(1280);
  await openPlan(page, 1_000, 60);
  await pan(page);
  const result = await pan(page);
  const routes = await page.locator('.route').count();
  print('panning, 1,000 stops', { routes, ...frames(result) });
  // What the same part of the map costs without them.
  await page.evaluate('document.querySelectorAll(".route-head input").forEach((it) => it.click())');
  await pan(page);
  print('panning, routes hidden', frames(await pan(page)));
  await close();
}

/** What the page itself says: from the change until the service's verdict is there. */
async function benchCheck(house: ConsoleHouse): Promise<number[]> {
  const { page, close } = await house.visit(1280);
  await openPlan(page, 100, 10);
  const times: number[] = [];
  for (let idx = 0; idx < 12; idx += 1) {
    await page.getByRole('tab', { name: 'Routes' }).click();
    if (idx === 0) await page.locator('.route-name').first().click();
    if (idx === 0) await page.locator('.stop-more').first().click();
    await page.getByRole('button', { name: 'Move', exact: true }).waitFor();
    await page.getByLabel('Before stop').selectOption({ index: 1 + (idx % 3) });
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('tab', { name: 'Changes' }).click();
    const text = await page
      .getByTestId('changes')
      .filter({ hasText: `${idx + 1} change` })
      .textContent();
    times.push(Number(/in ([\d,.]+) ms/.exec(text ?? '')?.[1]?.replaceAll(',', '')));
  }
  await close();
  return times.toSorted((a, b) => a - b);
}

/** From the request of the page until its first view is drawn, the map's tiles included. */
async function benchFirstView(house: ConsoleHouse): Promise<{ form: number; map: number }[]> {
  const times = [];
  for (let run = 0; run < 5; run += 1) {
    const { page, close } = await house.visit(1280);
    const begun = performance.now();
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'New plan' }).waitFor();
    const form = performance.now() - begun;
    await settled(page);
    times.push({ form, map: performance.now() - begun });
    await close();
  }
  return times;
}

async function weigh(house: ConsoleHouse): Promise<number> {
  let bytes = 0;
  for (const name of ['', '/console.js', '/console.css', '/map-worker.js', '/icon.svg']) {
    const answer = await fetch(`${house.url}/engine/console${name}`);
    bytes += gzipSync(Buffer.from(await answer.arrayBuffer())).length;
  }
  return bytes;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const frames = ({ framesPerSecond, longestMs }: Pan): Record<string, string> => ({
  'frames/s': framesPerSecond.toFixed(1),
  'longest ms': longestMs.toFixed(0),
});

const house = await openConsole();
try {
  if (process.argv.includes('--plan')) {
    await benchPlan(house);
    process.exit();
  }
  print('page, compressed', { kB: Math.round((await weigh(house)) / 1000) });
  const views = await benchFirstView(house);
  print('first view, median of 5', {
    'form ms': median(views.map(({ form }) => form)).toFixed(0),
    'with its map ms': median(views.map(({ map }) => map)).toFixed(0),
  });
  print('panning, empty map', frames(await benchEmpty(house)));
  print('panning, roads', frames(await benchRoads(house)));
  await benchPlan(house);
  const checks = await benchCheck(house);
  print('a change, 100 orders', {
    'median ms': median(checks),
    'slowest ms': checks.at(-1) ?? NaN,
  });
} finally {
  await house.stop();
}
// Threads of the service's tests may outlive their service.
process.exit();
