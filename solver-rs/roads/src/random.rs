//! Seeded random numbers for property tests: a failing run reports its seed and can be repeated.
//!
//! SplitMix64 (Steele, Lea, Flood 2014): eight lines, no dependency, the same numbers on every machine.

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below `limit`.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        let high = (self.next() >> 32) * u64::from(limit);
        u32::try_from(high >> 32).unwrap()
    }

    /// A number from `low` to `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.below(u32::MAX)) / f64::from(u32::MAX)
    }
}
