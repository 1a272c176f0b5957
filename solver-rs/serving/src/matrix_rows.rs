//! The travel-cost matrix as services ask for it: coordinates in, rows as JSON text out.
//!
//! ```text
//! new (estimates) ─► put_on_roads (labels of all destinations) ─► json(first, count) ─► json(first, count) …
//! ```
//!
//! Labels of destinations are made once, 10 µs and 10 KB each, those of sources with their rows: a matrix
//! is computed in blocks of rows within memory that depends on the block and the destinations alone.
//!
//! A matrix may be kept between blocks without keeping its map from being dropped or its costs from being replaced. It
//! then has no more rows, and its caller makes a new one.

use std::ops::Range;

use roads::map::{RoadLabels, RoadPlace};
use roads::{
    ClassRule, ClassSets, EstimateModel, Outcome, PairSelection, PlaceIdx, Places, TravelCosts,
    walk_matrix,
};

use crate::json::MatrixWriter;
use crate::keys::JsonKeys;
use crate::loaded_map::{LoadedProfile, WeakProfile};
use crate::road_places::{RoadTrip, is_listed};
use crate::{AskError, RoadPlaces};

/// Which pairs a matrix has.
#[derive(Clone, Copy, Debug)]
pub struct Pairs<'a> {
    /// How many places there are.
    pub place_count: u32,
    /// Indexes of places.
    pub sources: &'a [u32],
    /// Likewise.
    pub destinations: &'a [u32],
    /// Place `i` has the classes `class_values[class_first_out[i] .. class_first_out[i + 1]]`; empty: every pair
    /// is kept.
    pub class_first_out: &'a [u32],
    /// See above.
    pub class_values: &'a [i64],
    /// The source must have all classes of the destination; otherwise one in common is enough.
    pub containment: bool,
}

/// The pairs, checked.
///
/// # Errors
/// An index is out of range or twice in one list, or the class offsets do not fit.
pub fn pair_selection(pairs: Pairs<'_>) -> Result<PairSelection, AskError> {
    let Pairs { place_count, sources, destinations, class_first_out, class_values, containment } =
        pairs;
    let rule = if class_first_out.is_empty() {
        ClassRule::All
    } else {
        let sets = ClassSets::from_csr(place_count, class_first_out, class_values)?;
        if containment { ClassRule::Contained(sets) } else { ClassRule::SharesOne(sets) }
    };
    Ok(PairSelection::new(place_count, places(sources), places(destinations), rule)?)
}

fn places(indexes: &[u32]) -> Vec<PlaceIdx> {
    indexes.iter().copied().map(PlaceIdx).collect()
}

/// Where the places of a matrix are, and what they are called.
#[derive(Debug)]
pub struct OfPlaces<'a> {
    /// Degrees.
    pub latitudes: &'a [f64],
    /// Likewise.
    pub longitudes: &'a [f64],
    /// The JSON strings of all places one after the other.
    pub keys: Vec<u8>,
    /// Where each of them begins, and the end of the last.
    pub key_first_out: Vec<u32>,
}

/// Rows as text.
#[derive(Debug)]
pub struct MatrixJson {
    /// `"source":{"destination":[meters,seconds,…],…},…` in UTF-8, an entry for every source.
    pub travel_costs: Vec<u8>,
    /// `{"source":…,"destination":…},…` in UTF-8: pairs with no road between their ends.
    pub unreachable: Vec<u8>,
}

/// A matrix whose rows can be computed, some at a time.
#[derive(Debug)]
pub struct MatrixRows {
    selection: PairSelection,
    keys: JsonKeys,
    model: EstimateModel,
    places: Places,
    on_roads: Option<OnRoads>,
}

#[derive(Debug)]
struct OnRoads {
    profile: WeakProfile,
    places: Vec<Option<RoadPlace>>,
    /// Of all destinations, and of no source.
    labels: RoadLabels,
}

impl MatrixRows {
    /// The selected pairs, all estimated.
    ///
    /// # Errors
    /// The arrays do not fit one another, or a coordinate is out of range.
    pub fn new(
        model: EstimateModel,
        selection: PairSelection,
        OfPlaces { latitudes, longitudes, keys, key_first_out }: OfPlaces<'_>,
    ) -> Result<Self, AskError> {
        let places = Places::from_degrees(latitudes, longitudes)?;
        if places.count() != selection.place_count() as usize {
            return Err(AskError::new("the selection is of another number of places"));
        }
        let keys = JsonKeys::new(places.count(), keys, key_first_out)
            .map_err(|error| AskError::new(error.to_string()))?;
        Ok(Self { selection, keys, model, places, on_roads: None })
    }

    /// Has the pairs computed on roads, apart from those with a place off the map. `lanes` are the numbers
    /// of the lanes of each travel time, as many as the model has; every travel time on roads is divided
    /// by `speed_factor`.
    ///
    /// # Errors
    /// The places are of another number, there is no such lane, or the speed factor is not positive.
    pub fn put_on_roads(
        &mut self,
        roads: &RoadPlaces,
        lanes: &[u8],
        speed_factor: f64,
    ) -> Result<(), AskError> {
        let trip = RoadTrip::new(roads, lanes, speed_factor, &self.model, &self.places)?;
        self.on_roads = Some(OnRoads {
            profile: roads.loaded.downgrade(),
            places: roads.places.clone(),
            labels: trip.labels(roads, &[], self.selection.destinations()),
        });
        Ok(())
    }

    /// Some rows, by the positions of their sources. Gives nothing if `should_stop`, asked every few
    /// milliseconds, said so, or if the map was dropped or its costs replaced since.
    ///
    /// # Errors
    /// There are fewer rows, or the texts are larger than the memory that is left.
    pub fn json(
        &self,
        first: usize,
        count: usize,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<MatrixJson>, AskError> {
        let sources = self.selection.sources();
        let end = first.checked_add(count).filter(|end| *end <= sources.len());
        let rows = first..end.ok_or_else(|| AskError::new("there are fewer rows"))?;
        let estimate = self.model.between(&self.places);
        let Some(OnRoads { profile, places, labels }) = &self.on_roads else {
            return self.write(rows, &estimate, should_stop);
        };
        let Some(LoadedProfile { map, metric, .. }) = profile.upgrade() else { return Ok(None) };
        let is_source = is_listed(&sources[rows.clone()], places.len());
        let labels = labels.with_sources(&map, &metric, places, &is_source);
        self.write(rows, &labels.costs(&map, &metric, estimate), should_stop)
    }

    fn write(
        &self,
        rows: Range<usize>,
        costs: &impl TravelCosts,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<MatrixJson>, AskError> {
        let Self { selection, keys, .. } = self;
        let failed = |error: crate::json::AnswerTooLarge| AskError::new(error.to_string());
        let mut writer =
            MatrixWriter::new(keys, costs.lane_count(), selection, rows.clone()).map_err(failed)?;
        let outcome =
            walk_matrix(costs, selection, rows, &mut writer, should_stop).map_err(failed)?;
        Ok(match outcome {
            Outcome::Stopped => None,
            Outcome::Finished => {
                let (travel_costs, unreachable) = writer.finish();
                Some(MatrixJson { travel_costs, unreachable })
            }
        })
    }
}
