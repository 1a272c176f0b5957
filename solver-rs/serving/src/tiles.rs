//! Map tiles, and the data for drawing them that all threads share: an index of each loaded profile, road names,
//! basemaps.
//!
//! An index takes four bytes per segment, while the profile takes about 300, and is dropped with the profile.
//! Basemaps and names are stored by the number of their map. A basemap takes eight bytes per point, and 16 per area for
//! its index.
//! Names are read when a tile of the map is first requested, and stay: 12 bytes per named way, and each text once.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use roads::basemap::{BASEMAP_PREFIX_BYTES, Basemap, check_basemap};
use roads::map::{MapError, ProfileMap, RoadNames};
use roads::tiles::{BasemapIndex, RoadIndex, TileCut, TileIdx};

use crate::loaded_map::LoadedProfile;
use crate::memory_budget::Reserved;
use crate::{AskError, RoadMaps};

/// The data that tiles need besides loaded profiles.
#[derive(Debug)]
pub struct TileMaps {
    /// Indexed by the number of the map.
    names: Mutex<Vec<Option<Arc<RoadNames>>>>,
    basemaps: Mutex<Vec<Option<Arc<Background>>>>,
    indexes: Mutex<Vec<Indexed>>,
}

/// An index, kept as long as its map is loaded.
struct Indexed {
    map: Weak<Reserved<ProfileMap>>,
    index: Arc<RoadIndex>,
}

/// A basemap with its index.
struct Background {
    basemap: Basemap,
    index: BasemapIndex,
}

/// The reasons why a map cannot be drawn. `E` is the error of the caller's read function.
#[derive(Debug, thiserror::Error)]
pub enum TilesError<E> {
    /// The file is damaged.
    #[error(transparent)]
    Map(#[from] MapError),
    /// No map has this number.
    #[error("there is no such map")]
    NoSuchMap,
    /// The error that the caller returned when reading.
    #[error("what is drawn could not be read")]
    Unread(E),
}

/// A tile that is being composed.
#[derive(Debug)]
pub struct RoadTile(TileCut);

impl RoadTile {
    /// Creates a tile without roads.
    ///
    /// # Errors
    /// There is no such tile.
    pub fn new(zoom: u32, x: u32, y: u32) -> Result<Self, AskError> {
        let tile =
            TileIdx::new(zoom, x, y).ok_or_else(|| AskError::new("there is no such tile"))?;
        Ok(Self(TileCut::new(tile)))
    }

    /// Adds the roads of a map. `read_names` is called if the names of the map are not loaded.
    ///
    /// # Errors
    /// There is no such map, its file is damaged, or `read_names` failed.
    pub fn add<E>(
        &mut self,
        (maps, tiles): (&RoadMaps, &TileMaps),
        number: usize,
        roads: &LoadedProfile,
        read_names: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<(), TilesError<E>> {
        let names = tiles.names_of(maps, number, read_names)?;
        self.0.add(&roads.map, &tiles.index_of(&roads.map), &names);
        Ok(())
    }

    /// Adds the basemap of a map. If it is not loaded, `read_basemap` is called for the bytes after the sections of the
    /// map file.
    ///
    /// # Errors
    /// The file is damaged, or `read_basemap` failed.
    pub fn add_basemap<E>(
        &mut self,
        tiles: &TileMaps,
        number: usize,
        read_basemap: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<(), TilesError<E>> {
        let background = tiles.background_of(number, read_basemap)?;
        self.0.add_basemap(&background.basemap, &background.index);
        Ok(())
    }

    /// Returns the bytes of the tile, which are empty if it shows nothing.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.0.finish()
    }
}

impl TileMaps {
    /// Creates an empty store.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            names: Mutex::new(Vec::new()),
            basemaps: Mutex::new(Vec::new()),
            indexes: Mutex::new(Vec::new()),
        }
    }

    /// Returns the index of a profile. The first caller builds it; others wait meanwhile.
    fn index_of(&self, map: &Arc<Reserved<ProfileMap>>) -> Arc<RoadIndex> {
        let mut indexes = self.indexes.lock().unwrap_or_else(PoisonError::into_inner);
        indexes.retain(|indexed| indexed.map.strong_count() > 0);
        let known = indexes.iter().find(|indexed| indexed.map.as_ptr() == Arc::as_ptr(map));
        if let Some(Indexed { index, .. }) = known {
            return Arc::clone(index);
        }
        let index = Arc::new(RoadIndex::build(map));
        indexes.push(Indexed { map: Arc::downgrade(map), index: Arc::clone(&index) });
        index
    }

    /// Returns the basemap of a map. The first caller reads it; others wait meanwhile.
    fn background_of<E>(
        &self,
        number: usize,
        read_basemap: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Arc<Background>, TilesError<E>> {
        let mut all = self.basemaps.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Some(background)) = all.get(number) {
            return Ok(Arc::clone(background));
        }
        let framed = read_basemap().map_err(TilesError::Unread)?;
        let (prefix, bytes) = framed.split_at(BASEMAP_PREFIX_BYTES.min(framed.len()));
        check_basemap(prefix, bytes)?;
        let basemap = Basemap::decode(bytes)?;
        let index = BasemapIndex::build(&basemap);
        let background = Arc::new(Background { basemap, index });
        if all.len() <= number {
            all.resize(number + 1, None);
        }
        all[number] = Some(Arc::clone(&background));
        Ok(background)
    }

    /// Returns the road names of a map. The first caller reads them; others wait meanwhile.
    fn names_of<E>(
        &self,
        maps: &RoadMaps,
        number: usize,
        read_names: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Arc<RoadNames>, TilesError<E>> {
        let mut all = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Some(names)) = all.get(number) {
            return Ok(Arc::clone(names));
        }
        let bytes = read_names().map_err(TilesError::Unread)?;
        let checked = maps.with_header(number, |header| header.check_names(&bytes));
        checked.ok_or(TilesError::NoSuchMap)??;
        let names = Arc::new(RoadNames::decode(&bytes)?);
        if all.len() <= number {
            all.resize(number + 1, None);
        }
        all[number] = Some(Arc::clone(&names));
        Ok(names)
    }
}

impl Default for TileMaps {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Indexed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Indexed").finish_non_exhaustive()
    }
}

impl fmt::Debug for Background {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Background").finish_non_exhaustive()
    }
}
