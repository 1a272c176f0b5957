//! The objective, and the given plan.

use serde::{Deserialize, Serialize};

use super::{OptionIdx, PlaceIdx, Problem, ShiftIdx, StopIdx, TIME_MIN, wire};

/// The terms that are minimized; each takes precedence over all later ones.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// The terms in order of precedence, each at most once.
    pub minimize: Vec<Term>,
    /// Decides between plans that are equal in all of these terms, including cost: terms in seconds, meters or money.
    pub ties: Vec<Term>,
    /// How priorities are weighed against one another.
    pub priorities: Priorities,
    /// What `Term::Imbalance` compares.
    pub balance: Measure,
    /// Money for each visit of the given plan that another vehicle makes.
    pub change_cost: f64,
    /// Money for each hour by which a stop of the given plan starts earlier or later than it did there.
    #[serde(default)]
    pub delay_cost_per_hour: f64,
    /// By dimension: how many units make one unit of the caller, so that dimensions can be added up. Empty: one in each
    /// dimension.
    pub load_scales: Vec<f64>,
}

impl Default for Objective {
    fn default() -> Self {
        Self {
            minimize: vec![Term::Unserved, Term::Cost],
            ties: vec![Term::Duration, Term::Distance],
            priorities: Priorities::Strict,
            balance: Measure::Duration,
            change_cost: 0.0,
            delay_cost_per_hour: 0.0,
            load_scales: Vec::new(),
        }
    }
}

/// A term that can be minimized. If `Cost` or `Unserved` is not named, it comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// Mandatory visits that are unserved, weighed by [`Priorities`].
    Unserved,
    /// Vehicles with a route.
    Vehicles,
    /// Routes.
    Shifts,
    /// Money, including the cost of optional visits that are unserved.
    Cost,
    /// Meters.
    Distance,
    /// Seconds of routes.
    Duration,
    /// Seconds after soft windows and after the windows of soft breaks.
    Lateness,
    /// Largest minus smallest measure over the vehicles that have a shift.
    Imbalance,
}

/// Which mandatory visits are left out if not all can be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Priorities {
    /// A visit is never left out in favor of visits of lower priority, however many.
    #[default]
    Strict,
    /// Each visit weighs 1 + priority, and the total weight of those left out is minimal.
    Weighted,
}

/// What is balanced between vehicles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Seconds of routes.
    #[default]
    Duration,
    /// Stops of orders.
    Stops,
    /// The amounts picked up and dropped off, added over all dimensions.
    Load,
}

/// What to do with the given plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Start from it.
    #[default]
    Optimize,
    /// Judge it as it is.
    Check,
    /// Keep it, and insert visits that are not in it.
    Insert,
}

/// A route of the given plan.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedRoute {
    /// Each shift at most once.
    pub shift: ShiftIdx,
    /// The stops in their order.
    pub stops: Vec<PlannedStop>,
    /// Ascending by position.
    pub reloads: Vec<PlannedReload>,
    /// How many of its stops have begun: the first ones. They are made as the plan states, regardless of their windows.
    pub begun: u32,
    /// When the vehicle left, if known.
    pub started_at: Option<i64>,
    /// The last stop that has begun is not left earlier. `TIME_MIN`: it is left as soon as it is done.
    #[serde(with = "wire::not_before")]
    pub resumes_at: i64,
    /// Breaks that have begun, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pauses: Vec<PlannedPause>,
    /// Whether the vehicle is done for the shift, so that nothing is added to the route.
    pub is_over: bool,
    /// When loading begins at the start place, if stated and if it takes a dock.
    #[serde(default)]
    pub loads_at: Option<i64>,
    /// When unloading begins at the end place, if stated and if it takes a dock.
    #[serde(default)]
    pub unloads_at: Option<i64>,
    /// What else the plan states, if it states all times of the route. Only for mode `check`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub itinerary: Option<Itinerary>,
}

/// The start and all rests of a route of the given plan.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Itinerary {
    /// When the vehicle arrives at its first place, where it loads.
    pub starts_at: i64,
    /// Breaks and rests in their order.
    pub rests: Vec<StatedRest>,
}

/// A break or rest of the given plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct StatedRest {
    /// Which one it is.
    pub kind: RestKind,
    /// How many stops of orders and reloads come before it.
    pub steps_before: u32,
    /// `None`: it is on the road.
    pub place: Option<PlaceIdx>,
    /// When the vehicle stops for it.
    pub arrives_at: i64,
    /// When it begins.
    pub starts_at: i64,
    /// How long it lasts.
    pub seconds: i64,
}

/// What a rest is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RestKind {
    /// The break at this position among the shift's breaks.
    Break {
        /// The position.
        position: u32,
    },
    /// The soft break at this position among the shift's soft breaks.
    SoftBreak {
        /// The position.
        position: u32,
    },
    /// The driving rules.
    DrivingRules,
}

/// A reload of the given plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedReload {
    /// How many stops of orders come before it.
    pub position: u32,
    /// Its position among the reloads of the shift.
    pub reload: u32,
    /// When it begins, if stated.
    pub starts_at: Option<i64>,
    /// Set if it has begun, and no stop after it. It then has an entry of its own among the reloads of the shift.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun: Option<BegunReload>,
}

impl PlannedReload {
    /// A reload that has not begun, without a time.
    #[must_use]
    pub const fn new(position: u32, reload: u32) -> Self {
        Self { position, reload, starts_at: None, begun: None }
    }
}

/// A reload that the vehicle makes, or to which it is driving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BegunReload {
    /// When it ends, if stated.
    pub ends_at: Option<i64>,
}

/// A break of the given plan that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedPause {
    /// How many stops of orders come before it.
    pub position: u32,
    /// Its position among the breaks of the shift.
    pub shift_break: u32,
    /// When it began.
    pub starts_at: i64,
    /// How long it lasts.
    pub seconds: i64,
}

impl PlannedRoute {
    /// A route that has not begun and states no times.
    #[must_use]
    pub const fn new(shift: ShiftIdx, stops: Vec<PlannedStop>) -> Self {
        Self {
            shift,
            stops,
            reloads: Vec::new(),
            begun: 0,
            started_at: None,
            resumes_at: TIME_MIN,
            pauses: Vec::new(),
            is_over: false,
            loads_at: None,
            unloads_at: None,
            itinerary: None,
        }
    }

    /// Whether the shift is over without a route, so that its visits are planned again or, if they are locked, not at
    /// all.
    pub(crate) const fn is_missed(&self) -> bool {
        self.is_over && self.begun == 0 && self.started_at.is_none() && self.pauses.is_empty()
    }

    /// The reloads that have begun, with no stop after them.
    pub(crate) fn reloads_underway(&self) -> impl Iterator<Item = &PlannedReload> {
        self.reloads.iter().filter(|it| it.begun.is_some())
    }

    /// Whether it has stops, and a shift that may still make them.
    pub(crate) const fn has_route(&self) -> bool {
        !self.stops.is_empty() && !self.is_missed()
    }

    /// The parts of each stop that may not change: those of its own lock, and those that later locks and the mode
    /// require.
    pub fn locks(&self, mode: Mode) -> impl Iterator<Item = (StopIdx, Lock)> {
        let timed = self.stops.iter().rposition(|it| it.lock == Lock::Time).map_or(0, |it| it + 1);
        let held = timed.max(self.begun as usize);
        let is_kept = mode == Mode::Insert && !self.is_missed();
        let least = if is_kept { Lock::Sequence } else { Lock::None };
        self.stops.iter().enumerate().map(move |(position, it)| {
            (it.stop, if position < held { Lock::Time } else { it.lock.max(least) })
        })
    }
}

impl Problem {
    /// Returns, by visit, whether one of its stops has begun.
    #[must_use]
    pub fn begun_visits(&self) -> Vec<bool> {
        let mut has_begun = vec![false; self.visits.len()];
        for stop in self.begun() {
            has_begun[self.stops[stop.at()].visit.at()] = true;
        }
        has_begun
    }

    /// Returns, by stop, whether it has begun.
    #[must_use]
    pub fn begun_stops(&self) -> Vec<bool> {
        let mut has_begun = vec![false; self.stops.len()];
        for stop in self.begun() {
            has_begun[stop.at()] = true;
        }
        has_begun
    }

    /// The stops that have begun. In mode `check`, which judges the plan as it is, none has.
    fn begun(&self) -> impl Iterator<Item = StopIdx> {
        let routes = self.plan.iter().filter(|_| self.mode != Mode::Check);
        routes.flat_map(|it| &it.stops[..it.begun as usize]).map(|it| it.stop)
    }
}

/// A stop of the given plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedStop {
    /// The stop.
    pub stop: StopIdx,
    /// Which parts of it may not change.
    pub lock: Lock,
    /// The option that was chosen, if stated.
    pub option: Option<OptionIdx>,
    /// When its service starts, if stated.
    pub starts_at: Option<i64>,
    /// When its service ended or will end, if it has begun and this is known.
    pub ends_at: Option<i64>,
}

impl PlannedStop {
    /// A stop that is not locked and states no times.
    #[must_use]
    pub const fn new(stop: StopIdx, option: Option<OptionIdx>) -> Self {
        Self { stop, lock: Lock::None, option, starts_at: None, ends_at: None }
    }
}

/// Which parts of a planned stop may not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lock {
    /// Nothing is locked.
    #[default]
    None,
    /// It stays on its route.
    Vehicle,
    /// In addition, the stops of the route with this lock keep their order.
    Sequence,
    /// The stops of orders up to the last one with this lock are exactly those of the plan.
    Time,
}
