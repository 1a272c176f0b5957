//! Routes with breaks, driving rules or soft windows, from a given start: labels from stop to stop.
//!
//! ```text
//! served stop k ──┬─ rest here ─┬─ rest on the road ─┬─ rest on arriving ──┬──> served stop k + 1
//!                 ├─ to the place of a break ────────┴─> (as from a stop)  │
//!                 └─ none of them ─────────────────────────────────────────┘     then: as early as possible, or when a
//!                                                                                soft window opens
//! ```
//!
//! A label is a way of having served the stops so far: when, at what cost, with which breaks taken and how much driving
//! since the last full break. A label that is no later, no more expensive (waiting included) and no worse in anything
//! else dominates another one, so few labels remain at a stop: about one to five with a break. All labels lie in one
//! arena, and each refers to its predecessor.

use crate::problem::{DrivingRules, Limits, PlaceIdx};

use crate::instance::{NOWHERE, StepData, break_bit, feature, flag};
use crate::rules::driving::RestState;
use crate::rules::{GIVEN_UP, Miss, breaks, roads, shift_time, time_windows};
use crate::timeline::{Bounds, Case, Core, Manner, Role, Stay, unloads_at_once_from};

mod between;
mod binding;
mod gaps;
mod latest;
mod layer;
mod serve;

pub(crate) use binding::{binding_rules, set_rules};

/// The most labels between two stops.
const GAP_MAX: usize = 4_000;
/// The same once time is over.
const LATE_GAP_MAX: usize = 8;
/// The same for routes that break rules and are only looked at.
const BRIEF_GAP_MAX: usize = 64;
/// The number of breaks up to which [`GAP_MAX`] applies. With more breaks there are fewer labels, since each label has
/// one successor per break and spot, and these are examined one by one.
const GAP_BREAKS: usize = 8;
/// Excess seconds of a leg that no road makes: so many that a break at an unreachable place is left out instead.
const MISSING_LEG_EXCESS: i64 = 10_000_000;
/// Breaks of a shift that fit into the mask of a label.
const BREAKS_MAX: u32 = u64::BITS;

/// Scratch: the arena of labels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labels {
    arena: Vec<Label>,
    /// Labels that have served the current stop.
    layer: Vec<u32>,
    /// Labels that have served the next stop.
    next: Vec<u32>,
    /// Of the current gap.
    between: between::Between,
    /// With driving rules: an upper bound on the seconds of driving from each step to the end.
    pub(crate) driving_ahead: Vec<i64>,
    /// With soft windows: until when each step can be served so that the route, without breaks and rests, still keeps
    /// the windows after it. Empty until the first walk of the steps.
    latest_at: Vec<i64>,
    /// Whether driving rules can make a difference to these steps; see [`set_rules`].
    pub(crate) are_rules_binding: bool,
    /// Whether a walk continues with few labels once time is over. It may miss a way that breaks no rule.
    pub(crate) narrows_when_late: bool,
    /// Whether a walk always has fewer labels: it shows what a route breaks that keeps no rules anyway.
    pub(crate) is_brief: bool,
}

#[derive(Clone, Copy, Debug)]
struct Label {
    stay: Stay,
    /// The place where the vehicle stands, or where its current leg began.
    here: u32,
    settled: u32,
    /// The destination of the current leg; `NOWHERE` at a place.
    target: u32,
    meters_done: i64,
    rest: RestState,
    /// Breaks taken, as a mask; hard breaks first.
    taken: u64,
    parent: u32,
    waiting_seconds: i64,
    driving_seconds: i64,
    meters: i64,
    /// Seconds too late, in the lenient manner.
    excess: i64,
    /// Waiting, meters, soft windows and soft breaks, as the objective weighs them; hours are added at the end.
    cost: f64,
}

impl Label {
    fn at(&self) -> i64 {
        self.stay.departure_at
    }

    fn is_on_the_road(&self) -> bool {
        self.target != NOWHERE
    }
}

/// Where a label may continue: at a place, or on the road.
#[derive(Clone, Copy, Debug)]
struct Spot {
    place: u32,
    /// Parts of the leg that are still ahead.
    left: u64,
    target: u32,
    arrival_at: i64,
    meters: i64,
    meters_done: i64,
}

/// What is done at a spot.
#[derive(Clone, Copy, Debug)]
struct Work {
    role: Role,
    setup_seconds: i64,
    start_at: i64,
    seconds: i64,
    cost: f64,
    excess: i64,
}

struct Walk<'w> {
    core: &'w Core<'w>,
    case: &'w Case<'w>,
    bounds: &'w [Bounds],
    limits: &'w Limits,
    rules: Option<&'w DrivingRules>,
    labels: &'w mut Labels,
    start_at: i64,
    /// Without driving rules and traffic, where a break lies on a leg makes no difference.
    is_simple: bool,
    /// The most labels between two stops that are extended.
    gap_max: usize,
    /// The mask of a label that has taken all breaks.
    all_breaks: u64,
    /// Whether some break has its own place.
    has_detours: bool,
    /// An upper bound on the driving ahead of the current layer.
    ahead_seconds: i64,
    /// The next step; its place, or that of the end.
    next_fact: Option<StepData>,
    next_place: u32,
    /// The steps before the current gap.
    step_count: usize,
    /// An arrival at this time or later does not wait at the next step.
    next_opens_at: i64,
    /// The leg that was looked up last: from which label, to which place, and the result.
    driven: Option<(u32, u32, Option<Spot>)>,
    failure: Option<Miss>,
}

/// Walks the steps from a start and places breaks and rests; afterwards `stays` contains the cheapest timeline.
///
/// # Errors
/// In the strict manner: the rule that the last labels break, and by how much at least.
pub(crate) fn walk(
    core: &Core<'_>,
    case: &Case<'_>,
    limits: &Limits,
    bounds: &[Bounds],
    start_at: i64,
    labels: &mut Labels,
    stays: &mut Vec<Stay>,
) -> Result<(), Miss> {
    let rules = binding_rules(core, case, labels);
    let shift = core.shift(case);
    if case.flags & flag::SOFT_WINDOWS != 0 && labels.latest_at.is_empty() {
        latest::set(core, case, bounds, &mut labels.latest_at);
    }
    let has_detours = shift.has_break_places();
    let break_count = shift.breaks.len() + shift.soft_breaks.len();
    let bits = u32::try_from(break_count).unwrap_or(BREAKS_MAX);
    let all_breaks = 1_u64.checked_shl(bits).map_or(u64::MAX, |it| it - 1);
    let is_simple = case.shift.features & (feature::RULES | feature::TRAFFIC) == 0;
    let mut walk = Walk {
        core,
        case,
        bounds,
        limits,
        rules,
        labels,
        start_at,
        is_simple,
        // All breaks may have begun in one gap, one after the other.
        gap_max: (GAP_MAX * GAP_BREAKS.pow(2) / break_count.max(GAP_BREAKS).pow(2))
            .max(2 * break_count),
        all_breaks,
        has_detours,
        ahead_seconds: 0,
        next_fact: None,
        next_place: NOWHERE,
        step_count: 0,
        next_opens_at: 0,
        driven: None,
        failure: None,
    };
    let last = walk.run()?;
    stays.clear();
    let mut at = last;
    while at != NOWHERE {
        let label = &walk.labels.arena[at as usize];
        if label.stay.place != NOWHERE || label.is_on_the_road() {
            stays.push(label.stay);
        }
        at = label.parent;
    }
    stays.reverse();
    Ok(())
}

impl Walk<'_> {
    fn run(&mut self) -> Result<u32, Miss> {
        let start_place = self.case.shift.start_place;
        self.labels.arena.clear();
        self.labels.layer.clear();
        self.labels.arena.push(Label {
            stay: Stay::at_start(self.case, self.start_at),
            here: start_place,
            settled: start_place,
            target: NOWHERE,
            meters_done: 0,
            rest: RestState::at_start_of(self.core, self.case).worked(self.case.loading_seconds),
            taken: 0,
            parent: NOWHERE,
            waiting_seconds: 0,
            driving_seconds: 0,
            meters: 0,
            excess: 0,
            cost: 0.0,
        });
        self.labels.layer.push(0);
        for (&step, position) in self.case.steps.iter().zip(0..) {
            let place = self.core.instance.step(self.case.shift, step).place;
            self.look_ahead(position as usize);
            self.cross(Some(place), &mut |walk, from| walk.serve(from, position));
            self.next_layer()?;
        }
        let end_place = self.case.shift.end_place;
        let target = (end_place != NOWHERE).then_some(end_place);
        self.look_ahead(self.case.steps.len());
        self.cross(target, &mut |walk, from| walk.finish(from, target));
        let last = self.labels.next.iter().copied().min_by(|&left, &right| {
            let rank = |at: u32| self.final_rank(&self.labels.arena[at as usize]);
            let (left, right) = (rank(left), rank(right));
            left.0.cmp(&right.0).then(left.1.total_cmp(&right.1))
        });
        last.ok_or_else(|| self.failure.unwrap_or(time_windows::missed_by(0)))
    }

    /// Sets how much driving is ahead from here, if that matters, and what is known of the next step.
    fn look_ahead(&mut self, position: usize) {
        self.ahead_seconds = match self.rules {
            Some(_) if !self.has_detours => self.labels.driving_ahead[position],
            _ => i64::MAX / 2,
        };
        let step = self.case.steps.get(position);
        self.next_fact = step.map(|&step| *self.core.instance.step(self.case.shift, step));
        self.next_place = self.next_fact.map_or(self.case.shift.end_place, |it| it.place);
        self.step_count = position;
        self.next_opens_at = match self.next_fact {
            Some(data) => {
                let has_one = data.flags & (flag::WINDOWS | flag::SOFT_WINDOWS) == 0
                    && u32::try_from(position).is_ok_and(|it| self.case.openings.of(it).is_none());
                let opens_at = if has_one { data.opens_at } else { i64::MAX };
                opens_at.max(self.bounds[position].not_before_at)
            }
            None => unloads_at_once_from(self.case),
        };
    }

    /// Extends the labels of a layer by everything that can happen on the way to a place; `arrive` continues from each.
    fn cross(&mut self, place: Option<u32>, arrive: &mut impl FnMut(&mut Self, u32)) {
        self.labels.next.clear();
        self.failure = None;
        if self.core.patience.is_over() {
            self.fail(GIVEN_UP);
            return;
        }
        let first = self.labels.arena.len();
        self.labels.between.begin(first);
        for at in 0..self.labels.layer.len() {
            let from = self.labels.layer[at];
            self.expand(from, place);
            arrive(self, from);
        }
        // Breaks and rests on the way are appended to the arena and may be followed by more of them; labels that have
        // been served are kept apart.
        let gap_max = match (self.is_narrow(), self.labels.is_brief) {
            (true, _) => LATE_GAP_MAX,
            (false, true) => self.gap_max.min(BRIEF_GAP_MAX),
            (false, false) => self.gap_max,
        };
        let mut at = first;
        while at < self.labels.arena.len() && at < first + gap_max {
            let is_rest = self.labels.arena[at].stay.role.is_rest();
            if is_rest && !self.labels.between.is_dominated(at) {
                let from = u32::try_from(at).expect("labels are few");
                self.expand(from, place);
                arrive(self, from);
            }
            at += 1;
        }
        self.core.patience.spend(self.labels.arena.len() - first);
    }

    /// Whether the next step has been made: rests on the way to it are not required any more.
    const fn is_next_made(&self) -> bool {
        self.step_count < self.case.past_step_count
    }

    /// Whether what comes next has happened: the next step has been made, or a break that the label has not taken has
    /// begun.
    fn is_past(&self, taken: u64) -> bool {
        self.is_next_made() || self.case.shift.awaits_begun_break(taken)
    }

    /// Whether the label may take a break or rest next: what has begun comes first, in the order in which it began.
    fn may_take(&self, label: &Label, role: Role) -> bool {
        if self.is_taken(label, role) {
            return false;
        }
        match role {
            Role::Break(position) if self.case.shift.has_begun(position) => {
                let pause = &self.core.shift(self.case).breaks[position as usize];
                !self.case.begins_after_next(pause, self.step_count)
                    && self.begun_breaks(label).min().is_none_or(|first| first.1 == position)
            }
            _ => !self.is_next_made(),
        }
    }

    /// The breaks that have begun and that the label has not taken, with their starts.
    fn begun_breaks(&self, label: &Label) -> impl Iterator<Item = (i64, u32)> {
        let breaks = self.core.shift(self.case).breaks.iter().zip(0..);
        let taken = label.taken;
        let begun = breaks.filter(move |(_, position)| {
            self.case.shift.has_begun(*position) && taken & break_bit(*position) == 0
        });
        begun.filter_map(|(it, position)| Some((it.windows.first()?.start_at, position)))
    }

    fn is_taken(&self, label: &Label, role: Role) -> bool {
        label.taken & self.bit(role) != 0
    }

    /// The bit of a break; 0 for all other roles.
    fn bit(&self, role: Role) -> u64 {
        match role {
            Role::Break(position) => break_bit(position),
            Role::SoftBreak(position) => {
                let hard = self.core.shift(self.case).breaks.len();
                break_bit(u32::try_from(hard).unwrap_or(BREAKS_MAX) + position)
            }
            _ => 0,
        }
    }

    /// Whether a label may still lead to a route that breaks no rule.
    fn is_alive(&mut self, label: &Label) -> bool {
        if self.case.manner == Manner::Lenient {
            return true;
        }
        let now = label.at();
        if let Some(miss) = shift_time::late_end(self.case.shift, now) {
            self.fail(miss);
            return false;
        }
        for (pause, position) in self.core.shift(self.case).breaks.iter().zip(0..) {
            let is_taken = self.is_taken(label, Role::Break(position));
            let missed = || breaks::missed(self.case, (pause, position), self.start_at, now);
            if !is_taken && let Some(miss) = missed() {
                self.fail(miss);
                return false;
            }
        }
        true
    }

    /// Records why a label ends here. Of several reasons, the one that misses least is kept; a missing road is kept
    /// only if no way has another reason.
    fn fail(&mut self, miss: Miss) {
        let rank = |miss: Miss| (roads::is_missing(miss), miss.1);
        if self.failure.is_none_or(|failure| rank(miss) < rank(failure)) {
            self.failure = Some(miss);
        }
    }

    /// The excess, in the lenient manner, of a leg without a road: more than any lateness can be.
    fn missing_leg(&self, label: &Label, place: u32) -> i64 {
        let is_leg = label.here != NOWHERE && place != NOWHERE && label.here != place;
        if self.case.manner == Manner::Strict || !is_leg {
            return 0;
        }
        let travel = &self.core.instance.travel;
        let (from, to) = (PlaceIdx(label.here), PlaceIdx(place));
        let is_missing = travel.meters(self.case.shift.travel, from, to).is_none();
        if is_missing { MISSING_LEG_EXCESS } else { 0 }
    }

    fn fail_leg(&mut self, label: &Label, place: u32) {
        let travel = self.case.shift.travel;
        let is_missing = self
            .core
            .instance
            .travel
            .meters(travel, PlaceIdx(label.here), PlaceIdx(place))
            .is_none();
        if is_missing {
            self.fail(roads::MISSING);
        }
    }
}

impl Label {
    /// Whether it is on the way to the place of a break instead of this one.
    fn is_on_the_road_elsewhere(&self, place: Option<u32>) -> bool {
        self.is_on_the_road() && Some(self.target) != place
    }
}
