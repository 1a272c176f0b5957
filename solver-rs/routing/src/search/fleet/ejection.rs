//! Ejection: an absent visit takes the place of others that were absent less often.
//!
//! ```text
//! absent: v (9 times)     route: a b c d e     without c (2 times) there is room for v:  a b v d e     absent: c
//! ```
//!
//! After Nagata, Bräysy 2009 (vehicle routing with windows) and Nagata, Kobayashi 2010 (pickups and dropoffs): what leaves is
//! whatever was absent least often, as a sum, so that visits that are hard to place come to stay and the easy ones are left over.
//! Differs: instead of moves by chance between two ejections there are the search's own iterations; two visits leave at the
//! most.
//!
//! Where margins judge all: of each set that may leave, O(route) to take it out and O(positions) to look for room. Sets of
//! two are O(visits × visits of a route), so only some of them are tried.

use super::super::Search;
use super::super::plan::Plan;
use super::super::plan::route::Fit;
use super::super::random::Random;
use super::super::recreate::insertion::{Blink, Candidates, Insertion, scan, write};
use crate::evaluate::Step;
use crate::problem::{ShiftIdx, VisitIdx};

/// How often an iteration begins with an ejection. By as many positions looked at, fleets of Li and Lim's LR1_4_7 and
/// LRC1_6_5 came to 19 and 46 vehicles, to 20 and 47 without.
const EJECTION_RATE: f64 = 0.3;
/// Sets of two visits that are tried.
const PAIRS_MAX: usize = 500;

/// Who leaves a route, and how the visit that comes goes into what is left of it.
#[derive(Clone, Copy, Debug)]
struct Ejection {
    shift: ShiftIdx,
    leaving: [Option<VisitIdx>; 2],
    insertion: Insertion,
    /// Of the absences of those that leave.
    absences: u64,
}

/// An ejection that is looked for.
struct Hunt<'a, 'p> {
    plan: &'a mut Plan<'p>,
    absences: &'a [u32],
    visit: VisitIdx,
    best: Option<Ejection>,
    pairs_left: usize,
    judged: u64,
    /// Of the route at hand.
    visits: Vec<VisitIdx>,
    steps: Vec<Step>,
}

struct Never;

impl Blink for Never {
    fn blinks(&mut self) -> bool {
        false
    }
}

impl Search<'_> {
    /// At times an absent visit takes the place of others, and the search goes on from there whatever that costs.
    pub(in super::super) fn eject(&mut self) {
        let plan = &mut self.plan;
        // Elsewhere an ejection would have to be evaluated, many times over.
        if !plan.instance.plain || plan.absent.is_empty() || !is_time(&mut self.random) {
            return;
        }
        let visit = plan.absent[self.random.below(plan.absent.len())];
        let mut shifts = plan.used.clone();
        shifts.retain(|it| plan.may_serve(visit, *it));
        self.random.shuffle(&mut shifts);
        let absences = &self.absences[..];
        let mut hunt = Hunt::new(plan, absences, visit);
        let found = hunt.find(&shifts);
        self.scratch.judged += hunt.judged;
        if let Some(ejection) = found
            && apply(plan, visit, &ejection)
        {
            plan.keep();
            self.current = self.plan.score();
            if self.current.is_better_than(&self.best) {
                self.remember();
            }
            if self.current.unserved == 0 {
                self.close_a_vehicle();
            }
        }
    }
}

fn is_time(random: &mut Random) -> bool {
    random.unit() < EJECTION_RATE
}

/// Whether it fits.
fn apply(plan: &mut Plan<'_>, visit: VisitIdx, ejection: &Ejection) -> bool {
    let (mut left, mut steps) = (Vec::new(), Vec::new());
    write_without(plan, ejection.shift, &ejection.leaving, &mut left);
    write(plan.problem, visit, &ejection.insertion, &left, &mut steps);
    if plan.replace(ejection.shift, &steps) == Fit::Not {
        return false;
    }
    plan.absent.retain(|it| *it != visit);
    plan.absent.extend(ejection.leaving.iter().flatten());
    true
}

impl<'a, 'p> Hunt<'a, 'p> {
    fn new(plan: &'a mut Plan<'p>, absences: &'a [u32], visit: VisitIdx) -> Self {
        Self {
            plan,
            absences,
            visit,
            best: None,
            pairs_left: PAIRS_MAX,
            judged: 0,
            visits: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Nobody leaves if there is room, else one visit, else two.
    fn find(&mut self, shifts: &[ShiftIdx]) -> Option<Ejection> {
        for size in 0..=2 {
            for shift in shifts {
                self.look(*shift, size);
            }
            if self.best.is_some() {
                break;
            }
        }
        self.best
    }

    /// All sets of so many visits of one route.
    fn look(&mut self, shift: ShiftIdx, size: usize) {
        if size == 0 {
            return self.try_without(shift, [None; 2]);
        }
        let mut visits = std::mem::take(&mut self.visits);
        visits.clear();
        visits.extend(self.plan.routes[shift.at()].steps.iter().filter_map(|step| match step {
            Step::Stop(stop, _) => {
                let visit = self.plan.problem.stops[stop.at()].visit;
                let is_first = self.plan.problem.visits[visit.at()].stops.start == stop.0;
                (is_first && !self.plan.locked[visit.at()]).then_some(visit)
            }
            Step::Reload(_) => None,
        }));
        for (at, first) in visits.iter().enumerate() {
            if size == 1 {
                self.try_without(shift, [Some(*first), None]);
                continue;
            }
            for second in &visits[at + 1..] {
                if self.pairs_left == 0 {
                    break;
                }
                self.pairs_left -= 1;
                self.try_without(shift, [Some(*first), Some(*second)]);
            }
        }
        self.visits = visits;
    }

    fn try_without(&mut self, shift: ShiftIdx, leaving: [Option<VisitIdx>; 2]) {
        let of = |it: &VisitIdx| u64::from(self.absences[it.at()]) + 1;
        let absences = leaving.iter().flatten().map(of).sum::<u64>();
        let limit = match &self.best {
            Some(best) if best.absences < absences => return,
            Some(best) if best.absences == absences => best.insertion.delta,
            _ => f64::INFINITY,
        };
        write_without(self.plan, shift, &leaving, &mut self.steps);
        let (visit, bounds) = (self.visit, (self.plan.frozen[shift.at()], self.steps.len()));
        let mut candidates = Candidates::below(1, limit);
        self.plan.look_at(shift, &self.steps, |plan, route| {
            scan(&plan.instance, shift, route, visit, bounds, &mut Never, &mut candidates);
        });
        self.judged += candidates.judged();
        if let Some(insertion) = candidates.iter().next() {
            self.best = Some(Ejection { shift, leaving, insertion, absences });
        }
    }
}

/// The steps of a route without those of some visits.
fn write_without(
    plan: &Plan<'_>,
    shift: ShiftIdx,
    leaving: &[Option<VisitIdx>; 2],
    steps: &mut Vec<Step>,
) {
    let stays = |step: &Step| plan.visit_of(*step).is_none_or(|it| !leaving.contains(&Some(it)));
    steps.clear();
    steps.extend(plan.routes[shift.at()].steps.iter().copied().filter(stays));
}
