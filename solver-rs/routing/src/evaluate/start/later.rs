//! Tries starts after the first plateau: further plateaus, and starts at which soft windows open, a break is not owed,
//! or traffic changes. Each try keeps its timeline if it is the best so far.

use super::Tries;
use super::attempts::Search;
use super::latest::{Given, latest_start};
use crate::evaluate::summary;
use crate::instance::{feature, flag};
use crate::problem::PlaceIdx;
use crate::rules::breaks;
use crate::rules::time_windows::begin_or_approach;
use crate::timeline::{Role, Stay};

/// The most plateaus after the first one.
const PLATEAUS_MAX: usize = 12;
/// The same for a route that breaks rules and is only looked at.
const BRIEF_PLATEAUS_MAX: usize = 2;
/// The most changes of traffic that are tried.
const CHANGES_MAX: usize = 3;
/// How many starts between the first plateau and the last start are tried in traffic.
const SAMPLES: i64 = 4;
/// The smallest shift of a route towards where it misses soft windows least.
const SHIFT_SECONDS_MIN: i64 = 20;
/// How many starts are tried from which later soft windows count.
const SOFT_JUMPS_MAX: usize = 4;

impl Search<'_> {
    /// Tries one plateau after the other, beginning after the last start of the first one. Returns the last start
    /// tried.
    pub(super) fn plateaus(&mut self, start_at: i64) -> i64 {
        let mut start_at = start_at;
        for _ in 0..self.plateau_count() {
            let is_tight = self.best.is_some_and(|best| {
                best.amounts.waiting_seconds == 0 && best.soft_sum <= 0.0 && best.excess == 0
            });
            if is_tight && self.case.shift.features & feature::TRAFFIC == 0 {
                break;
            }
            let Ok(outcome) = self.attempt(start_at + 1) else { break };
            if self.is_worse(&outcome) {
                break;
            }
            start_at = self.tighten(start_at + 1, &outcome);
        }
        start_at
    }

    /// If each stop has one window, a start after the first plateau only makes the route end later.
    fn plateau_count(&self) -> usize {
        let has_several = self.case.flags & (flag::WINDOWS | flag::SOFT_WINDOWS) != 0;
        let is_broken = self.best.is_some_and(|best| best.excess > 0);
        match (has_several || is_broken, self.tries.labels.is_brief) {
            (true, true) => BRIEF_PLATEAUS_MAX,
            (true, false) => PLATEAUS_MAX,
            (false, _) => 0,
        }
    }

    /// Tries starts that are later by as much as a stop is early for a soft window, or by as much as it can be later.
    pub(super) fn soft_openings(&mut self, after_at: i64) {
        if self.case.flags & flag::SOFT_WINDOWS == 0 {
            return;
        }
        for position in 0..self.tries.best.len() {
            let Some(&stay) = self.tries.best.get(position) else { break };
            let Role::Step(step) = stay.role else { continue };
            let (late, cost) = summary::soft(self.core, self.case, &stay);
            if self.core.soft_sum(late, cost) <= 0.0 {
                continue;
            }
            let opens_at = summary::next_soft_opening(self.core, self.case, step, stay.start_at);
            let first_at = self.tries.best[0].arrival_at;
            let served_at = opens_at.and_then(|it| self.service_near(step, it));
            let later_at = served_at.map(|it| first_at + it - stay.start_at);
            if let Some(later_at) = later_at.filter(|&it| it > first_at.min(after_at))
                && let Ok(outcome) = self.attempt(later_at)
            {
                self.tighten(later_at, &outcome);
            }
        }
        self.as_late_as_breaks_allow();
    }

    /// Tries the last start from which the stops and breaks of the best timeline keep their windows: a stop that is
    /// early for a soft window may not reach it because of a break.
    fn as_late_as_breaks_allow(&mut self) {
        let Self { core, case, .. } = *self;
        let Tries { bounds, best, .. } = &*self.tries;
        let is_early = |it: &Stay| summary::early(core, case, it) > 0;
        if !best.iter().any(|it| it.role.is_rest()) || !best.iter().any(is_early) {
            return;
        }
        let latest_end_at = case.shift.latest_end_at;
        let latest_at = latest_start(core, case, bounds, best, Given::Breaks, latest_end_at);
        if latest_at > best[0].arrival_at {
            self.keep_or_drop(latest_at);
        }
    }

    /// When a step can be served at or after an instant; if its windows or the steps after it forbid that, when it can
    /// be served before.
    fn service_near(&self, step: u32, at: i64) -> Option<i64> {
        let Tries { bounds, labels, .. } = &*self.tries;
        let data = self.core.instance.step(self.case.shift, self.case.steps[step as usize]);
        let windows = self.core.step_windows(step, data);
        let latest_at = labels.latest_service(step).unwrap_or(at);
        begin_or_approach(windows, bounds[step as usize], at.min(latest_at))
    }

    /// Moves the whole route to where it misses soft windows least, repeatedly, since traffic and breaks change on the
    /// way.
    pub(super) fn shift_softly(&mut self, first_at: i64, tried_at: i64, shifts_max: usize) {
        let mut start_at = tried_at;
        for _ in 0..shifts_max {
            let shift_seconds = self.best_shift();
            let latest_at = self.case.shift.latest_start_at;
            let next_at = (start_at + shift_seconds).min(latest_at).max(first_at);
            if (next_at - start_at).abs() < SHIFT_SECONDS_MIN || self.attempt(next_at).is_err() {
                break;
            }
            start_at = next_at;
        }
        if let Some(best) = self.best
            && best.amounts.waiting_seconds > 0
            && self.attempt(best.evaluation.start_at).is_ok()
        {
            let late_at = self.compressed(Given::BreaksAndSoftWindows);
            if late_at > best.evaluation.start_at && self.attempt(late_at).is_ok() {
                // Before, a later start only shortened the waiting, and moved no stop after it.
                let shift_seconds = self.best_shift();
                if shift_seconds >= SHIFT_SECONDS_MIN {
                    self.keep_or_drop(late_at + shift_seconds);
                }
            }
        }
    }

    /// Tries the start that the best timeline would have without its rests: where driving rules bind, a long wait
    /// requires a rest, and a route that starts later may owe none.
    pub(super) fn without_rests(&mut self, first_at: i64) {
        let has_rests = self.tries.best.iter().any(|it| it.role == Role::Rest);
        let Some(best) = self.best.filter(|_| has_rests) else { return };
        if self.attempt(best.evaluation.start_at).is_err() {
            return;
        }
        let bare_at = self.compressed(Given::Nothing);
        if bare_at <= best.evaluation.start_at {
            return;
        }
        self.attempt_late(bare_at);
        // The stops after the rests were where they are now, whatever the start was.
        let start_at = self.best.map_or(bare_at, |it| it.evaluation.start_at);
        if start_at >= bare_at && self.attempt(start_at).is_ok() {
            self.shift_softly(first_at, start_at, 1);
        }
    }

    /// Tries starts from which a later soft window of a stop counts. There the cost of the stop drops suddenly, which
    /// the slopes do not show.
    pub(super) fn past_soft_windows(&mut self, first_at: i64) {
        let Some(best) = self.best else { return };
        if best.amounts.soft_windows <= 0.0 {
            return;
        }
        let (core, case) = (self.core, self.case);
        let mut jumps = [i64::MAX; SOFT_JUMPS_MAX];
        for stay in &self.tries.best {
            let Role::Step(step) = stay.role else { continue };
            let nearer_at = summary::next_nearer_soft(core, case, step, stay.start_at);
            let Some(seconds) = nearer_at.map(|it| it - stay.start_at) else { continue };
            let last = jumps.len() - 1;
            if seconds < jumps[last] && !jumps.contains(&seconds) {
                jumps[last] = seconds;
                jumps.sort_unstable();
            }
        }
        let start_at = best.evaluation.start_at;
        for seconds in jumps.into_iter().filter(|it| *it < i64::MAX) {
            let next_at = start_at + seconds;
            if next_at <= case.shift.latest_start_at && self.attempt(next_at).is_ok() {
                self.shift_softly(first_at, next_at, 1);
            }
        }
    }

    /// The shift of all stays of the last try, later or earlier, that minimizes the cost of soft windows and overtime:
    /// the minimum of a sum of convex functions lies where its slope changes sign. It is never so early that all
    /// stops with soft windows would wait for their hard windows to open.
    fn best_shift(&mut self) -> i64 {
        let Self { core, case, .. } = *self;
        let Tries { stays, kinks, .. } = &mut *self.tries;
        kinks.clear();
        let mut slope = 0.0;
        let mut most = i64::MAX / 4;
        let mut least = 0;
        for stay in stays.iter() {
            let Role::Step(step) = stay.role else { continue };
            let data = core.instance.step(case.shift, case.steps[step as usize]);
            most = most.min(data.closes_at - stay.start_at);
            if data.flags & flag::SOFT_WINDOWS == 0 {
                continue;
            }
            least = least.min(data.opens_at.saturating_sub(stay.start_at));
            if let Some(planned_at) = summary::planned_at(core, case, step) {
                let per_hour = core.instance.problem.objective.delay_cost_per_hour;
                let per_second = core.soft_sum(0, per_hour / 3600.0);
                slope -= per_second;
                kinks.push((planned_at - stay.start_at, 2.0 * per_second));
            }
            let Some(soft) = summary::nearest_soft(core, case, step, stay.start_at) else {
                continue;
            };
            let early = core.soft_sum(0, soft.cost_per_hour_early / 3600.0);
            let late = core.soft_sum(1, soft.cost_per_hour_late / 3600.0);
            slope -= early;
            kinks.push((soft.window.start_at - stay.start_at, early));
            kinks.push((soft.window.end_at - stay.start_at, late));
        }
        let end_at = stays.last().map_or(0, |it| it.departure_at);
        let overtime = case.shift.rates.per_overtime_hour / 3600.0;
        kinks.push((case.shift.end_at - end_at, overtime));
        most = most.min(case.shift.latest_end_at - end_at).max(0);
        kinks.sort_unstable_by_key(|it| it.0);
        for &(seconds, steeper) in kinks.iter() {
            slope += steeper;
            if slope >= 0.0 {
                return seconds.max(least).min(most);
            }
        }
        most
    }

    /// Tries the nearest starts from which a break is not owed: the route ends before the break, or begins after it.
    pub(super) fn beside_breaks(&mut self, first_at: i64) {
        let breaks = &self.core.shift(self.case).breaks;
        for pause in breaks {
            let (Some(owed), Some(best)) = (pause.owed, self.best) else { continue };
            let (start_at, end_at) = (best.evaluation.start_at, best.evaluation.end_at);
            if !breaks::is_owed(self.case, pause, start_at, end_at) {
                continue;
            }
            let earlier_at = start_at - (end_at - pause.seconds - owed.end_at).max(0);
            let later_at = breaks::fits_before_at(owed, pause.seconds);
            for other_at in [earlier_at, later_at] {
                let is_near = (other_at - start_at).abs() < 2 * pause.seconds;
                if is_near && other_at >= first_at && self.attempt(other_at).is_ok() {
                    let late_at = self.compressed(Given::Breaks);
                    if late_at > other_at {
                        self.keep_or_drop(late_at);
                    }
                }
            }
        }
    }

    /// Tries starts from which a break is no longer owed.
    pub(super) fn after_breaks(&mut self, first_at: i64) {
        let shift = self.core.shift(self.case);
        let rests = shift.breaks.iter().chain(shift.soft_breaks.iter().map(|it| &it.rest));
        for pause in rests {
            let Some(owed) = pause.owed else { continue };
            let start_at = breaks::fits_before_at(owed, pause.seconds);
            if start_at > first_at
                && let Ok(outcome) = self.attempt(start_at)
            {
                self.tighten(start_at, &outcome);
            }
        }
    }

    /// Tries starts between the first plateau and the last possible start, where there may be less traffic.
    pub(super) fn samples(&mut self, start_at: i64) {
        if self.case.shift.features & feature::TRAFFIC == 0 || self.tries.best.is_empty() {
            return;
        }
        let Self { core, case, .. } = *self;
        let latest_end_at = case.shift.latest_end_at;
        let Tries { bounds, best, .. } = &*self.tries;
        let latest_at = latest_start(core, case, bounds, best, Given::Breaks, latest_end_at);
        for part in 1..=SAMPLES {
            let sample_at = start_at + (latest_at - start_at) / SAMPLES * part;
            if sample_at > start_at
                && let Ok(outcome) = self.attempt(sample_at)
            {
                self.tighten(sample_at, &outcome);
            }
        }
    }

    /// Tries starts at which the traffic at the start place changes.
    pub(super) fn changes(&mut self, start_at: i64) {
        if self.case.shift.features & feature::TRAFFIC == 0 {
            return;
        }
        let Some(first) = self.tries.best.first() else { return };
        let place = PlaceIdx(first.place);
        let mut start_at = start_at;
        for _ in 0..CHANGES_MAX {
            start_at = self.core.instance.travel.next_change(place, start_at);
            let Ok(outcome) = self.attempt(start_at) else { break };
            if self.is_worse(&outcome) {
                break;
            }
            self.tighten(start_at, &outcome);
        }
    }
}
