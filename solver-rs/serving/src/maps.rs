//! The loaded maps: once in the shared memory, for all threads, within the memory that they may take.
//!
//! ```text
//! register (header) ─► use_profile (section, read by the caller when it is missing) ─► LoadedProfile ─► RoadPlaces …
//!                              │  no room: those least recently used are dropped
//! set_speeds ──────────────────┴─► Metric, replaced when speeds change; requests keep the one they began with
//! ```
//!
//! One for all threads: a static of the module lies in the memory that they share, and the native program has
//! one memory. A thread that finds a profile missing loads it while the others that need it wait; nobody waits
//! here for anything else. Locks are never held across a call that could trap, except for the loading itself,
//! after whose trap the module's whole group of threads is given up, or the program has ended, anyway.
//!
//! What is dropped to make room is only taken from the list: a request that uses it goes on, and the
//! bytes are free when the last one ends (see [`Budget`]). Profiles in use are dropped last, but they
//! are: otherwise one that is always in use would keep all others out for good. A thread that finds no room
//! yet is told so, and comes again.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};

use roads::hierarchy::Metric;
use roads::map::{
    LaneSpeeds, MapError, MapHeader, MapSection, ProfileMap, RulePlace, SpeedChange, SpeedRule,
    metric_bytes,
};
use roads::profile::Profile;

use crate::memory_budget::{Budget, Reservation, Reserved};
use crate::speeds::SpeedRules;

/// Counts uses, so that of two it is known which was later.
static USES: AtomicU64 = AtomicU64::new(0);

/// All maps, and the speeds that hold on them.
#[derive(Debug)]
pub struct RoadMaps {
    maps: RwLock<Vec<Arc<LoadedMap>>>,
    speeds: RwLock<Option<Arc<Speeds>>>,
    budget: &'static Budget,
}

/// A map whose profiles are loaded when they are needed.
#[derive(Debug)]
struct LoadedMap {
    header: MapHeader,
    budget: &'static Budget,
    /// By position of the section.
    profiles: Vec<Mutex<Option<Kept>>>,
}

/// A profile that every thread that asks for it gets.
#[derive(Clone, Debug)]
struct Kept {
    loaded: LoadedProfile,
    used_at: u64,
}

/// A profile with the costs of its arcs.
///
/// Costs and roads stay for as long as somebody holds it.
#[derive(Clone, Debug)]
pub struct LoadedProfile {
    pub(crate) map: Arc<Reserved<ProfileMap>>,
    pub(crate) metric: Arc<Reserved<Metric>>,
    /// Of the speeds that the metric is for.
    pub(crate) speeds_version: u64,
    /// What the live speeds among them are called; nothing where none are in force.
    pub(crate) live_speeds: Option<Arc<str>>,
}

/// A profile that may be dropped, or get other costs, at any time.
#[derive(Clone, Debug)]
pub(crate) struct WeakProfile {
    map: Weak<Reserved<ProfileMap>>,
    metric: Weak<Reserved<Metric>>,
    speeds_version: u64,
    live_speeds: Option<Arc<str>>,
}

/// How fast traffic is, everywhere.
#[derive(Debug)]
struct Speeds {
    lanes: LaneSpeeds,
    rules: Vec<SpeedRule>,
    /// The name of the live ones among the rules, see [`SpeedRules::set_live`].
    live: Option<Arc<str>>,
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

/// Why speeds cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpeedsError {
    /// A list of factors ends within a window.
    #[error("there are four factors a window")]
    NotFourFactors,
    /// The weekend has other than four.
    #[error("there are four factors for the weekend")]
    NotFourOfTheWeekend,
    /// More than lanes are kept for.
    #[error("there are more windows than lanes")]
    TooManyWindows,
    /// Or is not a number.
    #[error("a factor is not positive")]
    FactorNotPositive,
    /// Or is not whole.
    #[error("an interval is a window and two seconds of the day")]
    BadInterval,
    /// It would hold at no time.
    #[error("a window has no interval")]
    NoInterval,
    /// Lanes that differ take memory.
    #[error(
        "with these speeds, for {profile}, {bytes} bytes are needed and maps may take {bytes_max}"
    )]
    TooLarge {
        /// Its name.
        profile: String,
        /// How many it takes.
        bytes: u64,
        /// How many there may be.
        bytes_max: u64,
    },
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
    /// has four numbers a weekday window, `weekend_factors` four: motorway, primary, tertiary, residential.
    /// `window_intervals` has three an interval: the position of its window, its first and last seconds of the day,
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

/// What a profile needs at its fullest moments.
#[derive(Clone, Copy, Debug)]
struct Needs {
    section_bytes: u64,
    roads_bytes: u64,
    metric_bytes: u64,
}

impl Needs {
    fn of(section: &MapSection, speeds: &Speeds) -> Self {
        let Speeds { lanes, rules, .. } = speeds;
        Self {
            section_bytes: section.byte_count,
            roads_bytes: section.size.roads_bytes,
            metric_bytes: metric_bytes(section.profile, &section.size, lanes, rules),
        }
    }

    /// The section's bytes go before the metric comes.
    fn at_most(&self) -> u64 {
        self.roads_bytes.saturating_add(self.section_bytes.max(self.metric_bytes))
    }
}

impl LoadedProfile {
    pub(crate) fn downgrade(&self) -> WeakProfile {
        WeakProfile {
            map: Arc::downgrade(&self.map),
            metric: Arc::downgrade(&self.metric),
            speeds_version: self.speeds_version,
            live_speeds: self.live_speeds.clone(),
        }
    }
}

impl WeakProfile {
    /// Nothing once it was dropped or got other costs, and nobody uses those before any more.
    pub(crate) fn upgrade(&self) -> Option<LoadedProfile> {
        Some(LoadedProfile {
            map: self.map.upgrade()?,
            metric: self.metric.upgrade()?,
            speeds_version: self.speeds_version,
            live_speeds: self.live_speeds.clone(),
        })
    }
}

impl Speeds {
    /// No rule concerns a profile that does not follow traffic.
    fn live_for(&self, profile: Profile) -> Option<Arc<str>> {
        self.live.clone().filter(|_| profile.table().follows_traffic)
    }

    /// Equal for equal speeds, whatever the live ones are called, and hardly ever for others.
    fn version(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let LaneSpeeds { windows, weekend, hours } = &self.lanes;
        (windows.len(), hours).hash(&mut hasher);
        for factor in windows.as_flattened().iter().chain(weekend) {
            factor.to_bits().hash(&mut hasher);
        }
        for SpeedRule { place, class, lanes, change } in &self.rules {
            (discriminant(place), class, lanes.0, discriminant(change)).hash(&mut hasher);
            match place {
                RulePlace::Everywhere => {}
                RulePlace::Way(way) => way.hash(&mut hasher),
                RulePlace::Area(corners) => corners.hash(&mut hasher),
            }
            match change {
                SpeedChange::Factor(value) | SpeedChange::KilometersPerHour(value) => {
                    value.to_bits().hash(&mut hasher);
                }
            }
        }
        hasher.finish()
    }
}

impl LoadedMap {
    fn new(header: MapHeader, budget: &'static Budget) -> Self {
        let profiles = header.sections.iter().map(|_| Mutex::new(None)).collect();
        Self { header, budget, profiles }
    }

    /// Of all its profiles.
    fn positions(&self) -> std::ops::Range<usize> {
        0..self.profiles.len()
    }

    fn lock(&self, position: usize) -> MutexGuard<'_, Option<Kept>> {
        self.profiles[position].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn metric_bytes(&self, position: usize) -> usize {
        self.lock(position).as_ref().map_or(0, |kept| kept.loaded.metric.bytes())
    }

    /// The profile, which is read and customized if it is not there; nothing if there is no room yet.
    /// Others that ask for it meanwhile wait.
    fn load<E>(
        &self,
        position: usize,
        speeds: impl FnOnce() -> Option<Arc<Speeds>>,
        read: impl FnOnce() -> Result<Vec<u8>, E>,
        reserve: impl FnOnce(u64) -> Option<Reservation>,
    ) -> Result<Option<LoadedProfile>, LoadError<E>> {
        let used_at = USES.fetch_add(1, Ordering::Relaxed);
        let mut slot = self.lock(position);
        if let Some(kept) = &mut *slot {
            kept.used_at = used_at;
            return Ok(Some(kept.loaded.clone()));
        }
        let section = &self.header.sections[position];
        let speeds = speeds().ok_or(LoadError::NoSpeeds)?;
        let needs = Needs::of(section, &speeds);
        let (bytes, bytes_max) = (needs.at_most(), self.budget.bytes_max());
        if bytes > bytes_max {
            return Err(LoadError::TooLarge { bytes, bytes_max });
        }
        let Some(mut reservation) = reserve(bytes) else { return Ok(None) };
        let bytes = read().map_err(LoadError::Unread)?;
        section.check(&bytes)?;
        let roads = ProfileMap::decode(&bytes)?;
        drop(bytes);
        if roads.size() != section.size {
            return Err(LoadError::Map(MapError::Inconsistent { what: "sizes" }));
        }
        let metric = roads.customize(&speeds.lanes, &speeds.rules);
        let loaded = LoadedProfile {
            map: Arc::new(Reserved::new(roads, reservation.split(needs.roads_bytes))),
            metric: Arc::new(Reserved::new(metric, reservation.split(needs.metric_bytes))),
            speeds_version: speeds.version(),
            live_speeds: speeds.live_for(section.profile),
        };
        *slot = Some(Kept { loaded: loaded.clone(), used_at });
        Ok(Some(loaded))
    }

    /// Gives a profile new costs if it is loaded, or drops it if there is no room for them. Computing them
    /// may take long: requests that come meanwhile have those before. Costs of equal speeds stay: live
    /// speeds are given again and again, often without a change.
    fn replace_metric(
        &self,
        position: usize,
        speeds: &Speeds,
        customize: impl FnOnce(&ProfileMap) -> Metric,
    ) {
        let speeds_version = speeds.version();
        let profile = self.header.sections[position].profile;
        let map = match &mut *self.lock(position) {
            None => return,
            Some(Kept { loaded, .. }) if loaded.speeds_version == speeds_version => {
                loaded.live_speeds = speeds.live_for(profile);
                return;
            }
            Some(Kept { loaded, .. }) => Arc::clone(&loaded.map),
        };
        let bytes = metric_bytes(profile, &map.size(), &speeds.lanes, &speeds.rules);
        let metric = self
            .budget
            .take(bytes)
            .map(|reservation| Arc::new(Reserved::new(customize(&map), reservation)));
        let mut slot = self.lock(position);
        // Dropped meanwhile, and perhaps loaded again with these speeds.
        let Some(kept) = slot.take_if(|kept| Arc::ptr_eq(&kept.loaded.map, &map)) else { return };
        kept.loaded.metric.reservation().retire();
        match metric {
            Some(metric) => {
                let live_speeds = speeds.live_for(profile);
                let loaded = LoadedProfile { map, metric, speeds_version, live_speeds };
                *slot = Some(Kept { loaded, used_at: kept.used_at });
            }
            None => kept.loaded.map.reservation().retire(),
        }
    }
}

/// Room for so many bytes, for which profiles are dropped if need be: those that nobody uses first, of
/// them the one that was used the longest ago. Nothing if there is none yet; nothing is dropped in vain.
fn evict_for(maps: &[Arc<LoadedMap>], budget: &'static Budget, bytes: u64) -> Option<Reservation> {
    if let Some(reservation) = budget.take(bytes) {
        return Some(reservation);
    }
    let mut candidates: Vec<Candidate<'_>> =
        maps.iter().flat_map(|map| &map.profiles).filter_map(Candidate::of).collect();
    if candidates.iter().map(|it| it.bytes).sum::<u64>() < budget.deficit(bytes) {
        return None;
    }
    candidates.sort_unstable_by_key(|it| (it.is_in_use, it.used_at));
    for candidate in candidates {
        if budget.deficit(bytes) == 0 {
            break;
        }
        candidate.drop_it();
    }
    budget.take(bytes)
}

/// A profile that may be dropped.
struct Candidate<'a> {
    slot: &'a Mutex<Option<Kept>>,
    used_at: u64,
    is_in_use: bool,
    bytes: u64,
}

impl<'a> Candidate<'a> {
    /// Nothing where none is loaded, or somebody is just loading it.
    fn of(slot: &'a Mutex<Option<Kept>>) -> Option<Self> {
        let guard = slot.try_lock().ok()?;
        let Kept { loaded: LoadedProfile { map, metric, .. }, used_at } = guard.as_ref()?;
        // Copies are made within the lock, but for those of a matrix that is kept between its blocks: if it
        // comes too late to count here, it may find its map gone at the next block, and asks for it again.
        let is_in_use = Arc::strong_count(map) > 1 || Arc::strong_count(metric) > 1;
        let bytes = map.reservation().bytes() + metric.reservation().bytes();
        Some(Self { slot, used_at: *used_at, is_in_use, bytes })
    }

    /// Takes it from the list, unless it was used since.
    fn drop_it(self) {
        let Ok(mut guard) = self.slot.try_lock() else { return };
        let dropped = guard.take_if(|kept| kept.used_at == self.used_at);
        drop(guard);
        if let Some(Kept { loaded: LoadedProfile { map, metric, .. }, .. }) = dropped {
            map.reservation().retire();
            metric.reservation().retire();
        }
    }
}

fn checked_lanes(
    window_factors: &[f64],
    weekend_factors: &[f64],
    window_intervals: &[u32],
) -> Result<LaneSpeeds, SpeedsError> {
    let all_positive = |factors: &[f64]| factors.iter().all(|factor| *factor > 0.0);
    let (windows, []) = window_factors.as_chunks::<4>() else {
        return Err(SpeedsError::NotFourFactors);
    };
    let weekend =
        <[f64; 4]>::try_from(weekend_factors).map_err(|_| SpeedsError::NotFourOfTheWeekend)?;
    if windows.len() > roads::hierarchy::WINDOW_LANE_COUNT {
        return Err(SpeedsError::TooManyWindows);
    }
    if !all_positive(window_factors) || !all_positive(weekend_factors) {
        return Err(SpeedsError::FactorNotPositive);
    }
    let (intervals, []) = window_intervals.as_chunks::<3>() else {
        return Err(SpeedsError::BadInterval);
    };
    let mut hours = vec![Vec::new(); windows.len()];
    for &[window, first, last] in intervals {
        let of_window = hours.get_mut(window as usize).ok_or(SpeedsError::BadInterval)?;
        if first > last || last >= DAY_SECONDS {
            return Err(SpeedsError::BadInterval);
        }
        of_window.push((first, last));
    }
    if hours.iter().any(Vec::is_empty) {
        return Err(SpeedsError::NoInterval);
    }
    Ok(LaneSpeeds { windows: windows.to_vec(), weekend, hours })
}

const DAY_SECONDS: u32 = 86_400;

#[cfg(test)]
mod tests;
