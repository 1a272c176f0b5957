//! Loaded maps as JavaScript asks for them: one for all threads, since a static lies in the memory that they share.

use serving::{Budget, LoadError, LoadedProfile, RoadMaps, TileMaps};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::speeds::SpeedRules;

static BUDGET: Budget = Budget::new(u64::MAX);
pub(crate) static MAPS: RoadMaps = RoadMaps::new(&BUDGET);
pub(crate) static TILES: TileMaps = TileMaps::new();

#[wasm_bindgen]
extern "C" {
    /// A function of JavaScript that reads bytes.
    #[wasm_bindgen(typescript_type = "() => Uint8Array")]
    pub type ReadBytes;

    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn call(this: &ReadBytes, receiver: &JsValue) -> Result<Vec<u8>, JsValue>;
}

impl ReadBytes {
    pub(crate) fn read(&self) -> Result<Vec<u8>, JsValue> {
        self.call(&JsValue::UNDEFINED)
    }
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
    MAPS.set_memory(bytes_max as u64);
}

/// Makes a map known under the next number, unless it is known already.
///
/// # Errors
/// The bytes are not those of a header, or a map before it is missing.
#[wasm_bindgen(js_name = registerMap)]
pub fn register_map(number: usize, header: &[u8]) -> Result<(), JsError> {
    Ok(MAPS.register(number, header)?)
}

/// How many bytes there have to be for a profile of a map, with the speeds that are set.
///
/// # Errors
/// There is no such map or profile, or no speeds are set.
#[wasm_bindgen(js_name = profileBytes)]
#[expect(clippy::cast_precision_loss, reason = "memory is smaller than 2^53 bytes")]
pub fn profile_bytes(number: usize, profile: &str) -> Result<f64, JsValue> {
    Ok(MAPS.profile_bytes(number, profile).map_err(thrown)? as f64)
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
    let loaded = MAPS.use_profile(number, profile, || read_section.read()).map_err(thrown)?;
    Ok(loaded.map(RoadProfile))
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
    MAPS.preload(number, profile, || read_section.read()).map_err(thrown)
}

/// Sets how fast traffic is, and gives new costs to all profiles that are loaded; those for which there is
/// no room beside the costs of before are dropped, to be loaded again when they are needed. `windowFactors`
/// has four numbers a weekday window, `weekendFactors` four: motorway, primary, tertiary, residential.
/// `windowIntervals` has three an interval: the position of its window, its first and last seconds of the day,
/// both included.
///
/// # Errors
/// A factor is not positive, there are more windows than lanes, an interval is of no window or day, or with
/// these speeds some profile takes more memory than maps may. Nothing has changed then.
#[wasm_bindgen(js_name = setSpeeds)]
pub fn set_speeds(
    #[wasm_bindgen(js_name = windowFactors)] window_factors: &[f64],
    #[wasm_bindgen(js_name = weekendFactors)] weekend_factors: &[f64],
    #[wasm_bindgen(js_name = windowIntervals)] window_intervals: &[u32],
    rules: &SpeedRules,
) -> Result<(), JsError> {
    Ok(MAPS.set_speeds(window_factors, weekend_factors, window_intervals, rules.0.clone())?)
}

/// Bytes that the costs of all loaded profiles take: for figures.
#[wasm_bindgen(js_name = metricBytes)]
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "memory is smaller than 2^53 bytes")]
pub fn metric_bytes_of_all() -> f64 {
    MAPS.metric_bytes() as f64
}

/// What JavaScript threw is thrown on.
fn thrown(error: LoadError<JsValue>) -> JsValue {
    match error {
        LoadError::Unread(thrown) => thrown,
        other => JsError::new(&other.to_string()).into(),
    }
}
