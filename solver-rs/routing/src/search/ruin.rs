//! What to take out: strings of neighboring routes, as in SISR (Christiaens, Vanden Berghe 2020), beside whole routes,
//! neighborhoods and chance.
//!
//! Strings alone leave little slack in any one route; the others are for what strings cannot do: closing a route, moving a
//! day's work, leaving an optional order out.

use crate::evaluate::Step;
use crate::problem::{ShiftIdx, VisitIdx};
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
    neighbors: Vec<Vec<VisitIdx>>,
    /// Where it may begin. Empty: anywhere.
    seeds: Vec<VisitIdx>,
    leaving: Vec<VisitIdx>,
    ruined: Vec<ShiftIdx>,
    row: Vec<VisitIdx>,
    /// What the last ruin took out and what it was between, each with what was beside it.
    touched: Vec<(VisitIdx, Beside)>,
}

impl Ruin {
    pub(crate) fn new(neighbors: Vec<Vec<VisitIdx>>) -> Self {
        Self {
            neighbors,
            seeds: Vec::new(),
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

    fn seed(&self, random: &mut Random) -> VisitIdx {
        if self.seeds.is_empty() {
            return VisitIdx::of(random.below(self.neighbors.len()));
        }
        self.seeds[random.below(self.seeds.len())]
    }

    fn strings(&mut self, plan: &Plan<'_>, random: &mut Random) {
        #[expect(clippy::cast_precision_loss, reason = "counts of visits")]
        let served = (plan.instance.shape.len() - plan.absent.len()) as f64;
        #[expect(clippy::cast_precision_loss, reason = "counts of routes")]
        let mean = served / plan.used.len() as f64;
        let longest = STRING_MAX.min(mean);
        let removed = if plan.instance.plain { REMOVED_MEAN } else { EVALUATED_REMOVED_MEAN };
        let strings_max = 4.0 * removed / (1.0 + longest) - 1.0;
        let strings = floor(random.unit() * strings_max + 1.0);
        let seed = self.seed(random);
        self.ruined.clear();
        for at in 0..=self.neighbors[seed.at()].len() {
            if self.ruined.len() >= strings {
                break;
            }
            let visit = if at == 0 { seed } else { self.neighbors[seed.at()][at - 1] };
            let Some(shift) = plan.shift_of(visit) else { continue };
            if self.ruined.contains(&shift) || plan.is_closed(shift) {
                continue;
            }
            self.ruined.push(shift);
            self.string(plan, random, shift, visit, longest);
        }
    }

    /// One string of the route that holds `visit`.
    fn string(
        &mut self,
        plan: &Plan<'_>,
        random: &mut Random,
        shift: ShiftIdx,
        visit: VisitIdx,
        longest: f64,
    ) {
        self.row.clear();
        for step in &plan.routes[shift.at()].steps {
            if let Step::Stop(stop, _) = step {
                let it = plan.problem.stops[stop.at()].visit;
                if plan.problem.visits[it.at()].stops.start == stop.0 {
                    self.row.push(it);
                }
            }
        }
        let count = self.row.len();
        #[expect(clippy::cast_precision_loss, reason = "counts of visits")]
        let length_max = longest.min(count as f64);
        let length = floor(random.unit() * length_max + 1.0).min(count);
        let Some(at) = self.row.iter().position(|it| *it == visit) else { return };
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
                self.leaving.push(self.row[position]);
            }
        }
    }

    /// A visit and those around it, whatever their routes.
    fn nearby(&mut self, plan: &Plan<'_>, random: &mut Random) {
        let seed = self.seed(random);
        let count = 1 + random.below(15);
        self.leaving.push(seed);
        let is_open = |it: &VisitIdx| plan.shift_of(*it).is_some_and(|at| !plan.is_closed(at));
        let served = self.neighbors[seed.at()].iter().filter(|it| is_open(it));
        self.leaving.extend(served.take(count));
    }

    /// All of one route, if it is not long.
    fn route(&mut self, plan: &Plan<'_>, random: &mut Random) {
        let mut shift = plan.used[random.below(plan.used.len())];
        if plan.is_closed(shift) {
            let Some(own) = plan.shift_of(self.seed(random)) else { return };
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
        if self.leaving.len() > 30 {
            random.shuffle(&mut self.leaving);
            self.leaving.truncate(30);
        }
    }
}

/// As a count; the number is small and not negative.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small, not negative")]
fn floor(number: f64) -> usize {
    number as usize
}
