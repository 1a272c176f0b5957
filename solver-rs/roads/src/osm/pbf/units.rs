//! The units of the coordinates of a block.

use super::super::nodes_pass::PointE7;
use super::super::report::OsmFault;

/// How a block's numbers are converted to degrees: nanodegrees are `offset + granularity * number`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units {
    pub(super) granularity: i64,
    pub(super) lat_offset: i64,
    pub(super) lon_offset: i64,
}

impl Units {
    pub(super) fn point(&self, lat: i64, lon: i64) -> Result<PointE7, OsmFault> {
        let e7 = |number: i64, offset: i64| {
            let nano = number.checked_mul(self.granularity)?.checked_add(offset)?;
            // Rounds to the nearest unit, and ties away from zero.
            Some(nano.checked_add(if nano < 0 { -50 } else { 50 })? / 100)
        };
        match (e7(lat, self.lat_offset), e7(lon, self.lon_offset)) {
            (Some(lat_e7), Some(lon_e7)) => PointE7::new(lat_e7, lon_e7),
            _ => Err(OsmFault::CoordinateOutOfRange),
        }
    }
}
