//! The loaded maps: once in the shared memory, for all threads.
//!
//! ```text
//! registerMap (header) ─► ensureProfile (section, read by JavaScript when it is missing) ─► RoadPlaces …
//!                                │
//! setSpeeds ─────────────────────┴─► Metric, replaced when speeds change; requests keep the one they began with
//! ```
//!
//! A static of the module lies in the shared memory, so what one thread puts here all threads see. A
//! thread that finds a profile missing loads it while the others that need it wait; nobody waits for
//! anything else. Locks are never held across a call that could trap, except for the loading itself,
//! after whose trap the whole group of threads is given up anyway.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use roads::hierarchy::Metric;
use roads::map::{LaneSpeeds, MapHeader, PREFIX_BYTES, ProfileMap, SpeedRule};
use roads::profile::Profile;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::speeds::SpeedRules;

static MAPS: RwLock<Vec<Arc<LoadedMap>>> = RwLock::new(Vec::new());
static SPEEDS: RwLock<Option<Arc<Speeds>>> = RwLock::new(None);

/// A map whose profiles are loaded when they are first needed.
#[derive(Debug)]
pub(crate) struct LoadedMap {
    pub(crate) header: MapHeader,
    /// By code of the profile.
    profiles: [Mutex<Option<LoadedProfile>>; Profile::ALL.len()],
}

/// A profile with the costs of its arcs.
#[derive(Clone, Debug)]
pub(crate) struct LoadedProfile {
    pub(crate) map: Arc<ProfileMap>,
    pub(crate) metric: Arc<Metric>,
}

/// How fast traffic is, everywhere.
#[derive(Debug)]
struct Speeds {
    lanes: LaneSpeeds,
    rules: Vec<SpeedRule>,
}

#[wasm_bindgen]
extern "C" {
    /// A function of JavaScript that reads bytes.
    #[wasm_bindgen(typescript_type = "() => Uint8Array")]
    pub type ReadBytes;

    #[wasm_bindgen(method, structural, catch)]
    fn call(this: &ReadBytes, receiver: &JsValue) -> Result<Vec<u8>, JsValue>;
}

/// How many bytes of a map file have to be read before its header can be.
#[wasm_bindgen(js_name = mapPrefixBytes)]
#[must_use]
pub fn map_prefix_bytes() -> usize {
    PREFIX_BYTES
}

/// How many bytes prefix and header of a map file have together, told from its first bytes.
///
/// # Errors
/// The file is not a map of this version.
#[wasm_bindgen(js_name = mapHeaderBytes)]
pub fn map_header_bytes(prefix: &[u8]) -> Result<usize, JsError> {
    Ok(MapHeader::len_from_prefix(prefix)?)
}

/// What a map file says of itself.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MapFileHeader(MapHeader);

#[wasm_bindgen]
impl MapFileHeader {
    /// Reads prefix and header.
    ///
    /// # Errors
    /// The bytes are not those of a map file, or damaged.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<MapFileHeader, JsError> {
        Ok(Self(MapHeader::decode(bytes)?))
    }

    /// Whom the data is owed to.
    #[must_use]
    pub fn attribution(&self) -> String {
        self.0.attribution.clone()
    }

    /// How many bytes the extract had.
    #[wasm_bindgen(js_name = extractBytes)]
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "files are smaller than 2^53 bytes")]
    pub fn extract_bytes(&self) -> f64 {
        self.0.extract_bytes as f64
    }

    /// South, west, north, east, in degrees.
    #[must_use]
    pub fn bounds(&self) -> Vec<f64> {
        self.0.bounds_e7.iter().map(|&e7| f64::from(e7) / 1e7).collect()
    }

    /// Names of the profiles that it was built for.
    #[must_use]
    pub fn profiles(&self) -> Vec<String> {
        self.0.sections.iter().map(|section| section.profile.name().to_owned()).collect()
    }

    /// First byte of a profile's section, counted from the end of the header, and how many it has.
    ///
    /// # Errors
    /// The map was not built for the profile.
    #[expect(clippy::cast_precision_loss, reason = "files are smaller than 2^53 bytes")]
    pub fn section(&self, profile: &str) -> Result<Vec<f64>, JsError> {
        let section = self.0.section(profile_named(profile)?)?;
        Ok(vec![section.first_byte as f64, section.byte_count as f64])
    }

    /// Whether bytes are those of a profile's section.
    ///
    /// # Errors
    /// They are not: the file is damaged.
    #[wasm_bindgen(js_name = checkSection)]
    pub fn check_section(&self, profile: &str, bytes: &[u8]) -> Result<(), JsError> {
        Ok(self.0.section(profile_named(profile)?)?.check(bytes)?)
    }
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
            let profiles = std::array::from_fn(|_| Mutex::new(None));
            maps.push(Arc::new(LoadedMap { header, profiles }));
            Ok(())
        }
    }
}

/// Makes sure that a profile of a map is loaded and has costs; `readSection` is called if it is not.
///
/// # Errors
/// The file is damaged, the map was not built for the profile, no speeds are set, or `readSection`
/// threw.
#[wasm_bindgen(js_name = ensureProfile)]
pub fn ensure_profile(
    number: usize,
    profile: &str,
    #[wasm_bindgen(js_name = readSection)] read_section: &ReadBytes,
) -> Result<(), JsValue> {
    let profile = profile_named(profile)?;
    let map = loaded_map(number)?;
    let mut loaded = map.lock(profile);
    if loaded.is_none() {
        let section = map.header.section(profile).map_err(|error| thrown(&error))?;
        let bytes = read_section.call(&JsValue::UNDEFINED)?;
        section.check(&bytes).map_err(|error| thrown(&error))?;
        let profile_map = ProfileMap::decode(&bytes).map_err(|error| thrown(&error))?;
        drop(bytes);
        let speeds = current_speeds()?;
        let metric = profile_map.customize(&speeds.lanes, &speeds.rules);
        *loaded = Some(LoadedProfile { map: Arc::new(profile_map), metric: Arc::new(metric) });
    }
    Ok(())
}

/// Sets how fast traffic is, and gives new costs to all profiles that are loaded. `windowFactors` has
/// four numbers a weekday window, `weekendFactors` four: motorway, primary, tertiary, residential.
///
/// # Errors
/// A factor is not positive, or there are more windows than lanes.
#[wasm_bindgen(js_name = setSpeeds)]
pub fn set_speeds(
    #[wasm_bindgen(js_name = windowFactors)] window_factors: &[f64],
    #[wasm_bindgen(js_name = weekendFactors)] weekend_factors: &[f64],
    rules: &SpeedRules,
) -> Result<(), JsError> {
    let speeds = Arc::new(checked_speeds(window_factors, weekend_factors, rules)?);
    *SPEEDS.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&speeds));
    let maps = MAPS.read().unwrap_or_else(PoisonError::into_inner).clone();
    for (map, profile) in maps.iter().flat_map(|map| Profile::ALL.map(|profile| (map, profile))) {
        map.replace_metric(profile, |loaded| loaded.customize(&speeds.lanes, &speeds.rules));
    }
    Ok(())
}

/// Whether speeds have been set by any thread.
#[wasm_bindgen(js_name = hasSpeeds)]
#[must_use]
pub fn has_speeds() -> bool {
    SPEEDS.read().unwrap_or_else(PoisonError::into_inner).is_some()
}

/// Bytes that the loaded profiles' costs take, in order of map and profile: for figures.
#[wasm_bindgen(js_name = metricBytes)]
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "memory is smaller than 2^53 bytes")]
pub fn metric_bytes() -> f64 {
    let maps = MAPS.read().unwrap_or_else(PoisonError::into_inner).clone();
    let bytes = maps.iter().flat_map(|map| Profile::ALL.map(|profile| map.metric_bytes(profile)));
    bytes.sum::<usize>() as f64
}

impl LoadedMap {
    fn lock(&self, profile: Profile) -> MutexGuard<'_, Option<LoadedProfile>> {
        self.profiles[usize::from(profile.code())].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn metric_bytes(&self, profile: Profile) -> usize {
        self.lock(profile).as_ref().map_or(0, |loaded| loaded.metric.bytes())
    }

    /// Gives a profile new costs if it is loaded. Computing them may take long: requests that come
    /// meanwhile have those before.
    fn replace_metric(&self, profile: Profile, customize: impl FnOnce(&ProfileMap) -> Metric) {
        let Some(LoadedProfile { map, .. }) = self.profile(profile) else { return };
        let metric = Arc::new(customize(&map));
        *self.lock(profile) = Some(LoadedProfile { map, metric });
    }

    /// The profile, if it is loaded.
    pub(crate) fn profile(&self, profile: Profile) -> Option<LoadedProfile> {
        self.lock(profile).clone()
    }
}

pub(crate) fn loaded_map(number: usize) -> Result<Arc<LoadedMap>, JsError> {
    let maps = MAPS.read().unwrap_or_else(PoisonError::into_inner);
    maps.get(number).cloned().ok_or_else(|| JsError::new("there is no such map"))
}

pub(crate) fn profile_named(name: &str) -> Result<Profile, JsError> {
    Profile::from_name(name).ok_or_else(|| JsError::new(&format!("there is no profile {name}")))
}

fn current_speeds() -> Result<Arc<Speeds>, JsError> {
    let speeds = SPEEDS.read().unwrap_or_else(PoisonError::into_inner);
    speeds.clone().ok_or_else(|| JsError::new("speeds have to be set first"))
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

fn thrown(error: &dyn std::fmt::Display) -> JsValue {
    JsError::new(&error.to_string()).into()
}

#[cfg(test)]
mod tests {
    use roads::map::MapReading;
    use roads::network::NetworkOptions;
    use roads::osm::{OsmFormat, PassOutcome};

    use super::*;

    const EXTRACT: &[u8] = include_bytes!("../../../test/fixtures/maps/crossroads.osm");

    fn free_flow() -> LaneSpeeds {
        LaneSpeeds { windows: Vec::new(), weekend: [1.0; 4] }
    }

    fn loaded_car() -> LoadedMap {
        let mut reading = MapReading::new(OsmFormat::detect(EXTRACT).unwrap());
        loop {
            reading.push(EXTRACT).unwrap();
            if reading.end_pass().unwrap() != PassOutcome::ReadAgain {
                break;
            }
        }
        let mut build = reading.finish(NetworkOptions::default()).unwrap();
        let (section, _) = build.section(Profile::Car);
        let header = MapHeader::decode(&build.header()).unwrap();
        let map = ProfileMap::decode(&section).unwrap();
        let metric = map.customize(&free_flow(), &[]);
        let profiles = std::array::from_fn(|_| Mutex::new(None));
        let loaded = LoadedMap { header, profiles };
        *loaded.lock(Profile::Car) =
            Some(LoadedProfile { map: Arc::new(map), metric: Arc::new(metric) });
        loaded
    }

    #[test]
    fn requests_go_on_with_the_costs_before_while_new_ones_are_computed() {
        let loaded = loaded_car();
        let before = loaded.profile(Profile::Car).unwrap().metric;
        loaded.replace_metric(Profile::Car, |map| {
            let meanwhile = loaded.profiles[usize::from(Profile::Car.code())].try_lock();
            let meanwhile = meanwhile.expect("no request waits").clone().unwrap();
            assert!(Arc::ptr_eq(&meanwhile.metric, &before));
            map.customize(&free_flow(), &[])
        });
        assert!(!Arc::ptr_eq(&loaded.profile(Profile::Car).unwrap().metric, &before));
    }

    #[test]
    fn a_profile_that_is_not_loaded_gets_no_costs() {
        let loaded = loaded_car();
        loaded.replace_metric(Profile::Foot, |_| unreachable!("there is nothing to customize"));
        assert!(loaded.profile(Profile::Foot).is_none());
    }
}
