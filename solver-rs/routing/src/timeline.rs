//! A route as a sequence of stays in time, each at a place or on the road.

use std::rc::Rc;

use crate::instance::{Instance, LEG, NOWHERE, ShiftData, StepData};
use crate::openings::Openings;
use crate::patience::Patience;
use crate::problem::{Break, DrivingRules, PlaceIdx, Shift, ShiftIdx, TIME_MAX, TIME_MIN, Window};
use crate::step::{Allowance, Pin, Step};

/// State that does not change from one evaluation to the next.
#[derive(Clone, Debug)]
pub(crate) struct Core<'a> {
    pub(crate) instance: Rc<Instance<'a>>,
    /// See `Evaluator::ignore_rests`.
    pub(crate) ignored_rests: IgnoredRests,
    pub(crate) patience: Patience,
    /// The evaluated shift without its breaks; `None` if it is evaluated with them.
    pub(crate) unbroken: Option<ShiftData>,
    /// The same, narrowed to the bounds of a whole route; `None` if there are no such bounds.
    pub(crate) narrowed: Option<ShiftData>,
    pub(crate) openings: Openings,
    /// The exceptions that the days of the route may use; `None`: all that its vehicle has.
    pub(crate) allowance: Option<Allowance>,
}

/// The rests of driving rules that a route does without.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum IgnoredRests {
    #[default]
    None,
    /// Daily rests. Contains the rules of the vehicle without those for days.
    Daily(DrivingRules),
    All,
}

impl Core<'_> {
    /// The driving rules by which the driver rests.
    pub(crate) fn rest_rules(&self, case: &Case<'_>) -> Option<&DrivingRules> {
        match &self.ignored_rests {
            IgnoredRests::None => {
                self.instance.problem.vehicles[case.shift.vehicle as usize].driving_rules.as_ref()
            }
            IgnoredRests::Daily(others) => Some(others),
            IgnoredRests::All => None,
        }
    }
}

/// One route to be evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'c> {
    pub(crate) shift_idx: ShiftIdx,
    pub(crate) shift: &'c ShiftData,
    pub(crate) steps: &'c [Step],
    /// Union of the flags of all steps.
    pub(crate) flags: u32,
    pub(crate) stop_count: i64,
    /// How many steps have been made: those up to the last stop that has begun, and one more if the vehicle has ended.
    /// Until then, driving rules require no rests, because nothing is added to what has happened.
    pub(crate) past_step_count: usize,
    pub(crate) preferred_vehicles: f64,
    /// Duration of loading at the start place and of unloading at the end place.
    pub(crate) loading_seconds: i64,
    pub(crate) unloading_seconds: i64,
    /// Openings of the start, the end and the steps that have several.
    pub(crate) openings: &'c Openings,
    /// Whether to continue if a window or the end of the shift is missed.
    pub(crate) manner: Manner,
}

impl Case<'_> {
    /// Whether a break that has begun did so only after the next step. `step_count`: how many steps come before.
    pub(crate) fn begins_after_next(&self, pause: &Break, step_count: usize) -> bool {
        step_count < self.past_step_count.min(pause.after_steps as usize)
    }
}

/// What to do if a rule cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Give up, as the search needs it.
    Strict,
    /// Be late and continue, because mode `check` reports every violation.
    Lenient,
}

/// Bounds on the start of service of a step, beside its windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) not_before_at: i64,
    pub(crate) not_after_at: i64,
}

impl Bounds {
    pub(crate) const NONE: Self = Self { not_before_at: TIME_MIN, not_after_at: TIME_MAX };
}

/// Sums over a route, from which limits and costs are computed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Amounts {
    pub(crate) duration_seconds: i64,
    pub(crate) distance_meters: i64,
    pub(crate) stop_count: i64,
    pub(crate) waiting_seconds: i64,
    pub(crate) end_at: i64,
    pub(crate) soft_windows: f64,
    pub(crate) soft_breaks: f64,
    pub(crate) preferred_vehicles: f64,
}

/// What happens at a stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Start,
    Step(u32),
    Break(u32),
    SoftBreak(u32),
    Rest,
    End,
}

impl Role {
    /// Returns whether driving rules count the stay as rest.
    pub(crate) fn is_rest(self) -> bool {
        matches!(self, Self::Break(_) | Self::SoftBreak(_) | Self::Rest)
    }
}

/// A stay: `departure_at = start_at + service`, `start_at = arrival_at + waiting + setup_seconds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stay {
    pub(crate) role: Role,
    /// `NOWHERE` if it is on the road.
    pub(crate) place: u32,
    /// Parts of the leg still ahead; at a place, those of a whole leg.
    pub(crate) left: u64,
    pub(crate) arrival_at: i64,
    pub(crate) setup_seconds: i64,
    /// Start of service.
    pub(crate) start_at: i64,
    pub(crate) departure_at: i64,
    /// Distance since the previous stay.
    pub(crate) meters: i64,
}

impl Stay {
    /// Returns the stay at the start place, where the route begins with loading.
    pub(crate) fn at_start(case: &Case<'_>, start_at: i64) -> Self {
        Self {
            role: Role::Start,
            place: case.shift.start_place,
            left: LEG,
            arrival_at: start_at,
            setup_seconds: 0,
            start_at,
            departure_at: start_at + case.loading_seconds,
            meters: 0,
        }
    }

    /// Returns the stay at the end place: a vehicle that arrives too early waits, then unloads.
    pub(crate) fn at_end(case: &Case<'_>, place: u32, arrival_at: i64, meters: i64) -> Self {
        let start_at = unloads_at(case, arrival_at);
        Self {
            role: Role::End,
            place,
            left: LEG,
            arrival_at,
            setup_seconds: 0,
            start_at,
            departure_at: start_at + case.unloading_seconds,
            meters,
        }
    }

    pub(crate) fn waiting_seconds(&self) -> i64 {
        self.start_at - self.arrival_at - self.setup_seconds
    }

    pub(crate) fn service_seconds(&self) -> i64 {
        self.departure_at - self.start_at
    }
}

/// Returns when a route that reaches its end place at an instant begins to unload; if no opening is left, `Strict`
/// gives a time after the shift.
pub(crate) fn unloads_at(case: &Case<'_>, arrival_at: i64) -> i64 {
    let ready_at = arrival_at.max(case.shift.earliest_end_at - case.unloading_seconds);
    let Some(windows) = case.openings.of(Pin::END) else { return ready_at };
    earliest_in(windows, ready_at).unwrap_or(match case.manner {
        Manner::Strict => ready_at.max(case.shift.latest_end_at + 1),
        Manner::Lenient => ready_at,
    })
}

/// Returns the time from which on no arrival at the end place waits to unload.
pub(crate) fn unloads_at_once_from(case: &Case<'_>) -> i64 {
    match case.openings.of(Pin::END) {
        Some(_) => i64::MAX,
        None => unloads_at(case, TIME_MIN),
    }
}

const ALWAYS: &[Window] = &[Window::ALWAYS];

impl<'a> Core<'a> {
    pub(crate) fn shift(&self, case: &Case<'_>) -> &'a Shift {
        &self.instance.problem.shifts[case.shift_idx.at()]
    }

    /// Returns the weighted sum of lateness and of the money that it costs.
    #[inline]
    pub(crate) fn soft_sum(&self, late_seconds: i64, cost: f64) -> f64 {
        self.instance.weights.sum(cost, [0, 0, late_seconds])
    }

    /// Returns the hard windows for the start of service of a stay, as restricted by pins.
    pub(crate) fn windows(&self, case: &Case<'_>, role: Role) -> &[Window] {
        self.openings_of(role).unwrap_or_else(|| self.own_windows(case, role))
    }

    /// Returns the windows for the start of service of a stay that pins leave; `None` if pins do not restrict them.
    pub(crate) fn openings_of(&self, role: Role) -> Option<&[Window]> {
        match role {
            Role::Start => self.openings.of(Pin::START),
            Role::Step(step) => self.openings.of(step),
            Role::End => self.openings.of(Pin::END),
            Role::Break(_) | Role::SoftBreak(_) | Role::Rest => None,
        }
    }

    /// Returns the hard windows of a step whose data is known.
    #[inline]
    pub(crate) fn step_windows(&self, step: u32, data: &StepData) -> &[Window] {
        self.openings.of(step).unwrap_or_else(|| self.instance.windows(data))
    }

    /// Returns the hard windows for the start of service of a stay, without restrictions by other routes.
    pub(crate) fn own_windows(&self, case: &Case<'_>, role: Role) -> &[Window] {
        match role {
            Role::Step(step) => {
                self.instance.windows(self.instance.step(case.shift, case.steps[step as usize]))
            }
            Role::Break(position) => &self.shift(case).breaks[position as usize].windows,
            Role::Start | Role::SoftBreak(_) | Role::Rest | Role::End => ALWAYS,
        }
    }

    /// Returns the arrival and the meters of a whole leg; a leg from nowhere or to the same place takes no time. `None`
    /// if no road leads there.
    #[inline]
    pub(crate) fn drive(
        &self,
        case: &Case<'_>,
        from: u32,
        to: u32,
        departure_at: i64,
    ) -> Option<(i64, i64)> {
        if from == to || from == NOWHERE {
            return Some((departure_at, 0));
        }
        let leg = self.instance.travel.leg(case.shift.travel, PlaceIdx(from), PlaceIdx(to))?;
        Some((leg.arrival_at(departure_at, LEG), leg.meters))
    }
}

/// Returns the first instant of the windows at or after `from_at`; `None` if all windows are over.
#[inline]
pub(crate) fn earliest_in(windows: &[Window], from_at: i64) -> Option<i64> {
    windows.iter().find(|it| it.end_at >= from_at).map(|it| it.start_at.max(from_at))
}

/// Returns the last instant of the windows at or before `until_at`; `None` if all windows are later.
#[inline]
pub(crate) fn latest_in(windows: &[Window], until_at: i64) -> Option<i64> {
    windows.iter().rev().find(|it| it.start_at <= until_at).map(|it| it.end_at.min(until_at))
}

/// Returns the seconds to the nearest window; 0 inside a window, and if there are no windows.
pub(crate) fn seconds_outside(windows: &[Window], at: i64) -> i64 {
    let away = |it: &Window| (it.start_at - at).max(at - it.end_at).max(0);
    windows.iter().map(away).min().unwrap_or(0)
}

/// Returns the first arrival, including that at the start place, and the last departure.
pub(crate) fn span(case: &Case<'_>, stays: &[Stay]) -> (i64, i64) {
    let first = stays.first().map_or(case.shift.start_at, |it| it.arrival_at);
    (first, stays.last().map_or(first, |it| it.departure_at))
}
