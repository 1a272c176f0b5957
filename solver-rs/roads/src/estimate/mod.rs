//! The estimate: travel costs anywhere on Earth, from coordinates alone.
//!
//! ```text
//! road meters     = great circle × detour factor
//! travel seconds  = Σ over bands: meters in band ÷ (speed of band × speed factor of lane in band)
//! ```
//!
//! The road distance passes through consecutive bands as an income passes through tax brackets: the first
//! meters have the speed of the first band (streets), the next meters that of the second band (main roads),
//! and so on. If the speed were chosen by the whole distance instead, it would jump at the end of each band,
//! and a longer trip could take less time. Here, time is continuous and never decreases with distance.
//!
//! A pair takes two square roots, one arctangent, a search among a handful of bands, and one multiplication
//! and one addition per lane.

mod bands;
mod great_circle;
#[cfg(test)]
mod tests;

use crate::{CostBlock, PlaceIdx, Places, RoadError, TravelCosts, UNREACHABLE_METERS};
use bands::{BandCosts, round_half_up};

pub use great_circle::EARTH_RADIUS_METERS;

/// The parameters of an estimate, not yet validated.
#[derive(Clone, Copy, Debug)]
pub struct EstimateParameters<'a> {
    /// Road meters per meter of great-circle distance.
    pub detour_factor: f64,
    /// Where each band ends, in road meters from the start of the trip, ascending. Distances beyond
    /// the last end belong to the last band, whose end may therefore be infinite.
    pub band_end_meters: &'a [f64],
    /// Free-flow speed of each band.
    pub band_meters_per_second: &'a [f64],
    /// The share of the free-flow speed that is reached, lane-major: `lanes × bands`.
    pub lane_factors: &'a [f64],
}

/// A validated estimate that is not tied to places: created once, used for every request.
#[derive(Clone, Debug)]
pub struct EstimateModel {
    detour_factor: f64,
    bands: BandCosts,
}

impl EstimateModel {
    /// Checks the parameters and precomputes the costs of all bands in all lanes.
    ///
    /// # Errors
    /// A number is not positive and finite, the lengths of the lists do not match, the band ends do
    /// not ascend, or the longest trip on Earth would cost as much as an unreachable place.
    pub fn new(parameters: EstimateParameters<'_>) -> Result<Self, RoadError> {
        let detour_factor = parameters.detour_factor;
        if !is_positive(detour_factor) {
            return Err(RoadError::DetourFactorInvalid { factor: detour_factor });
        }
        let road_meters_max = detour_factor * great_circle::METERS_MAX;
        if road_meters_max >= f64::from(UNREACHABLE_METERS) {
            return Err(RoadError::EstimateTooLarge {
                cost: road_meters_max,
                cost_limit: UNREACHABLE_METERS,
            });
        }
        let bands = BandCosts::new(
            parameters.band_end_meters,
            parameters.band_meters_per_second,
            parameters.lane_factors,
            road_meters_max,
        )?;
        Ok(Self { detour_factor, bands })
    }

    /// The travel costs of this model between the given places.
    #[must_use]
    pub fn between<'a>(&'a self, places: &'a Places) -> Estimate<'a> {
        Estimate { model: self, places }
    }

    /// The number of travel times of a pair, one per traffic window.
    #[must_use]
    pub fn lane_count(&self) -> usize {
        self.bands.lane_count()
    }
}

/// Estimated travel costs between given places.
#[derive(Clone, Copy, Debug)]
pub struct Estimate<'a> {
    model: &'a EstimateModel,
    places: &'a Places,
}

impl TravelCosts for Estimate<'_> {
    fn lane_count(&self) -> usize {
        self.model.lane_count()
    }

    fn fill(&self, sources: &[PlaceIdx], destinations: &[PlaceIdx], out: &mut CostBlock) {
        out.reshape(sources.len(), destinations.len(), self.lane_count());
        for (row_idx, &source) in sources.iter().enumerate() {
            self.fill_row(source, destinations, out.row_mut(row_idx));
        }
    }
}

impl Estimate<'_> {
    /// This is a separate function because V8 replaces baseline code with optimized code only at a
    /// call: a kernel inlined into one long loop would stay slow for the whole first request.
    ///
    /// The pair of a place with itself needs no special case: the difference is exactly 0, and so is
    /// every result.
    #[inline(never)]
    fn fill_row(&self, source: PlaceIdx, destinations: &[PlaceIdx], row: &mut [i32]) {
        let origin = self.places.unit_vector(source);
        let pair_len = 1 + self.lane_count();
        for (&destination, pair) in destinations.iter().zip(row.chunks_exact_mut(pair_len)) {
            let target = self.places.unit_vector(destination);
            let road_meters = self.model.detour_factor * great_circle::meters(origin, target);
            if let [distance_meters, travel_seconds @ ..] = pair {
                *distance_meters = round_half_up(road_meters);
                self.model.bands.travel_seconds(road_meters, travel_seconds);
            }
        }
    }
}

/// Whether a parameter is positive and finite.
fn is_positive(number: f64) -> bool {
    number > 0.0 && number.is_finite()
}
