//! Pseudo-random numbers: equal seeds give equal searches, natively and in WASM.
//!
//! xoshiro256++ (Blackman, Vigna 2019), seeded by SplitMix64. Uses only integers and exactly rounded operations.

/// The increment of SplitMix64.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes the bits of a number: the step of SplitMix64 from this state.
pub(super) const fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(GOLDEN);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A stream of pseudo-random numbers.
#[derive(Clone, Debug)]
pub(super) struct Random {
    state: [u64; 4],
}

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        let mut mixed = seed;
        let state = std::array::from_fn(|_| {
            let word = mix(mixed);
            mixed = mixed.wrapping_add(GOLDEN);
            word
        });
        Self { state }
    }

    #[inline]
    fn next(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let c2 = c ^ a;
        let d2 = d ^ b;
        self.state = [a ^ d2, b ^ c2, c2 ^ (b << 17), d2.rotate_left(45)];
        result
    }

    /// Returns a number below `count`, which is at least 1. Multiplies instead of dividing; the bias is below 2^-32.
    #[inline]
    pub(super) fn below(&mut self, count: usize) -> usize {
        let high = self.next() >> 32;
        ((high * count as u64) >> 32) as usize
    }

    /// Returns a multiple of 2^-53 from 0, inclusive, to 1, exclusive.
    #[inline]
    pub(super) fn unit(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
        let bits = (self.next() >> 11) as f64;
        bits * (1.0 / 9_007_199_254_740_992.0)
    }

    /// Returns an exponentially distributed number with mean 1: `-ln(unit)` by von Neumann's method of 1951, which only
    /// compares and adds, so that results are the same on every platform.
    pub(super) fn exponential(&mut self) -> f64 {
        let mut whole = 0.0;
        loop {
            let first = self.unit();
            let mut last = first;
            let mut count = 1_u32;
            loop {
                let next = self.unit();
                if next >= last {
                    break;
                }
                last = next;
                count += 1;
            }
            if count % 2 == 1 {
                return whole + first;
            }
            whole += 1.0;
        }
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn exponential_numbers_have_mean_and_variance_one() {
        let mut random = Random::new(7);
        let draws: Vec<f64> = (0..200_000).map(|_| random.exponential()).collect();
        let count = 200_000.0;
        let mean = draws.iter().sum::<f64>() / count;
        let variance = draws.iter().map(|it| (it - mean) * (it - mean)).sum::<f64>() / count;
        // Standard errors are 1/447 and about 3/447.
        assert!((mean - 1.0).abs() < 0.01, "{mean}");
        assert!((variance - 1.0).abs() < 0.03, "{variance}");
    }

    #[test]
    fn below_reaches_every_number_evenly() {
        let mut random = Random::new(1);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
