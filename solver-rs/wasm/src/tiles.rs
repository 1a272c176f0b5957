//! Tiles of loaded profiles as JavaScript asks for them.

use serving::TilesError;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::maps::{MAPS, ReadBytes, RoadProfile, TILES};

/// A tile in the making.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RoadTile(serving::RoadTile);

#[wasm_bindgen]
impl RoadTile {
    /// Begins without any road.
    ///
    /// # Errors
    /// There is no such tile.
    #[wasm_bindgen(constructor)]
    pub fn new(zoom: u32, x: u32, y: u32) -> Result<RoadTile, JsError> {
        Ok(Self(serving::RoadTile::new(zoom, x, y)?))
    }

    /// Adds the roads of a map; `readNames` is called if its names are not loaded.
    ///
    /// # Errors
    /// There is no such map, its file is damaged, or `readNames` threw.
    pub fn add(
        &mut self,
        number: usize,
        roads: &RoadProfile,
        #[wasm_bindgen(js_name = readNames)] read_names: &ReadBytes,
    ) -> Result<(), JsValue> {
        self.0.add((&MAPS, &TILES), number, &roads.0, || read_names.read()).map_err(thrown)
    }

    /// Adds what a map shows beside its roads; `readBasemap` is called if it is not loaded, for the bytes behind the
    /// sections of its file.
    ///
    /// # Errors
    /// The file is damaged, or `readBasemap` threw.
    #[wasm_bindgen(js_name = addBasemap)]
    pub fn add_basemap(
        &mut self,
        number: usize,
        #[wasm_bindgen(js_name = readBasemap)] read_basemap: &ReadBytes,
    ) -> Result<(), JsValue> {
        self.0.add_basemap(&TILES, number, || read_basemap.read()).map_err(thrown)
    }

    /// Its bytes: none where it shows nothing. It cannot be used afterwards.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.0.finish()
    }
}

/// What JavaScript threw is thrown on.
fn thrown(error: TilesError<JsValue>) -> JsValue {
    match error {
        TilesError::Unread(thrown) => thrown,
        other => JsError::new(&other.to_string()).into(),
    }
}
