/**
 * A browser for tests and screenshots: Debian's Chromium, driven by `playwright-core`, with a complete service and the
 * map of Porto.
 *
 * `chromium-headless-shell` is Chromium without its own windows: a page takes two thirds of the processor time.
 *
 * Records faults that are not visible on the page: errors in the console, exceptions, and requests to another host,
 * which the page must not make.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { closeServer, listen } from '../blobs/fixtures/directory.js';
import { portoMapsDir } from './maps.js';
import { startTestService, type TestService } from './service.js';

const PATHS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);
/** The path of the browser. Without one, tests that need it are skipped. */
export const CHROMIUM = process.env['CHROMIUM'] ?? PATHS.find((path) => existsSync(path));

/** Generous, because a page waits long for a plan if other suites use the processors. */
const WAIT_MS_MAX = 120_000;
/** The limit for a test, which waits for several things. */
export const BROWSER_TEST_MS_MAX = 3 * WAIT_MS_MAX;

export type Visit = {
  page: Page;
  /** What should not have happened, as text. */
  faults: string[];
  close: () => Promise<void>;
};

export type ConsoleSite = {
  url: string;
  service: TestService;
  visit: (width: number, options?: VisitOptions) => Promise<Visit>;
  stop: () => Promise<void>;
};

/** The location of a page, and the session storage of its tab. */
export type SavedPage = { hash: string; session: Record<string, string> };

type VisitOptions = {
  isDark?: boolean;
  signedIn?: boolean;
  /** Starts in the state of another page. */
  from?: SavedPage | undefined;
  /** Renders at a low resolution, for pages that no one looks at. */
  isCoarse?: boolean;
};

/** Without a graphics card, the processor draws the map pixel by pixel; this scale has a sixteenth as many pixels. */
const COARSE_SCALE = 0.25;

const HEIGHT = { wide: 800, narrow: 844 };

export async function openConsole(
  profiles: readonly string[] = ['car', 'van', 'truck', 'bicycle'],
): Promise<ConsoleSite> {
  if (CHROMIUM === undefined)
    throw new Error('There is no Chromium: apt-get install chromium-headless-shell.');
  const service = await startTestService({
    config: { mapsDir: await portoMapsDir(profiles) },
    credits: 10_000,
  });
  const server = createServer(service.app);
  const url = await listen(server);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    // Tests may run as root, for which Chromium has no sandbox. There is no graphics card, so the map is rendered in
    // software; the page is composited without GPU emulation, which saves more than half of the processor time. One
    // process serves all pages, so that scripts are compiled only once.
    args: [
      ...['--no-sandbox', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'],
      ...['--process-per-site', '--renderer-process-limit=1'],
    ],
  });
  const contexts = contextsOf(browser, url);
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

type Contexts = (options: VisitOptions) => Promise<BrowserContext>;

/**
 * Returns one context per resolution: later visits reuse what earlier ones have fetched and compiled, and the process
 * that shows them. Visits share nothing else, see `close`.
 */
function contextsOf(browser: Browser, url: string): Contexts {
  const contexts = new Map<boolean, Promise<BrowserContext>>();
  return ({ isCoarse = false }) => {
    const open = async () => {
      const opened = await browser.newContext({
        locale: 'en-IE',
        reducedMotion: 'reduce',
        deviceScaleFactor: isCoarse ? COARSE_SCALE : 1,
        acceptDownloads: true,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      // Stays open: the process of the pages would end with the last of them, and the next page would compile all
      // scripts again.
      const page = await opened.newPage();
      await page.goto(`${url}/engine/console`);
      return opened;
    };
    const context = contexts.get(isCoarse) ?? open();
    contexts.set(isCoarse, context);
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
  const { isDark = false, signedIn = true, from } = options;
  const context = await contextOf(options);
  const page = await context.newPage();
  await page.setViewportSize({ width, height: width < 600 ? HEIGHT.narrow : HEIGHT.wide });
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
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
    // Session storage is deleted with the tab. The chosen appearance is in local storage, which all visits share.
    if (page.url().startsWith(url)) await page.evaluate('localStorage.clear()');
    await page.close();
  };
  return { page, faults, close };
}

/** Saves the state of a page, for pages that continue from it. */
export async function savePage(page: Page): Promise<SavedPage> {
  const session: Record<string, string> = JSON.parse(
    await page.evaluate('JSON.stringify(sessionStorage)'),
  );
  return { hash: new URL(page.url()).hash, session };
}
