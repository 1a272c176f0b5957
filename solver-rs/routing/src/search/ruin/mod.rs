//! Which visits to remove: strings of neighboring routes, as in SISR (Christiaens, Vanden Berghe 2020), and in addition
//! whole routes and neighborhoods.
//!
//! If routes have to be evaluated, strings consist of stops, and there are strings around the dropoff of an order as
//! well as around its pickup. On plain problems, they consist of first stops: with strings of stops, routes of many
//! pickups and dropoffs (Li and Lim's LR2 and LRC2) became more expensive, or needed one more vehicle, in three of four
//! searches.
//!
//! Strings alone leave little slack in any one route; the others do what strings cannot: close a route, move a day's
//! work, or leave out an optional order.
//!
//! What no removal of some visits reaches, because each step on the way would cost more, is in `exchange`: routes, or
//! their tails, that change places.
//!
//! An absent mandatory visit shows where something has to give way, and random ruins would rarely begin there: with 400
//! visits, one in 400 does. So a share of ruins begin at such visits, fewer and fewer at the same one, which may be
//! impossible to serve.

mod exchange;

use crate::evaluate::Step;
use crate::problem::{ShiftIdx, StopIdx, VisitIdx};
use crate::search::neighbors::main_place;
use crate::search::plan::{Beside, Plan};
use crate::search::random::Random;

/// Mean number of visits removed, and length of the longest string: the values of the paper.
const REMOVED_MEAN: f64 = 10.0;
/// The same mean on plain problems where windows keep visits from moving.
const WINDOWED_REMOVED_MEAN: f64 = 12.0;
/// The same mean if routes have to be evaluated: more and smaller iterations settle sooner.
const EVALUATED_REMOVED_MEAN: f64 = 6.0;
const STRING_MAX: f64 = 10.0;
/// How often a ruin that begins at a visit of a periodic order removes all visits of the orders that lose one, so that
/// they can move to other days, and the number of visits from which on it completes no more orders.
const WHOLE_ORDERS_RATE: f64 = 0.3;
const WHOLE_ORDERS_VISITS: usize = 15;
/// How often a string spares visits in its middle, and the probability that no further visit is spared.
const SPLIT_RATE: f64 = 0.5;
const SPLIT_STOP: f64 = 0.01;
/// After this many ruins that began at a visit while it was absent, half as many do.
const ABSENT_STARTS: f64 = 1_000.0;

/// Where ruins may begin, and which visits are near.
pub(super) enum Near {
    /// At visits. By visit: those whose first stop is near its first stop, nearest first.
    Visits(Vec<Vec<VisitIdx>>),
    /// At any stop. By stop: visits with a stop near it, nearest first.
    Stops(Vec<Vec<VisitIdx>>),
}

pub(super) struct Ruin {
    near: Near,
    /// Visits where it may begin. Empty: anywhere.
    seeds: Vec<VisitIdx>,
    /// By visit: how many ruins have begun there because it was absent.
    absent_starts: Vec<u32>,
    /// Where the last ruin began.
    seed: (VisitIdx, StopIdx),
    leaving: Vec<VisitIdx>,
    ruined: Vec<ShiftIdx>,
    row: Vec<StopIdx>,
    /// Visits that the last ruin removed and those beside them, each with what was beside it.
    touched: Vec<(VisitIdx, Beside)>,
    /// Whether local search exchanges the tails of all routes, so that ruins do not have to.
    is_searched_locally: bool,
}

impl Ruin {
    pub(super) fn new(near: Near, visit_count: usize, is_searched_locally: bool) -> Self {
        Self {
            near,
            seeds: Vec::new(),
            absent_starts: vec![0; visit_count],
            seed: (VisitIdx(0), StopIdx(0)),
            leaving: Vec::new(),
            ruined: Vec::new(),
            row: Vec::new(),
            touched: Vec::new(),
            is_searched_locally,
        }
    }

    /// Makes ruins begin at these visits from now on.
    pub(super) fn begin_at(&mut self, seeds: Vec<VisitIdx>) {
        self.seeds = seeds;
    }

    /// Removes visits from the plan. `absent_rate` is how often it begins at an absent visit, if there is one.
    pub(super) fn ruin(&mut self, plan: &mut Plan<'_>, random: &mut Random, absent_rate: f64) {
        self.leaving.clear();
        self.seed = self.draw(plan, random, absent_rate);
        if plan.used.is_empty() {
            return;
        }
        if self.exchange(plan, random) {
            return;
        }
        let dice = random.unit();
        if dice < 0.90 {
            self.strings(plan, random);
        } else if dice < 0.97 {
            self.nearby(plan, random);
        } else {
            self.route(plan, random);
        }
        if plan.groups.is_ruled(self.seed.0) && random.unit() < WHOLE_ORDERS_RATE {
            self.complete_orders(plan);
        }
        self.note_touched(plan);
        plan.remove(&self.leaving);
    }

    /// Adds the other visits of orders that lose one, until so many visits leave.
    fn complete_orders(&mut self, plan: &Plan<'_>) {
        let mut at = 0;
        while at < self.leaving.len() && self.leaving.len() < WHOLE_ORDERS_VISITS {
            let visit = self.leaving[at];
            at += 1;
            if !plan.groups.is_ruled(visit) {
                continue;
            }
            let order = &plan.problem.orders[plan.problem.visits[visit.at()].order.at()];
            for other in order.visits.clone().map(VisitIdx) {
                let is_open = plan.shift_of(other).is_some_and(|it| !plan.is_closed(it));
                if is_open && !self.leaving.contains(&other) {
                    self.leaving.push(other);
                }
            }
        }
    }

    fn note_touched(&mut self, plan: &Plan<'_>) {
        self.touched.clear();
        for visit in &self.leaving {
            let beside = plan.beside(*visit);
            self.touched.push((*visit, beside));
            let others = beside.into_iter().flatten();
            self.touched.extend(others.map(|it| (it, plan.beside(it))));
        }
    }

    /// Lets the visits of a route leave.
    fn leave(&mut self, plan: &Plan<'_>, steps: &[Step]) {
        for visit in steps.iter().filter_map(|it| plan.visit_of(*it)) {
            if !self.leaving.contains(&visit) {
                self.leaving.push(visit);
            }
        }
    }

    /// Returns the visits that the last ruin removed, and those beside them, that now have other neighbors.
    pub(super) fn moved(&self, plan: &Plan<'_>) -> impl Iterator<Item = VisitIdx> {
        self.touched.iter().filter(|it| plan.beside(it.0) != it.1).map(|it| it.0)
    }

    /// Returns visits near where the last ruin began, nearest first.
    pub(super) fn around(&self) -> impl Iterator<Item = VisitIdx> {
        std::iter::once(self.seed.0).chain(self.near_seed().iter().copied())
    }

    fn near_seed(&self) -> &[VisitIdx] {
        match &self.near {
            Near::Visits(rows) => &rows[self.seed.0.at()],
            Near::Stops(rows) => &rows[self.seed.1.at()],
        }
    }

    const fn is_by_stops(&self) -> bool {
        matches!(self.near, Near::Stops(_))
    }

    /// Chooses a visit and one of its stops: a dropoff depends on what happens around it as much as a pickup does.
    fn draw(
        &mut self,
        plan: &Plan<'_>,
        random: &mut Random,
        absent_rate: f64,
    ) -> (VisitIdx, StopIdx) {
        let absent = self.draw_absent(plan, random, absent_rate);
        let visit = absent.unwrap_or_else(|| {
            if self.seeds.is_empty() {
                VisitIdx::of(random.below(plan.problem.visits.len()))
            } else {
                self.seeds[random.below(self.seeds.len())]
            }
        });
        let stops = plan.problem.visits[visit.at()].stops.clone();
        let at = if self.is_by_stops() && stops.len() > 1 { random.below(stops.len()) } else { 0 };
        (visit, StopIdx::of(stops.start as usize + at))
    }

    /// Chooses one of the absent mandatory visits that are for this search to insert.
    fn draw_absent(&mut self, plan: &Plan<'_>, random: &mut Random, rate: f64) -> Option<VisitIdx> {
        if plan.absent.is_empty() || random.unit() >= rate {
            return None;
        }
        let visit = plan.absent[random.below(plan.absent.len())];
        let is_other = plan.other_visits.get(visit.at()).is_some_and(|it| *it);
        if is_other || plan.instance.weight[visit.at()] == 0 {
            return None;
        }
        let starts = &mut self.absent_starts[visit.at()];
        if random.unit() * (ABSENT_STARTS + f64::from(*starts)) >= ABSENT_STARTS {
            return None;
        }
        *starts = starts.saturating_add(1);
        Some(visit)
    }

    fn strings(&mut self, plan: &Plan<'_>, random: &mut Random) {
        #[expect(clippy::cast_precision_loss, reason = "counts of visits")]
        let served = (plan.instance.shape.len() - plan.absent.len()) as f64;
        #[expect(clippy::cast_precision_loss, reason = "counts of stops")]
        let stops_a_visit = if self.is_by_stops() {
            plan.problem.stops.len() as f64 / plan.instance.shape.len() as f64
        } else {
            1.0
        };
        #[expect(clippy::cast_precision_loss, reason = "counts of routes")]
        let mean = stops_a_visit * served / plan.used.len() as f64;
        let longest = STRING_MAX.min(mean);
        let strings_max = 4.0 * removed_mean(plan) / (1.0 + longest) - 1.0;
        let strings = floor(random.unit() * strings_max + 1.0);
        let (seed, seed_stop) = self.seed;
        self.ruined.clear();
        for at in 0..=self.near_seed().len() {
            if self.ruined.len() >= strings {
                break;
            }
            let visit = if at == 0 { seed } else { self.near_seed()[at - 1] };
            let Some(shift) = plan.shift_of(visit) else { continue };
            if self.ruined.contains(&shift) || plan.is_closed(shift) {
                continue;
            }
            // Otherwise, the seed cannot move to this route, nor this visit to the seed's. Where visits bind one
            // another, leaving one route may make room on a third one.
            if !plan.groups.any() && !may_exchange(plan, seed, visit) {
                continue;
            }
            self.ruined.push(shift);
            let first = StopIdx(plan.problem.visits[visit.at()].stops.start);
            let stop =
                if self.is_by_stops() { nearest_stop(plan, seed_stop, visit) } else { first };
            self.string(plan, random, shift, stop, longest);
        }
    }

    /// Removes one string of stops of the route that contains `stop`, with all stops of their visits.
    fn string(
        &mut self,
        plan: &Plan<'_>,
        random: &mut Random,
        shift: ShiftIdx,
        stop: StopIdx,
        longest: f64,
    ) {
        self.row.clear();
        let is_by_stops = self.is_by_stops();
        let is_first = |stop: StopIdx| {
            let visit = plan.problem.stops[stop.at()].visit;
            plan.problem.visits[visit.at()].stops.start == stop.0
        };
        self.row.extend(plan.routes[shift.at()].steps.iter().filter_map(|step| match step {
            Step::Stop(stop, _) => (is_by_stops || is_first(*stop)).then_some(*stop),
            Step::Reload(_) => None,
        }));
        let count = self.row.len();
        #[expect(clippy::cast_precision_loss, reason = "counts of stops")]
        let length_max = longest.min(count as f64);
        let length = floor(random.unit() * length_max + 1.0).min(count);
        let Some(at) = self.row.iter().position(|it| *it == stop) else { return };
        let mut spared = 0;
        if length > 1 && length < count && random.unit() < SPLIT_RATE {
            spared = 1;
            while length + spared < count && random.unit() > SPLIT_STOP {
                spared += 1;
            }
        }
        let whole = length + spared;
        let first = (at + 1).saturating_sub(whole);
        let last = at.min(count - whole);
        let start = first + random.below(last - first + 1);
        // The spared stops lie at a random place in the middle.
        let spare_from = start + if spared > 0 { random.below(length + 1) } else { 0 };
        for position in start..start + whole {
            if spared == 0 || !(spare_from..spare_from + spared).contains(&position) {
                let stop = self.row[position];
                let visit = plan.problem.stops[stop.at()].visit;
                let is_only = plan.problem.visits[visit.at()].stops.len() == 1;
                if is_only || !self.leaving.contains(&visit) {
                    self.leaving.push(visit);
                }
            }
        }
    }

    /// Removes a visit and those around it, whatever their routes.
    fn nearby(&mut self, plan: &Plan<'_>, random: &mut Random) {
        let count = 1 + random.below(15);
        self.leaving.push(self.seed.0);
        let is_open = |it: &VisitIdx| plan.shift_of(*it).is_some_and(|at| !plan.is_closed(at));
        let served = match &self.near {
            Near::Visits(rows) => &rows[self.seed.0.at()],
            Near::Stops(rows) => &rows[self.seed.1.at()],
        };
        self.leaving.extend(served.iter().filter(|it| is_open(it)).take(count));
    }

    /// Removes all of one route, or 30 of its visits if it is longer.
    fn route(&mut self, plan: &Plan<'_>, random: &mut Random) {
        let mut shift = plan.used[random.below(plan.used.len())];
        if plan.is_closed(shift) {
            let Some(own) = plan.shift_of(self.seed.0) else { return };
            shift = own;
        }
        self.leave(plan, &plan.routes[shift.at()].steps);
        if let Some(Step::Stop(stop, _)) = plan.routes[shift.at()].steps.first() {
            self.seed = (plan.problem.stops[stop.at()].visit, *stop);
        }
        if self.leaving.len() > 30 {
            random.shuffle(&mut self.leaving);
            self.leaving.truncate(30);
        }
    }
}

/// Returns the number of visits that strings remove on average.
fn removed_mean(plan: &Plan<'_>) -> f64 {
    let instance = &plan.instance;
    if !instance.plain {
        EVALUATED_REMOVED_MEAN
    } else if plan.is_hindered_by_windows() && !instance.paired {
        WINDOWED_REMOVED_MEAN
    } else {
        REMOVED_MEAN
    }
}

/// Returns whether one of two visits may be served by the shift that serves the other one.
fn may_exchange(plan: &Plan<'_>, one: VisitIdx, other: VisitIdx) -> bool {
    let class_of = |visit: VisitIdx| plan.shift_of(visit).map(|it| plan.instance.class[it.at()]);
    let may_join = |visit: VisitIdx, other: VisitIdx| {
        class_of(other).is_none_or(|it| plan.compatible.allows(visit, it))
    };
    may_join(one, other) || may_join(other, one)
}

/// Returns the stop of a visit that is nearest to a stop of another one.
fn nearest_stop(plan: &Plan<'_>, from: StopIdx, visit: VisitIdx) -> StopIdx {
    let stops = plan.problem.visits[visit.at()].stops.clone();
    if stops.len() == 1 || stops.contains(&from.0) {
        return if stops.len() == 1 { StopIdx(stops.start) } else { from };
    }
    let (instance, place) = (&plan.instance, main_place(&plan.instance, from));
    let way = |stop: &u32| {
        let to = main_place(instance, StopIdx(*stop));
        instance.meters(0, place, to).map_or(i64::MAX, |it| it + instance.seconds(0, place, to))
    };
    StopIdx(stops.clone().min_by_key(way).unwrap_or(stops.start))
}

/// Converts to a count; the number is small and not negative.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small, not negative")]
fn floor(number: f64) -> usize {
    number as usize
}
