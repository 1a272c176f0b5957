//! The loaded maps: once in the shared memory, for all threads, within the memory that they may take.
//!
//! ```text
//! registerMap (header) ─► useProfile (section, read by JavaScript when it is missing) ─► RoadProfile ─► RoadPlaces …
//!                              │  no room: those least recently used are dropped
//! setSpeeds ───────────────────┴─► Metric, replaced when speeds change; requests keep the one they began with
//! ```
//!
//! A static of the module lies in the shared memory, so what one thread puts here all threads see. A
//! thread that finds a profile missing loads it while the others that need it wait; nobody waits here for
//! anything else. Locks are never held across a call that could trap, except for the loading itself,
//! after whose trap the whole group of threads is given up anyway.
//!
//! What is dropped to make room is only taken from the list: a request that uses it goes on, and the
//! bytes are free when the last one ends (see [`crate::memory_budget`]). Profiles in use are dropped last, but they
//! are: otherwise one that is always in use would keep all others out for good. Whoever finds no room
//! yet is told so, and comes again.

use std::fmt;
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
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::memory_budget::{Budget, Reservation, Reserved};
use crate::speeds::SpeedRules;

static MAPS: RwLock<Vec<Arc<LoadedMap>>> = RwLock::new(Vec::new());
static SPEEDS: RwLock<Option<Arc<Speeds>>> = RwLock::new(None);
static BUDGET: Budget = Budget::new(u64::MAX);
/// Counts uses, so that of two it is known which was later.
static USES: AtomicU64 = AtomicU64::new(0);

/// A map whose profiles are loaded when they are needed.
#[derive(Debug)]
pub(crate) struct LoadedMap {
    pub(crate) header: MapHeader,
    budget: &'static Budget,
    /// By code of the profile.
    profiles: [Mutex<Option<Kept>>; Profile::ALL.len()],
}

/// A profile that whoever asks for it gets.
#[derive(Clone, Debug)]
struct Kept {
    loaded: LoadedProfile,
    used_at: u64,
}

/// A profile with the costs of its arcs.
#[derive(Clone, Debug)]
pub(crate) struct LoadedProfile {
    pub(crate) map: Arc<Reserved<ProfileMap>>,
    pub(crate) metric: Arc<Reserved<Metric>>,
    /// Of the speeds that the metric is for.
    pub(crate) speeds_version: u64,
}

/// A profile that may be dropped, or get other costs, at any time.
#[derive(Clone, Debug)]
pub(crate) struct WeakProfile {
    map: Weak<Reserved<ProfileMap>>,
    metric: Weak<Reserved<Metric>>,
    speeds_version: u64,
}

/// How fast traffic is, everywhere.
#[derive(Debug)]
struct Speeds {
    lanes: LaneSpeeds,
    rules: Vec<SpeedRule>,
}

/// Why a profile cannot be used.
#[derive(Debug)]
enum LoadError {
    Map(MapError),
    /// It takes more than all maps may together.
    TooLarge {
        bytes: u64,
        bytes_max: u64,
    },
    NoSpeeds,
    /// The section could not be read: what JavaScript threw.
    Unread(JsValue),
}

#[wasm_bindgen]
extern "C" {
    /// A function of JavaScript that reads bytes.
    #[wasm_bindgen(typescript_type = "() => Uint8Array")]
    pub type ReadBytes;

    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn call(this: &ReadBytes, receiver: &JsValue) -> Result<Vec<u8>, JsValue>;
}

/// A profile of a map for as long as somebody uses it: costs and roads stay until it is freed.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RoadProfile(pub(crate) LoadedProfile);

/// Sets how many bytes all loaded profiles may take together; without it, there is no limit. Nothing that
/// is loaded is dropped for it.
#[wasm_bindgen(js_name = setMapsMemory)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
pub fn set_maps_memory(#[wasm_bindgen(js_name = bytesMax)] bytes_max: f64) {
    BUDGET.set_bytes_max(bytes_max as u64);
}

/// Makes a map known under the next number, unless it is known already.
///
/// # Errors
/// The bytes are not those of a header, or a map before it is missing.
#[wasm_bindgen(js_name = registerMap)]
pub fn register_map(number: usize, header: &[u8]) -> Result<(), JsError> {
    let header = MapHeader::decode(header)?;
    let mut maps = MAPS.write().unwrap_or_else(PoisonError::into_inner);
    match number.cmp(&maps.len()) {
        std::cmp::Ordering::Less => Ok(()),
        std::cmp::Ordering::Greater => Err(JsError::new("maps are registered in their order")),
        std::cmp::Ordering::Equal => {
            maps.push(Arc::new(LoadedMap::new(header, &BUDGET)));
            Ok(())
        }
    }
}

/// How many bytes there have to be for a profile of a map, with the speeds that are set.
///
/// # Errors
/// There is no such map or profile, or no speeds are set.
#[wasm_bindgen(js_name = profileBytes)]
#[expect(clippy::cast_precision_loss, reason = "memory is smaller than 2^53 bytes")]
pub fn profile_bytes(number: usize, profile: &str) -> Result<f64, JsValue> {
    let section = loaded_map(number)?.header.section(profile_named(profile)?);
    let section = section.map_err(LoadError::Map)?;
    let speeds = current_speeds().ok_or(LoadError::NoSpeeds)?;
    Ok(Needs::of(&section, &speeds).at_most() as f64)
}

/// A profile of a map with its costs; `readSection` is called if it is not loaded. Others may be dropped
/// to make room. Undefined when there is none yet, since others are being loaded or still in use: come
/// again soon, holding no `RoadProfile` nor `RoadPlaces` meanwhile.
///
/// # Errors
/// The file is damaged, the map was not built for the profile, it takes more memory than maps may, no
/// speeds are set, or `readSection` threw.
#[wasm_bindgen(js_name = useProfile)]
pub fn use_profile(
    number: usize,
    profile: &str,
    #[wasm_bindgen(js_name = readSection)] read_section: &ReadBytes,
) -> Result<Option<RoadProfile>, JsValue> {
    let maps = all_maps();
    let reserve = |bytes| evict_for(&maps, &BUDGET, bytes);
    Ok(loaded_profile(number, profile, read_section, reserve)?.map(RoadProfile))
}

/// Loads a profile of a map if there is room for it beside those that are loaded.
///
/// # Errors
/// As `useProfile`.
#[wasm_bindgen(js_name = preloadProfile)]
pub fn preload_profile(
    number: usize,
    profile: &str,
    #[wasm_bindgen(js_name = readSection)] read_section: &ReadBytes,
) -> Result<(), JsValue> {
    loaded_profile(number, profile, read_section, |bytes| BUDGET.take(bytes))?;
    Ok(())
}

fn loaded_profile(
    number: usize,
    profile: &str,
    read_section: &ReadBytes,
    reserve: impl FnOnce(u64) -> Option<Reservation>,
) -> Result<Option<LoadedProfile>, JsValue> {
    let profile = profile_named(profile)?;
    let map = loaded_map(number)?;
    let read = || read_section.call(&JsValue::UNDEFINED);
    // Within the lock of the profile, so that speeds that change meanwhile wait for the costs of before.
    Ok(map.load(profile, current_speeds, read, reserve)?)
}

/// Sets how fast traffic is, and gives new costs to all profiles that are loaded; those for which there is
/// no room beside the costs of before are dropped, to be loaded anew when they are needed. `windowFactors`
/// has four numbers a weekday window, `weekendFactors` four: motorway, primary, tertiary, residential.
///
/// # Errors
/// A factor is not positive, there are more windows than lanes, or with these speeds some profile takes
/// more memory than maps may. Nothing has changed then.
#[wasm_bindgen(js_name = setSpeeds)]
pub fn set_speeds(
    #[wasm_bindgen(js_name = windowFactors)] window_factors: &[f64],
    #[wasm_bindgen(js_name = weekendFactors)] weekend_factors: &[f64],
    rules: &SpeedRules,
) -> Result<(), JsError> {
    let speeds = Arc::new(checked_speeds(window_factors, weekend_factors, rules)?);
    let maps = all_maps();
    for section in maps.iter().flat_map(|map| &map.header.sections) {
        let bytes = Needs::of(section, &speeds).at_most();
        let bytes_max = BUDGET.bytes_max();
        if bytes > bytes_max {
            let name = section.profile.name();
            let error = LoadError::TooLarge { bytes, bytes_max };
            return Err(JsError::new(&format!("with these speeds, for {name}, {error}")));
        }
    }
    *SPEEDS.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&speeds));
    for (map, profile) in maps.iter().flat_map(|map| Profile::ALL.map(|profile| (map, profile))) {
        map.replace_metric(profile, &speeds, |roads| roads.customize(&speeds.lanes, &speeds.rules));
    }
    Ok(())
}

/// Bytes that the costs of all loaded profiles take: for figures.
#[wasm_bindgen(js_name = metricBytes)]
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "memory is smaller than 2^53 bytes")]
pub fn metric_bytes_of_all() -> f64 {
    let maps = all_maps();
    let bytes = maps.iter().flat_map(|map| Profile::ALL.map(|profile| map.metric_bytes(profile)));
    bytes.sum::<usize>() as f64
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
        let Speeds { lanes, rules } = speeds;
        let cost_count = section.size.cost_count;
        Self {
            section_bytes: section.byte_count,
            roads_bytes: section.size.roads_bytes,
            metric_bytes: metric_bytes(section.profile, cost_count, lanes, rules),
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
        })
    }
}

impl Speeds {
    /// Equal for equal speeds, and hardly ever for others.
    fn version(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let LaneSpeeds { windows, weekend } = &self.lanes;
        windows.len().hash(&mut hasher);
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
        Self { header, budget, profiles: std::array::from_fn(|_| Mutex::new(None)) }
    }

    fn slot(&self, profile: Profile) -> &Mutex<Option<Kept>> {
        &self.profiles[usize::from(profile.code())]
    }

    fn lock(&self, profile: Profile) -> MutexGuard<'_, Option<Kept>> {
        self.slot(profile).lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn metric_bytes(&self, profile: Profile) -> usize {
        self.lock(profile).as_ref().map_or(0, |kept| kept.loaded.metric.bytes())
    }

    /// The profile, which is read and customized if it is not there; nothing if there is no room yet.
    /// Others that ask for it meanwhile wait.
    fn load(
        &self,
        profile: Profile,
        speeds: impl FnOnce() -> Option<Arc<Speeds>>,
        read: impl FnOnce() -> Result<Vec<u8>, JsValue>,
        reserve: impl FnOnce(u64) -> Option<Reservation>,
    ) -> Result<Option<LoadedProfile>, LoadError> {
        let used_at = USES.fetch_add(1, Ordering::Relaxed);
        let mut slot = self.lock(profile);
        if let Some(kept) = &mut *slot {
            kept.used_at = used_at;
            return Ok(Some(kept.loaded.clone()));
        }
        let section = self.header.section(profile).map_err(LoadError::Map)?;
        let speeds = speeds().ok_or(LoadError::NoSpeeds)?;
        let needs = Needs::of(&section, &speeds);
        let (bytes, bytes_max) = (needs.at_most(), self.budget.bytes_max());
        if bytes > bytes_max {
            return Err(LoadError::TooLarge { bytes, bytes_max });
        }
        let Some(mut reservation) = reserve(bytes) else { return Ok(None) };
        let bytes = read().map_err(LoadError::Unread)?;
        section.check(&bytes).map_err(LoadError::Map)?;
        let roads = ProfileMap::decode(&bytes).map_err(LoadError::Map)?;
        drop(bytes);
        if roads.size() != section.size {
            return Err(LoadError::Map(MapError::Inconsistent { what: "sizes" }));
        }
        let metric = roads.customize(&speeds.lanes, &speeds.rules);
        let loaded = LoadedProfile {
            map: Arc::new(Reserved::new(roads, reservation.split(needs.roads_bytes))),
            metric: Arc::new(Reserved::new(metric, reservation.split(needs.metric_bytes))),
            speeds_version: speeds.version(),
        };
        *slot = Some(Kept { loaded: loaded.clone(), used_at });
        Ok(Some(loaded))
    }

    /// Gives a profile new costs if it is loaded, or drops it if there is no room for them. Computing them
    /// may take long: requests that come meanwhile have those before.
    fn replace_metric(
        &self,
        profile: Profile,
        speeds: &Speeds,
        customize: impl FnOnce(&ProfileMap) -> Metric,
    ) {
        let Some(Kept { loaded: LoadedProfile { map, .. }, .. }) = self.lock(profile).clone()
        else {
            return;
        };
        let bytes = metric_bytes(profile, map.size().cost_count, &speeds.lanes, &speeds.rules);
        let metric = self
            .budget
            .take(bytes)
            .map(|reservation| Arc::new(Reserved::new(customize(&map), reservation)));
        let mut slot = self.lock(profile);
        // Dropped meanwhile, and perhaps loaded again with these speeds.
        let Some(kept) = slot.take_if(|kept| Arc::ptr_eq(&kept.loaded.map, &map)) else { return };
        kept.loaded.metric.reservation().retire();
        match metric {
            Some(metric) => {
                let loaded = LoadedProfile { map, metric, speeds_version: speeds.version() };
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
    let mut candidates: Vec<Candidate<'_>> = maps
        .iter()
        .flat_map(|map| Profile::ALL.map(|profile| map.slot(profile)))
        .filter_map(Candidate::of)
        .collect();
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

impl fmt::Display for LoadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Map(error) => write!(formatter, "{error}"),
            Self::TooLarge { bytes, bytes_max } => {
                write!(formatter, "{bytes} bytes are needed and maps may take {bytes_max}")
            }
            Self::NoSpeeds => write!(formatter, "speeds have to be set first"),
            Self::Unread(_) => write!(formatter, "the section could not be read"),
        }
    }
}

impl From<LoadError> for JsValue {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Unread(thrown) => thrown,
            LoadError::Map(_) | LoadError::TooLarge { .. } | LoadError::NoSpeeds => {
                JsError::new(&error.to_string()).into()
            }
        }
    }
}

fn all_maps() -> Vec<Arc<LoadedMap>> {
    MAPS.read().unwrap_or_else(PoisonError::into_inner).clone()
}

pub(crate) fn loaded_map(number: usize) -> Result<Arc<LoadedMap>, JsError> {
    let maps = MAPS.read().unwrap_or_else(PoisonError::into_inner);
    maps.get(number).cloned().ok_or_else(|| JsError::new("there is no such map"))
}

pub(crate) fn profile_named(name: &str) -> Result<Profile, JsError> {
    Profile::from_name(name).ok_or_else(|| JsError::new(&format!("there is no profile {name}")))
}

fn current_speeds() -> Option<Arc<Speeds>> {
    SPEEDS.read().unwrap_or_else(PoisonError::into_inner).clone()
}

fn checked_speeds(
    window_factors: &[f64],
    weekend_factors: &[f64],
    rules: &SpeedRules,
) -> Result<Speeds, JsError> {
    let all_positive = |factors: &[f64]| factors.iter().all(|factor| *factor > 0.0);
    let (windows, []) = window_factors.as_chunks::<4>() else {
        return Err(JsError::new("there are four factors a window"));
    };
    let weekend = <[f64; 4]>::try_from(weekend_factors)
        .map_err(|_| JsError::new("there are four factors for the weekend"))?;
    if windows.len() > roads::hierarchy::WINDOW_LANE_COUNT {
        return Err(JsError::new("there are more windows than lanes"));
    }
    if !all_positive(window_factors) || !all_positive(weekend_factors) {
        return Err(JsError::new("a factor is not positive"));
    }
    let lanes = LaneSpeeds { windows: windows.to_vec(), weekend };
    Ok(Speeds { lanes, rules: rules.0.clone() })
}

#[cfg(test)]
mod tests;
