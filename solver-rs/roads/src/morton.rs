//! An order of points that keeps neighbors together, for indexes that are looked through group by group.

/// Bits of both coordinates in turn (Morton's order): near in it is near on the ground, mostly.
pub(crate) fn interleaved(lat_e7: i32, lon_e7: i32) -> u64 {
    let spread = |value: i32| {
        // Shifted to be positive, so that the order has no break at the equator and at Greenwich.
        let mut bits = u64::from(value.cast_unsigned() ^ 1 << 31);
        for (shift, mask) in [
            (16, 0x0000_ffff_0000_ffff),
            (8, 0x00ff_00ff_00ff_00ff),
            (4, 0x0f0f_0f0f_0f0f_0f0f),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555),
        ] {
            bits = (bits | bits << shift) & mask;
        }
        bits
    };
    spread(lat_e7) << 1 | spread(lon_e7)
}
