//! Tiles of loaded profiles, the index that each is cut by, and the names of their roads: one for all threads.
//!
//! An index takes four bytes a segment, of some 300 that the profile takes, and goes with the profile.
//! Names are read by who first asks for a tile of a map, and stay: 12 bytes a named way, and each text once.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use roads::map::{ProfileMap, RoadNames};
use roads::tiles::{RoadIndex, TileCut, TileIdx};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::maps::{ReadBytes, RoadProfile, loaded_map};
use crate::memory_budget::Reserved;

/// By number of the map.
static NAMES: Mutex<Vec<Option<Arc<RoadNames>>>> = Mutex::new(Vec::new());
static INDEXES: Mutex<Vec<Indexed>> = Mutex::new(Vec::new());

/// An index, for as long as its map is loaded.
struct Indexed {
    map: Weak<Reserved<ProfileMap>>,
    index: Arc<RoadIndex>,
}

/// A tile in the making.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RoadTile(TileCut);

#[wasm_bindgen]
impl RoadTile {
    /// Begins without any road.
    ///
    /// # Errors
    /// There is no such tile.
    #[wasm_bindgen(constructor)]
    pub fn new(zoom: u32, x: u32, y: u32) -> Result<RoadTile, JsError> {
        let tile = TileIdx::new(zoom, x, y).ok_or_else(|| JsError::new("there is no such tile"))?;
        Ok(Self(TileCut::new(tile)))
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
        let map = &roads.0.map;
        self.0.add(map, &index_of(map), &*names_of(number, read_names)?);
        Ok(())
    }

    /// Its bytes: none where it shows no road. It cannot be used afterwards.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.0.finish()
    }
}

/// Built by the first who asks; others that ask meanwhile wait.
fn index_of(map: &Arc<Reserved<ProfileMap>>) -> Arc<RoadIndex> {
    let mut indexes = INDEXES.lock().unwrap_or_else(PoisonError::into_inner);
    indexes.retain(|indexed| indexed.map.strong_count() > 0);
    let known = indexes.iter().find(|indexed| indexed.map.as_ptr() == Arc::as_ptr(map));
    if let Some(Indexed { index, .. }) = known {
        return Arc::clone(index);
    }
    let index = Arc::new(RoadIndex::build(map));
    indexes.push(Indexed { map: Arc::downgrade(map), index: Arc::clone(&index) });
    index
}

/// Read by the first who asks; others that ask meanwhile wait.
fn names_of(number: usize, read_names: &ReadBytes) -> Result<Arc<RoadNames>, JsValue> {
    let mut all = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Some(names)) = all.get(number) {
        return Ok(Arc::clone(names));
    }
    let bytes = read_names.call(&JsValue::UNDEFINED)?;
    loaded_map(number)?.header.check_names(&bytes).map_err(JsError::from)?;
    let names = Arc::new(RoadNames::decode(&bytes).map_err(JsError::from)?);
    if all.len() <= number {
        all.resize(number + 1, None);
    }
    all[number] = Some(Arc::clone(&names));
    Ok(names)
}
