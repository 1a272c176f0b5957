//! The rules of a speeds file and of live speeds, one call a rule.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Speed rules in the order in which they are applied.
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct SpeedRules(pub(crate) serving::SpeedRules);

#[wasm_bindgen]
impl SpeedRules {
    /// No rules.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says that there are live speeds among the rules, and what they are called: `RoadPlaces.liveSpeeds`
    /// says so of costs that are computed with them.
    #[wasm_bindgen(js_name = setLive)]
    pub fn set_live(&mut self, name: &str) {
        self.0.set_live(name);
    }

    /// Adds a rule: on one way (or any, if 0), inside an area (latitude and longitude of each corner in
    /// degrees; anywhere, if empty), on one class (or all, if empty), in the lanes of a mask (bit `w` for
    /// weekday window `w`, bit 8 the weekend, bit 9 free flow). `isFactor`: multiplies the speed by
    /// `value`, otherwise sets it to so many kilometers per hour.
    ///
    /// # Errors
    /// There is no such class, an area and a way are named at once, or a number is out of range.
    pub fn add(
        &mut self,
        #[wasm_bindgen(js_name = wayId)] way_id: f64,
        area: &[f64],
        #[wasm_bindgen(js_name = className)] class_name: &str,
        lanes: u16,
        #[wasm_bindgen(js_name = isFactor)] is_factor: bool,
        value: f64,
    ) -> Result<(), JsError> {
        Ok(self.0.add(way_id, area, class_name, lanes, is_factor, value)?)
    }
}
