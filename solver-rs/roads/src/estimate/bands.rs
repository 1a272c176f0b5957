//! Travel time by distance band, all lanes at once.
//!
//! For each band and lane, two numbers are stored: the seconds for all bands before it, and the
//! seconds per meter within it. A pair then takes one multiplication and one addition per lane. The
//! layout is band-major, so that the lanes of a band are adjacent and vectorize; 6 bands × 8 lanes
//! take 768 bytes.

use super::is_positive;
use crate::{RoadError, UNREACHABLE_SECONDS};

#[derive(Clone, Debug)]
pub(super) struct BandCosts {
    /// Where each band starts: 0, then the end of the previous band. Ascending, one per band.
    start_meters: Vec<f64>,
    lane_count: usize,
    /// `bands × lanes`.
    seconds_before: Vec<f64>,
    /// `bands × lanes`.
    seconds_per_meter: Vec<f64>,
}

impl BandCosts {
    /// `road_meters_max` is the length of the longest possible trip.
    pub(super) fn new(
        end_meters: &[f64],
        meters_per_second: &[f64],
        lane_factors: &[f64],
        road_meters_max: f64,
    ) -> Result<Self, RoadError> {
        check_bands(end_meters, meters_per_second)?;
        check_lanes(lane_factors, end_meters.len())?;
        let band_count = end_meters.len();
        let lane_count = lane_factors.len() / band_count;

        let mut start_meters = vec![0.0];
        start_meters.extend_from_slice(&end_meters[..band_count - 1]);
        let mut seconds_before = vec![0.0; band_count * lane_count];
        let mut seconds_per_meter = Vec::with_capacity(band_count * lane_count);
        for (band_idx, speed) in meters_per_second.iter().enumerate() {
            for lane_idx in 0..lane_count {
                let factor = lane_factors[lane_idx * band_count + band_idx];
                seconds_per_meter.push(1.0 / (speed * factor));
            }
        }
        for band_idx in 1..band_count {
            let band_meters = start_meters[band_idx] - start_meters[band_idx - 1];
            for lane_idx in 0..lane_count {
                let before = (band_idx - 1) * lane_count + lane_idx;
                // The same expression as in `travel_seconds`, so that time is monotone across the
                // end of a band even in its last bit.
                seconds_before[before + lane_count] =
                    seconds_before[before] + band_meters * seconds_per_meter[before];
            }
        }

        let bands = Self { start_meters, lane_count, seconds_before, seconds_per_meter };
        bands.check_longest_trip(road_meters_max)?;
        Ok(bands)
    }

    pub(super) fn lane_count(&self) -> usize {
        self.lane_count
    }

    /// Writes the travel times of a trip, one number per lane.
    pub(super) fn travel_seconds(&self, road_meters: f64, out: &mut [i32]) {
        let (meters_in_band, lanes) = self.last_band(road_meters);
        let seconds_before = &self.seconds_before[lanes.clone()];
        let seconds_per_meter = &self.seconds_per_meter[lanes];
        for ((seconds, before), per_meter) in
            out.iter_mut().zip(seconds_before).zip(seconds_per_meter)
        {
            *seconds = round_half_up(before + meters_in_band * per_meter);
        }
    }

    /// The band in which a trip ends: the meters driven in it, and the positions of its lanes.
    fn last_band(&self, road_meters: f64) -> (f64, std::ops::Range<usize>) {
        let mut band_idx = 0;
        while band_idx + 1 < self.start_meters.len()
            && self.start_meters[band_idx + 1] <= road_meters
        {
            band_idx += 1;
        }
        let first = band_idx * self.lane_count;
        (road_meters - self.start_meters[band_idx], first..first + self.lane_count)
    }

    /// Ensures that every possible cost is below the sentinel, and therefore fits in an `i32`.
    fn check_longest_trip(&self, road_meters_max: f64) -> Result<(), RoadError> {
        let (meters_in_band, lanes) = self.last_band(road_meters_max);
        let longest = lanes
            .map(|at| self.seconds_before[at] + meters_in_band * self.seconds_per_meter[at])
            .fold(0.0, f64::max);
        if longest < f64::from(UNREACHABLE_SECONDS) {
            return Ok(());
        }
        Err(RoadError::EstimateTooLarge { cost: longest, cost_limit: UNREACHABLE_SECONDS })
    }
}

fn check_bands(end_meters: &[f64], meters_per_second: &[f64]) -> Result<(), RoadError> {
    if end_meters.is_empty() {
        return Err(RoadError::NoBands);
    }
    if end_meters.len() != meters_per_second.len() {
        return Err(RoadError::BandCountsDiffer {
            end_count: end_meters.len(),
            speed_count: meters_per_second.len(),
        });
    }
    let mut start = 0.0;
    for (band_idx, &end) in end_meters.iter().enumerate() {
        let may_be_endless = band_idx + 1 == end_meters.len();
        if end.is_nan() || end <= start || (end.is_infinite() && !may_be_endless) {
            return Err(RoadError::BandEndInvalid { band_idx, end_meters: end });
        }
        start = end;
    }
    match meters_per_second.iter().position(|&speed| !is_positive(speed)) {
        None => Ok(()),
        Some(band_idx) => Err(RoadError::SpeedInvalid {
            band_idx,
            meters_per_second: meters_per_second[band_idx],
        }),
    }
}

fn check_lanes(lane_factors: &[f64], band_count: usize) -> Result<(), RoadError> {
    if lane_factors.is_empty() || !lane_factors.len().is_multiple_of(band_count) {
        return Err(RoadError::LaneFactorCountInvalid {
            factor_count: lane_factors.len(),
            band_count,
        });
    }
    match lane_factors.iter().position(|&factor| !is_positive(factor)) {
        None => Ok(()),
        Some(at) => Err(RoadError::LaneFactorInvalid {
            lane_idx: at / band_count,
            band_idx: at % band_count,
            factor: lane_factors[at],
        }),
    }
}

/// The nearest whole number; halves are rounded up.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the constructors refuse parameters that could reach the sentinel, far below i32::MAX"
)]
pub(super) fn round_half_up(number: f64) -> i32 {
    (number + 0.5).floor() as i32
}
