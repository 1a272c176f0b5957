//! Tiles of loaded profiles, and the index that each is cut by: one for all threads.
//!
//! An index takes four bytes a segment, of some 300 that the profile takes, and goes with the profile.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use roads::map::ProfileMap;
use roads::tiles::{RoadIndex, TileCut, TileIdx};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::maps::RoadProfile;
use crate::room::Housed;

static INDEXES: Mutex<Vec<Indexed>> = Mutex::new(Vec::new());

/// An index, for as long as its map is loaded.
struct Indexed {
    map: Weak<Housed<ProfileMap>>,
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

    /// Adds the roads of a map.
    pub fn add(&mut self, roads: &RoadProfile) {
        let map = &roads.0.map;
        self.0.add(map, &index_of(map));
    }

    /// Its bytes: none where it shows no road. It cannot be used afterwards.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.0.finish()
    }
}

/// Built by the first who asks; others that ask meanwhile wait.
fn index_of(map: &Arc<Housed<ProfileMap>>) -> Arc<RoadIndex> {
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
