/**
 * Which addresses are public, compared with a second list: ranges as integers, first and last. Random addresses come
 * from everywhere, and more often from the edges of ranges, and are written in every existing form.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isPublicAddress } from '../../server/webhooks/public-address.js';
import { webhookUrlFault } from '../../server/webhooks/index.js';

const V4_MAX = 0xffff_ffffn;
const V6_MAX = (1n << 128n) - 1n;

type Range = readonly [first: bigint, last: bigint];

/** IPv4 ranges that are not public, in order; from IANA's registry of special addresses, and Azure's host. */
const SPECIAL_V4: readonly Range[] = [
  [0x0000_0000n, 0x00ff_ffffn],
  [0x0a00_0000n, 0x0aff_ffffn],
  [0x6440_0000n, 0x647f_ffffn],
  [0x7f00_0000n, 0x7fff_ffffn],
  [0xa83f_8110n, 0xa83f_8110n],
  [0xa9fe_0000n, 0xa9fe_ffffn],
  [0xac10_0000n, 0xac1f_ffffn],
  [0xc000_0000n, 0xc000_00ffn],
  [0xc000_0200n, 0xc000_02ffn],
  [0xc058_6300n, 0xc058_63ffn],
  [0xc0a8_0000n, 0xc0a8_ffffn],
  [0xc612_0000n, 0xc613_ffffn],
  [0xc633_6400n, 0xc633_64ffn],
  [0xcb00_7100n, 0xcb00_71ffn],
  [0xe000_0000n, 0xffff_ffffn],
];
/** IPv6 addresses that are public themselves: global unicast without protocol assignments, documentation, 6to4. */
const high = (bits: bigint): bigint => bits << 96n;
const PUBLIC_V6: readonly Range[] = [
  [high(0x2000_0000n), high(0x2001_0000n) - 1n],
  [high(0x2001_0200n), high(0x2001_0db8n) - 1n],
  [high(0x2001_0db9n), high(0x2002_0000n) - 1n],
  [high(0x2003_0000n), high(0x3fff_0000n) - 1n],
  [high(0x3fff_1000n), high(0x4000_0000n) - 1n],
];
/** Prefixes of addresses whose last 32 bits are an IPv4 address. */
const MAPPED = 0xffffn << 32n;
const NAT64 = 0x0064_ff9bn << 96n;

const isWithin = (value: bigint, ranges: readonly Range[]): boolean =>
  ranges.some(([first, last]) => value >= first && value <= last);
const isPublicV4 = (value: bigint): boolean => !isWithin(value, SPECIAL_V4);
function isPublicV6(value: bigint): boolean {
  for (const prefix of [MAPPED, NAT64]) {
    if (value >= prefix && value <= prefix + V4_MAX) return isPublicV4(value - prefix);
  }
  return isWithin(value, PUBLIC_V6);
}

const dotted = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
const groups = (value: bigint): string[] =>
  Array.from({ length: 8 }, (_, idx) =>
    ((value >> BigInt(112 - 16 * idx)) & 0xffffn).toString(16).padStart(4, '0'),
  );
/** The notations of an IPv6 address that are tested. */
function formsOfV6(value: bigint): string[] {
  const full = groups(value).join(':');
  const withV4 = [...groups(value).slice(0, 6), dotted(value & V4_MAX)].join(':');
  const short = new URL(`http://[${full}]`).hostname.slice(1, -1);
  return [full, full.toUpperCase(), withV4, short];
}

const near = (edges: readonly bigint[], max: bigint) =>
  fc
    .tuple(fc.constantFrom(...edges), fc.bigInt({ min: -2n, max: 2n }))
    .map(([edge, step]) => edge + step)
    .filter((value) => value >= 0n && value <= max);
const anyV4 = fc.oneof(fc.bigInt({ min: 0n, max: V4_MAX }), near(SPECIAL_V4.flat(), V4_MAX));
const anyV6 = fc.oneof(
  fc.bigInt({ min: 0n, max: V6_MAX }),
  fc.bigInt({ min: high(0x2000_0000n), max: high(0x4000_0000n) }),
  near(PUBLIC_V6.flat(), V6_MAX),
  near([MAPPED, MAPPED + V4_MAX, NAT64, NAT64 + V4_MAX], V6_MAX),
  fc.tuple(fc.constantFrom(MAPPED, NAT64, 0n), anyV4).map(([prefix, v4]) => prefix + v4),
  // 6to4: the IPv4 address follows the first 16 bits.
  anyV4.map((v4) => (0x2002n << 112n) + (v4 << 80n)),
);
const RUNS = { numRuns: 3_000 };

test('an IPv4 address is public if the second list says so', () => {
  const check = (value: bigint): void => {
    expect([dotted(value), isPublicAddress(dotted(value))]).toEqual([
      dotted(value),
      isPublicV4(value),
    ]);
  };
  for (const edge of SPECIAL_V4.flat()) {
    for (const value of [edge - 1n, edge, edge + 1n].filter((v) => v >= 0n && v <= V4_MAX)) {
      check(value);
    }
  }
  fc.assert(fc.property(anyV4, check), RUNS);
});

test('an IPv6 address is public if the second list says so, in any notation', () => {
  fc.assert(
    fc.property(anyV6, (value) => {
      for (const form of formsOfV6(value)) {
        expect([form, isPublicAddress(form)]).toEqual([form, isPublicV6(value)]);
      }
    }),
    RUNS,
  );
});

test('an address in a URL is judged like the address itself, in any number system', () => {
  const rules = { allowPrivate: false };
  const isTaken = (host: string): boolean =>
    webhookUrlFault(`http://${host}/hook`, rules) === undefined;
  fc.assert(
    fc.property(anyV4, (value) => {
      const forms = [
        dotted(value),
        `${dotted(value)}.`,
        String(value),
        `0x${value.toString(16)}`,
        `0${value.toString(8)}`,
        `${String(value >> 24n)}.${String(value & 0xff_ffffn)}`,
      ];
      for (const form of forms) expect([form, isTaken(form)]).toEqual([form, isPublicV4(value)]);
    }),
    { numRuns: 1_000 },
  );
  fc.assert(
    fc.property(anyV6, (value) => {
      for (const form of formsOfV6(value)) {
        expect([form, isTaken(`[${form}]`)]).toEqual([form, isPublicV6(value)]);
      }
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  ['64:ff9b::808:808', true], // 8.8.8.8 for machines without IPv4
  ['169.254.169.254', false], // metadata service of most clouds
  ['fd00:ec2::254', false], // metadata service of Amazon
  ['64:ff9b:1::808:808', false], // the local prefix of a translator
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', false], // Teredo
  ['fe80::1', false],
  ['fec0::1', false], // site-local, deprecated
  ['ff02::1', false],
  ['fe80::1%eth0', false],
  ['2606:4700:4700::1111%eth0', false],
  ['example.com', false],
  ['', false],
])('%s is a public address: %p', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
