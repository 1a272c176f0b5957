//! The travel-cost matrix for services: coordinates in, rows as JSON text out.
//!
//! ```text
//! new (estimates) ─► put_on_roads (labels of all destinations) ─► json(first, count) ─► json(first, count) …
//! ```
//!
//! Labels of destinations are computed once, at 10 µs and 10 KB each, and labels of sources together with their rows. A
//! matrix is therefore computed in blocks of rows, in memory that depends only on the block and the destinations.
//!
//! Keeping a matrix between blocks does not keep its map from being dropped or its costs from being replaced. If either
//! happens, it returns no more rows, and the caller creates a new matrix.

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

/// The pairs of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct Pairs<'a> {
    /// The number of places.
    pub place_count: u32,
    /// Places, by index.
    pub sources: &'a [u32],
    /// Places, by index.
    pub destinations: &'a [u32],
    /// Place `i` has the classes `class_values[class_first_out[i] .. class_first_out[i + 1]]`. If this is empty, every
    /// pair is selected.
    pub class_first_out: &'a [u32],
    /// The classes of all places, one place after the other.
    pub class_values: &'a [i64],
    /// Whether the source must have all classes of the destination. Otherwise one class in common is enough.
    pub containment: bool,
}

/// Checks the pairs and returns them as a selection.
///
/// # Errors
/// An index is out of range or occurs twice in one list, or the class offsets are invalid.
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

/// The positions and the names of the places of a matrix.
#[derive(Debug)]
pub struct OfPlaces<'a> {
    /// In degrees.
    pub latitudes: &'a [f64],
    /// In degrees.
    pub longitudes: &'a [f64],
    /// The JSON strings of all places, one after the other.
    pub keys: Vec<u8>,
    /// The offset at which each string begins, and the end of the last one.
    pub key_first_out: Vec<u32>,
}

/// Rows as JSON text.
#[derive(Debug)]
pub struct MatrixJson {
    /// `"source":{"destination":[meters,seconds,…],…},…` in UTF-8, with an entry for every source.
    pub travel_costs: Vec<u8>,
    /// `{"source":…,"destination":…},…` in UTF-8: the pairs without a road between them.
    pub unreachable: Vec<u8>,
}

/// A matrix whose rows can be computed a few at a time.
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
    /// Labels of all destinations and of no source.
    labels: RoadLabels,
}

impl MatrixRows {
    /// Creates a matrix of the selected pairs, with all costs estimated.
    ///
    /// # Errors
    /// The arrays do not match in length, or a coordinate is out of range.
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

    /// Switches to costs on roads for all pairs, except those with a place off the map. `lanes` are the numbers of the
    /// lanes of the travel times, as many as the model has. Every travel time on roads is divided by `speed_factor`.
    ///
    /// # Errors
    /// The number of places differs, there is no such lane, or the speed factor is not positive.
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

    /// Returns some rows, given by the positions of their sources. `should_stop` is called every few milliseconds.
    /// Returns `None` if it returned true, or if the map was dropped or its costs were replaced meanwhile.
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
