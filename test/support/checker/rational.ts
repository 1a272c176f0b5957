/**
 * Exact fractions, so that progress along a leg loses no precision at the boundaries of traffic windows.
 *
 * A JSON number is read as the decimal number that was written: 1.1 is 11/10, not the nearest binary fraction.
 */

/** A fraction in lowest terms with a positive denominator. */
export type Rational = { readonly numerator: bigint; readonly denominator: bigint };

export const ZERO: Rational = { numerator: 0n, denominator: 1n };
export const ONE: Rational = { numerator: 1n, denominator: 1n };

function greatestDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left < 0n ? -left : left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

function reduced(numerator: bigint, denominator: bigint): Rational {
  if (denominator === 0n) throw new Error('division by zero');
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = greatestDivisor(numerator, denominator * sign);
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

/** Returns the decimal number that `value` is printed as. */
export function rational(value: number): Rational {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (match === null) throw new Error(`not a finite number: ${value}`);
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${decimals}`);
  const shift = Number(exponent) - decimals.length;
  return shift >= 0
    ? reduced(digits * 10n ** BigInt(shift), 1n)
    : reduced(digits, 10n ** BigInt(-shift));
}

export const plus = (left: Rational, right: Rational): Rational =>
  reduced(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  );

export const minus = (left: Rational, right: Rational): Rational =>
  plus(left, { numerator: -right.numerator, denominator: right.denominator });

export const times = (left: Rational, right: Rational): Rational =>
  reduced(left.numerator * right.numerator, left.denominator * right.denominator);

export const over = (left: Rational, right: Rational): Rational =>
  reduced(left.numerator * right.denominator, left.denominator * right.numerator);

export const isAtMost = (left: Rational, right: Rational): boolean =>
  left.numerator * right.denominator <= right.numerator * left.denominator;

/** Rounds to the nearest integer, half up. */
export function roundHalfUp({ numerator, denominator }: Rational): number {
  const doubled = 2n * numerator + denominator;
  const divisor = 2n * denominator;
  const quotient = doubled / divisor;
  return Number(doubled % divisor < 0n ? quotient - 1n : quotient);
}

export const toNumber = ({ numerator, denominator }: Rational): number =>
  Number(numerator) / Number(denominator);
