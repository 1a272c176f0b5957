//! The loaded maps: once in the shared memory, for all threads, within the memory that they may take.
//!
//! ```text
//! register (header) ─► use_profile (section, read by the caller when it is missing) ─► LoadedProfile ─► RoadPlaces …
//!                              │  no room: those least recently used are dropped
//! set_speeds ──────────────────┴─► Metric, replaced when speeds change; requests keep the one they began with
//! ```
//!
//! One list serves all threads: a static of the module lies in the memory that they share, and the native program has
//! one memory. A thread that finds a profile missing loads it while the others that need it wait; no thread waits here for
//! anything else. Locks are never held across a call that could trap, except for the loading itself,
//! after whose trap the module's whole group of threads is given up, or the program has ended, anyway.
//!
//! A profile that is dropped to make room is only removed from the list: a request that uses it continues, and its bytes
//! are free when the last such request ends (see [`Budget`]). Profiles in use are dropped last, but they are dropped:
//! otherwise one that is always in use would keep out all others for good. A thread that finds no room yet is told so, and
//! tries again.

use std::sync::{Arc, PoisonError, RwLock};

use roads::map::{MapError, MapHeader};

use crate::lane_speeds::{Speeds, SpeedsError, checked_lanes};
use crate::loaded_map::{LoadedMap, LoadedProfile, Needs, evict_for};
use crate::memory_budget::{Budget, Reservation};
use crate::speeds::SpeedRules;

/// All maps, and the speeds that hold on them.
#[derive(Debug)]
pub struct RoadMaps {
    maps: RwLock<Vec<Arc<LoadedMap>>>,
    speeds: RwLock<Option<Arc<Speeds>>>,
    budget: &'static Budget,
}

/// Why a profile cannot be used, where reading may fail with `E`.
#[derive(Debug, thiserror::Error)]
pub enum LoadError<E> {
    /// The file is damaged, or was not built for the profile.
    #[error(transparent)]
    Map(#[from] MapError),
    /// It takes more than all maps may together.
    #[error("{bytes} bytes are needed and maps may take {bytes_max}")]
    TooLarge {
        /// How many it takes.
        bytes: u64,
        /// How many there may be.
        bytes_max: u64,
    },
    /// No speeds have been set.
    #[error("speeds have to be set first")]
    NoSpeeds,
    /// No map has this number.
    #[error("there is no such map")]
    NoSuchMap,
    /// What the caller's reading of the section ended with.
    #[error("the section could not be read")]
    Unread(E),
}

/// Why a map cannot be made known.
#[derive(Debug, thiserror::Error)]
pub enum RegisterError {
    /// The bytes are not those of a header.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A map before it is missing.
    #[error("maps are registered in their order")]
    OutOfOrder,
}

impl RoadMaps {
    /// None yet; all profiles that are loaded share the budget.
    #[must_use]
    pub const fn new(budget: &'static Budget) -> Self {
        Self { maps: RwLock::new(Vec::new()), speeds: RwLock::new(None), budget }
    }

    /// Sets how many bytes all loaded profiles may take together. Nothing that is loaded is dropped for it.
    pub fn set_memory(&self, bytes_max: u64) {
        self.budget.set_bytes_max(bytes_max);
    }

    /// Makes a map known under the next number, unless it is known already.
    ///
    /// # Errors
    /// The bytes are not those of a header, or a map before it is missing.
    pub fn register(&self, number: usize, header: &[u8]) -> Result<(), RegisterError> {
        let header = MapHeader::decode(header)?;
        let mut maps = self.maps.write().unwrap_or_else(PoisonError::into_inner);
        match number.cmp(&maps.len()) {
            std::cmp::Ordering::Less => Ok(()),
            std::cmp::Ordering::Greater => Err(RegisterError::OutOfOrder),
            std::cmp::Ordering::Equal => {
                maps.push(Arc::new(LoadedMap::new(header, self.budget)));
                Ok(())
            }
        }
    }

    /// The header of a map, if there is one of this number.
    pub fn with_header<T>(&self, number: usize, ask: impl FnOnce(&MapHeader) -> T) -> Option<T> {
        self.map::<()>(number).ok().map(|map| ask(&map.header))
    }

    /// How many bytes there have to be for a profile of a map, with the speeds that are set.
    ///
    /// # Errors
    /// There is no such map or profile, or no speeds are set.
    pub fn profile_bytes<E>(&self, number: usize, profile: &str) -> Result<u64, LoadError<E>> {
        let map = self.map(number)?;
        let section = map.header.section(profile)?;
        let speeds = self.current_speeds().ok_or(LoadError::NoSpeeds)?;
        Ok(Needs::of(section, &speeds).at_most())
    }

    /// A profile of a map with its costs; `read` is asked for its section if it is not loaded. Others may be
    /// dropped to make room. Nothing when there is none yet, since others are being loaded or still in use: come
    /// again soon, holding no profile nor places meanwhile.
    ///
    /// # Errors
    /// The file is damaged, the map was not built for the profile, it takes more memory than maps may, no
    /// speeds are set, or `read` failed.
    pub fn use_profile<E>(
        &self,
        number: usize,
        profile: &str,
        read: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Option<LoadedProfile>, LoadError<E>> {
        let maps = self.all();
        let reserve = |bytes| evict_for(&maps, self.budget, bytes);
        self.load(number, profile, read, reserve)
    }

    /// Loads a profile of a map if there is room for it beside those that are loaded.
    ///
    /// # Errors
    /// As [`Self::use_profile`].
    pub fn preload<E>(
        &self,
        number: usize,
        profile: &str,
        read: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<(), LoadError<E>> {
        self.load(number, profile, read, |bytes| self.budget.take(bytes))?;
        Ok(())
    }

    fn load<E>(
        &self,
        number: usize,
        profile: &str,
        read: impl FnOnce() -> Result<Vec<u8>, E>,
        reserve: impl FnOnce(u64) -> Option<Reservation>,
    ) -> Result<Option<LoadedProfile>, LoadError<E>> {
        let map = self.map(number)?;
        let position = map.header.section_idx(profile)?;
        // Within the lock of the profile, so that speeds that change meanwhile wait for the costs of before.
        map.load(position, || self.current_speeds(), read, reserve)
    }

    /// Sets how fast traffic is, and gives new costs to all profiles that are loaded; those for which there is
    /// no room beside the costs of before are dropped, to be loaded again when they are needed. `window_factors`
    /// has four numbers per weekday window, `weekend_factors` four: motorway, primary, tertiary, residential.
    /// `window_intervals` has three per interval: the position of its window, its first and last seconds of the day,
    /// both included.
    ///
    /// # Errors
    /// A factor is not positive, there are more windows than lanes, an interval is of no window or day, or with
    /// these speeds some profile takes more memory than maps may. Nothing has changed then.
    pub fn set_speeds(
        &self,
        window_factors: &[f64],
        weekend_factors: &[f64],
        window_intervals: &[u32],
        SpeedRules { rules, live }: SpeedRules,
    ) -> Result<(), SpeedsError> {
        let lanes = checked_lanes(window_factors, weekend_factors, window_intervals)?;
        let speeds = Arc::new(Speeds { lanes, rules, live });
        let maps = self.all();
        for section in maps.iter().flat_map(|map| &map.header.sections) {
            let bytes = Needs::of(section, &speeds).at_most();
            let bytes_max = self.budget.bytes_max();
            if bytes > bytes_max {
                let profile = section.name.clone();
                return Err(SpeedsError::TooLarge { profile, bytes, bytes_max });
            }
        }
        *self.speeds.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&speeds));
        for (map, position) in maps.iter().flat_map(|map| map.positions().map(move |it| (map, it)))
        {
            map.replace_metric(position, &speeds, |roads| {
                roads.customize(&speeds.lanes, &speeds.rules)
            });
        }
        Ok(())
    }

    /// Bytes that the costs of all loaded profiles take: for figures.
    pub fn metric_bytes(&self) -> usize {
        let maps = self.all();
        maps.iter().flat_map(|map| map.positions().map(|it| map.metric_bytes(it))).sum()
    }

    fn all(&self) -> Vec<Arc<LoadedMap>> {
        self.maps.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn map<E>(&self, number: usize) -> Result<Arc<LoadedMap>, LoadError<E>> {
        let maps = self.maps.read().unwrap_or_else(PoisonError::into_inner);
        maps.get(number).cloned().ok_or(LoadError::NoSuchMap)
    }

    fn current_speeds(&self) -> Option<Arc<Speeds>> {
        self.speeds.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
