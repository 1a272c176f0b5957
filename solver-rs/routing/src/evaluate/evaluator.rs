//! The evaluator: its operations, the order in which rules are checked, and the scratch memory that it reuses.

mod writing;

use std::rc::Rc;

use crate::instance::{Instance, Travel, feature, flag};
use crate::openings::Openings;
use crate::patience::Patience;
use crate::problem::{Problem, ShiftIdx, VehicleIdx};
use crate::rules::days;
use crate::rules::docks::{self, Docked};
use crate::rules::rides::{self, Ride};
use crate::rules::standing::Day;
use crate::rules::{self, Seen, capacity};
use crate::timeline::{Bounds, Case, Core, IgnoredRests, Manner, Role, Stay, span};

use super::plain::{self, Onset};
use super::start::{self, Effort, Tries};
use super::timing::{self, Gap, Timing};
use super::{Evaluation, Pin, Step, costs};

/// Evaluates routes. Borrows the problem; owns the data derived from it, scratch memory and recent results. Once these
/// have grown to the longest routes, [`Evaluator::evaluate`] does not allocate.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    core: Core<'a>,
    effort: Effort,
    seen: Seen,
    tries: Tries,
    onsets: Vec<Onset>,
    service_starts: Vec<i64>,
    departures: Vec<i64>,
    gaps: Vec<Gap>,
    docked: Vec<Docked>,
    days: Vec<Day>,
    start_at: i64,
    end_at: i64,
    serial: u64,
}

impl<'a> Evaluator<'a> {
    /// Derives all data that evaluations need.
    #[must_use]
    pub fn new(problem: &'a Problem) -> Self {
        Self::of(Rc::new(Instance::new(problem)))
    }

    /// The same with an instance that already exists, which the search reads too.
    pub(crate) fn of(instance: Rc<Instance<'a>>) -> Self {
        let problem = instance.problem;
        Self {
            core: Core {
                instance,
                ignored_rests: IgnoredRests::None,
                unbroken: None,
                narrowed: None,
                openings: Openings::default(),
                allowance: None,
                patience: Patience::default(),
            },
            effort: Effort::Full,
            seen: Seen::new(problem),
            tries: Tries::default(),
            onsets: Vec::new(),
            service_starts: Vec::new(),
            departures: Vec::new(),
            gaps: Vec::new(),
            docked: Vec::new(),
            days: Vec::new(),
            start_at: 0,
            end_at: 0,
            serial: 0,
        }
    }

    /// Travel costs as the evaluator sees them.
    #[must_use]
    pub fn travel(&self) -> &Travel<'a> {
        &self.core.instance.travel
    }

    /// Sets the rests of driving rules that routes do without from now on. Schedules state which limits they exceed
    /// then: this shows what the rests keep from being served.
    pub(crate) fn ignore_rests(&mut self, ignored: IgnoredRests) {
        self.core.ignored_rests = ignored;
    }

    /// Sets the patience through which long evaluations ask whether the host is still waiting.
    pub(crate) fn set_patience(&mut self, patience: Patience) {
        self.core.patience = patience;
    }

    /// Evaluates this shift, and no other one, as if it had no breaks, until this is called with `None`. This shows
    /// what the breaks keep from being served.
    pub(crate) fn ignore_breaks(&mut self, shift: Option<ShiftIdx>) {
        let without = |it: ShiftIdx| {
            let mut data = self.core.instance.shift(it).clone();
            data.features &= !feature::BREAKS;
            data
        };
        self.core.unbroken = shift.map(without);
    }

    /// Sets how long evaluations look for schedules from now on. Schedules that are found quickly keep all rules, but
    /// better ones may exist if there are soft windows, soft breaks or driving rules. Quick efforts are for callers
    /// that compare many routes.
    pub(crate) fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// Checks all hard rules of this one route, including the limits of the shift, and returns the best schedule found.
    /// The best schedule has the least value of the objective: usually it is the cheapest one. Without steps the shift
    /// is unused and costs nothing.
    pub fn evaluate(&mut self, shift: ShiftIdx, steps: &[Step], pins: &[Pin]) -> Evaluation {
        self.evaluate_from(shift, steps, pins, None)
    }

    /// As [`Evaluator::evaluate`], but looks only at schedules that start at about `near_at`: for callers that compare
    /// routes that differ little from one that starts then.
    pub(crate) fn evaluate_near(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &[Pin],
        near_at: i64,
    ) -> Evaluation {
        self.evaluate_from(shift, steps, pins, Some(near_at))
    }

    fn evaluate_from(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &[Pin],
        near_at: Option<i64>,
    ) -> Evaluation {
        self.serial += 1;
        self.service_starts.clear();
        self.departures.clear();
        self.docked.clear();
        self.days.clear();
        if steps.is_empty() {
            let start_at = self.core.instance.shift(shift).start_at;
            return Evaluation { start_at, end_at: start_at, ..Evaluation::default() };
        }
        self.narrow(shift, steps, pins);
        let Self { core, effort, seen, tries, onsets, service_starts, departures, gaps, .. } = self;
        let (docked, days) = (&mut self.docked, &mut self.days);
        let case = case(core, seen, shift, steps, Manner::Strict);
        let mut broken = None;
        rules::check_sequence(core, &case, seen, &mut |code, _, amount| {
            broken = broken.or(Some((code, amount)));
        });
        let loads = || capacity::check_loads(&core.instance, case.shift, steps);
        if let Some(miss) = broken.or_else(loads) {
            return Evaluation::broken(miss);
        }
        let vehicle = &core.instance.problem.vehicles[VehicleIdx(case.shift.vehicle).at()];
        let limits = &vehicle.limits;
        service_starts.resize(steps.len(), 0);
        departures.resize(steps.len(), 0);
        if pins.is_empty() && plain::is_plain(&case) && !core.instance.docked {
            tries.rides.clear();
            onsets.resize(steps.len(), Onset::default());
            let evaluation = plain::evaluate(core, &case, limits, onsets);
            if evaluation.broken.is_none() {
                plain::write_times(evaluation.start_at, onsets, service_starts, departures);
                timing::plain_gaps(evaluation.start_at, onsets, gaps);
                (self.start_at, self.end_at) = (evaluation.start_at, evaluation.end_at);
            }
            return evaluation;
        }
        set_bounds(core, &case, pins, &mut tries.bounds);
        set_rides(core, &case, seen, &mut tries.rides);
        let chosen = match near_at {
            Some(near_at) => start::choose_near(core, &case, limits, tries, near_at),
            None => start::choose(core, &case, limits, tries, *effort),
        };
        match chosen {
            Err(miss) => Evaluation::broken(miss),
            Ok(outcome) => {
                write_times(&tries.best, service_starts, departures);
                timing::gaps(core, &case, &tries.best, gaps);
                if core.instance.docked {
                    docks::of_stays(core.instance.problem, shift, &tries.best, docked);
                }
                days::of_stays(vehicle, &tries.best, days);
                let evaluation = outcome.evaluation;
                (self.start_at, self.end_at) = (evaluation.start_at, evaluation.end_at);
                evaluation
            }
        }
    }

    /// Walks a route again that was evaluated with the same pins and keeps all rules, with this effort if it is given.
    /// Afterwards, the times of the last evaluation are those from this start.
    pub(crate) fn retrace(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &[Pin],
        start_at: i64,
        effort: Option<Effort>,
    ) {
        self.serial += 1;
        self.narrow(shift, steps, pins);
        let effort = effort.unwrap_or(self.effort);
        let Self { core, seen, tries, service_starts, departures, gaps, .. } = self;
        let case = case(core, seen, shift, steps, Manner::Strict);
        if pins.is_empty() && plain::is_plain(&case) && !core.instance.docked {
            self.evaluate(shift, steps, &[]);
            return;
        }
        if case.flags & flag::RIDE != 0 {
            rules::check_sequence(core, &case, seen, &mut |_, _, _| {});
        }
        let limits = &core.instance.problem.vehicles[VehicleIdx(case.shift.vehicle).at()].limits;
        set_bounds(core, &case, pins, &mut tries.bounds);
        set_rides(core, &case, seen, &mut tries.rides);
        let outcome = start::repeat(core, &case, limits, tries, effort, start_at);
        service_starts.resize(steps.len(), 0);
        departures.resize(steps.len(), 0);
        write_times(&tries.best, service_starts, departures);
        timing::gaps(core, &case, &tries.best, gaps);
        (self.start_at, self.end_at) = (outcome.evaluation.start_at, outcome.evaluation.end_at);
    }

    /// Applies the pins to the next evaluation: the bounds on the whole route, if there are any, and the openings.
    fn narrow(&mut self, shift: ShiftIdx, steps: &[Step], pins: &[Pin]) {
        let whole = pins.iter().find(|it| it.step == Pin::ROUTE);
        self.core.allowance = whole.and_then(|it| it.allowance);
        self.core.narrowed = whole.map(|bounds| {
            let usual = || self.core.instance.shift(shift);
            let mut data = self.core.unbroken.as_ref().unwrap_or_else(usual).clone();
            data.start_at = data.start_at.max(bounds.not_before_at);
            data.latest_end_at = data.latest_end_at.min(bounds.not_after_at);
            if let Some(from) = bounds.from {
                data.start_place = from.place.0;
                data.night_count += from.more_nights;
            }
            data
        });
        let Core { instance, openings, .. } = &mut self.core;
        let instance = &*instance;
        openings.set(pins, |step| {
            instance.windows(instance.step(instance.shift(shift), steps[step as usize]))
        });
    }

    /// A number that changes with every evaluation: if it is the same, `timing` is the same.
    pub(crate) fn serial(&self) -> u64 {
        self.serial
    }

    /// Walks the route from its earliest start, whatever that costs, without the limits of the shift. Returns whether
    /// all windows and pins are kept; if so, the times of the last evaluation are those of this walk.
    pub(crate) fn earliest(&mut self, shift: ShiftIdx, steps: &[Step], pins: &[Pin]) -> bool {
        self.narrow(shift, steps, pins);
        let Self { core, effort, seen, tries, service_starts, departures, docked, days, .. } = self;
        let case = case(core, seen, shift, steps, Manner::Strict);
        rules::check_sequence(core, &case, seen, &mut |_, _, _| {});
        let vehicle = &core.instance.problem.vehicles[VehicleIdx(case.shift.vehicle).at()];
        let limits = &vehicle.limits;
        set_bounds(core, &case, pins, &mut tries.bounds);
        set_rides(core, &case, seen, &mut tries.rides);
        service_starts.clear();
        service_starts.resize(steps.len(), 0);
        departures.clear();
        departures.resize(steps.len(), 0);
        let walks = start::walks(core, &case, limits, tries, *effort);
        if walks {
            write_times(&tries.best, service_starts, departures);
            if core.instance.docked {
                docks::of_stays(core.instance.problem, shift, &tries.best, docked);
            }
            days::of_stays(vehicle, &tries.best, days);
            (self.start_at, self.end_at) = span(&case, &tries.best);
        }
        walks
    }

    /// The schedule of the last evaluation. Not meaningful if a rule is broken.
    pub(crate) fn timing(&self) -> Timing<'_> {
        Timing {
            start_at: self.start_at,
            end_at: self.end_at,
            starts: &self.service_starts,
            departures: &self.departures,
            gaps: &self.gaps,
            rides: &self.tries.rides,
        }
    }

    /// The docks that the schedule of the last evaluation uses. Not meaningful if a rule is broken; empty if the
    /// problem has no docks that bind.
    pub(crate) fn docked(&self) -> &[Docked] {
        &self.docked
    }

    /// The days of the schedule of the last evaluation. Not meaningful if a rule is broken; empty if the vehicle has no
    /// exceptional days.
    pub(crate) fn days(&self) -> &[Day] {
        &self.days
    }

    /// Start of service of each step in the schedule of the last evaluation. Not meaningful if a rule is broken.
    #[must_use]
    pub fn service_starts(&self) -> &[i64] {
        &self.service_starts
    }

    /// Departure from each step in the schedule of the last evaluation. Not meaningful if a rule is broken.
    #[must_use]
    pub fn departures(&self) -> &[i64] {
        &self.departures
    }
}

fn write_times(stays: &[Stay], service_starts: &mut [i64], departures: &mut [i64]) {
    for stay in stays {
        if let Role::Step(step) = stay.role {
            service_starts[step as usize] = stay.start_at;
            departures[step as usize] = stay.departure_at;
        }
    }
}

/// Collects what these steps require of an evaluation.
fn case<'c>(
    core: &'c Core<'_>,
    seen: &mut Seen,
    shift_idx: ShiftIdx,
    steps: &'c [Step],
    manner: Manner,
) -> Case<'c> {
    let usual = || core.unbroken.as_ref().unwrap_or_else(|| core.instance.shift(shift_idx));
    let shift = core.narrowed.as_ref().unwrap_or_else(usual);
    let (mut flags, mut stop_count) = (0, 0);
    for &step in steps {
        let data = core.instance.step(shift, step);
        flags |= data.flags;
        stop_count += i64::from(data.flags & flag::RELOAD == 0);
    }
    let (loading_seconds, unloading_seconds) = if shift.is_handled {
        capacity::handling_seconds(&core.instance, shift, steps)
    } else {
        (0, 0)
    };
    let mut case = Case {
        shift_idx,
        shift,
        steps,
        flags,
        stop_count,
        past_step_count: 0,
        preferred_vehicles: 0.0,
        loading_seconds,
        unloading_seconds,
        openings: &core.openings,
        manner,
    };
    if !core.openings.is_empty() {
        flags |= flag::WINDOWS;
    }
    case.flags = flags;
    if shift.is_over {
        case.past_step_count = steps.len() + 1;
    } else if flags & flag::BEGUN != 0 {
        let has_begun = |it: &Step| core.instance.step(shift, *it).flags & flag::BEGUN != 0;
        case.past_step_count = steps.iter().rposition(has_begun).map_or(0, |it| it + 1);
    }
    if flags & flag::PREFERRED != 0 {
        case.preferred_vehicles = costs::preferred_vehicles(core, &case, seen);
    }
    case
}

/// Must run after the rules of order have been checked, since they record where pickups and dropoffs are.
fn set_rides(core: &Core<'_>, case: &Case<'_>, seen: &Seen, rides: &mut Vec<Ride>) {
    if case.flags & flag::RIDE == 0 {
        rides.clear();
    } else {
        rides::collect(core.instance.problem, seen, rides);
    }
}

fn set_bounds(core: &Core<'_>, case: &Case<'_>, pins: &[Pin], bounds: &mut Vec<Bounds>) {
    bounds.clear();
    bounds.resize(case.steps.len(), Bounds::NONE);
    let is_one = |same: &&[Pin]| same[0].step != Pin::ROUTE && !Openings::is_among(same);
    for pin in pins.chunk_by(|one, next| one.step == next.step).filter(is_one).flatten() {
        let bounds = &mut bounds[pin.step as usize];
        bounds.not_before_at = bounds.not_before_at.max(pin.not_before_at);
        bounds.not_after_at = bounds.not_after_at.min(pin.not_after_at);
    }
    start::bound_releases(core, case, bounds);
}

#[cfg(test)]
mod tests;
