//! The search for the start of a route: tries starts and keeps the best timeline.

use super::latest::{Given, latest_start};
use super::{Effort, HALVINGS_MAX, Tries};
use crate::evaluate::costs::parts;
use crate::evaluate::summary::{self, Outcome};
use crate::evaluate::{by_breaks, labels, walk};
use crate::instance::{feature, flag};
use crate::problem::{Limits, TIME_MIN};
use crate::rules::{GIVEN_UP, Miss, breaks, docks, driving, rides, shift_time};
use crate::step::Pin;
use crate::timeline::{Case, Core, Manner, Stay, earliest_in, seconds_outside};

pub(super) struct Search<'s> {
    pub(super) core: &'s Core<'s>,
    pub(super) case: &'s Case<'s>,
    pub(super) limits: &'s Limits,
    pub(super) tries: &'s mut Tries,
    /// Whether a walk from a start has choices and therefore needs labels.
    pub(super) is_labeled: bool,
    /// Whether one label per set of breaks gives the exact result.
    pub(super) is_exact: bool,
    pub(super) is_quick: bool,
    /// Whether the first timeline is enough once time is over. Callers that compare routes need the best one.
    pub(super) ends_early: bool,
    /// Whether the search may end without a timeline then: one that breaks rules is enough.
    pub(super) is_judged: bool,
    pub(super) best: Option<Outcome>,
}

impl<'s> Search<'s> {
    pub(super) fn new(
        core: &'s Core<'s>,
        case: &'s Case<'s>,
        limits: &'s Limits,
        tries: &'s mut Tries,
        effort: Effort,
    ) -> Self {
        labels::set_rules(core, case, &mut tries.labels);
        tries.labels.narrows_when_late = effort == Effort::Judged;
        tries.labels.is_brief = effort == Effort::Brief && case.manner == Manner::Lenient;
        let are_rules_binding = tries.labels.are_rules_binding;
        let is_exact = !are_rules_binding && by_breaks::applies(core, case, limits);
        let is_labeled = case.shift.features & (feature::BREAKS | feature::RULES) != 0
            || case.flags & flag::SOFT_WINDOWS != 0;
        tries.differs_in_haste = is_labeled && !is_exact && by_breaks::stands_in(case);
        Self {
            core,
            case,
            limits,
            is_labeled,
            is_exact,
            is_quick: !effort.is_careful() && tries.differs_in_haste,
            ends_early: effort != Effort::Quick,
            is_judged: effort == Effort::Judged,
            tries,
            best: None,
        }
    }

    /// Walks from this start and keeps the timeline if it is the best so far.
    pub(super) fn attempt(&mut self, start_at: i64) -> Result<Outcome, Miss> {
        let patience = &self.core.patience;
        if patience.spend(self.case.steps.len()) || (patience.is_late() && self.may_end_here()) {
            return Err(GIVEN_UP);
        }
        let start_at = self.opening(start_at)?;
        if let Some(miss) = shift_time::late_start(self.case.shift, start_at)
            && (self.case.manner == Manner::Strict || self.has_fixed_start())
        {
            return Err(miss);
        }
        let Tries { bounds, raised, .. } = &mut *self.tries;
        raised.clone_from(bounds);
        self.walk(start_at)?;
        if !self.tries.rides.is_empty() {
            self.shorten_rides(start_at)?;
        }
        let Tries { rides, stays, best, .. } = &mut *self.tries;
        let outcome = summary::sum_up(self.core, self.case, self.limits, rides, stays);
        if self.best.is_none_or(|best| outcome.is_better_than(&best)) {
            self.best = Some(outcome);
            best.clone_from(stays);
        }
        Ok(outcome)
    }

    /// Whether there is a timeline from the only start that the shift allows, such as that of a vehicle that has left.
    fn has_fixed_start(&self) -> bool {
        let shift = self.case.shift;
        self.best.is_some() && shift.start_at == shift.latest_start_at
    }

    /// The first start, not before `start_at`, at which the start place lets the vehicle load.
    pub(super) fn opening(&self, start_at: i64) -> Result<i64, Miss> {
        let Some(windows) = self.case.openings.of(Pin::START) else { return Ok(start_at) };
        match earliest_in(windows, start_at) {
            Some(open_at) => Ok(open_at),
            None if self.case.manner == Manner::Lenient => Ok(start_at),
            None => Err(docks::taken_for(seconds_outside(windows, start_at))),
        }
    }

    /// Whether the search may stop with what it has when time is short.
    pub(super) fn may_end_here(&self) -> bool {
        let is_lenient = self.case.manner == Manner::Lenient;
        if self.best.is_none() && self.is_judged {
            return !is_lenient;
        }
        self.ends_early && self.best.is_some_and(|best| best.excess == 0 || is_lenient)
    }

    pub(super) fn walk(&mut self, start_at: i64) -> Result<(), Miss> {
        let Self { core, case, limits, is_labeled, is_exact, is_quick, .. } = *self;
        let Tries { raised, labels, by_breaks, stays, .. } = &mut *self.tries;
        if is_labeled && (is_exact || is_quick) {
            let rules = labels::binding_rules(core, case, labels);
            let rules = rules.map(|it| (it, &labels.driving_ahead[..]));
            let walked = by_breaks::walk(core, case, rules, raised, start_at, by_breaks, stays);
            // A leg that is too long without a rest on the road is left to the general walk.
            if !walked.is_err_and(driving::is_broken) {
                return walked;
            }
        }
        if is_labeled {
            let walked = labels::walk(core, case, limits, raised, start_at, labels, stays);
            if walked.is_ok() || case.manner == Manner::Strict {
                return walked;
            }
        }
        walk::walk(core, case, raised, start_at, stays)
    }

    /// Lets pickups wait until no ride is too long.
    pub(super) fn shorten_rides(&mut self, start_at: i64) -> Result<(), Miss> {
        let Self { core, case, .. } = *self;
        let closes_at =
            |step: u32| core.instance.step(case.shift, case.steps[step as usize]).closes_at;
        let is_strict = case.manner == Manner::Strict;
        let mut first_over = None;
        for _ in 0..rides::ROUNDS_MAX {
            let Tries { raised, rides, stays, .. } = &mut *self.tries;
            let Some(found) = rides::raise(rides, stays, closes_at, raised) else { return Ok(()) };
            first_over = first_over.or(Some(found.miss));
            if !is_strict && !found.some_wait {
                return Ok(());
            }
            if (is_strict && found.some_cannot) || self.walk(start_at).is_err() {
                break;
            }
        }
        if is_strict {
            return first_over.map_or(Ok(()), Err);
        }
        // Waiting cannot shorten the ride: it stays too long, and nothing else has to suffer.
        let Tries { bounds, raised, .. } = &mut *self.tries;
        raised.clone_from(bounds);
        self.walk(start_at)
    }

    /// Moves from a start that was just tried to the last start of its plateau, as far as it can be determined; returns
    /// that.
    pub(super) fn tighten(&mut self, start_at: i64, outcome: &Outcome) -> i64 {
        if !self.may_become_best(outcome) {
            return start_at;
        }
        let end_at = outcome.evaluation.end_at;
        let late_at = self.compressed(Given::Breaks);
        let is_soft = self.case.flags & flag::SOFT_WINDOWS != 0
            || !self.core.shift(self.case).soft_breaks.is_empty();
        let gentle_at =
            if is_soft { self.compressed(Given::BreaksAndSoftWindows) } else { late_at };
        let has_rests = self.tries.stays.iter().any(|it| it.role.is_rest());
        let bare_at = if has_rests { self.compressed(Given::Nothing) } else { late_at };
        let owed_at = if has_rests { self.compressed(Given::OwedBreaks) } else { late_at };
        let latest_at = self.later_start(start_at, late_at, end_at);
        if gentle_at > start_at && gentle_at < late_at {
            self.later_start(start_at, gentle_at, end_at);
        }
        if owed_at > latest_at && owed_at < bare_at {
            self.attempt_late(owed_at);
        }
        if bare_at > latest_at {
            self.attempt_late(bare_at);
        }
        latest_at
    }

    /// Whether a route could beat the best one if it had no waiting, lateness or excess.
    pub(super) fn may_become_best(&self, outcome: &Outcome) -> bool {
        let rates = &self.case.shift.rates;
        let rests = self.tries.stays.iter().filter(|it| it.role.is_rest());
        let rest_seconds: i64 = rests.map(Stay::service_seconds).sum();
        let idle_seconds = outcome.amounts.waiting_seconds + rest_seconds;
        let per_hour =
            rates.per_hour + rates.per_waiting_hour + self.case.shift.soft_rates.per_hour;
        let idle = parts(idle_seconds, 3600.0) * per_hour;
        let saved = idle + outcome.soft_sum;
        self.best.is_none_or(|best| outcome.excess > 0 || outcome.sum - saved <= best.sum)
    }

    /// Tries a start that is later than one that worked. It may break a rule that the other start keeps; then it is
    /// dropped.
    pub(super) fn keep_or_drop(&mut self, start_at: i64) {
        let _is_kept = self.attempt(start_at).is_ok();
    }

    /// Tries a start that leaves out rests, and the last one of its plateau.
    pub(super) fn attempt_late(&mut self, start_at: i64) {
        if self.attempt(start_at).is_err() {
            return;
        }
        let later_at = self.compressed(Given::Breaks);
        if later_at > start_at {
            self.keep_or_drop(later_at);
        }
    }

    /// Tries a later start that should not move the end; if it does, bisects for one that does not.
    pub(super) fn later_start(&mut self, low_at: i64, high_at: i64, end_at: i64) -> i64 {
        if high_at <= low_at {
            return low_at;
        }
        let works = |search: &mut Self, start_at| {
            search.attempt(start_at).is_ok_and(|it| it.evaluation.end_at <= end_at)
        };
        if works(self, high_at) {
            return high_at;
        }
        let (mut low_at, mut high_at) = (low_at, high_at);
        for _ in 0..HALVINGS_MAX {
            if high_at - low_at <= 1 {
                break;
            }
            let middle_at = low_at + (high_at - low_at) / 2;
            if works(self, middle_at) {
                low_at = middle_at;
            } else {
                high_at = middle_at;
            }
        }
        low_at
    }

    /// Returns a later start if the earliest one makes the route too long because of waiting on the way or at the end.
    /// The new start avoids this waiting, apart from that for breaks, and leaves enough time for breaks and rests.
    pub(super) fn late_start(&mut self, first_at: i64) -> i64 {
        let Self { core, case, .. } = *self;
        let waits_at_end = case.shift.earliest_end_at > TIME_MIN;
        let Tries { bounds, stays, labels, .. } = &mut *self.tries;
        if !(waits_at_end || labels.are_rules_binding)
            || walk::walk(core, case, bounds, first_at, stays).is_err()
        {
            return first_at;
        }
        let late_at = self.compressed(Given::Breaks);
        if late_at <= first_at {
            return first_at;
        }
        let mut tried = [first_at; 5];
        for (at, earlier_seconds) in self.pauses(late_at).into_iter().enumerate() {
            let start_at = (late_at - earlier_seconds).max(first_at);
            if tried.contains(&start_at) {
                continue;
            }
            tried[at] = start_at;
            if let Ok(outcome) = self.attempt(start_at)
                && breaks::left_out(core, case, &self.tries.stays).next().is_none()
            {
                return self.tighten(start_at, &outcome);
            }
        }
        first_at
    }

    /// By how much earlier a route may have to start than the last walk shows, which had no pauses: not at all, for the
    /// breaks that it always owes, for its rests in addition, without or with daily rests, or for the first part of a
    /// daily rest.
    fn pauses(&self, late_at: i64) -> [i64; 5] {
        let Self { core, case, .. } = *self;
        let owed = core.shift(case).breaks.iter().filter(|it| it.owed.is_none());
        let breaks: i64 = if core.unbroken.is_some() { 0 } else { owed.map(|it| it.seconds).sum() };
        let Tries { stays, labels, .. } = &*self.tries;
        let end_at = stays.last().map_or(late_at, |it| it.departure_at);
        let legs = stays.windows(2).map(|it| it[1].arrival_at - it[0].departure_at);
        let rules = labels::binding_rules(core, case, labels);
        let (seconds, driving) = (end_at - late_at, legs.sum());
        let rules = rules.filter(|_| case.past_step_count == 0);
        let rests = rules.map_or(0, |it| it.rest_seconds_min(seconds, driving));
        let all_rests = rules.map_or(0, |it| it.all_rest_seconds_min(seconds, driving));
        let part = driving::part_owed(core, case).unwrap_or(0);
        [0, breaks, breaks + rests, breaks + all_rests, part]
    }

    /// The latest start on the plateau of the last try.
    pub(super) fn compressed(&self, given: Given) -> i64 {
        let Tries { bounds, stays, .. } = &*self.tries;
        let end_at = stays.last().map_or(0, |it| it.departure_at);
        latest_start(self.core, self.case, bounds, stays, given, end_at)
    }

    /// Whether another start could reduce any part of the cost or the excess.
    pub(super) fn could_be_cheaper(&self, best: &Outcome) -> bool {
        let rates = &self.case.shift.rates;
        let pays_beyond = self.case.shift.soft_rates.per_hour > 0.0;
        let pays = rates.per_hour > 0.0 || rates.per_waiting_hour > 0.0 || pays_beyond;
        let is_idle = best.amounts.waiting_seconds > 0 || self.case.shift.features != 0;
        best.excess > 0 || best.soft_sum > 0.0 || (pays && is_idle)
    }

    pub(super) fn is_worse(&self, outcome: &Outcome) -> bool {
        self.best.is_some_and(|best| outcome.excess > best.excess)
    }
}
