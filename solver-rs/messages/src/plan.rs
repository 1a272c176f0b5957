//! Plan and objective: twins of `routing::problem::plan`, where each field is explained.

use routing::problem::{
    Lock, Measure, Mode, Objective, OptionIdx, PlannedReload, PlannedRoute, PlannedStop,
    Priorities, ShiftIdx, StopIdx, TIME_MIN, Term,
};
use serde::Deserialize;

use crate::convert::list;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlannedRouteMessage {
    shift: u32,
    stops: Vec<PlannedStopMessage>,
    reloads: Vec<PlannedReloadMessage>,
    begun: u32,
    started_at: Option<i64>,
    resumes_at: Option<i64>,
    is_over: bool,
}

impl From<PlannedRouteMessage> for PlannedRoute {
    fn from(it: PlannedRouteMessage) -> Self {
        Self {
            shift: ShiftIdx(it.shift),
            stops: list(it.stops),
            reloads: list(it.reloads),
            begun: it.begun,
            started_at: it.started_at,
            resumes_at: it.resumes_at.unwrap_or(TIME_MIN),
            is_over: it.is_over,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlannedReloadMessage {
    position: u32,
    reload: u32,
    starts_at: Option<i64>,
}

impl From<PlannedReloadMessage> for PlannedReload {
    fn from(it: PlannedReloadMessage) -> Self {
        Self { position: it.position, reload: it.reload, starts_at: it.starts_at }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlannedStopMessage {
    stop: u32,
    lock: LockMessage,
    option: Option<u32>,
    starts_at: Option<i64>,
    ends_at: Option<i64>,
}

impl From<PlannedStopMessage> for PlannedStop {
    fn from(it: PlannedStopMessage) -> Self {
        let lock = match it.lock {
            LockMessage::None => Lock::None,
            LockMessage::Vehicle => Lock::Vehicle,
            LockMessage::Sequence => Lock::Sequence,
            LockMessage::Time => Lock::Time,
        };
        let option = it.option.map(OptionIdx);
        let (starts_at, ends_at) = (it.starts_at, it.ends_at);
        Self { stop: StopIdx(it.stop), lock, option, starts_at, ends_at }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum LockMessage {
    None,
    Vehicle,
    Sequence,
    Time,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObjectiveMessage {
    minimize: Vec<TermMessage>,
    ties: Vec<TermMessage>,
    priorities: PrioritiesMessage,
    balance: MeasureMessage,
    change_cost: f64,
    #[serde(default)]
    delay_cost_per_hour: f64,
    load_scales: Vec<f64>,
}

impl From<ObjectiveMessage> for Objective {
    fn from(it: ObjectiveMessage) -> Self {
        let balance = match it.balance {
            MeasureMessage::Duration => Measure::Duration,
            MeasureMessage::Stops => Measure::Stops,
            MeasureMessage::Load => Measure::Load,
        };
        let (minimize, ties) = (list(it.minimize), list(it.ties));
        let priorities = match it.priorities {
            PrioritiesMessage::Strict => Priorities::Strict,
            PrioritiesMessage::Weighted => Priorities::Weighted,
        };
        let (change_cost, load_scales) = (it.change_cost, it.load_scales);
        let delay_cost_per_hour = it.delay_cost_per_hour;
        Self { minimize, ties, priorities, balance, change_cost, delay_cost_per_hour, load_scales }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum PrioritiesMessage {
    Strict,
    Weighted,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum MeasureMessage {
    Duration,
    Stops,
    Load,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum TermMessage {
    Unserved,
    Vehicles,
    Shifts,
    Cost,
    Distance,
    Duration,
    Lateness,
    Imbalance,
}

impl From<TermMessage> for Term {
    fn from(it: TermMessage) -> Self {
        match it {
            TermMessage::Unserved => Self::Unserved,
            TermMessage::Vehicles => Self::Vehicles,
            TermMessage::Shifts => Self::Shifts,
            TermMessage::Cost => Self::Cost,
            TermMessage::Distance => Self::Distance,
            TermMessage::Duration => Self::Duration,
            TermMessage::Lateness => Self::Lateness,
            TermMessage::Imbalance => Self::Imbalance,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ModeMessage {
    Optimize,
    Check,
    Insert,
}

impl From<ModeMessage> for Mode {
    fn from(it: ModeMessage) -> Self {
        match it {
            ModeMessage::Optimize => Self::Optimize,
            ModeMessage::Check => Self::Check,
            ModeMessage::Insert => Self::Insert,
        }
    }
}
