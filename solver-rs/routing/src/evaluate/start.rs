//! When a route starts: as early as it may, then later for as long as that is cheaper.
//!
//! ```text
//! end │                    ╭────   Leaving later never means arriving earlier, so the end is a staircase of plateaus
//!     │        ╭───────────╯       over the start. The last start of a plateau makes the shortest route of it; it is
//!     │ ───────╯  ← plateau        found backwards from the end, stay by stay. The next plateau begins a second later.
//!     └───────────────────── start
//! ```
//!
//! One plateau is all there is without soft or several windows, traffic and breaks. Else a bounded number of plateaus
//! is tried, and starts at which traffic changes or a break is no longer owed. The best timeline is kept.

use crate::problem::{Limits, PlaceIdx, TIME_MIN};
use crate::solution::Code;

use super::facts::{feature, flag};
use super::lanes::LEG;
use super::summary::{self, Outcome};
use super::timeline::{Bounds, Case, Core, Manner, Role, Stay, latest_in};
use super::walk;

/// Plateaus after the first one.
const PLATEAUS_MAX: usize = 12;
/// Changes of traffic that are waited for.
const CHANGES_MAX: usize = 6;

/// Scratch of evaluations that take more than one pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tries {
    /// One a step.
    pub(crate) bounds: Vec<Bounds>,
    /// Of the last try.
    pub(crate) stays: Vec<Stay>,
    /// Of the best try.
    pub(crate) best: Vec<Stay>,
}

/// The cheapest timeline that is found; it lies in `tries.best`.
///
/// # Errors
/// A rule that no start keeps, and by how much the earliest one misses it.
pub(crate) fn choose(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
) -> Result<Outcome, (Code, i64)> {
    let mut search = Search { core, case, limits, tries, best: None };
    let first_at = earliest_start(core, case);
    search.attempt(first_at)?;
    let mut start_at = search.compressed();
    if start_at > first_at {
        search.keep_or_drop(start_at);
    }
    let first = search.best.unwrap_or_default();
    let is_timed = case.shift.features != 0
        || case.flags & (flag::WINDOWS | flag::SOFT_WINDOWS | flag::RIDE) != 0;
    if is_timed && search.could_be_cheaper(&first) {
        start_at = search.plateaus(start_at);
        search.changes(first_at, start_at);
    }
    Ok(search.best.unwrap_or_default())
}

/// No route of these steps starts earlier: the shift's start, and what is delivered from there is available.
pub(crate) fn earliest_start(core: &Core<'_>, case: &Case<'_>) -> i64 {
    let mut start_at = case.shift.start_at;
    if case.flags & flag::RELEASED == 0 || case.shift.is_open() {
        return start_at;
    }
    for &step in case.steps {
        let fact = core.facts.step(case.shift, step);
        if fact.flags & flag::RELOAD != 0 {
            break;
        }
        start_at = start_at.max(fact.release_at);
    }
    start_at
}

/// Bounds that follow from releases after the start: a reload leaves no earlier, or service starts no earlier.
pub(crate) fn bound_releases(core: &Core<'_>, case: &Case<'_>, bounds: &mut [Bounds]) {
    if case.flags & flag::RELEASED == 0 {
        return;
    }
    let mut reload: Option<(usize, i64)> = None;
    for (position, &step) in case.steps.iter().enumerate() {
        let fact = core.facts.step(case.shift, step);
        if fact.flags & flag::RELOAD != 0 {
            reload = Some((position, fact.service_seconds));
        } else if fact.release_at > TIME_MIN {
            let (at, not_before_at) = match reload {
                Some((at, seconds)) => (at, fact.release_at - seconds),
                None if case.shift.is_open() => (position, fact.release_at),
                None => continue,
            };
            bounds[at].not_before_at = bounds[at].not_before_at.max(not_before_at);
        }
    }
}

struct Search<'s> {
    core: &'s Core<'s>,
    case: &'s Case<'s>,
    limits: &'s Limits,
    tries: &'s mut Tries,
    best: Option<Outcome>,
}

impl Search<'_> {
    /// Walks from this start and keeps the timeline if it is the best so far.
    fn attempt(&mut self, start_at: i64) -> Result<Outcome, (Code, i64)> {
        let Tries { bounds, stays, best } = &mut *self.tries;
        walk::walk(self.core, self.case, bounds, start_at, stays)?;
        let outcome = summary::sum_up(self.core, self.case, self.limits, stays);
        if self.best.is_none_or(|best| outcome.is_better_than(&best)) {
            self.best = Some(outcome);
            best.clone_from(stays);
        }
        Ok(outcome)
    }

    /// A later start than one that worked may miss what that one met: then it is no try.
    fn keep_or_drop(&mut self, start_at: i64) -> bool {
        self.attempt(start_at).is_ok()
    }

    /// The latest start of the last try's plateau.
    fn compressed(&self) -> i64 {
        latest_start(self.core, self.case, &self.tries.bounds, &self.tries.stays)
    }

    /// Whether another start could make something of the route less.
    fn could_be_cheaper(&self, first: &Outcome) -> bool {
        let costs = &self.case.shift.costs;
        let pays = costs.per_hour > 0.0 || costs.per_waiting_hour > 0.0;
        let is_idle = first.waiting_seconds > 0 || self.case.shift.features != 0;
        first.excess > 0 || first.soft_cost > 0.0 || (pays && is_idle)
    }

    /// Tries one plateau after the other, from the last start of the first one. Returns the last start tried.
    fn plateaus(&mut self, start_at: i64) -> i64 {
        let mut start_at = start_at;
        for _ in 0..PLATEAUS_MAX {
            let Ok(outcome) = self.attempt(start_at + 1) else { break };
            if self.case.manner == Manner::Lenient && self.is_worse(&outcome) {
                break;
            }
            start_at = self.compressed().max(start_at + 1);
            let Ok(outcome) = self.attempt(start_at) else { break };
            let is_tight = outcome.waiting_seconds == 0 && outcome.soft_cost <= 0.0;
            if is_tight && self.case.shift.features == 0 && outcome.excess == 0 {
                break;
            }
        }
        start_at
    }

    /// Tries starts at which traffic changes at the start.
    fn changes(&mut self, first_at: i64, last_at: i64) {
        if self.case.shift.features & feature::TRAFFIC == 0 {
            return;
        }
        let Some(first) = self.tries.best.first() else { return };
        let place = PlaceIdx(first.place);
        let mut start_at = first_at.max(last_at);
        for _ in 0..CHANGES_MAX {
            start_at = self.core.travel.next_change(place, start_at);
            let Ok(outcome) = self.attempt(start_at) else { break };
            if self.is_worse(&outcome) {
                break;
            }
            let later = self.compressed();
            if later > start_at {
                self.keep_or_drop(later);
            }
        }
    }

    fn is_worse(&self, outcome: &Outcome) -> bool {
        self.best.is_some_and(|best| outcome.excess > best.excess)
    }
}

/// The latest start from which, with the same stays in the same order, the end does not move. Soft windows that are
/// met are kept met.
pub(crate) fn latest_start(
    core: &Core<'_>,
    case: &Case<'_>,
    bounds: &[Bounds],
    stays: &[Stay],
) -> i64 {
    let Some(last) = stays.last() else { return case.shift.start_at };
    let mut leave_at = last.departure_at;
    for (position, stay) in stays.iter().enumerate().rev() {
        let mut until_at = leave_at - stay.service_seconds();
        if let Role::Step(step) = stay.role {
            until_at = until_at.min(bounds[step as usize].not_after_at);
        }
        let service_at = latest_in(core.windows(case, stay.role), until_at)
            .map_or(stay.start_at, |at| at.max(stay.start_at));
        let arrival_at = service_at - stay.setup_seconds;
        if position == 0 {
            return arrival_at;
        }
        leave_at = latest_departure(core, case, &stays[position - 1], stay, arrival_at);
    }
    leave_at
}

/// The latest departure from one stay that is at the next in time. Parts of legs take as long as they did.
pub(crate) fn latest_departure(
    core: &Core<'_>,
    case: &Case<'_>,
    from: &Stay,
    to: &Stay,
    arrival_at: i64,
) -> i64 {
    let whole = from.left == LEG && to.left == LEG;
    let (origin, target) = (PlaceIdx(from.place), PlaceIdx(to.place));
    let exact = || core.travel.latest_departure_at(case.shift.travel, origin, target, arrival_at);
    let as_before = arrival_at - (to.arrival_at - from.departure_at);
    if whole { exact().unwrap_or(as_before) } else { as_before }
}
