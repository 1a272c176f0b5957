//! Shifts of vehicles, with their breaks and reloads.

use serde::{Deserialize, Serialize};

use super::{ClockIdx, PlaceIdx, TIME_MAX, TIME_MIN, VehicleIdx, Window, wire};

/// A time in which a vehicle may make one route.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// Whose it is.
    pub vehicle: VehicleIdx,
    /// None: the route begins with its first stop.
    pub start_place: Option<PlaceIdx>,
    /// None: the route ends with its last stop.
    pub end_place: Option<PlaceIdx>,
    /// No route starts earlier; the period is cut in.
    pub start_at: i64,
    /// What lies after it is overtime.
    pub end_at: i64,
    /// No route ends later: the end with the overtime allowed; the period is cut in.
    pub latest_end_at: i64,
    /// The same where the period is not cut in.
    pub overtime_end_at: i64,
    /// Of the period, where it is stated.
    #[serde(with = "wire::not_after")]
    pub period_end_at: i64,
    /// ISO week of the local date of its start, numbered without gaps or meaning.
    pub week: u32,
    /// Day of its start on its own clock, counted from 1970-01-01.
    pub day: i64,
    /// Its own clock.
    pub clock: ClockIdx,
    /// Ascending; the vehicle's and the shift's own.
    pub attributes: Vec<u32>,
    /// Owed by rule 35 of `docs/rules.md`.
    pub breaks: Vec<Break>,
    /// May be skipped or late, at a price.
    pub soft_breaks: Vec<SoftBreak>,
    /// Where the vehicle may fill up and unload on its way.
    pub reloads: Vec<Reload>,
    /// Nothing may be on board at the end of a route.
    #[serde(default)]
    pub ends_empty: bool,
    /// No route starts later; `TIME_MAX`: whenever it may.
    #[serde(default = "wire::never_too_late", with = "wire::not_after")]
    pub latest_start_at: i64,
    /// Routes that are back earlier wait at the end place; `TIME_MIN`: none has to.
    #[serde(default = "wire::never_too_early", with = "wire::not_before")]
    pub earliest_end_at: i64,
    /// The vehicle stays where its last stop is, and its next route begins there. Then it has no end place.
    #[serde(default)]
    pub stays: bool,
}

/// The first vehicle's, from and to nowhere, at any time.
impl Default for Shift {
    fn default() -> Self {
        Self {
            vehicle: VehicleIdx(0),
            start_place: None,
            end_place: None,
            start_at: TIME_MIN,
            end_at: TIME_MAX,
            latest_end_at: TIME_MAX,
            overtime_end_at: TIME_MAX,
            period_end_at: TIME_MAX,
            week: 0,
            day: 0,
            clock: ClockIdx(0),
            attributes: Vec::new(),
            breaks: Vec::new(),
            soft_breaks: Vec::new(),
            reloads: Vec::new(),
            ends_empty: false,
            latest_start_at: TIME_MAX,
            earliest_end_at: TIME_MIN,
            stays: false,
        }
    }
}

impl Shift {
    /// Whether margins alone judge its route: see `Instance::plain`. What they cannot judge belongs here.
    pub(crate) fn is_plain(&self) -> bool {
        self.breaks.is_empty()
            && self.soft_breaks.is_empty()
            && self.reloads.is_empty()
            && !self.ends_empty
            && !self.stays
            && self.latest_start_at >= TIME_MAX
            && self.earliest_end_at <= TIME_MIN
    }

    /// Whether some break is taken at a place of its own, to which the vehicle goes.
    pub(crate) fn has_break_places(&self) -> bool {
        self.breaks.iter().any(|it| it.place.is_some())
            || self.soft_breaks.iter().any(|it| it.rest.place.is_some())
    }

    /// Whether all but its vehicle is the same.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.start_place == other.start_place
            && self.end_place == other.end_place
            && self.start_at == other.start_at
            && self.end_at == other.end_at
            && self.latest_end_at == other.latest_end_at
            && self.overtime_end_at == other.overtime_end_at
            && self.attributes == other.attributes
            && self.breaks == other.breaks
            && self.soft_breaks == other.soft_breaks
            && self.reloads == other.reloads
            && self.ends_empty == other.ends_empty
            && self.latest_start_at == other.latest_start_at
            && self.earliest_end_at == other.earliest_end_at
            && self.stays == other.stays
    }
}

/// A hard break.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Break {
    /// How long.
    pub seconds: i64,
    /// When it may begin, its own windows and those of its place: ascending. Empty: never.
    pub windows: Vec<Window>,
    /// From where its own windows first open to where they last close, which tells whether it is owed. None: always.
    pub owed: Option<Window>,
    /// None: where the vehicle is.
    pub place: Option<PlaceIdx>,
}

impl Break {
    /// With these windows, ascending, and none of its place; without any, at any time.
    #[must_use]
    pub fn new(seconds: i64, windows: Vec<Window>, place: Option<PlaceIdx>) -> Self {
        let ends = windows.first().zip(windows.last());
        let owed = ends.map(|(first, last)| Window { end_at: last.end_at, ..*first });
        let windows = if windows.is_empty() { vec![Window::ALWAYS] } else { windows };
        Self { seconds, windows, owed, place }
    }
}

/// A break that may move or be left out.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SoftBreak {
    /// Its length, windows and place; a window's end is not binding.
    pub rest: Break,
    /// Of each hour that it begins after the window that it is least late for.
    pub cost_per_hour_late: f64,
    /// Of leaving it out while it is owed.
    pub skip_cost: f64,
}

/// A place where a vehicle may unload what it collected and load what it delivers next.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Reload {
    /// Where.
    pub place: PlaceIdx,
    /// How long.
    pub seconds: i64,
    /// When it may begin: ascending. Empty: never.
    pub windows: Vec<Window>,
    /// Visits on one route; `u32::MAX`: any number.
    #[serde(with = "wire::count")]
    pub count_max: u32,
}
