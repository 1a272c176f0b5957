//! An order of points that keeps neighbors together, for indexes that are searched group by group.

/// The bits of both coordinates, interleaved (Morton order): close values are mostly close on the ground.
pub(crate) fn interleaved(lat_e7: i32, lon_e7: i32) -> u64 {
    let spread = |value: i32| {
        // The offset makes values positive, so that the order has no break at the equator or at Greenwich.
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
