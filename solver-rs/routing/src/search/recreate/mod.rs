//! Inserts absent visits, one after the other, each where it is cheapest, with blinks (SISR).

mod balance;
mod cut_off;
pub(crate) mod insertion;
pub(crate) mod many;
mod new_route;
mod periodic;
mod scanning;
mod waiting;

use std::cmp::Reverse;

use crate::evaluate::Step;
use crate::instance::Shape;
use crate::problem::{OptionIdx, ShiftIdx, TIME_MAX, VisitIdx};
use crate::search::neighbors;
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::random::Random;
use crate::search::recreate::balance::{Balance, insert_evenly, keep_least_busy};
use crate::search::recreate::insertion::{Blink, CANDIDATES_MAX, Dropoffs, Insertion, write};
use crate::search::recreate::many::insert_many;
use crate::search::recreate::periodic::{Together, insert_order};
pub(crate) use crate::search::recreate::scanning::fresh_shifts;
use crate::search::recreate::scanning::{Seen, SeenShift, scan_neighbors, scan_route, scan_routes};

/// Probability that a position is skipped: the value of the paper.
const BLINK_RATE: f64 = 0.01;
/// How often visits are sorted by how often they were absent, while the fleet is reduced.
const ABSENCES_RATE: f64 = 0.3;

/// Other routes are asked to yield if the best insertion costs over this share more than estimated.
const YIELD_MARGIN: f64 = 0.05;

/// How to recreate a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recreate<'a> {
    /// Maximum number of vehicles in use.
    pub(super) vehicles_max: usize,
    /// Mean of the random amount by which an optional visit may cost more than it saves.
    pub(super) excess: f64,
    /// Whether optional visits are inserted whatever they cost: a single one never pays for a route that several would.
    pub(super) ignore_price: bool,
    /// Without blinks, and with all absent visits tried: for the first plan and after a checkpoint.
    pub(super) exhaustive: bool,
    /// By visit, while the fleet is reduced: how often it was absent. At times, those absent most often go first.
    pub(super) absences: Option<&'a [u32]>,
}

struct BlinkDice<'a> {
    random: &'a mut Random,
    rate: f64,
}

/// What an insertion needs to look at positions.
struct Look<'a> {
    dice: BlinkDice<'a>,
    dropoffs: &'a mut Dropoffs,
    /// Number of positions examined.
    judged: u64,
}

impl Blink for BlinkDice<'_> {
    #[inline]
    fn blinks(&mut self) -> bool {
        self.rate > 0.0 && self.random.unit() < self.rate
    }
}

pub(super) struct Scratch {
    key: Vec<(f64, u32)>,
    steps: Vec<Step>,
    /// Shifts of the least busy vehicle; empty: all shifts are examined.
    balanced: Vec<ShiftIdx>,
    fresh: Vec<ShiftIdx>,
    seen: Seen,
    dropoffs: Dropoffs,
    /// By visit: scratch of `waiting::choose`.
    chosen: Vec<bool>,
    /// See `may_pack`.
    pub(super) packs: bool,
    /// By visit: whether it is cut off from some vehicle. Empty: none.
    cut_off: Vec<bool>,
    together: Together,
    /// Number of positions that insertions have examined since the search began.
    pub(super) judged: u64,
}

impl Scratch {
    pub(super) fn new(plan: &Plan<'_>, is_searched_locally: bool) -> Self {
        let shifts = vec![SeenShift::default(); plan.problem.shifts.len()];
        let seen = Seen { stamp: 0, shifts };
        Self {
            key: Vec::new(),
            steps: Vec::new(),
            balanced: Vec::new(),
            fresh: Vec::new(),
            seen,
            dropoffs: Dropoffs::default(),
            chosen: Vec::new(),
            packs: is_searched_locally && may_pack(plan),
            cut_off: cut_off::find(plan),
            together: Together::default(),
            judged: 0,
        }
    }
}

/// Maximum number of visits of plans that are packed: a visit is tried on all routes before it begins one.
const PACKED_VISITS_MAX: usize = 5_000;

/// Returns whether visits begin routes only if no other route has room, as in the paper. That packs vehicles tightly;
/// if they are interchangeable, local search splits routes where two are cheaper. First plans are made without it: they
/// would have long detours, which large plans keep for long.
fn may_pack(plan: &Plan<'_>) -> bool {
    let instance = &plan.instance;
    instance.plain
        && !instance.windowed
        && !instance.optional
        && instance.class_shifts.len() == 1
        && plan.problem.visits.len() <= PACKED_VISITS_MAX
}

/// How often all routes are examined if nothing near has room.
const EVERYWHERE_RATE: f64 = 0.25;

/// Tries to insert absent visits: all, or, if there are many, those removed last and some others, mainly from `around`.
pub(super) fn recreate(
    plan: &mut Plan<'_>,
    random: &mut Random,
    how: Recreate<'_>,
    scratch: &mut Scratch,
    around: impl Iterator<Item = VisitIdx>,
) {
    let mut waiting = std::mem::take(&mut plan.absent);
    let fresh = waiting.len().saturating_sub(plan.absent_before().len());
    if !plan.other_visits.is_empty() {
        let other_visits = &plan.other_visits;
        plan.absent.extend(waiting.extract_if(.., |it| other_visits[it.at()]));
    }
    let mut tried = if how.exhaustive {
        waiting.len()
    } else {
        let (fresh, chosen) = (fresh.min(waiting.len()), &mut scratch.chosen);
        waiting::choose(plan, random, &mut waiting, fresh, around, chosen, how.ignore_price)
    };
    if how.exhaustive && tried >= neighbors::LARGE {
        neighbors::chain(plan, &mut waiting);
    } else {
        sort(plan, random, &mut waiting[..tried], how.absences, scratch);
    }
    if !scratch.cut_off.is_empty()
        && let Some(both) =
            cut_off::insert_two(plan, random, how.vehicles_max, &waiting[..tried], scratch)
    {
        waiting.retain(|it| !both.contains(it));
        tried -= both.len();
    }
    if let Some(at) = new_route::begin_route(plan, random, how, &waiting[..tried], scratch) {
        waiting.remove(at);
        tried -= 1;
    }
    for (position, visit) in waiting.iter().enumerate() {
        if plan.shift_of(*visit).is_some() {
            // It was inserted together with an earlier one.
            continue;
        }
        let judged = scratch.judged;
        let is_over = position >= tried || plan.patience.is_over();
        let is_inserted = !is_over
            && (insert_order(plan, random, how, &waiting[position..tried], scratch)
                || insert(plan, random, how, *visit, scratch));
        if !is_inserted {
            plan.absent.push(*visit);
        }
        plan.patience.spend(10 + work_of(scratch.judged - judged));
    }
}

/// Converts positions into work: a position takes about 10 ns.
fn work_of(positions: u64) -> usize {
    usize::try_from(positions / 10).unwrap_or(usize::MAX)
}

/// Sorts visits by one of the rules of the paper, or, with windows, of its section on windows, with its probabilities.
fn sort(
    plan: &Plan<'_>,
    random: &mut Random,
    visits: &mut [VisitIdx],
    absences: Option<&[u32]>,
    scratch: &mut Scratch,
) {
    let instance = &plan.instance;
    let windows = plan.problem.options.iter().any(|it| !it.windows.is_empty());
    let rules: &[u32] = if windows { &[4, 4, 2, 1, 2, 2, 2] } else { &[4, 4, 2, 1] };
    let mut dice = random.below(rules.iter().sum::<u32>() as usize);
    let mut rule = 0;
    while dice >= rules[rule] as usize {
        dice -= rules[rule] as usize;
        rule += 1;
    }
    random.shuffle(visits);
    if let Some(absences) = absences
        && random.unit() < ABSENCES_RATE
    {
        visits.sort_by_key(|it| Reverse(absences[it.at()]));
        return;
    }
    if rule == 0 {
        return;
    }
    scratch.key.clear();
    #[expect(clippy::cast_precision_loss, reason = "only for sorting")]
    scratch.key.extend(visits.iter().map(|visit| {
        let stop = plan.problem.visits[visit.at()].stops.start as usize;
        let first = instance.option(OptionIdx(plan.problem.stops[stop].options.start));
        let key = match rule {
            1 => -instance.size[visit.at()],
            2 => -plan.remoteness[visit.at()],
            3 => plan.remoteness[visit.at()],
            4 => (first.closes_at.min(TIME_MAX / 4) - first.opens_at.max(-TIME_MAX / 4)) as f64,
            5 => first.opens_at as f64,
            _ => -(first.closes_at as f64),
        };
        (key, visit.0)
    }));
    scratch.key.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (visit, (_, index)) in visits.iter_mut().zip(&scratch.key) {
        *visit = VisitIdx(*index);
    }
}

/// Inserts one visit where it is cheapest; returns whether it found a place.
fn insert(
    plan: &mut Plan<'_>,
    random: &mut Random,
    how: Recreate<'_>,
    visit: VisitIdx,
    scratch: &mut Scratch,
) -> bool {
    let weights = plan.instance.weights;
    let counted = weights.counts_fleet();
    // An optional visit may not cost more than leaving it out.
    let worth = if plan.instance.weight[visit.at()] > 0 {
        f64::INFINITY
    } else {
        weights.cost * plan.instance.unserved_cost[visit.at()] + how.excess * random.exponential()
    };
    let worth = if how.ignore_price { f64::INFINITY } else { worth };
    let rate = if how.exhaustive { 0.0 } else { BLINK_RATE };
    if plan.instance.shape[visit.at()] == Shape::Many {
        return insert_many(plan, visit, how.vehicles_max, worth, &mut scratch.steps);
    }
    fresh_shifts(plan, visit, how.vehicles_max, &mut scratch.fresh);
    let open = plan.instance.mixed || plan.groups.is_ruled(visit);
    if open && !how.exhaustive && scratch.fresh.len() > 1 && random.unit() < 0.5 {
        // Any vehicle may turn out best for the future route, and any day for the other visits of the order.
        let chosen = scratch.fresh[random.below(scratch.fresh.len())];
        scratch.fresh.clear();
        scratch.fresh.push(chosen);
    }
    scratch.balanced.clear();
    let balance = if how.exhaustive { Balance::Ignored } else { Balance::draw(&weights, random) };
    if balance == Balance::Evenly
        && let Some(is_inserted) = insert_evenly(plan, random, visit, worth, scratch)
    {
        return is_inserted;
    }
    if balance == Balance::LeastBusy {
        keep_least_busy(plan, visit, scratch);
    }
    let candidates_max = if plan.instance.plain { 1 } else { CANDIDATES_MAX };
    let mut best: [Option<(ShiftIdx, Insertion)>; CANDIDATES_MAX] = [None; CANDIDATES_MAX];
    let packs = scratch.packs && !how.exhaustive && !scratch.fresh.is_empty();
    let opens_last = counted || packs;
    for stage in 0..if opens_last { 2 } else { 1 } {
        let dice = BlinkDice { random, rate };
        let mut look = Look { dice, dropoffs: &mut scratch.dropoffs, judged: 0 };
        let narrow = !plan.near.is_empty();
        let opens = stage == 1 || !opens_last;
        // A reload may cost as much as another vehicle, which leaves more time to both.
        let opens_first = opens && plan.instance.reloaded;
        if opens_first {
            let fresh = &scratch.fresh;
            scan_routes(plan, fresh, visit, worth, candidates_max, &mut look, &mut best);
        }
        if stage == 0 && !scratch.balanced.is_empty() {
            let balanced = &scratch.balanced;
            scan_routes(plan, balanced, visit, worth, candidates_max, &mut look, &mut best);
        } else if stage == 0 && narrow {
            scan_neighbors(
                plan,
                visit,
                worth,
                candidates_max,
                &mut look,
                &mut best,
                &mut scratch.seen,
            );
        } else if stage == 0 {
            scan_routes(plan, &plan.used, visit, worth, candidates_max, &mut look, &mut best);
        }
        if opens && !opens_first {
            let fresh = &scratch.fresh;
            scan_routes(plan, fresh, visit, worth, candidates_max, &mut look, &mut best);
        }
        if stage == 0
            && narrow
            && best[0].is_none()
            && (how.exhaustive || packs || look.dice.random.unit() < EVERYWHERE_RATE)
        {
            scan_routes(plan, &plan.used, visit, worth, candidates_max, &mut look, &mut best);
        }
        scratch.judged += look.judged;
        if carry_out(plan, visit, worth, &best, &mut scratch.steps) {
            return true;
        }
        best = [None; CANDIDATES_MAX];
    }
    false
}

/// Inserts a visit into the route of a shift, where it is cheapest there; returns whether it found a place.
fn insert_into(
    plan: &mut Plan<'_>,
    random: &mut Random,
    visit: VisitIdx,
    shift: ShiftIdx,
    scratch: &mut Scratch,
) -> bool {
    let candidates_max = if plan.instance.plain { 1 } else { CANDIDATES_MAX };
    let mut best: [Option<(ShiftIdx, Insertion)>; CANDIDATES_MAX] = [None; CANDIDATES_MAX];
    let dice = BlinkDice { random, rate: BLINK_RATE };
    let mut look = Look { dice, dropoffs: &mut scratch.dropoffs, judged: 0 };
    scan_route(plan, shift, visit, f64::INFINITY, candidates_max, &mut look, &mut best);
    scratch.judged += look.judged;
    carry_out(plan, visit, f64::INFINITY, &best, &mut scratch.steps)
}

/// Inserts a visit by the cheapest of the few best insertions; returns whether it fits.
fn carry_out(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    worth: f64,
    few: &[Option<(ShiftIdx, Insertion)>; CANDIDATES_MAX],
    steps: &mut Vec<Step>,
) -> bool {
    let chosen = if plan.instance.plain {
        // Margins judge exactly.
        few[0].map(|(shift, insertion)| ChosenInsertion { shift, insertion, others_yield: false })
    } else {
        cheapest(plan, visit, worth, few, steps)
    };
    let Some(ChosenInsertion { shift, insertion, others_yield }) = chosen else { return false };
    write(plan.problem, visit, &insertion, &plan.routes[shift.at()].steps, steps);
    let fit =
        if others_yield { plan.replace_yielding(shift, steps) } else { plan.replace(shift, steps) };
    fit == Fit::Fits
}

/// An insertion to carry out.
struct ChosenInsertion {
    shift: ShiftIdx,
    insertion: Insertion,
    /// Whether other routes yield to it.
    others_yield: bool,
}

/// Returns the cheapest of the few best insertions according to the evaluator, if it adds less than `worth`. Skips
/// insertions whose estimate is higher than the result of another one. If the best one costs more than estimated,
/// visits on other routes may be the reason; it is then also tried with those at other times.
fn cheapest(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    worth: f64,
    few: &[Option<(ShiftIdx, Insertion)>; CANDIDATES_MAX],
    steps: &mut Vec<Step>,
) -> Option<ChosenInsertion> {
    let mut least = (f64::INFINITY, None);
    for (at, (shift, insertion)) in few.iter().flatten().enumerate() {
        if least.0 <= insertion.delta {
            break;
        }
        let (shift, insertion) = (*shift, *insertion);
        let route = &plan.routes[shift.at()];
        write(plan.problem, visit, &insertion, &route.steps, steps);
        let before = route.rest;
        let extra_vehicle = plan.extra_vehicle_cost(visit, shift);
        let mut consider = |rest: Option<f64>, others_yield: bool| {
            let delta = rest.map_or(f64::INFINITY, |it| it - before + extra_vehicle);
            if delta < least.0 {
                least = (delta, Some(ChosenInsertion { shift, insertion, others_yield }));
            }
            delta
        };
        let delta = consider(plan.try_route(shift, steps), false);
        let as_estimated = insertion.delta + YIELD_MARGIN * insertion.delta.abs();
        if at == 0 && delta > as_estimated && plan.may_yield(shift, steps) {
            consider(plan.try_yielding(shift, steps), true);
        }
    }
    least.1.filter(|_| least.0 < worth)
}
