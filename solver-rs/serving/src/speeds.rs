//! The rules of a speeds file and of live speeds, added one per call.

use std::sync::Arc;

use roads::map::{LaneMask, RulePlace, SpeedChange, SpeedRule};
use roads::profile::RoadClass;

use crate::AskError;

/// `Number.MAX_SAFE_INTEGER`: ids are passed as JavaScript numbers.
const SAFE_INTEGER_MAX: f64 = 9_007_199_254_740_991.0;

/// Speed rules in the order in which they are applied.
#[derive(Clone, Debug, Default)]
pub struct SpeedRules {
    pub(crate) rules: Vec<SpeedRule>,
    pub(crate) live: Option<Arc<str>>,
}

impl SpeedRules {
    /// Declares that there are live speeds among the rules, and sets their name, which
    /// [`crate::RoadPlaces::live_speeds`] returns for costs that were computed with them.
    pub fn set_live(&mut self, name: &str) {
        self.live = Some(Arc::from(name));
    }

    /// Adds a rule that applies to one way (any way if 0), inside an area (latitude and longitude of each corner in
    /// degrees; anywhere if empty), to one road class (all if empty), in the lanes of a mask (bit `w` for weekday
    /// window `w`, bit 8 for the weekend, bit 9 for free flow). If `is_factor`, the rule multiplies the speed by
    /// `value`; otherwise it sets the speed to `value` kilometers per hour.
    ///
    /// # Errors
    /// There is no such class, both an area and a way are given, or a number is out of range.
    pub fn add(
        &mut self,
        way_id: f64,
        area: &[f64],
        class_name: &str,
        lanes: u16,
        is_factor: bool,
        value: f64,
    ) -> Result<(), AskError> {
        if !(value > 0.0 && value.is_finite()) {
            return Err(AskError::new("a speed is not positive"));
        }
        let class = match class_name {
            "" => None,
            name => Some(
                RoadClass::from_name(name)
                    .ok_or_else(|| AskError::new(format!("there is no road class {name}")))?,
            ),
        };
        let place = match (way_id, area) {
            (0.0, []) => RulePlace::Everywhere,
            (_, []) => RulePlace::Way(way_id_of(way_id)?),
            (0.0, area) => RulePlace::Area(corners(area)?),
            _ => return Err(AskError::new("a rule names a way or an area, not both")),
        };
        let change = if is_factor {
            SpeedChange::Factor(value)
        } else {
            SpeedChange::KilometersPerHour(value)
        };
        self.rules.push(SpeedRule { place, class, lanes: LaneMask(lanes), change });
        Ok(())
    }
}

#[expect(clippy::cast_possible_truncation, reason = "checked to be a whole number below 2^53")]
fn way_id_of(number: f64) -> Result<i64, AskError> {
    if number.fract() == 0.0 && number.abs() <= SAFE_INTEGER_MAX {
        Ok(number as i64)
    } else {
        Err(AskError::new("the id of a way is a whole number"))
    }
}

fn corners(degrees: &[f64]) -> Result<Vec<(i32, i32)>, AskError> {
    let bad =
        || AskError::new("an area has three corners or more, each a latitude and a longitude");
    let (pairs, []) = degrees.as_chunks::<2>() else { return Err(bad()) };
    if pairs.len() < 3 {
        return Err(bad());
    }
    pairs
        .iter()
        .map(|&[lat, lon]| {
            let is_on_earth = (-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lon);
            if is_on_earth { Ok((e7(lat), e7(lon))) } else { Err(bad()) }
        })
        .collect()
}

#[expect(clippy::cast_possible_truncation, reason = "at most 1.8e9")]
fn e7(degrees: f64) -> i32 {
    (degrees * 1e7).round() as i32
}
