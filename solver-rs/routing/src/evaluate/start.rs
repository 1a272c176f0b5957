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

mod attempts;
mod known;
mod later;
mod latest;

use crate::problem::{Limits, TIME_MIN};

use crate::instance::{feature, flag};
use crate::rules::rides::Ride;
use crate::rules::{Miss, time_windows};
use crate::timeline::{Bounds, Case, Core, Manner, Role, Stay};

use super::by_breaks::ByBreaks;
use super::labels::Labels;
use super::summary::Outcome;
use super::walk;
use attempts::Search;
use known::{KnownTimelines, Sought, known_or};
use latest::{Given, latest_start};

pub(crate) use latest::latest_departure;

/// The most bisection steps towards the end of a plateau, if it is not where it was expected: enough for an hour, to
/// the second.
const HALVINGS_MAX: usize = 12;

/// How often a route is moved to where it misses soft windows least.
const SHIFTS_MAX: usize = 4;

/// How often the rests of a route that is written out are improved.
const IMPROVEMENTS_MAX: usize = 3;

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
    known: KnownTimelines,
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
    known_or(core, case, tries, Sought::Cheapest(effort), |tries| {
        choose_anew(core, case, limits, tries, effort)
    })
}

/// Does the same without looking at what is known.
fn choose_anew(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    effort: Effort,
) -> Result<Outcome, Miss> {
    let is_late = effort == Effort::Full && core.patience.is_late();
    let effort = if is_late { Effort::Brief } else { effort };
    let mut found = search_starts(core, case, limits, tries, effort);
    if effort.is_careful() && tries.differs_in_haste {
        let stays = std::mem::take(&mut tries.best);
        let quick = search_starts(core, case, limits, tries, Effort::Brief);
        found = better_of(found, quick, tries, stays);
    }
    let is_shown = effort == Effort::Judged && case.manner == Manner::Strict;
    if is_shown && !core.patience.is_late() {
        return found.map(|it| with_better_rests(core, case, limits, tries, it));
    }
    found
}

/// As [`choose`] with the full effort, but no worse than the quick timeline from a start that is known to work.
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
    let stays = std::mem::take(&mut tries.best);
    let known = at_start(core, case, limits, tries, Effort::Quick, known_start_at);
    let mut best = better_of(found, known, tries, stays);
    if best.is_err() {
        // Only the full effort may have found the route, which is brief once time is over.
        best = at_start(core, case, limits, tries, Effort::Full, known_start_at);
    }
    if core.patience.is_late() {
        return best;
    }
    best.map(|it| with_better_rests(core, case, limits, tries, it))
}

/// The best timeline found, or a better one in which each step starts at the same time. With many breaks and rests, the
/// labels that would lead to it may be among those that were dropped; if the steps are fixed, there are fewer.
fn with_better_rests(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    tries: &mut Tries,
    found: Outcome,
) -> Outcome {
    let mut best = found;
    if case.shift.features & (feature::BREAKS | feature::RULES) == 0 {
        return best;
    }
    let bounds = tries.bounds.clone();
    for _ in 0..IMPROVEMENTS_MAX {
        for stay in &tries.best {
            if let Role::Step(step) = stay.role {
                let at = stay.start_at;
                tries.bounds[step as usize] = Bounds { not_before_at: at, not_after_at: at };
            }
        }
        let stays = std::mem::take(&mut tries.best);
        let other = search_starts(core, case, limits, tries, Effort::Full);
        let Ok(next) = better_of(Ok(best), other, tries, stays) else { break };
        if !next.is_better_than(&best) {
            break;
        }
        best = next;
        if core.patience.is_late() {
            break;
        }
    }
    tries.bounds = bounds;
    best
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
    known_or(core, case, tries, Sought::Near(near_at), |tries| {
        choose_near_anew(core, case, limits, tries, near_at)
    })
}

/// Does the same without looking at what is known.
fn choose_near_anew(
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
        search.without_rests(first_at);
        return search.best.or(first.ok()).ok_or(time_windows::missed_by(0));
    }
    let mut start_at = match first {
        Ok(first) => search.tighten(first_at, &first),
        Err(_) => search.late_start(first_at),
    };
    // The late start avoids waiting, also at the end; an earlier one may miss soft windows less.
    if first.is_err()
        && case.flags & flag::SOFT_WINDOWS != 0
        && let Some(best) = search.best
        && search.attempt(best.evaluation.start_at).is_ok()
    {
        search.shift_softly(first_at, best.evaluation.start_at, SHIFTS_MAX);
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
