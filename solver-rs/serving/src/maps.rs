//! The loaded maps, stored once in shared memory for all threads and limited by a memory budget.
//!
//! ```text
//! register (header) ─► use_profile (section, read by the caller when it is missing) ─► LoadedProfile ─► RoadPlaces …
//!                              │  no room: those least recently used are dropped
//! set_speeds ──────────────────┴─► Metric, replaced when speeds change; requests keep the one they began with
//! ```
//!
//! One list serves all threads: the module keeps it in a static in the memory that its threads share, and the native
//! program has one memory anyway. A thread that finds a profile missing loads it while the other threads that need it
//! wait; threads never wait here for anything else. Locks are never held across a call that could trap, except while a
//! profile is being loaded. If that traps, the module's whole group of threads is discarded anyway, or the native
//! program has ended, so the lock that stays locked does no harm.
//!
//! A profile that is dropped to make room is only removed from the list: a request that uses it continues, and its
//! bytes are freed when the last such request ends (see [`Budget`]). Profiles in use are dropped last, but they are
//! dropped: otherwise a profile that is always in use would keep all others out forever. A thread that finds no room
//! yet is told so and tries again.

use std::sync::{Arc, PoisonError, RwLock};

use roads::map::{MapError, MapHeader};

use crate::lane_speeds::{Speeds, SpeedsError, checked_lanes};
use crate::load_error::LoadError;
use crate::loaded_map::{LoadedMap, LoadedProfile, Needs, evict_for};
use crate::memory_budget::{Budget, Reservation};
use crate::speeds::SpeedRules;

/// All maps, and the speeds that apply to them.
#[derive(Debug)]
pub struct RoadMaps {
    maps: RwLock<Vec<Arc<LoadedMap>>>,
    speeds: RwLock<Option<Arc<Speeds>>>,
    budget: &'static Budget,
}

/// The reasons why a map cannot be registered.
#[derive(Debug, thiserror::Error)]
pub enum RegisterError {
    /// The bytes are not a map header.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The maps with lower numbers are not all registered.
    #[error("maps are registered in their order")]
    OutOfOrder,
}

impl RoadMaps {
    /// Creates an empty list. All profiles that are loaded share the budget.
    #[must_use]
    pub const fn new(budget: &'static Budget) -> Self {
        Self { maps: RwLock::new(Vec::new()), speeds: RwLock::new(None), budget }
    }

    /// Sets how many bytes all loaded profiles may use together. Profiles that are already loaded are not dropped.
    pub fn set_memory(&self, bytes_max: u64) {
        self.budget.set_bytes_max(bytes_max);
    }

    /// Registers a map under the next number, unless the number is already registered.
    ///
    /// # Errors
    /// The bytes are not a map header, or a map with a lower number is missing.
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

    /// Passes the header of a map to `ask` and returns its result, or `None` if there is no map with this number.
    pub fn with_header<T>(&self, number: usize, ask: impl FnOnce(&MapHeader) -> T) -> Option<T> {
        self.map::<()>(number).ok().map(|map| ask(&map.header))
    }

    /// Returns how many bytes a profile of a map needs at the current speeds.
    ///
    /// # Errors
    /// There is no such map or profile, or no speeds are set.
    pub fn profile_bytes<E>(&self, number: usize, profile: &str) -> Result<u64, LoadError<E>> {
        let map = self.map(number)?;
        let section = map.header.section(profile)?;
        let speeds = self.current_speeds().ok_or(LoadError::NoSpeeds)?;
        Ok(Needs::of(section, &speeds).at_most())
    }

    /// Returns a profile of a map with its costs. If it is not loaded, `read` is called for its section, and other
    /// profiles may be dropped to make room. Returns `None` if there is no room yet because other profiles are being
    /// loaded or still in use; the caller should retry soon, and hold no profile and no places meanwhile.
    ///
    /// # Errors
    /// The file is damaged, the map was not built for the profile, the profile needs more memory than maps may use, no
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

    /// Loads a profile of a map if it fits beside the profiles that are already loaded.
    ///
    /// # Errors
    /// The same as for [`Self::use_profile`].
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
        // The speeds are read while the profile is locked: speeds that change meanwhile wait until these costs are
        // stored, and then replace them.
        map.load(position, || self.current_speeds(), read, reserve)
    }

    /// Sets the traffic speeds and replaces the costs of all loaded profiles. A profile whose new costs do not fit
    /// beside the old ones is dropped, and loaded again when it is needed. `window_factors` has four numbers per
    /// weekday window and `weekend_factors` has four: motorway, primary, tertiary, residential. `window_intervals` has
    /// three numbers per interval: the index of its window, and the first and last second of the day, both inclusive.
    ///
    /// # Errors
    /// A factor is not positive, there are more windows than lanes, an interval has no valid window or times, or some
    /// profile would need more memory at these speeds than maps may use. Nothing has changed then.
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

    /// Returns the number of bytes that the costs of all loaded profiles use, for metrics.
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
