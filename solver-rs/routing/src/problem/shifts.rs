//! Shifts of vehicles, with their breaks and reloads.

use serde::{Deserialize, Serialize};

use super::{ClockIdx, PlaceIdx, TIME_MAX, TIME_MIN, VehicleIdx, Window, wire};

/// A period in which a vehicle may make one route.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// The vehicle that works in the shift.
    pub vehicle: VehicleIdx,
    /// `None`: the route begins with its first stop.
    pub start_place: Option<PlaceIdx>,
    /// `None`: the route ends with its last stop.
    pub end_place: Option<PlaceIdx>,
    /// No route starts earlier; not before the period.
    pub start_at: i64,
    /// Time after it is overtime.
    pub end_at: i64,
    /// No route ends later: the end plus the allowed overtime, but not after the period. If a vehicle that has left
    /// cannot be back by then, when it can.
    pub latest_end_at: i64,
    /// The end plus the allowed overtime.
    pub overtime_end_at: i64,
    /// The end of the period, if the request states it.
    #[serde(with = "wire::not_after")]
    pub period_end_at: i64,
    /// ISO week of the local date of its start, numbered consecutively; the numbers have no meaning.
    pub week: u32,
    /// The day of its start on its own clock, counted from 1970-01-01.
    pub day: i64,
    /// Its clock.
    pub clock: ClockIdx,
    /// The attributes of the vehicle and of the shift, ascending.
    pub attributes: Vec<u32>,
    /// Hard breaks; rule 35 of `docs/rules.md` defines when they are owed.
    pub breaks: Vec<Break>,
    /// Breaks that may be skipped or late, at a price.
    pub soft_breaks: Vec<SoftBreak>,
    /// Where the vehicle may load and unload during the shift.
    pub reloads: Vec<Reload>,
    /// Whether nothing may be on board at the end of a route.
    #[serde(default)]
    pub ends_empty: bool,
    /// No route starts later; `TIME_MAX`: no limit.
    #[serde(default = "wire::never_too_late", with = "wire::not_after")]
    pub latest_start_at: i64,
    /// Routes that are back earlier wait at the end place; `TIME_MIN`: no waiting.
    #[serde(default = "wire::never_too_early", with = "wire::not_before")]
    pub earliest_end_at: i64,
    /// Whether the vehicle stays at its last stop and begins its next route there. Then the shift has no end place.
    #[serde(default)]
    pub stays: bool,
}

/// A shift of the first vehicle without places, at any time.
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
    /// The number of its reloads.
    pub(crate) fn reload_count(&self) -> u32 {
        u32::try_from(self.reloads.len()).expect("a shift has few reloads")
    }

    /// Whether margins suffice to judge its route: see `Instance::plain`. Every property that they cannot judge must be
    /// listed here.
    pub(crate) fn is_plain(&self) -> bool {
        self.breaks.is_empty()
            && self.soft_breaks.is_empty()
            && self.reloads.is_empty()
            && !self.ends_empty
            && !self.stays
            && self.latest_start_at >= TIME_MAX
            && self.earliest_end_at <= TIME_MIN
    }

    /// Whether some break is taken at its own place, to which the vehicle drives.
    pub(crate) fn has_break_places(&self) -> bool {
        self.breaks.iter().any(|it| it.place.is_some())
            || self.soft_breaks.iter().any(|it| it.rest.place.is_some())
    }

    /// Whether everything except the vehicle is the same.
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
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Break {
    /// Its duration.
    pub seconds: i64,
    /// When it may begin, by its own windows and those of its place: ascending. Empty: never.
    pub windows: Vec<Window>,
    /// From the first opening to the last closing of its own windows within the shift as the caller stated it, which
    /// determines whether it is owed. `None`: always owed.
    pub owed: Option<Window>,
    /// `None`: wherever the vehicle is.
    pub place: Option<PlaceIdx>,
    /// If it is a soft break that has begun, and so is held: what being late costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lateness: Option<Lateness>,
    /// If it has begun, the number of stops and reloads that the vehicle had made before.
    #[serde(skip)]
    pub after_steps: u32,
}

impl Break {
    /// A break with these windows, ascending, and none from its place; without windows, at any time.
    #[must_use]
    pub fn new(seconds: i64, windows: Vec<Window>, place: Option<PlaceIdx>) -> Self {
        let ends = windows.first().zip(windows.last());
        let owed = ends.map(|(first, last)| Window { end_at: last.end_at, ..*first });
        let windows = if windows.is_empty() { vec![Window::ALWAYS] } else { windows };
        Self { seconds, windows, owed, place, lateness: None, after_steps: 0 }
    }
}

/// What it costs if a break begins late.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Lateness {
    /// The windows of the break, ascending.
    pub windows: Vec<Window>,
    /// The cost of each hour that it begins after the window for which it is least late.
    pub cost_per_hour: f64,
}

/// A break that may be late or skipped, at a price.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SoftBreak {
    /// Its duration, windows and place; it may begin after the end of a window.
    pub rest: Break,
    /// The cost of each hour that it begins after the window for which it is least late.
    pub cost_per_hour_late: f64,
    /// The cost of skipping it when it is owed.
    pub skip_cost: f64,
}

/// A place where a vehicle may unload what it collected and load what it delivers next.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Reload {
    /// Where it is made.
    pub place: PlaceIdx,
    /// How long it takes.
    pub seconds: i64,
    /// When it may begin, ascending; empty: never.
    pub windows: Vec<Window>,
    /// The most uses on one route; `u32::MAX`: any number.
    #[serde(with = "wire::count")]
    pub count_max: u32,
}
