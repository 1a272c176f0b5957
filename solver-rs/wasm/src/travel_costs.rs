//! Travel costs as numbers, written a few rows at a time in the layout of travel tables, or between chosen places.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{EstimateModel, RoadPlaces};

/// Travel costs between all pairs of some places, written a few rows at a time into a travel table.
#[wasm_bindgen]
#[derive(Debug)]
pub struct TravelRows(serving::TravelRows);

#[wasm_bindgen]
impl TravelRows {
    /// Creates a table of estimates for places given in degrees.
    ///
    /// # Errors
    /// A coordinate is out of range.
    pub fn estimated(
        model: &EstimateModel,
        latitudes: &[f64],
        longitudes: &[f64],
    ) -> Result<TravelRows, JsError> {
        Ok(Self(serving::TravelRows::estimated(&model.0, latitudes, longitudes)?))
    }

    /// Creates a table of costs on roads, with estimates where a place is off the map. `lanes` are the numbers of the
    /// lanes of the travel times, as many as the model has. Every travel time on roads is divided by `speedFactor`.
    ///
    /// # Errors
    /// The arrays do not match in length, a coordinate is out of range, there is no such lane, or the speed factor is
    /// not positive.
    #[wasm_bindgen(js_name = onRoads)]
    pub fn on_roads(
        roads: &RoadPlaces,
        lanes: &[u8],
        #[wasm_bindgen(js_name = speedFactor)] speed_factor: f64,
        model: &EstimateModel,
        latitudes: &[f64],
        longitudes: &[f64],
    ) -> Result<TravelRows, JsError> {
        let (roads, model) = (&roads.0, &model.0);
        let rows =
            serving::TravelRows::on_roads(roads, lanes, speed_factor, model, latitudes, longitudes);
        Ok(Self(rows?))
    }

    /// Writes rows `first` to `first + count`: one number per pair into `distanceMeters`, and the times of all lanes of
    /// a pair side by side into `travelSeconds`; -1 where no road leads.
    ///
    /// # Errors
    /// There are fewer rows, or the arrays do not have exactly as many numbers as the rows.
    #[wasm_bindgen(js_name = write)]
    pub fn write(
        &mut self,
        first: u32,
        count: u32,
        #[wasm_bindgen(js_name = distanceMeters)] distance_meters: &mut [i32],
        #[wasm_bindgen(js_name = travelSeconds)] travel_seconds: &mut [i32],
    ) -> Result<(), JsError> {
        Ok(self.0.write(first, count, distance_meters, travel_seconds)?)
    }

    /// Writes single pairs, in the layout of `write`: from the first place of `from` to the first of `to`, from the
    /// second to the second, and so on. Use it for few pairs of many places: rows need labels of all these places, and
    /// a label takes as long to compute as some ten pairs.
    ///
    /// # Errors
    /// There is no such place, or the arrays do not have exactly as many numbers as the pairs.
    #[wasm_bindgen(js_name = writePairs)]
    pub fn write_pairs(
        &mut self,
        from: &[u32],
        to: &[u32],
        #[wasm_bindgen(js_name = distanceMeters)] distance_meters: &mut [i32],
        #[wasm_bindgen(js_name = travelSeconds)] travel_seconds: &mut [i32],
    ) -> Result<(), JsError> {
        Ok(self.0.write_pairs(from, to, distance_meters, travel_seconds)?)
    }

    /// Writes the costs from each place of `from` to each place of `to`, in the layout of `write`.
    ///
    /// # Errors
    /// There is no such place, or the arrays do not have exactly as many numbers as the pairs.
    #[wasm_bindgen(js_name = writeBetween)]
    pub fn write_between(
        &mut self,
        from: &[u32],
        to: &[u32],
        #[wasm_bindgen(js_name = distanceMeters)] distance_meters: &mut [i32],
        #[wasm_bindgen(js_name = travelSeconds)] travel_seconds: &mut [i32],
    ) -> Result<(), JsError> {
        Ok(self.0.write_between(from, to, distance_meters, travel_seconds)?)
    }
}
