/**
 * What can go wrong while users work in the console, in a real browser on a real service: invalid texts, revoked keys,
 * an unavailable service, views that are left and reopened. No work may be lost, and none may remain for the next user.
 */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { controlsOf, findings, planShort, searchOn, writeJson } from '../support/console-page.js';
import { describeConsole } from '../support/console-suite.js';

const DEPOT = { latitude: 41.158, longitude: -8.63 };
const SMALL = {
  vehicles: [
    {
      vehicle_id: 'van',
      shifts: [
        {
          ...{ start_time: '2026-05-05T08:00', end_time: '2026-05-05T16:00' },
          ...{ start_location: DEPOT, end_location: DEPOT },
        },
      ],
    },
  ],
  orders: [
    { order_id: 'north', location: { latitude: 41.168, longitude: -8.63 }, duration: 300 },
    { order_id: 'south', location: { latitude: 41.152, longitude: -8.62 }, duration: 300 },
  ],
};

/** The same request with many more orders. */
const LARGE = {
  ...SMALL,
  orders: [
    ...SMALL.orders,
    ...Array.from({ length: 60 }, (_, at) => ({
      ...{ order_id: `more ${at}`, duration: 60 },
      location: {
        latitude: 41.15 + 0.003 * (at % 8),
        longitude: -8.64 + 0.005 * Math.floor(at / 8),
      },
    })),
  ],
};

let page: Page;

const { button, tab, open } = controlsOf(() => page);
const verdict = (text: string | RegExp) =>
  page.getByTestId('verdict').filter({ hasText: text }).waitFor();

/** Errors that the browser itself logs about answers that a test provokes. */
const isExpected = (fault: string): boolean => /\b(400|401|404|ERR_\w+)\b/.test(fault);

async function watchLong(): Promise<void> {
  await searchOn(page, button('Plan'));
  await page.getByText(/^Best cost/).waitFor();
}

describeConsole(
  'mishaps in the console',
  ({ site }) => {
    test('issue_17_a_text_that_is_not_json_is_reported_and_can_be_corrected', async () => {
      await writeJson(page, '{ "vehicles": [ oops');
      await button('Plan').click();
      await page.getByRole('alert').filter({ hasText: 'The text is not valid JSON' }).waitFor();
      await page.getByLabel('Request').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('{"vehicles":[],"orders":[{"order_id":7}]}');
      await button('Plan').click();
      // All faults are listed, each with its place.
      const told = page.getByRole('alert').filter({ hasText: 'The request is not valid' });
      await told.getByRole('listitem').nth(1).waitFor();
      expect(await told.textContent()).toContain('/orders/0/order_id');
      expect(await button('Plan').isEnabled()).toBe(true);
    });

    test('issue_17_changes_are_restored_after_another_view_and_after_a_cancelled_plan', async () => {
      await writeJson(page, LARGE);
      await planShort(page);
      await button(/^van/).click();
      await button('Change north').click();
      await button('Leave out').click();
      await verdict('1 change');
      // The menu moved away with its stop and did not open at the next one.
      expect(await page.locator('.stop-menu').count()).toBe(0);
      await open('Matrix');
      await open('Plan');
      await verdict('1 change');
      await tab('Changes').click();
      await searchOn(page, button('Improve from here'));
      await button('Cancel').click();
      await page.getByTestId('changes').filter({ hasText: '1 change' }).waitFor();
    });

    test('issue_17_a_link_to_a_plan_opens_while_another_job_is_watched', async () => {
      await writeJson(page, SMALL);
      await planShort(page);
      const done = page.url();
      await open('New');
      await tab('Example').click();
      await watchLong();
      const watched = page.url();
      await open('Jobs');
      await page.locator(`a[href="${new URL(done).hash}"]`).click();
      await page.locator('.timeline').waitFor();
      expect(page.url()).toBe(done);
      await page.goBack();
      await page.goBack();
      expect(page.url()).toBe(watched);
      await page.getByRole('progressbar').waitFor();
      await page.reload();
      await page.getByText(/^Best cost/).waitFor();
      await button('Cancel').click();
      await page.getByRole('heading', { name: 'New plan' }).waitFor();
    });

    test('issue_17_watching_a_job_resumes_when_the_service_is_back', async () => {
      const events = '**/engine/jobs/v1/events*';
      await page.route(events, (route) => route.abort('connectionrefused'));
      await page.getByLabel('Search time in seconds').selectOption('2');
      await button('Plan').click();
      await page.getByText('Retrying').waitFor();
      await page.unroute(events);
      await page.locator('.timeline').waitFor();
    });

    test('a job that ended without a plan is closed with a message', async () => {
      await watchLong();
      const jobId = page.url().split('/').at(-1) ?? '';
      await fetch(`${site().url}/engine/routing/v1?jobid=${jobId}`, {
        method: 'DELETE',
        headers: { 'x-api-key': site().service.apiKey },
      });
      await page.getByRole('alert').filter({ hasText: 'The job was cancelled' }).waitFor();
      expect(await page.getByRole('progressbar').count()).toBe(0);
      await button('Close').click();
      await page.getByRole('heading', { name: 'New plan' }).waitFor();
      await page.goto(`${site().url}/engine/console#plan/00000000-0000-7000-8000-000000000000`);
      await page.getByRole('alert').waitFor();
      expect(await page.locator('.timeline').count()).toBe(0);
    });

    test('issue_17_nothing_remains_in_a_tab_after_signing_out', async () => {
      const guest = await site().visit(1280, { signedIn: false, isCoarse: true });
      page = guest.page;
      await page.getByLabel('API key').fill('ключ');
      await button('Sign in').click();
      await page.getByRole('alert').filter({ hasText: 'This is not an API key' }).waitFor();
      await page.getByLabel('API key').fill(site().service.apiKey);
      await button('Sign in').click();
      await writeJson(page, SMALL);
      await planShort(page);
      await button('Sign out').click();
      await page.getByLabel('API key').waitFor();
      expect(new URL(page.url()).hash).toBe('');
      expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([]);
      await page.getByLabel('API key').fill(site().service.apiKey);
      await button('Sign in').click();
      await open('Plan');
      await page.getByText('No plan is open').waitFor();
      await guest.close();
    });

    test('issue_17_after_a_key_is_revoked_a_new_one_is_requested_and_the_plan_stays', async () => {
      const { accounts, accountId, apiKey } = site().service;
      const taken = await accounts.addKey({ accountId, label: 'to be taken back' });
      const guest = await site().visit(1280, { signedIn: false, isCoarse: true });
      page = guest.page;
      await page.getByLabel('API key').fill(taken.apiKey);
      await button('Sign in').click();
      await writeJson(page, SMALL);
      await planShort(page);
      await accounts.revokeKey(taken.keyId);
      await open('Account');
      await page.getByText('no longer valid').waitFor();
      expect(await findings(page)).toEqual([]);
      await page.getByLabel('API key').fill(apiKey);
      await button('Sign in').click();
      await page.getByText('Credits left').waitFor();
      await open('Plan');
      await page.locator('.timeline').waitFor();
      expect(guest.faults.filter((fault) => !isExpected(fault))).toEqual([]);
      await guest.close();
    });
  },
  {
    widthsPixels: [1280],
    isExpected,
    begin: (opened) => {
      page = opened;
      return Promise.resolve();
    },
  },
);
