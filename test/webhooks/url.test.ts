/** Which URLs a caller may give for a webhook, and how others are refused. */
import { expect, test } from '@jest/globals';
import { webhookUrlFault, type WebhookRules } from '../../server/webhooks/index.js';

const PUBLIC: WebhookRules = { allowPrivate: false };
const ANYWHERE: WebhookRules = { allowPrivate: true };
const HTTPS: WebhookRules = { allowPrivate: false, httpsOnly: true };

const LONGEST = `https://example.com/${'x'.repeat(2_000 - 'https://example.com/'.length)}`;

test.each([
  ['https://example.com/hook?job=1#x', PUBLIC],
  ['http://example.com:8080', PUBLIC],
  ['https://bücher.example/hook', PUBLIC],
  ['https://8.8.8.8/', PUBLIC],
  ['https://[2606:4700:4700::1111]/', PUBLIC],
  ['https://notlocalhost/', PUBLIC],
  ['https://localhost.example.com/', PUBLIC],
  ['https://example.com', HTTPS],
  ['http://localhost:9000/hook', ANYWHERE],
  ['http://10.0.0.1/', ANYWHERE],
  ['http://[::1]/', ANYWHERE],
  [LONGEST, PUBLIC],
])('%s may be used with %o', (url, rules) => {
  expect(webhookUrlFault(url, rules)).toBeUndefined();
});

const NOT_A_URL = 'Expected an absolute http or https URL, such as https://example.com/hook.';
const NOT_PUBLIC = 'Expected a host that can be reached over the public internet.';
const CREDENTIALS = 'Expected no user name or password in the URL; verify the signature instead.';

test.each([
  ['', PUBLIC, NOT_A_URL],
  ['example.com/hook', PUBLIC, NOT_A_URL],
  ['//example.com/hook', PUBLIC, NOT_A_URL],
  ['ftp://example.com/', PUBLIC, NOT_A_URL],
  ['file:///etc/passwd', ANYWHERE, NOT_A_URL],
  ['http://', PUBLIC, NOT_A_URL],
  ['http://1.2.3.4.5/', PUBLIC, NOT_A_URL],
  ['http://[fe80::1%25eth0]/', PUBLIC, NOT_A_URL],
  [
    'http://example.com/',
    HTTPS,
    'Expected an absolute https URL, such as https://example.com/hook.',
  ],
  ['https://user:secret@example.com/', PUBLIC, CREDENTIALS],
  ['https://user@example.com/', ANYWHERE, CREDENTIALS],
  ['https://:secret@example.com/', PUBLIC, CREDENTIALS],
  [`${LONGEST}x`, PUBLIC, 'Expected at most 2000 characters, got 2001.'],
  ['http://127.0.0.1/', PUBLIC, NOT_PUBLIC],
  ['http://2130706433/', PUBLIC, NOT_PUBLIC],
  ['http://0x7f.1/', PUBLIC, NOT_PUBLIC],
  ['http://0177.0.0.1/', PUBLIC, NOT_PUBLIC],
  ['http://①②⑦.0.0.1/', PUBLIC, NOT_PUBLIC],
  ['http://%31%32%37.0.0.1/', PUBLIC, NOT_PUBLIC],
  ['http:127.0.0.1', PUBLIC, NOT_PUBLIC],
  ['http://[::1]/', PUBLIC, NOT_PUBLIC],
  ['http://[::ffff:10.0.0.1]/', PUBLIC, NOT_PUBLIC],
  ['http://[64:ff9b::10.0.0.1]/', PUBLIC, NOT_PUBLIC],
  ['http://[2002:a00:1::]/', PUBLIC, NOT_PUBLIC],
  ['http://localhost/', PUBLIC, NOT_PUBLIC],
  ['http://LOCALHOST./', PUBLIC, NOT_PUBLIC],
  ['http://api.localhost:8080/', PUBLIC, NOT_PUBLIC],
])('%s may not be used with %o', (url, rules, fault) => {
  expect(webhookUrlFault(url, rules)).toBe(fault);
});
