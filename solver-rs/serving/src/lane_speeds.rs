//! How fast traffic is: factors of each window, rules for roads and areas, and the live speeds among them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use roads::map::{LaneSpeeds, RulePlace, SpeedChange, SpeedRule};
use roads::profile::Profile;

const DAY_SECONDS: u32 = 86_400;

/// How fast traffic is, everywhere.
#[derive(Debug)]
pub(crate) struct Speeds {
    pub(crate) lanes: LaneSpeeds,
    pub(crate) rules: Vec<SpeedRule>,
    /// The name of the live ones among the rules, see [`SpeedRules::set_live`].
    pub(crate) live: Option<Arc<str>>,
}

/// Why speeds cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpeedsError {
    /// A list of factors ends within a window.
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
    /// An interval is of no window, or of no time of day.
    #[error("an interval is a window and two seconds of the day")]
    BadInterval,
    /// A window has no interval, so it would never hold.
    #[error("a window has no interval")]
    NoInterval,
    /// A profile takes more memory than maps may: lanes that differ take some each.
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

impl Speeds {
    /// No rule concerns a profile that does not follow traffic.
    pub(crate) fn live_for(&self, profile: Profile) -> Option<Arc<str>> {
        self.live.clone().filter(|_| profile.table().follows_traffic)
    }

    /// Equal for equal speeds, whatever the live ones are called, and hardly ever for others.
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
