//! What to take out: strings of neighboring routes, as in SISR (Christiaens, Vanden Berghe 2020), beside whole routes,
//! neighborhoods and chance.
//!
//! Strings alone leave little slack in any one route; the others are for what strings cannot do: closing a route, moving a
//! day's work, leaving an optional order out.

use crate::evaluate::Step;
use crate::problem::{ShiftIdx, StopIdx, VisitIdx};
use crate::search::neighbors::main_place;
use crate::search::plan::{Beside, Plan};
use crate::search::random::Random;

/// Visits removed on average, and the longest string: the values of the paper.
const REMOVED_MEAN: f64 = 10.0;
/// Visits removed on average where routes have to be evaluated: more and smaller iterations settle sooner.
const EVALUATED_REMOVED_MEAN: f64 = 6.0;
const STRING_MAX: f64 = 10.0;
/// How often a string spares visits in its middle, and how likely each further one is spared.
const SPLIT_RATE: f64 = 0.5;
const SPLIT_STOP: f64 = 0.01;

pub(crate) struct Ruin {
    /// By stop: visits with a stop near to it, nearest first.
    neighbors: Vec<Vec<VisitIdx>>,
    /// Where it may begin. Empty: anywhere.
    seeds: Vec<VisitIdx>,
    /// Where the last ruin began.
    seed: (VisitIdx, StopIdx),
    leaving: Vec<VisitIdx>,
    ruined: Vec<ShiftIdx>,
    row: Vec<StopIdx>,
    /// What the last ruin took out and what it was between, each with what was beside it.
    touched: Vec<(VisitIdx, Beside)>,
}

impl Ruin {
    pub(crate) fn new(neighbors: Vec<Vec<VisitIdx>>) -> Self {
        Self {
            neighbors,
            seeds: Vec::new(),
            seed: (VisitIdx(0), StopIdx(0)),
            leaving: Vec::new(),
            ruined: Vec::new(),
            row: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// From now on it begins at these visits.
    pub(crate) fn begin_at(&mut self, seeds: Vec<VisitIdx>) {
        self.seeds = seeds;
    }

    /// Takes visits out of the plan.
    pub(crate) fn ruin(&mut self, plan: &mut Plan<'_>, random: &mut Random) {
        self.leaving.clear();
        if plan.used.is_empty() {
            self.seed = self.draw(plan, random);
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
        self.touched.clear();
        for visit in &self.leaving {
            let beside = plan.beside(*visit);
            self.touched.push((*visit, beside));
            let others = beside.into_iter().flatten();
            self.touched.extend(others.map(|it| (it, plan.beside(it))));
        }
        plan.remove(&self.leaving);
    }

    /// Of what the last ruin took out and what it was between: those that are beside others now.
    pub(crate) fn moved(&self, plan: &Plan<'_>) -> impl Iterator<Item = VisitIdx> {
        self.touched.iter().filter(|it| plan.beside(it.0) != it.1).map(|it| it.0)
    }

    /// Visits about where the last ruin began, nearest first.
    pub(crate) fn around(&self) -> impl Iterator<Item = VisitIdx> {
        let (visit, stop) = self.seed;
        std::iter::once(visit).chain(self.neighbors[stop.at()].iter().copied())
    }

    /// A visit, and one of its stops: what is brought to a place has as much to do with what goes on there as with what goes
    /// on where it was picked up.
    fn draw(&self, plan: &Plan<'_>, random: &mut Random) -> (VisitIdx, StopIdx) {
        let visit = if self.seeds.is_empty() {
            VisitIdx::of(random.below(plan.problem.visits.len()))
        } else {
            self.seeds[random.below(self.seeds.len())]
        };
        let stops = plan.problem.visits[visit.at()].stops.clone();
        let at = if stops.len() > 1 { random.below(stops.len()) } else { 0 };
        (visit, StopIdx::of(stops.start as usize + at))
    }

    fn strings(&mut self, plan: &Plan<'_>, random: &mut Random) {
        #[expect(clippy::cast_precision_loss, reason = "counts of visits")]
        let served = (plan.instance.shape.len() - plan.absent.len()) as f64;
        #[expect(clippy::cast_precision_loss, reason = "counts of stops")]
        let stops_a_visit = plan.problem.stops.len() as f64 / plan.instance.shape.len() as f64;
        #[expect(clippy::cast_precision_loss, reason = "counts of routes")]
        let mean = stops_a_visit * served / plan.used.len() as f64;
        let longest = STRING_MAX.min(mean);
        let removed = if plan.instance.plain { REMOVED_MEAN } else { EVALUATED_REMOVED_MEAN };
        let strings_max = 4.0 * removed / (1.0 + longest) - 1.0;
        let strings = floor(random.unit() * strings_max + 1.0);
        self.seed = self.draw(plan, random);
        let (seed, seed_stop) = self.seed;
        self.ruined.clear();
        for at in 0..=self.neighbors[seed_stop.at()].len() {
            if self.ruined.len() >= strings {
                break;
            }
            let visit = if at == 0 { seed } else { self.neighbors[seed_stop.at()][at - 1] };
            let Some(shift) = plan.shift_of(visit) else { continue };
            if self.ruined.contains(&shift) || plan.is_closed(shift) {
                continue;
            }
            self.ruined.push(shift);
            let stop = nearest_stop(plan, seed_stop, visit);
            self.string(plan, random, shift, stop, longest);
        }
    }

    /// One string of stops of the route that makes `stop`; their visits leave as a whole.
    fn string(
        &mut self,
        plan: &Plan<'_>,
        random: &mut Random,
        shift: ShiftIdx,
        stop: StopIdx,
        longest: f64,
    ) {
        self.row.clear();
        self.row.extend(plan.routes[shift.at()].steps.iter().filter_map(|step| match step {
            Step::Stop(stop, _) => Some(*stop),
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
        // The spared ones lie in the middle, somewhere.
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

    /// A visit and those around it, whatever their routes.
    fn nearby(&mut self, plan: &Plan<'_>, random: &mut Random) {
        self.seed = self.draw(plan, random);
        let (seed, stop) = self.seed;
        let count = 1 + random.below(15);
        self.leaving.push(seed);
        let is_open = |it: &VisitIdx| plan.shift_of(*it).is_some_and(|at| !plan.is_closed(at));
        let served = self.neighbors[stop.at()].iter().filter(|it| is_open(it));
        self.leaving.extend(served.take(count));
    }

    /// All of one route, if it is not long.
    fn route(&mut self, plan: &Plan<'_>, random: &mut Random) {
        let mut shift = plan.used[random.below(plan.used.len())];
        if plan.is_closed(shift) {
            self.seed = self.draw(plan, random);
            let Some(own) = plan.shift_of(self.seed.0) else { return };
            shift = own;
        }
        for step in &plan.routes[shift.at()].steps {
            if let Step::Stop(stop, _) = step {
                let visit = plan.problem.stops[stop.at()].visit;
                if !self.leaving.contains(&visit) {
                    self.leaving.push(visit);
                }
            }
        }
        if let Some(Step::Stop(stop, _)) = plan.routes[shift.at()].steps.first() {
            self.seed = (plan.problem.stops[stop.at()].visit, *stop);
        }
        if self.leaving.len() > 30 {
            random.shuffle(&mut self.leaving);
            self.leaving.truncate(30);
        }
    }
}

/// That of a visit's stops which is nearest to a stop of another one.
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

/// As a count; the number is small and not negative.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small, not negative")]
fn floor(number: f64) -> usize {
    number as usize
}
