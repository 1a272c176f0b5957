//! Loaded maps for JavaScript, shared by all threads because a static lies in the memory that they share.

use serving::{Budget, LoadError, LoadedProfile, RoadMaps, TileMaps};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::speeds::SpeedRules;

static BUDGET: Budget = Budget::new(u64::MAX);
pub(crate) static MAPS: RoadMaps = RoadMaps::new(&BUDGET);
pub(crate) static TILES: TileMaps = TileMaps::new();

#[wasm_bindgen]
extern "C" {
    /// A JavaScript function that reads bytes.
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

/// A profile of a map. Its costs and roads stay in memory until it is freed.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RoadProfile(pub(crate) LoadedProfile);

/// Sets how many bytes all loaded profiles may use together; by default there is no limit. Profiles that are already
/// loaded are not dropped.
#[wasm_bindgen(js_name = setMapsMemory)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
pub fn set_maps_memory(#[wasm_bindgen(js_name = bytesMax)] bytes_max: f64) {
    MAPS.set_memory(bytes_max as u64);
}

/// Registers a map under the next number, unless the number is already registered.
///
/// # Errors
/// The bytes are not a map header, or a map with a lower number is missing.
#[wasm_bindgen(js_name = registerMap)]
pub fn register_map(number: usize, header: &[u8]) -> Result<(), JsError> {
    Ok(MAPS.register(number, header)?)
}

/// Returns how many bytes a profile of a map needs at the current speeds.
///
/// # Errors
/// There is no such map or profile, or no speeds are set.
#[wasm_bindgen(js_name = profileBytes)]
#[expect(clippy::cast_precision_loss, reason = "memory is smaller than 2^53 bytes")]
pub fn profile_bytes(number: usize, profile: &str) -> Result<f64, JsValue> {
    Ok(MAPS.profile_bytes(number, profile).map_err(thrown)? as f64)
}

/// Returns a profile of a map with its costs. If it is not loaded, `readSection` is called, and other profiles may be
/// dropped to make room. Returns undefined if there is no room yet because other profiles are being loaded or still in
/// use; the caller should retry soon, and hold no `RoadProfile` and no `RoadPlaces` meanwhile.
///
/// # Errors
/// The file is damaged, the map was not built for the profile, the profile needs more memory than maps may use, no
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

/// Loads a profile of a map if it fits beside the profiles that are already loaded.
///
/// # Errors
/// The same as for `useProfile`.
#[wasm_bindgen(js_name = preloadProfile)]
pub fn preload_profile(
    number: usize,
    profile: &str,
    #[wasm_bindgen(js_name = readSection)] read_section: &ReadBytes,
) -> Result<(), JsValue> {
    MAPS.preload(number, profile, || read_section.read()).map_err(thrown)
}

/// Sets the traffic speeds and replaces the costs of all loaded profiles. A profile whose new costs do not fit beside
/// the old ones is dropped, and loaded again when it is needed. `windowFactors` has four numbers per weekday window and
/// `weekendFactors` has four: motorway, primary, tertiary, residential. `windowIntervals` has three numbers per
/// interval: the index of its window, and the first and last second of the day, both inclusive.
///
/// # Errors
/// A factor is not positive, there are more windows than lanes, an interval has no valid window or times, or some
/// profile would need more memory at these speeds than maps may use. Nothing has changed then.
#[wasm_bindgen(js_name = setSpeeds)]
pub fn set_speeds(
    #[wasm_bindgen(js_name = windowFactors)] window_factors: &[f64],
    #[wasm_bindgen(js_name = weekendFactors)] weekend_factors: &[f64],
    #[wasm_bindgen(js_name = windowIntervals)] window_intervals: &[u32],
    rules: &SpeedRules,
) -> Result<(), JsError> {
    Ok(MAPS.set_speeds(window_factors, weekend_factors, window_intervals, rules.0.clone())?)
}

/// Returns the number of bytes that the costs of all loaded profiles use, for metrics.
#[wasm_bindgen(js_name = metricBytes)]
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "memory is smaller than 2^53 bytes")]
pub fn metric_bytes_of_all() -> f64 {
    MAPS.metric_bytes() as f64
}

/// Converts an error, and passes on unchanged what JavaScript threw.
fn thrown(error: LoadError<JsValue>) -> JsValue {
    match error {
        LoadError::Unread(thrown) => thrown,
        other => JsError::new(&other.to_string()).into(),
    }
}
