//! Seeded random numbers: SplitMix64 (Steele, Lea, Flood 2014).

/// Returns whether only a part is tested: a debug build takes 20 times as long. CI runs all tests in an
/// optimized build with assertions.
pub(crate) fn is_partial() -> bool {
    cfg!(debug_assertions) && std::env::var_os("FULL_SIZES").is_none()
}

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit).unwrap()).unwrap()
    }
}
