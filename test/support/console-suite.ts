/**
 * Suites that drive the console in wide and narrow windows: one service and one browser for all tests of a file, and
 * one page for each test. After each test, the browser's console must have no error, and there must have been no
 * request to another host.
 *
 * The tests of a file run one after the other, so tests are split into several files, which run in parallel.
 */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  BROWSER_TEST_MS_MAX,
  CHROMIUM,
  openConsole,
  savePage,
  type ConsoleSite,
  type SavedPage,
  type Visit,
} from './browser.js';
import { controlsOf, type Controls } from './console-page.js';

jest.setTimeout(BROWSER_TEST_MS_MAX);

const WIDTHS_PIXELS = [1280, 390] as const;
/** Set in CI. Processor time goes mostly into pages: each test at one width takes three fifths of the time of both. */
const FULL_SIZES = process.env['FULL_SIZES'] !== undefined;

/** What tests use while they run. */
export type ConsoleTests = Controls & {
  /** Defines a test of a suite with several widths: with FULL_SIZES for each width, otherwise for one, in turn. */
  testAtWidths: (name: string, body: () => Promise<void>) => void;
  widthPixels: number;
  site: () => ConsoleSite;
  visit: () => Visit;
  page: () => Page;
};

export type ConsoleSuiteOptions = {
  /**
   * Runs once before all tests, and each test begins with a page of its own in the state where this page was left.
   * Searching for a plan in each test took half of the time.
   */
  prepare?: (page: Page) => Promise<void>;
  /** Runs at the beginning of each test. */
  begin?: (page: Page) => Promise<void>;
  widthsPixels?: readonly number[];
  /** Returns whether a fault that the browser reports is expected by the tests. */
  isExpected?: (fault: string) => boolean;
};

export function describeConsole(
  name: string,
  suite: (on: ConsoleTests) => void,
  {
    prepare,
    begin = () => Promise.resolve(),
    widthsPixels = WIDTHS_PIXELS,
    isExpected = () => false,
  }: ConsoleSuiteOptions = {},
): void {
  // Without a browser there is nothing to drive; `.ci/run` installs one.
  const describeHere = CHROMIUM === undefined ? describe.skip : describe;
  describeHere(name, () => {
    let site: ConsoleSite;
    let visit: Visit;
    let from: SavedPage | undefined;
    beforeAll(async () => {
      site = await openConsole();
      if (prepare === undefined) return;
      const { page, close } = await site.visit(WIDTHS_PIXELS[0], { isCoarse: true });
      await prepare(page);
      from = await savePage(page);
      await close();
    });
    afterAll(() => site.stop());

    describe.each(widthsPixels)('%i pixels wide', (widthPixels) => {
      beforeEach(async () => {
        visit = await site.visit(widthPixels, { isCoarse: true, from });
        await begin(visit.page);
      });
      afterEach(async () => {
        await visit.close();
        expect(visit.faults.filter((fault) => !isExpected(fault))).toEqual([]);
      });

      let count = 0;
      suite({
        testAtWidths: (title, body) => {
          const isItsTurn = widthsPixels[count % widthsPixels.length] === widthPixels;
          count += 1;
          if (FULL_SIZES || isItsTurn) test(title, body);
        },
        widthPixels,
        site: () => site,
        visit: () => visit,
        page: () => visit.page,
        ...controlsOf(() => visit.page),
      });
    });
  });
}
