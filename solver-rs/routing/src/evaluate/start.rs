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

use crate::instance::{LEG, feature, flag};
use crate::rules::breaks;
use crate::rules::rides::{self, Ride};
use crate::timeline::{Bounds, Case, Core, Manner, Role, Stay, latest_in};

use super::by_breaks::{self, ByBreaks};
use super::costs::parts;
use super::labels::{self, Labels};
use super::summary::{self, Outcome};
use super::walk;

/// Plateaus after the first one.
const PLATEAUS_MAX: usize = 12;
/// Changes of traffic that are waited for.
const CHANGES_MAX: usize = 3;
/// Starts between the first plateau and the last start that are tried in traffic.
const SAMPLES: i64 = 4;
/// Halvings towards the end of a plateau, where it is not where it should be: an hour, to the second.
const HALVINGS_MAX: usize = 12;

/// How often a route is moved to where soft windows are missed least, and the least that is worth it.
const SHIFTS_MAX: usize = 4;
const SHIFT_SECONDS_MIN: i64 = 20;

/// Scratch of evaluations that take more than one pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tries {
    /// One a step.
    pub(crate) bounds: Vec<Bounds>,
    /// With pickups that wait for their rides.
    raised: Vec<Bounds>,
    pub(crate) rides: Vec<Ride>,
    labels: Labels,
    by_breaks: ByBreaks,
    /// Whether the quick effort looks at these steps in another way.
    differs_in_haste: bool,
    /// Where the slope of what soft windows cost changes over the start, and by how much.
    kinks: Vec<(i64, f64)>,
    /// Of the last try.
    stays: Vec<Stay>,
    /// Of the best try.
    pub(crate) best: Vec<Stay>,
}

/// How long to look for the cheapest timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Labels for all that could matter, and what the quick way finds.
    Full,
    /// One label per set of breaks, also where that may miss the cheapest timeline.
    Quick,
}

/// The cheapest timeline that is found; it lies in `tries.best`. The full effort keeps a bounded number of labels, and may
/// miss what the quick one has promised to who compared routes: the cheaper of both counts.
///
/// # Errors
/// A rule that no start keeps, and by how much the earliest one misses it.
pub(crate) fn choose(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    effort: Effort,
) -> Result<Outcome, (Code, i64)> {
    let effort = if core.patience.is_late() { Effort::Quick } else { effort };
    let found = look(core, case, limits, tries, effort);
    let has_other = effort == Effort::Full && tries.differs_in_haste;
    if !has_other {
        return found;
    }
    let stays = std::mem::take(&mut tries.best);
    let quick = look(core, case, limits, tries, Effort::Quick);
    match (found, quick) {
        (Ok(full), Ok(quick)) if quick.is_better_than(&full) => Ok(quick),
        (Err(_), Ok(quick)) => Ok(quick),
        (full, _) => {
            tries.best = stays;
            full
        }
    }
}

/// A timeline that starts about then, as the one of a route that has changed a little does; where rules keep it from
/// that, the one that [`choose`] finds.
///
/// # Errors
/// As those of `choose`.
pub(crate) fn choose_near(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    near_at: i64,
) -> Result<Outcome, (Code, i64)> {
    tries.best.clear();
    let mut search = Search::new(core, case, limits, tries, Effort::Quick);
    let first_at = earliest_start(core, case);
    let mut start_at = near_at.min(case.shift.latest_start_at).max(first_at);
    let mut tried = search.attempt(start_at);
    if let Err((_, late)) = tried
        && start_at > first_at
        && late > 0
    {
        start_at = (start_at - late).max(first_at);
        tried = search.attempt(start_at);
    }
    if tried.is_err() && start_at > first_at {
        start_at = first_at;
        tried = search.attempt(start_at);
    }
    tried?;
    if search.is_quick && case.flags & flag::SOFT_WINDOWS != 0 {
        search.shift_softly(first_at, start_at, 1);
    } else {
        let late_at = search.compressed(Given::Breaks);
        if late_at > start_at {
            search.keep_or_drop(late_at);
        }
        search.beside_breaks(first_at);
    }
    match search.best {
        Some(best) if best.excess == 0 => Ok(best),
        _ => look(core, case, limits, tries, Effort::Quick),
    }
}

fn look(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    effort: Effort,
) -> Result<Outcome, (Code, i64)> {
    // What the evaluation before has left is another route's.
    tries.best.clear();
    let mut search = Search::new(core, case, limits, tries, effort);
    let first_at = earliest_start(core, case);
    let first = search.attempt(first_at);
    if search.is_quick && case.flags & flag::SOFT_WINDOWS != 0 && first.is_ok() {
        search.shift_softly(first_at, first_at, SHIFTS_MAX);
        return search.best.or(first.ok()).ok_or((Code::TimeWindow, 0));
    }
    let mut start_at = first_at;
    if let Ok(first) = first {
        start_at = search.tighten(first_at, &first);
    } else if case.shift.earliest_end_at > TIME_MIN {
        start_at = search.late_start(first_at);
    }
    let features = case.shift.features;
    let is_timed =
        features != 0 || case.flags & (flag::WINDOWS | flag::SOFT_WINDOWS | flag::RIDE) != 0;
    if is_timed && search.best.is_none_or(|best| search.could_be_cheaper(&best)) {
        if first.is_ok() {
            start_at = search.plateaus(start_at);
        }
        search.soft_openings(start_at);
        search.after_breaks(first_at);
        search.changes(start_at);
        search.samples(start_at);
    }
    match (search.best, first) {
        (Some(best), _) => Ok(best),
        (None, Err(broken)) => Err(broken),
        (None, Ok(_)) => unreachable!("a try that worked is kept"),
    }
}

/// The timeline from the start at which the best one was found, which is in `tries.best` then.
pub(crate) fn repeat(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    effort: Effort,
    start_at: i64,
) -> Outcome {
    tries.best.clear();
    let mut search = Search::new(core, case, limits, tries, effort);
    // Who starts where the best timeline did walks it again; should it not, the best one is looked for.
    match search.attempt(start_at) {
        Ok(outcome) => outcome,
        Err(_) => choose(core, case, limits, tries, effort).unwrap_or_default(),
    }
}

/// Whether the walk from the earliest start keeps all windows; its timeline lies in `tries.best` then.
pub(crate) fn walks(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    effort: Effort,
) -> bool {
    tries.best.clear();
    let start_at = earliest_start(core, case);
    Search::new(core, case, limits, tries, effort).attempt(start_at).is_ok()
}

/// No route of these steps starts earlier: the shift's start, and what is delivered from there is available.
pub(crate) fn earliest_start(core: &Core<'_>, case: &Case<'_>) -> i64 {
    let mut start_at = case.shift.start_at;
    if case.flags & flag::RELEASED == 0 || case.shift.is_open() {
        return start_at;
    }
    for &step in case.steps {
        let data = core.instance.step(case.shift, step);
        if data.flags & flag::RELOAD != 0 {
            break;
        }
        start_at = start_at.max(data.release_at);
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
        let data = core.instance.step(case.shift, step);
        if data.flags & flag::RELOAD != 0 {
            reload = Some((position, data.service_seconds));
        } else if data.release_at > TIME_MIN {
            let (at, not_before_at) = match reload {
                Some((at, seconds)) => (at, data.release_at - seconds),
                None if case.shift.is_open() => (position, data.release_at),
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
    /// Whether a walk from a start has choices, so that it takes labels.
    is_labeled: bool,
    /// Whether one label per set of breaks is enough, or has to be.
    is_exact: bool,
    is_quick: bool,
    is_full: bool,
    best: Option<Outcome>,
}

impl<'s> Search<'s> {
    fn new(
        core: &'s Core<'s>,
        case: &'s Case<'s>,
        limits: &'s Limits,
        tries: &'s mut Tries,
        effort: Effort,
    ) -> Self {
        labels::set_rules(core, case, &mut tries.labels);
        let are_rules_binding = tries.labels.are_rules_binding;
        let is_exact = !are_rules_binding && by_breaks::applies(core, case, limits);
        let is_labeled = case.shift.features & (feature::BREAKS | feature::RULES) != 0
            || case.flags & flag::SOFT_WINDOWS != 0;
        tries.differs_in_haste = is_labeled && !is_exact && by_breaks::stands_in(core, case);
        let is_quick = effort == Effort::Quick && tries.differs_in_haste;
        let is_full = effort == Effort::Full;
        Self { core, case, limits, tries, is_labeled, is_exact, is_quick, is_full, best: None }
    }

    /// Walks from this start and keeps the timeline if it is the best so far.
    fn attempt(&mut self, start_at: i64) -> Result<Outcome, (Code, i64)> {
        let patience = &self.core.patience;
        if patience.spend(self.case.steps.len()) || (patience.is_late() && self.may_end_here()) {
            return Err((Code::NotFoundInTime, 0));
        }
        let late = start_at - self.case.shift.latest_start_at;
        if late > 0 && self.case.manner == Manner::Strict {
            return Err((Code::LatestStart, late));
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

    /// Whether there is a timeline to be content with where time is short. Who compares routes needs what they come to.
    fn may_end_here(&self) -> bool {
        let is_lenient = self.case.manner == Manner::Lenient;
        self.is_full && self.best.is_some_and(|best| best.excess == 0 || is_lenient)
    }

    fn walk(&mut self, start_at: i64) -> Result<(), (Code, i64)> {
        let Self { core, case, limits, is_labeled, is_exact, is_quick, .. } = *self;
        let Tries { raised, labels, by_breaks, stays, .. } = &mut *self.tries;
        if is_labeled && (is_exact || is_quick) {
            let rules = labels::binding_rules(core, case, labels);
            let walked = by_breaks::walk(core, case, rules, raised, start_at, by_breaks, stays);
            // Legs that are too long without a rest on the road are for the general walk.
            if !matches!(walked, Err((Code::DrivingRules, _))) {
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
    fn shorten_rides(&mut self, start_at: i64) -> Result<(), (Code, i64)> {
        let mut first_over = None;
        for _ in 0..rides::ROUNDS_MAX {
            let Tries { raised, rides, stays, .. } = &mut *self.tries;
            let over = rides::raise(rides, stays, raised);
            if over == 0 {
                return Ok(());
            }
            first_over = first_over.or(Some((Code::RideDuration, over)));
            if self.walk(start_at).is_err() {
                break;
            }
        }
        if self.case.manner == Manner::Strict {
            return first_over.map_or(Ok(()), Err);
        }
        // It cannot be cured: the ride is too long, and nothing else has to suffer.
        let Tries { bounds, raised, .. } = &mut *self.tries;
        raised.clone_from(bounds);
        self.walk(start_at)
    }

    /// From a start that was just tried to the last one of its plateau, as far as can be told. Returns that.
    fn tighten(&mut self, start_at: i64, outcome: &Outcome) -> i64 {
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
        let latest_at = self.later_start(start_at, late_at, end_at);
        if gentle_at > start_at && gentle_at < late_at {
            self.later_start(start_at, gentle_at, end_at);
        }
        if bare_at > latest_at && self.attempt(bare_at).is_ok() {
            let later_at = self.compressed(Given::Breaks);
            if later_at > bare_at {
                self.keep_or_drop(later_at);
            }
        }
        latest_at
    }

    /// Whether a route could beat the best one without its waiting, lateness and excess.
    fn may_become_best(&self, outcome: &Outcome) -> bool {
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

    /// A later start than one that worked may miss what that one met: then it is no try.
    fn keep_or_drop(&mut self, start_at: i64) {
        let _is_kept = self.attempt(start_at).is_ok();
    }

    /// Tries a later start that should not move the end; where it does, one between.
    fn later_start(&mut self, low_at: i64, high_at: i64, end_at: i64) -> i64 {
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

    /// Where the earliest start works too long, for it would wait at the end: one that would not, breaks aside.
    fn late_start(&mut self, first_at: i64) -> i64 {
        let Self { core, case, .. } = *self;
        let Tries { bounds, stays, .. } = &mut *self.tries;
        if walk::walk(core, case, bounds, first_at, stays).is_err() {
            return first_at;
        }
        let late_at = self.compressed(Given::Breaks);
        match self.attempt(late_at) {
            Ok(outcome) => self.tighten(late_at, &outcome),
            Err(_) => first_at,
        }
    }

    /// The latest start of the last try's plateau.
    fn compressed(&self, given: Given) -> i64 {
        let Tries { bounds, stays, .. } = &*self.tries;
        let end_at = stays.last().map_or(0, |it| it.departure_at);
        latest_start(self.core, self.case, bounds, stays, given, end_at)
    }

    /// Whether another start could make something of the route less.
    fn could_be_cheaper(&self, best: &Outcome) -> bool {
        let rates = &self.case.shift.rates;
        let pays_beyond = self.case.shift.soft_rates.per_hour > 0.0;
        let pays = rates.per_hour > 0.0 || rates.per_waiting_hour > 0.0 || pays_beyond;
        let is_idle = best.amounts.waiting_seconds > 0 || self.case.shift.features != 0;
        best.excess > 0 || best.soft_sum > 0.0 || (pays && is_idle)
    }

    /// Tries one plateau after the other, from the last start of the first one. Returns the last start tried.
    fn plateaus(&mut self, start_at: i64) -> i64 {
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

    /// With one window a stop, who starts after the first plateau only ends later.
    fn plateau_count(&self) -> usize {
        let has_several = self.case.flags & (flag::WINDOWS | flag::SOFT_WINDOWS) != 0;
        let is_broken = self.best.is_some_and(|best| best.excess > 0);
        if has_several || is_broken { PLATEAUS_MAX } else { 0 }
    }

    /// Tries starts that are later by as much as a stop is early for a soft window.
    fn soft_openings(&mut self, after_at: i64) {
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
            let later_at = opens_at.map(|opens_at| first_at + opens_at - stay.start_at);
            if let Some(later_at) = later_at.filter(|&it| it > first_at.min(after_at))
                && let Ok(outcome) = self.attempt(later_at)
            {
                self.tighten(later_at, &outcome);
            }
        }
    }

    /// Moves the whole route to where its soft windows are missed least, again and again: traffic and breaks change on the way.
    fn shift_softly(&mut self, first_at: i64, tried_at: i64, shifts_max: usize) {
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
            if late_at > best.evaluation.start_at {
                self.keep_or_drop(late_at);
            }
        }
    }

    /// By how much later, or earlier, all stays of the last try would come to least, as far as soft windows and overtime go:
    /// the minimum of a sum of convex functions lies where its slope changes sign.
    fn best_shift(&mut self) -> i64 {
        let Self { core, case, .. } = *self;
        let Tries { stays, kinks, .. } = &mut *self.tries;
        kinks.clear();
        let mut slope = 0.0;
        let mut most = i64::MAX / 4;
        for stay in stays.iter() {
            let Role::Step(step) = stay.role else { continue };
            let data = core.instance.step(case.shift, case.steps[step as usize]);
            most = most.min(data.closes_at - stay.start_at);
            if data.flags & flag::SOFT_WINDOWS == 0 {
                continue;
            }
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
                return seconds.min(most);
            }
        }
        most
    }

    /// Tries the nearest starts from which a break is not owed: the route ends before it, or begins after it.
    fn beside_breaks(&mut self, first_at: i64) {
        let breaks = &self.core.shift(self.case).breaks;
        for pause in breaks {
            let (Some(owed), Some(best)) = (pause.owed, self.best) else { continue };
            let (start_at, end_at) = (best.evaluation.start_at, best.evaluation.end_at);
            if !breaks::is_owed(self.case, pause, start_at, end_at) {
                continue;
            }
            let earlier_at = start_at - (end_at - pause.seconds - owed.end_at).max(0);
            let later_at = breaks::fits_before_at(self.case, owed.start_at, pause.seconds);
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
    fn after_breaks(&mut self, first_at: i64) {
        let shift = self.core.shift(self.case);
        let rests = shift.breaks.iter().chain(shift.soft_breaks.iter().map(|it| &it.rest));
        for pause in rests {
            let Some(owed) = pause.owed else { continue };
            let start_at = breaks::fits_before_at(self.case, owed.start_at, pause.seconds);
            if start_at > first_at
                && let Ok(outcome) = self.attempt(start_at)
            {
                self.tighten(start_at, &outcome);
            }
        }
    }

    /// Tries starts between the first plateau and the last start of all, where traffic may be less.
    fn samples(&mut self, start_at: i64) {
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

    /// Tries starts at which traffic changes at the start.
    fn changes(&mut self, start_at: i64) {
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

    fn is_worse(&self, outcome: &Outcome) -> bool {
        self.best.is_some_and(|best| outcome.excess > best.excess)
    }
}

/// What binds when a timeline is moved later, beside hard windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    /// Soft windows that are met are met.
    BreaksAndSoftWindows,
    /// Soft windows give way.
    Breaks,
    /// Breaks and rests do so, too: who starts so late may not owe them.
    Nothing,
}

/// The latest start from which, with the same stays in the same order, the route ends no later than at an instant.
fn latest_start(
    core: &Core<'_>,
    case: &Case<'_>,
    bounds: &[Bounds],
    stays: &[Stay],
    given: Given,
    end_at: i64,
) -> i64 {
    let mut leave_at = end_at;
    let mut stays =
        stays.iter().rev().filter(|it| given != Given::Nothing || !it.role.is_rest()).peekable();
    while let Some(stay) = stays.next() {
        let mut until_at = leave_at - stay.service_seconds();
        if let Role::Step(step) = stay.role {
            until_at = until_at.min(bounds[step as usize].not_after_at);
        }
        if given == Given::BreaksAndSoftWindows {
            until_at = until_at.min(summary::soft_until(core, case, stay));
        }
        let service_at = latest_in(core.windows(case, stay.role), until_at)
            .map_or(stay.start_at, |at| at.max(stay.start_at));
        let arrival_at = service_at - stay.setup_seconds;
        let Some(before) = stays.peek() else {
            return arrival_at.min(case.shift.latest_start_at);
        };
        leave_at = latest_departure(core, case, before, stay, arrival_at);
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
    let exact =
        || core.instance.travel.latest_departure_at(case.shift.travel, origin, target, arrival_at);
    let as_before = arrival_at - (to.arrival_at - from.departure_at);
    if whole { exact().unwrap_or(as_before) } else { as_before }
}
