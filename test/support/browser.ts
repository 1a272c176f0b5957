/**
 * A browser for tests and pictures: Debian's Chromium, driven by `playwright-core`, on a whole service of its own with the
 * map of Porto.
 *
 * All that goes wrong unseen is kept: errors in the console, exceptions, and requests to another host, which the page may
 * not make.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { closeServer, listen } from '../blobs/fixtures/directory.js';
import { portoMapsDir } from './maps.js';
import { startTestService, type TestService } from './service.js';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Where the browser is; without one, tests that need it are skipped. */
export const CHROMIUM = process.env['CHROMIUM'] ?? PATHS.find((path) => existsSync(path));

/** Where other suites have the processors, a page waits for a plan longer than one would like to. */
const WAIT_MS_MAX = 120_000;
/** For a test, which waits for several things. */
export const BROWSER_TEST_MS_MAX = 3 * WAIT_MS_MAX;

export type Visit = {
  page: Page;
  /** What should not have happened, in words. */
  faults: string[];
  close: () => Promise<void>;
};

export type ConsoleSite = {
  url: string;
  service: TestService;
  visit: (width: number, options?: VisitOptions) => Promise<Visit>;
  stop: () => Promise<void>;
};

/** Where a page was, and what its tab kept. */
export type SavedPage = { hash: string; session: Record<string, string> };

type VisitOptions = {
  isDark?: boolean;
  signedIn?: boolean;
  /** Goes on where another page was. */
  from?: SavedPage | undefined;
  /** Nobody looks at it. */
  isCoarse?: boolean;
};

/** Without a graphics card the processor draws the map, point by point: of these there are a sixteenth as many. */
const COARSE_SCALE = 0.25;

const HEIGHT = { wide: 800, narrow: 844 };

export async function openConsole(
  profiles: readonly string[] = ['car', 'van', 'truck', 'bicycle'],
): Promise<ConsoleSite> {
  if (CHROMIUM === undefined) throw new Error('There is no Chromium: apt-get install chromium.');
  const service = await startTestService({
    config: { mapsDir: await portoMapsDir(profiles) },
    credits: 10_000,
  });
  const server = createServer(service.app);
  const url = await listen(server);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    // As root, which tests may run as, Chromium has no sandbox. There is no graphics card, so a program draws the map; the
    // page around it is put together without that, which takes less than half of the processors' time. One process serves
    // all pages, so that scripts are compiled once and not by each.
    args: [
      ...['--no-sandbox', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'],
      ...['--process-per-site', '--renderer-process-limit=1'],
    ],
  });
  const contexts = contextsOf(browser);
  return {
    ...{ url, service },
    visit: (width, options) => visit(contexts, url, width, service.apiKey, options),
    stop: async () => {
      await browser.close();
      await closeServer(server);
      await service.stop();
    },
  };
}

type Contexts = (width: number, options: VisitOptions) => Promise<BrowserContext>;

/**
 * One for each look of the page: what one visit has fetched and compiled, the next one has already. Visits share nothing
 * else, see `close`.
 */
function contextsOf(browser: Browser): Contexts {
  const contexts = new Map<string, Promise<BrowserContext>>();
  return (width, { isDark = false, isCoarse = false }) => {
    const look = JSON.stringify([width, isDark, isCoarse]);
    const open = () =>
      browser.newContext({
        viewport: { width, height: width < 600 ? HEIGHT.narrow : HEIGHT.wide },
        colorScheme: isDark ? 'dark' : 'light',
        locale: 'en-IE',
        reducedMotion: 'reduce',
        deviceScaleFactor: isCoarse ? COARSE_SCALE : 1,
        acceptDownloads: true,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
    const context = contexts.get(look) ?? open();
    contexts.set(look, context);
    return context;
  };
}

async function visit(
  contextOf: Contexts,
  url: string,
  width: number,
  apiKey: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const { signedIn = true, from } = options;
  const context = await contextOf(width, options);
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS_MAX);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const asked = new URL(request.url());
    const isOwn = asked.origin === url || ['data:', 'blob:'].includes(asked.protocol);
    if (!isOwn) faults.push(`request to ${asked.host}`);
  });
  if (signedIn) {
    await page.addInitScript((key) => sessionStorage.setItem('route-engine-key', key), apiKey);
  }
  if (from !== undefined) {
    await page.addInitScript((session) => {
      for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value);
    }, from.session);
  }
  await page.goto(`${url}/engine/console${from?.hash ?? ''}`);
  const close = async () => {
    // What a tab keeps goes with it; the look that was chosen is kept for all.
    if (page.url().startsWith(url)) await page.evaluate('localStorage.clear()');
    await page.close();
  };
  return { page, faults, close };
}

/** For pages that go on from here. */
export async function savePage(page: Page): Promise<SavedPage> {
  const session: Record<string, string> = JSON.parse(
    await page.evaluate('JSON.stringify(sessionStorage)'),
  );
  return { hash: new URL(page.url()).hash, session };
}
