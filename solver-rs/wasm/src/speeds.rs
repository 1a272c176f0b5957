//! The rules of a speeds file and of live speeds, added one per call.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Speed rules in the order in which they are applied.
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct SpeedRules(pub(crate) serving::SpeedRules);

#[wasm_bindgen]
impl SpeedRules {
    /// Creates an empty list of rules.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares that there are live speeds among the rules, and sets their name, which `RoadPlaces.liveSpeeds` returns
    /// for costs that were computed with them.
    #[wasm_bindgen(js_name = setLive)]
    pub fn set_live(&mut self, name: &str) {
        self.0.set_live(name);
    }

    /// Adds a rule that applies to one way (any way if 0), inside an area (latitude and longitude of each corner in
    /// degrees; anywhere if empty), to one road class (all if empty), in the lanes of a mask (bit `w` for weekday
    /// window `w`, bit 8 for the weekend, bit 9 for free flow). If `isFactor`, the rule multiplies the speed by
    /// `value`; otherwise it sets the speed to `value` kilometers per hour.
    ///
    /// # Errors
    /// There is no such class, both an area and a way are given, or a number is out of range.
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
