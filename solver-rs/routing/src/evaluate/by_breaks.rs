//! Routes with breaks, from a given start: one label per set of breaks taken.
//!
//! ```text
//! served stop k ──┬─ break here ─┬─ break on the road ─┬─ break on arriving ──┬──> served stop k + 1, per break set
//!                 ├─ to the place of a break ──────────┴─> (as from a stop)   │    the best departure
//!                 └───────────────────────────────────────────────────────────┘
//! ```
//!
//! The walk tries the same ways as [`labels`](super::labels). If breaks are hard and may lie anywhere, and waiting has
//! neither price nor limit, the earliest of the labels that have taken the same breaks dominates the others, so this
//! walk is exact ([`applies`]). With soft windows, soft breaks, breaks at places and driving rules it is a quick
//! approximation ([`stands_in`]) for callers that compare many routes: a stop is served at once unless waiting for its
//! soft window pays by itself, the best label is the cheapest one including its hours, and a rest is taken where
//! driving has to stop, or where the vehicle would wait that long anyway. O(steps × sets); the general walk takes ten
//! times as long and keeps up to 48 labels. A route that begins like a recent one continues from its labels (`recent`).

mod detour;
mod gap;
mod label;
mod recent;
mod rests;
mod serve;
mod soft;

use crate::problem::{Break, DrivingRules, Limits, PlaceIdx, SoftBreak, UNLIMITED};

use crate::instance::{Leg, NOWHERE, StepData, feature, flag};
use crate::rules::driving::RestState;
use crate::rules::{Miss, roads, time_windows};
use crate::timeline::{Bounds, Case, Core, Manner, Stay, unloads_at_once_from};

use super::costs::parts;
use label::{Head, Layer, NoRests, Node, Rests};
use recent::{Key, Recent, Walked};

/// Labels that take as long as a unit of the work that is counted.
const LABELS_OF_WORK: usize = 4;

/// Scratch and recent walks.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByBreaks {
    recent: Recent<NoRests>,
    free: Scratch<NoRests>,
    /// With driving rules.
    ruled: Scratch<RestState>,
}

/// The labels at the current stop and at the next one.
#[derive(Clone, Debug, Default)]
struct Scratch<R: Rests> {
    /// A walk that is not kept.
    unkept: Walked<R>,
    layer: Layer<R>,
    next: Layer<R>,
}

/// Whether steps wait for their soft windows if that pays by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SoftWindows {
    Awaited,
    Passed,
}

struct Walk<'w, R> {
    core: &'w Core<'w>,
    case: &'w Case<'w>,
    breaks: &'w [Break],
    soft_breaks: &'w [SoftBreak],
    /// Driving rules; see [`Walk::rules`].
    given_rules: Option<&'w DrivingRules>,
    /// Seconds of driving to the end, from the start and from each step.
    driving_ahead: &'w [i64],
    /// Seconds of driving from the next step, to the one after it and to the end.
    ahead_seconds: [i64; 2],
    /// Whether labels differ in cost as well as in time.
    is_priced: bool,
    soft_windows: SoftWindows,
    /// The price of driving if some break has its own place; else 0, since all labels drive the same way.
    per_kilometer: f64,
    /// The walk so far.
    walked: &'w mut Walked<R>,
    start_at: i64,
    /// Without traffic, where a break lies on a leg makes no difference.
    is_simple: bool,
    /// The place where the current gap begins, and the place for which setup has been done.
    here: u32,
    settled: u32,
    /// Where the gap leads; `NOWHERE` after the last stop of a route with an open end.
    next_place: u32,
    next_fact: Option<&'w StepData>,
    /// The steps before the current gap.
    step_count: usize,
    /// An arrival at this time or later does not wait at the next step.
    next_opens_at: i64,
    /// `None` if both ends are the same place, or if one end has no place.
    leg: Option<Leg<'w>>,
    next: &'w mut Layer<R>,
    /// The breaks that the label being extended had taken at the previous stop.
    from: u32,
    failure: Option<Miss>,
}

/// Whether this walk is exact; the caller must exclude driving rules that bind.
pub(crate) fn applies(core: &Core<'_>, case: &Case<'_>, limits: &Limits) -> bool {
    stands_in(case)
        && !core.shift(case).has_break_places()
        && case.flags & flag::SOFT_WINDOWS == 0
        && core.shift(case).soft_breaks.is_empty()
        && case.shift.rates.per_waiting_hour <= 0.0
        && limits.waiting_seconds == UNLIMITED
        && limits.driving_seconds == UNLIMITED
}

/// Whether this walk can handle such a route at all.
pub(crate) fn stands_in(case: &Case<'_>) -> bool {
    case.manner == Manner::Strict && !case.shift.has_many_breaks
}

/// The driving rules that bind, with the seconds of driving from each step to the end, beginning with those from the
/// start.
type Rules<'r> = Option<(&'r DrivingRules, &'r [i64])>;

/// Walks the steps from a start and places breaks; afterwards `stays` contains the cheapest timeline. If steps cannot
/// wait for their soft windows without breaking rules later on, none of them waits.
///
/// # Errors
/// The rule that the last labels break, and by how much at least.
pub(crate) fn walk(
    core: &Core<'_>,
    case: &Case<'_>,
    rules: Rules<'_>,
    bounds: &[Bounds],
    start_at: i64,
    scratch: &mut ByBreaks,
    stays: &mut Vec<Stay>,
) -> Result<(), Miss> {
    let ByBreaks { recent, free, ruled } = scratch;
    let mut with = |soft: SoftWindows| {
        let of = (core, case, bounds);
        match rules {
            Some(_) => walk_once(of, rules, start_at, soft, None, ruled, stays),
            // Other evaluations of the shift may differ in what `Key` does not state.
            None => {
                let is_usual =
                    core.unbroken.is_none() && core.narrowed.is_none() && core.openings.is_empty();
                let recent = is_usual.then_some(&mut *recent);
                walk_once(of, None, start_at, soft, recent, free, stays)
            }
        }
    };
    match with(SoftWindows::Awaited) {
        Err(failed) if failed.has_waited => with(SoftWindows::Passed).map_err(|it| it.miss),
        found => found.map_err(|it| it.miss),
    }
}

/// Why a walk failed.
struct Failed {
    miss: Miss,
    /// Whether some step waited for a soft window.
    has_waited: bool,
}

/// Walks the steps once, whether or not they wait for soft windows; keeps the walk in `recent`, if that is given.
fn walk_once<R: Rests>(
    (core, case, bounds): (&Core<'_>, &Case<'_>, &[Bounds]),
    rules: Rules<'_>,
    start_at: i64,
    soft_windows: SoftWindows,
    recent: Option<&mut Recent<R>>,
    scratch: &mut Scratch<R>,
    stays: &mut Vec<Stay>,
) -> Result<(), Failed> {
    let Scratch { unkept, layer, next } = scratch;
    let start_place = case.shift.start_place;
    let shift = core.shift(case);
    let soft_breaks = &shift.soft_breaks;
    let has_places = shift.has_break_places();
    layer.clear();
    layer.resize(1 << (shift.breaks.len() + soft_breaks.len()), None);
    next.clone_from(layer);
    let is_priced = case.flags & flag::SOFT_WINDOWS != 0
        || !soft_breaks.is_empty()
        || has_places
        || case.shift.rates.per_waiting_hour > 0.0;
    let recent = recent.filter(|_| recent::keeps(case.steps.len(), layer.len()));
    let (walked, resumed_step_count) = if let Some(recent) = recent {
        let Case { shift_idx: shift, loading_seconds, unloading_seconds, .. } = *case;
        let key =
            Key { shift, start_at, loading_seconds, unloading_seconds, is_priced, soft_windows };
        recent.begin(key, case.steps, bounds)
    } else {
        unkept.clear();
        (unkept, 0)
    };
    let resumed_node_count = walked.arena.len();
    let mut walk = Walk {
        core,
        case,
        breaks: &shift.breaks,
        soft_breaks,
        given_rules: rules.map(|it| it.0),
        driving_ahead: rules.map_or(&[], |it| it.1),
        ahead_seconds: [0; 2],
        is_priced,
        soft_windows,
        per_kilometer: if has_places { case.shift.rates.per_kilometer } else { 0.0 },
        walked,
        start_at,
        is_simple: case.shift.features & feature::TRAFFIC == 0,
        here: start_place,
        settled: start_place,
        next_place: NOWHERE,
        next_fact: None,
        step_count: 0,
        next_opens_at: 0,
        leg: None,
        next,
        from: 0,
        failure: None,
    };
    let result = walk.run(bounds, layer, resumed_step_count);
    let walked = &*walk.walked;
    let arena = &walked.arena;
    core.patience.spend((arena.len() - resumed_node_count) / LABELS_OF_WORK);
    let last = result.map_err(|miss| Failed { miss, has_waited: walked.has_waited() })?;
    stays.clear();
    let mut at = last;
    while at != NOWHERE {
        let node = &arena[at as usize];
        let is_on_the_road = node.stay.role.is_rest();
        if node.stay.place != NOWHERE || is_on_the_road {
            stays.push(node.stay);
        }
        at = node.parent;
    }
    stays.reverse();
    Ok(())
}

impl<'w, R: Rests> Walk<'w, R> {
    /// The driving rules, if they bind.
    const fn rules(&self) -> Option<&'w DrivingRules> {
        if R::ARE_STORED { self.given_rules } else { None }
    }

    /// Walks the steps after the first `resumed_step_count`, which the walk already contains.
    fn run(
        &mut self,
        bounds: &[Bounds],
        layer: &mut Layer<R>,
        resumed_step_count: usize,
    ) -> Result<u32, Miss> {
        let (core, case) = (self.core, self.case);
        if resumed_step_count == 0 {
            self.begin(layer);
        } else {
            self.walked.read_last(layer);
            let place = core.instance.step(case.shift, case.steps[resumed_step_count - 1]).place;
            (self.here, self.settled) = (place, place);
        }
        for ((&step, bounds), position) in
            case.steps.iter().zip(bounds).zip(0..).skip(resumed_step_count)
        {
            let data = core.instance.step(case.shift, step);
            let has_one = data.flags & flag::WINDOWS == 0 && case.openings.of(position).is_none();
            let opens_at = if has_one { data.opens_at } else { i64::MAX };
            self.enter_gap(Some(data), data.place, opens_at.max(bounds.not_before_at))?;
            self.look_ahead(position as usize + 1);
            self.step_count = position as usize;
            self.cross(layer, &mut |walk, label| walk.serve(label, data, *bounds, position));
            self.leave_gap(layer)?;
            (self.here, self.settled) = (data.place, data.place);
            self.walked.push(step, *bounds, layer);
        }
        self.end(layer)
    }

    fn begin(&mut self, layer: &mut Layer<R>) {
        let (core, case) = (self.core, self.case);
        let start = Stay::at_start(case, self.start_at);
        let (at, cost) = (start.departure_at, 0.0);
        let rest = R::of(|| RestState::at_start_of(core, case).worked(case.loading_seconds));
        let node = self.add(NOWHERE, start);
        layer[0] = Some(Head { at, cost, rest, node, from: 0 });
    }

    /// Continues to the end place; returns the last stay of the best label.
    fn end(&mut self, layer: &mut Layer<R>) -> Result<u32, Miss> {
        let case = self.case;
        self.enter_gap(None, case.shift.end_place, unloads_at_once_from(case))?;
        self.ahead_seconds = [0; 2];
        self.step_count = case.steps.len();
        self.cross(layer, &mut Self::finish);
        self.leave_gap(layer)?;
        let present = (0..).zip(&*layer).filter_map(|(taken, head)| head.map(|it| (taken, it)));
        let mut best: Option<((i64, f64), u32)> = None;
        for (taken, head) in present {
            let rank = self.final_rank(taken, &head);
            let is_better = best.is_none_or(|(least, _)| {
                rank.0.cmp(&least.0).then(rank.1.total_cmp(&least.1)).is_lt()
            });
            if is_better {
                best = Some((rank, head.node));
            }
        }
        Ok(best.expect("a gap that is left has a label").1)
    }

    fn enter_gap(
        &mut self,
        data: Option<&'w StepData>,
        place: u32,
        opens_at: i64,
    ) -> Result<(), Miss> {
        self.next_fact = data;
        self.next_place = place;
        self.next_opens_at = opens_at;
        self.next.fill(None);
        self.failure = None;
        self.leg = self.leg_to(place)?;
        Ok(())
    }

    /// The leg from here to a place; `None` if both are the same, or if one of them is nowhere.
    ///
    /// # Errors
    /// No road leads there.
    fn leg_to(&self, place: u32) -> Result<Option<Leg<'w>>, Miss> {
        if self.here == NOWHERE || place == NOWHERE || self.here == place {
            return Ok(None);
        }
        let (from, to) = (PlaceIdx(self.here), PlaceIdx(place));
        let leg = self.core.instance.travel.leg(self.case.shift.travel, from, to);
        leg.map(Some).ok_or(roads::MISSING)
    }

    /// Moves the labels of the next stop to `layer`.
    fn leave_gap(&mut self, layer: &mut Layer<R>) -> Result<(), Miss> {
        std::mem::swap(layer, self.next);
        if layer.iter().all(Option::is_none) {
            return Err(self.failure.unwrap_or(time_windows::missed_by(0)));
        }
        Ok(())
    }

    /// Whether the next step has been made: rests on the way to it are not required any more.
    const fn is_next_made(&self) -> bool {
        self.step_count < self.case.past_step_count
    }

    /// Whether what comes next has happened: the next step has been made, or a break that the label has not taken has
    /// begun.
    fn is_past(&self, taken: usize) -> bool {
        self.is_next_made() || self.case.shift.awaits_begun_break(taken as u64)
    }

    /// Whether a break has begun that was not taken, while the next step has not begun.
    fn comes_too_soon(&self, taken: usize) -> bool {
        !self.is_next_made() && self.case.shift.awaits_begun_break(taken as u64)
    }

    fn waiting_cost(&self, seconds: i64) -> f64 {
        parts(seconds, 3600.0) * self.case.shift.rates.per_waiting_hour
    }

    /// Records why a label ends here; of several reasons, the one that misses least is kept.
    fn fail(&mut self, miss: Miss) {
        if self.failure.is_none_or(|(_, least)| miss.1 < least) {
            self.failure = Some(miss);
        }
    }

    fn add(&mut self, parent: u32, stay: Stay) -> u32 {
        let arena = &mut self.walked.arena;
        let at = u32::try_from(arena.len()).expect("labels are few");
        arena.push(Node { stay, parent });
        at
    }
}
