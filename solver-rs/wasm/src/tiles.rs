//! Tiles of loaded profiles for JavaScript.

use serving::TilesError;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::maps::{MAPS, ReadBytes, RoadProfile, TILES};

/// A tile that is being composed.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RoadTile(serving::RoadTile);

#[wasm_bindgen]
impl RoadTile {
    /// Creates a tile without roads.
    ///
    /// # Errors
    /// There is no such tile.
    #[wasm_bindgen(constructor)]
    pub fn new(zoom: u32, x: u32, y: u32) -> Result<RoadTile, JsError> {
        Ok(Self(serving::RoadTile::new(zoom, x, y)?))
    }

    /// Adds the roads of a map. `readNames` is called if the names of the map are not loaded.
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

    /// Adds the basemap of a map. If it is not loaded, `readBasemap` is called for the bytes after the sections of the
    /// map file.
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

    /// Returns the bytes of the tile, which are empty if it shows nothing. The tile cannot be used afterwards.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.0.finish()
    }
}

/// Converts an error, and passes on unchanged what JavaScript threw.
fn thrown(error: TilesError<JsValue>) -> JsValue {
    match error {
        TilesError::Unread(thrown) => thrown,
        other => JsError::new(&other.to_string()).into(),
    }
}
