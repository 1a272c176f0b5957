/**
 * Suites that drive the console, wide and narrow: one service and one browser for all tests of a file, and a page of its
 * own for each test. At its end there is no error in the browser's console, and there was no request to another host.
 *
 * A file takes as long as its tests do one after the other, so they are spread over several, which run beside one another.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest } from '@jest/globals';
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

/** What tests ask for while they run. */
export type ConsoleTests = Controls & {
  widthPixels: number;
  site: () => ConsoleSite;
  visit: () => Visit;
  page: () => Page;
};

export type ConsoleSuiteOptions = {
  /**
   * What is done once, before all tests: each begins with a page of its own where this one was left. To search for a plan in
   * each took half of the time.
   */
  prepare?: (page: Page) => Promise<void>;
  /** What each test begins with. */
  begin?: (page: Page) => Promise<void>;
  widthsPixels?: readonly number[];
  /** What the browser tells of as an error, and tests ask for. */
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
  // There is nothing to drive: `.ci/run` installs one.
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

      suite({
        widthPixels,
        site: () => site,
        visit: () => visit,
        page: () => visit.page,
        ...controlsOf(() => visit.page),
      });
    });
  });
}
