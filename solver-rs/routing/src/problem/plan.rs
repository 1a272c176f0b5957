//! What is better, and where to start from.

use serde::{Deserialize, Serialize};

use super::{OptionIdx, PlaceIdx, ShiftIdx, StopIdx, wire};

/// Terms that are minimized, the first before all others.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Each at most once.
    pub minimize: Vec<Term>,
    /// Between plans that are equal in all of these, and in cost: terms measured in seconds, meters or money.
    pub ties: Vec<Term>,
    /// How priorities weigh against one another.
    pub priorities: Priorities,
    /// What `Term::Imbalance` compares.
    pub balance: Measure,
    /// Money, for each visit of the plan given that another vehicle makes.
    pub change_cost: f64,
    /// Money, for each hour by which a stop of the plan given starts earlier or later than it says.
    #[serde(default)]
    pub delay_cost_per_hour: f64,
    /// By dimension: how many of its units are one of the caller's, so that dimensions can be added. Empty: one each.
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

/// What can be minimized. Where `Cost` or `Unserved` is not named, it follows last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// Mandatory visits that are not served, by [`Priorities`].
    Unserved,
    /// Vehicles with a route.
    Vehicles,
    /// Routes.
    Shifts,
    /// Money, that of optional visits unserved included.
    Cost,
    /// Meters.
    Distance,
    /// Seconds of routes.
    Duration,
    /// Seconds after soft windows and soft breaks' windows.
    Lateness,
    /// Largest minus smallest measure of vehicles with a shift.
    Imbalance,
}

/// Which mandatory visits are left out where not all can be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Priorities {
    /// One is never left out for any number of lower priority.
    #[default]
    Strict,
    /// Each weighs 1 + priority, and what is left out weighs least.
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
    /// What is picked up and dropped off, all dimensions added.
    Load,
}

/// What to do with the plan given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Start from it.
    #[default]
    Optimize,
    /// Judge it as it stands.
    Check,
    /// Keep it, and place what is not in it.
    Insert,
}

/// A route of the plan given.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedRoute {
    /// Each shift at most once.
    pub shift: ShiftIdx,
    /// In their order.
    pub stops: Vec<PlannedStop>,
    /// Ascending by position.
    pub reloads: Vec<PlannedReload>,
    /// How many of its stops have begun, the first ones: they are made as the plan says, whatever their windows say.
    pub begun: u32,
    /// When the vehicle set off, where that is said.
    pub started_at: Option<i64>,
    /// The last stop that has begun is not left before. `TIME_MIN`: whenever it is done.
    #[serde(with = "wire::not_before")]
    pub resumes_at: i64,
    /// Rests that have begun before one of its stops that has, ascending by position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pauses: Vec<PlannedPause>,
    /// The vehicle is done for the shift: nothing is added to the route.
    pub is_over: bool,
    /// When loading begins at the start place, where that is said and it takes a dock.
    #[serde(default)]
    pub loads_at: Option<i64>,
    /// When unloading begins at the end place, where that is said and it takes a dock.
    #[serde(default)]
    pub unloads_at: Option<i64>,
}

/// A reload of the plan given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedReload {
    /// How many stops of orders come before it.
    pub position: u32,
    /// Of the shift.
    pub reload: u32,
    /// When it begins, where that is said.
    pub starts_at: Option<i64>,
}

/// A rest of the plan given that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedPause {
    /// How many stops of orders come before it.
    pub position: u32,
    /// Where it is taken, if it has a place of its own.
    pub place: Option<PlaceIdx>,
    /// When it began.
    pub starts_at: i64,
    /// How long it lasts.
    pub seconds: i64,
}

impl PlannedRoute {
    /// What may not change about each stop: what its lock says, besides what later locks and the mode ask for.
    pub fn locks(&self, mode: Mode) -> impl Iterator<Item = (StopIdx, Lock)> {
        let timed = self.stops.iter().rposition(|it| it.lock == Lock::Time).map_or(0, |it| it + 1);
        let held = timed.max(self.begun as usize);
        let least = if mode == Mode::Insert { Lock::Sequence } else { Lock::None };
        self.stops.iter().enumerate().map(move |(position, it)| {
            (it.stop, if position < held { Lock::Time } else { it.lock.max(least) })
        })
    }
}

/// A stop of the plan given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedStop {
    /// Which.
    pub stop: StopIdx,
    /// What may not change.
    pub lock: Lock,
    /// Which way of making it was chosen, where that is said.
    pub option: Option<OptionIdx>,
    /// When its service starts, where that is said.
    pub starts_at: Option<i64>,
    /// When its service ended, or is going to, where it has begun and that is said.
    pub ends_at: Option<i64>,
}

/// What may not change about a planned stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lock {
    /// All may.
    #[default]
    None,
    /// It is made on its route.
    Vehicle,
    /// Besides, stops of the route so locked keep their order.
    Sequence,
    /// Stops of orders up to the last one so locked are exactly the plan's.
    Time,
}
