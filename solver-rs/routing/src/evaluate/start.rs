//! Chooses when a route starts: as early as possible, then later for as long as that is cheaper.
//!
//! ```text
//! end │                    ╭────   Leaving later never means arriving earlier, so the end is a staircase of plateaus
//!     │        ╭───────────╯       over the start. The last start of a plateau makes the shortest route of it; it is
//!     │ ───────╯  ← plateau        found backwards from the end, stay by stay. The next plateau begins a second later.
//!     └───────────────────── start
//! ```
//!
//! Without traffic, breaks, soft windows or several windows there is only one plateau. Otherwise a bounded number of
//! plateaus is tried, and starts at which traffic changes or a break is no longer owed. The best timeline is kept.

mod later;
mod latest;

use crate::problem::{Limits, TIME_MIN};

use crate::instance::{feature, flag};
use crate::rules::rides::{self, Ride};
use crate::rules::{GIVEN_UP, Miss, docks, driving, shift_time, time_windows};
use crate::step::Pin;
use crate::timeline::{Bounds, Case, Core, Manner, Role, Stay, earliest_in, seconds_outside};

use super::by_breaks::{self, ByBreaks};
use super::costs::parts;
use super::labels::{self, Labels};
use super::summary::{self, Outcome};
use super::walk;
use latest::{Given, latest_start};

pub(crate) use latest::latest_departure;

/// The most bisection steps towards the end of a plateau, if it is not where it was expected: enough for an hour, to
/// the second.
const HALVINGS_MAX: usize = 12;

/// How often a route is moved to where it misses soft windows least.
const SHIFTS_MAX: usize = 4;

/// Scratch of evaluations that take more than one pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tries {
    /// The bounds of each step.
    pub(crate) bounds: Vec<Bounds>,
    /// The same with pickups that wait until their rides are short enough.
    raised: Vec<Bounds>,
    pub(crate) rides: Vec<Ride>,
    labels: Labels,
    by_breaks: ByBreaks,
    /// Whether the quick effort walks these steps in another way than the full effort.
    differs_in_haste: bool,
    /// The starts at which the slope of the cost of soft windows changes, and by how much.
    kinks: Vec<(i64, f64)>,
    /// The stays of the last try.
    stays: Vec<Stay>,
    /// The stays of the best try.
    pub(crate) best: Vec<Stay>,
}

/// How long to look for the cheapest timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Labels for everything that could matter, and in addition what the quick effort finds.
    Full,
    /// The same for callers that judge a route. Once time is over, it stops looking for a start from which no rule is
    /// broken, and continues with few labels.
    Judged,
    /// One label per set of breaks, even where that may miss the cheapest timeline.
    Quick,
    /// The same, but once time is over the first timeline is enough: for callers that show a route and do not compare
    /// it.
    Brief,
}

impl Effort {
    const fn is_careful(self) -> bool {
        matches!(self, Self::Full | Self::Judged)
    }
}

/// The cheapest timeline found, which is stored in `tries.best`. The full effort keeps a bounded number of labels and
/// may miss what the quick effort has promised to callers that compared routes, so the cheaper of both counts.
///
/// # Errors
/// A rule that every start breaks, and by how much the earliest start breaks it.
pub(crate) fn choose(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    effort: Effort,
) -> Result<Outcome, Miss> {
    let is_late = effort == Effort::Full && core.patience.is_late();
    let effort = if is_late { Effort::Brief } else { effort };
    let found = search_starts(core, case, limits, tries, effort);
    let has_other = effort.is_careful() && tries.differs_in_haste;
    if !has_other {
        return found;
    }
    let stays = std::mem::take(&mut tries.best);
    let quick = search_starts(core, case, limits, tries, Effort::Brief);
    better_of(found, quick, tries, stays)
}

/// As [`choose`] with the full effort, but once time is over, no worse than the timeline from a start that is known to
/// work.
///
/// # Errors
/// As those of `choose`.
pub(crate) fn choose_beside_known(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    known_start_at: i64,
) -> Result<Outcome, Miss> {
    let found = choose(core, case, limits, tries, Effort::Full);
    if !core.patience.is_late() {
        return found;
    }
    let stays = std::mem::take(&mut tries.best);
    let known = at_start(core, case, limits, tries, Effort::Quick, known_start_at);
    better_of(found, known, tries, stays)
}

/// The better one of two outcomes. The timeline of the second is in `tries.best`, that of the first in `first_stays`.
fn better_of(
    first: Result<Outcome, Miss>,
    second: Result<Outcome, Miss>,
    tries: &mut Tries,
    first_stays: Vec<Stay>,
) -> Result<Outcome, Miss> {
    match (first, second) {
        (Ok(first), Ok(second)) if second.is_better_than(&first) => Ok(second),
        (Err(_), Ok(second)) => Ok(second),
        (first, _) => {
            tries.best = first_stays;
            first
        }
    }
}

/// A timeline that starts at about `near_at`, like that of a route that has changed a little. If rules prevent that,
/// the one that [`choose`] finds.
///
/// # Errors
/// As those of `choose`.
pub(crate) fn choose_near(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    near_at: i64,
) -> Result<Outcome, Miss> {
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
    if let Err(miss) = tried {
        start_at = search.late_start(first_at);
        search.best.ok_or(miss)?;
    }
    if search.is_quick && case.flags & flag::SOFT_WINDOWS != 0 {
        search.shift_softly(first_at, start_at, 1);
        search.past_soft_windows(first_at);
    } else {
        let late_at = search.compressed(Given::Breaks);
        if late_at > start_at {
            search.keep_or_drop(late_at);
        }
        search.beside_breaks(first_at);
    }
    match search.best {
        Some(best) if best.excess == 0 => Ok(best),
        _ => search_starts(core, case, limits, tries, Effort::Quick),
    }
}

fn search_starts(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    effort: Effort,
) -> Result<Outcome, Miss> {
    // The previous evaluation has left the timeline of another route here.
    tries.best.clear();
    let mut search = Search::new(core, case, limits, tries, effort);
    let first_at = earliest_start(core, case);
    let first = search.attempt(first_at);
    if search.is_quick && case.flags & flag::SOFT_WINDOWS != 0 && first.is_ok() {
        search.shift_softly(first_at, first_at, SHIFTS_MAX);
        search.past_soft_windows(first_at);
        search.after_breaks(first_at);
        search.without_rests();
        return search.best.or(first.ok()).ok_or(time_windows::missed_by(0));
    }
    let mut start_at = match first {
        Ok(first) => search.tighten(first_at, &first),
        Err(_) => search.late_start(first_at),
    };
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

/// The timeline from this start and no other one, which is in `tries.best` afterwards.
///
/// # Errors
/// A rule that it breaks, and by how much.
pub(crate) fn at_start(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    effort: Effort,
    start_at: i64,
) -> Result<Outcome, Miss> {
    tries.best.clear();
    Search::new(core, case, limits, tries, effort).attempt(start_at)
}

/// The timeline from the start at which the best one was found, which is in `tries.best` afterwards.
pub(crate) fn repeat(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    effort: Effort,
    start_at: i64,
) -> Outcome {
    // A walk from the start of the best timeline gives this timeline again; if it does not, look for the best one.
    at_start(core, case, limits, tries, effort, start_at)
        .or_else(|_| choose(core, case, limits, tries, effort))
        .unwrap_or_default()
}

/// Whether the earliest walk keeps all windows; if so, its timeline is in `tries.best` afterwards. A driver who may not
/// work long enough to start at the earliest time and wait for the first stop leaves later, just in time for this stop.
pub(crate) fn walks(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    effort: Effort,
) -> bool {
    let first_at = earliest_start(core, case);
    if at_start(core, case, limits, tries, effort, first_at).is_ok() {
        return true;
    }
    let Tries { bounds, stays, labels, .. } = &mut *tries;
    if !labels.are_rules_binding || walk::walk(core, case, bounds, first_at, stays).is_err() {
        return false;
    }
    let is_step = |it: &Stay| matches!(it.role, Role::Step(_));
    let Some(first) = stays.iter().position(is_step) else { return false };
    let until_first = &stays[..=first];
    let end_at = until_first[first].departure_at;
    let late_at = latest_start(core, case, bounds, until_first, Given::Breaks, end_at);
    late_at > first_at && at_start(core, case, limits, tries, effort, late_at).is_ok()
}

/// A lower bound on the start of the route: the start of the shift, and the release of everything that is delivered
/// from the start place.
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

/// Adds the bounds that follow from releases after the start: a reload is not left, or service does not start, before
/// them.
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
    /// Whether a walk from a start has choices and therefore needs labels.
    is_labeled: bool,
    /// Whether one label per set of breaks gives the exact result.
    is_exact: bool,
    is_quick: bool,
    /// Whether the first timeline is enough once time is over. Callers that compare routes need the best one.
    ends_early: bool,
    /// Whether the search may end without a timeline then: one that breaks rules is enough.
    is_judged: bool,
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
        tries.labels.narrows_when_late = effort == Effort::Judged;
        let are_rules_binding = tries.labels.are_rules_binding;
        let is_exact = !are_rules_binding && by_breaks::applies(core, case, limits);
        let is_labeled = case.shift.features & (feature::BREAKS | feature::RULES) != 0
            || case.flags & flag::SOFT_WINDOWS != 0;
        tries.differs_in_haste = is_labeled && !is_exact && by_breaks::stands_in(core, case);
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
    fn attempt(&mut self, start_at: i64) -> Result<Outcome, Miss> {
        let patience = &self.core.patience;
        if patience.spend(self.case.steps.len()) || (patience.is_late() && self.may_end_here()) {
            return Err(GIVEN_UP);
        }
        let start_at = self.opening(start_at)?;
        if let Some(miss) = shift_time::late_start(self.case.shift, start_at)
            && self.case.manner == Manner::Strict
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

    /// The first start, not before `start_at`, at which the start place lets the vehicle load.
    fn opening(&self, start_at: i64) -> Result<i64, Miss> {
        let Some(windows) = self.case.openings.of(Pin::START) else { return Ok(start_at) };
        match earliest_in(windows, start_at) {
            Some(open_at) => Ok(open_at),
            None if self.case.manner == Manner::Lenient => Ok(start_at),
            None => Err(docks::taken_for(seconds_outside(windows, start_at))),
        }
    }

    /// Whether the search may stop with what it has when time is short.
    fn may_end_here(&self) -> bool {
        let is_lenient = self.case.manner == Manner::Lenient;
        if self.best.is_none() && self.is_judged {
            return !is_lenient;
        }
        self.ends_early && self.best.is_some_and(|best| best.excess == 0 || is_lenient)
    }

    fn walk(&mut self, start_at: i64) -> Result<(), Miss> {
        let Self { core, case, limits, is_labeled, is_exact, is_quick, .. } = *self;
        let Tries { raised, labels, by_breaks, stays, .. } = &mut *self.tries;
        if is_labeled && (is_exact || is_quick) {
            let rules = labels::binding_rules(core, case, labels);
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
    fn shorten_rides(&mut self, start_at: i64) -> Result<(), Miss> {
        let mut first_over = None;
        for _ in 0..rides::ROUNDS_MAX {
            let Tries { raised, rides, stays, .. } = &mut *self.tries;
            let Some(miss) = rides::raise(rides, stays, raised) else { return Ok(()) };
            first_over = first_over.or(Some(miss));
            if self.walk(start_at).is_err() {
                break;
            }
        }
        if self.case.manner == Manner::Strict {
            return first_over.map_or(Ok(()), Err);
        }
        // Waiting cannot shorten the ride: it stays too long, and nothing else has to suffer.
        let Tries { bounds, raised, .. } = &mut *self.tries;
        raised.clone_from(bounds);
        self.walk(start_at)
    }

    /// Moves from a start that was just tried to the last start of its plateau, as far as it can be determined; returns
    /// that.
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

    /// Tries a start that is later than one that worked. It may break a rule that the other start keeps; then it is
    /// dropped.
    fn keep_or_drop(&mut self, start_at: i64) {
        let _is_kept = self.attempt(start_at).is_ok();
    }

    /// Tries a start that leaves out rests, and the last one of its plateau.
    fn attempt_late(&mut self, start_at: i64) {
        if self.attempt(start_at).is_err() {
            return;
        }
        let later_at = self.compressed(Given::Breaks);
        if later_at > start_at {
            self.keep_or_drop(later_at);
        }
    }

    /// Tries a later start that should not move the end; if it does, bisects for one that does not.
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

    /// Returns a later start if the earliest one makes the route too long because of waiting on the way or at the end.
    /// The new start avoids this waiting, breaks aside.
    fn late_start(&mut self, first_at: i64) -> i64 {
        let Self { core, case, .. } = *self;
        let waits_at_end = case.shift.earliest_end_at > TIME_MIN;
        let Tries { bounds, stays, labels, .. } = &mut *self.tries;
        if !(waits_at_end || labels.are_rules_binding)
            || walk::walk(core, case, bounds, first_at, stays).is_err()
        {
            return first_at;
        }
        let late_at = self.compressed(Given::Breaks);
        if late_at < first_at || (late_at == first_at && !waits_at_end) {
            return first_at;
        }
        match self.attempt(late_at) {
            Ok(outcome) => self.tighten(late_at, &outcome),
            Err(_) => first_at,
        }
    }

    /// The latest start on the plateau of the last try.
    fn compressed(&self, given: Given) -> i64 {
        let Tries { bounds, stays, .. } = &*self.tries;
        let end_at = stays.last().map_or(0, |it| it.departure_at);
        latest_start(self.core, self.case, bounds, stays, given, end_at)
    }

    /// Whether another start could reduce any part of the cost or the excess.
    fn could_be_cheaper(&self, best: &Outcome) -> bool {
        let rates = &self.case.shift.rates;
        let pays_beyond = self.case.shift.soft_rates.per_hour > 0.0;
        let pays = rates.per_hour > 0.0 || rates.per_waiting_hour > 0.0 || pays_beyond;
        let is_idle = best.amounts.waiting_seconds > 0 || self.case.shift.features != 0;
        best.excess > 0 || best.soft_sum > 0.0 || (pays && is_idle)
    }

    fn is_worse(&self, outcome: &Outcome) -> bool {
        self.best.is_some_and(|best| outcome.excess > best.excess)
    }
}
