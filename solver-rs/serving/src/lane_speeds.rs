//! The speed of traffic: factors of each window, rules for roads and areas, and the live speeds among them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use roads::map::{LaneSpeeds, RulePlace, SpeedChange, SpeedRule};
use roads::profile::Profile;

const DAY_SECONDS: u32 = 86_400;

/// The speed of traffic everywhere.
#[derive(Debug)]
pub(crate) struct Speeds {
    pub(crate) lanes: LaneSpeeds,
    pub(crate) rules: Vec<SpeedRule>,
    /// The name of the live speeds among the rules, see [`SpeedRules::set_live`].
    pub(crate) live: Option<Arc<str>>,
}

/// The reasons why speeds cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpeedsError {
    /// The number of window factors is not a multiple of four.
    #[error("there are four factors a window")]
    NotFourFactors,
    /// There are not exactly four factors for the weekend.
    #[error("there are four factors for the weekend")]
    NotFourOfTheWeekend,
    /// There are more windows than lanes.
    #[error("there are more windows than lanes")]
    TooManyWindows,
    /// A factor is not positive, or not a number.
    #[error("a factor is not positive")]
    FactorNotPositive,
    /// An interval does not have a valid window and valid times of day.
    #[error("an interval is a window and two seconds of the day")]
    BadInterval,
    /// A window has no interval, so it would never apply.
    #[error("a window has no interval")]
    NoInterval,
    /// A profile needs more memory than maps may use. Each lane that differs from the others needs memory of its own.
    #[error(
        "with these speeds, for {profile}, {bytes} bytes are needed and maps may take {bytes_max}"
    )]
    TooLarge {
        /// The name of the profile.
        profile: String,
        /// The number of bytes that the profile needs.
        bytes: u64,
        /// The memory budget in bytes.
        bytes_max: u64,
    },
}

impl Speeds {
    /// Returns the name of the live speeds, or `None` for a profile that ignores traffic, to which no rule applies.
    pub(crate) fn live_for(&self, profile: Profile) -> Option<Arc<str>> {
        self.live.clone().filter(|_| profile.table().follows_traffic)
    }

    /// Returns a hash of the speeds, equal for equal speeds whatever the live ones are named, and hardly ever for
    /// others.
    pub(crate) fn version(&self) -> u64 {
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

pub(crate) fn checked_lanes(
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
