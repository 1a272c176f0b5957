//! Ejection: an absent visit replaces visits that were absent less often.
//!
//! ```text
//! absent: v (9 times)     route: a b c d e     without c (2 times) v fits:  a b v d e     absent: c
//! ```
//!
//! After Nagata, Bräysy 2009 (vehicle routing with windows) and Nagata, Kobayashi 2010 (pickups and dropoffs): the
//! visits with the smallest sum of absences leave, so that visits that are hard to place stay and easy ones are left
//! over. Differences: the search's own iterations replace random moves between two ejections; at most two visits leave.
//!
//! Each set that may leave takes O(route) to remove and O(positions) to look for room. There are O(visits × visits of a
//! route) sets of two, so only some of them are tried. Where margins do not judge everything, the few best positions
//! are evaluated, and the hunt ends when its work is used up ([`HUNT_WORK`]).

use super::super::Search;
use super::super::plan::Plan;
use super::super::plan::route::Fit;
use super::super::recreate::insertion::{
    CANDIDATES_MAX, Candidates, Dropoffs, Insertion, Never, Target, scan, write,
};
use crate::evaluate::Step;
use crate::instance::Shape;
use crate::problem::{ShiftIdx, VisitIdx};

/// The share of iterations that begin with an ejection. With as many positions examined, fleets of Li and Lim's LR1_4_7
/// and LRC1_6_5 came to 19 and 46 vehicles with it, and to 20 and 47 without.
const EJECTION_RATE: f64 = 0.3;
/// The maximum number of sets of two visits to try.
const PAIRS_MAX: usize = 500;
/// The most work of one hunt if routes have to be evaluated, some 2 ms: about as much as an iteration there.
const HUNT_WORK: u64 = 20_000;
/// Work of evaluating a step that the evaluator does not count itself.
const STEP_WORK: usize = 1;

/// The visits that leave a route, and where the new visit is inserted.
#[derive(Clone, Copy, Debug)]
struct Ejection {
    shift: ShiftIdx,
    leaving: [Option<VisitIdx>; 2],
    insertion: Insertion,
    /// Sum of the absences of the visits that leave.
    absences: u64,
    /// What the new visit adds to the route: according to margins if they judge everything, else exactly.
    delta: f64,
}

/// A search for the best ejection.
struct Hunt<'a, 'p> {
    plan: &'a mut Plan<'p>,
    absences: &'a [u32],
    visit: VisitIdx,
    best: Option<Ejection>,
    pairs_left: usize,
    /// The total work at which it ends.
    until: u64,
    judged: u64,
    /// Visits of the current route.
    visits: Vec<VisitIdx>,
    steps: Vec<Step>,
    with: Vec<Step>,
    dropoffs: Dropoffs,
}

impl Search<'_> {
    /// With some probability, lets an absent visit replace others, and continues from there whatever that costs.
    pub(in super::super) fn eject(&mut self) {
        let plan = &self.plan;
        // If the whole fleet does not serve all visits, it cannot be reduced.
        let is_apt = self.best.unserved == 0 && !plan.absent.is_empty() && !plan.groups.any();
        if is_apt && self.random.unit() < EJECTION_RATE {
            let visit = plan.absent[self.random.below(plan.absent.len())];
            if plan.instance.shape[visit.at()] != Shape::Many {
                self.eject_for(visit);
            }
        }
    }

    fn eject_for(&mut self, visit: VisitIdx) {
        let plan = &mut self.plan;
        let mut shifts = plan.used.clone();
        shifts.retain(|it| plan.may_serve(visit, *it));
        self.random.shuffle(&mut shifts);
        let mut hunt = Hunt::new(plan, &self.absences, visit);
        let found = hunt.find(&shifts);
        self.scratch.judged += hunt.judged;
        if !found.is_some_and(|ejection| apply(plan, visit, &ejection)) {
            return;
        }
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

/// Applies an ejection; returns whether it fits.
fn apply(plan: &mut Plan<'_>, visit: VisitIdx, ejection: &Ejection) -> bool {
    let (mut left, mut steps) = (Vec::new(), Vec::new());
    write_without(plan, ejection.shift, &ejection.leaving, &mut left);
    write(plan.problem, visit, &ejection.insertion, &left, &mut steps);
    if plan.replace(ejection.shift, &steps) == Fit::Not {
        return false;
    }
    plan.exchange_absent(Some(visit), ejection.leaving.into_iter().flatten());
    true
}

impl<'a, 'p> Hunt<'a, 'p> {
    fn new(plan: &'a mut Plan<'p>, absences: &'a [u32], visit: VisitIdx) -> Self {
        let until = plan.patience.spent() + HUNT_WORK;
        Self {
            plan,
            absences,
            visit,
            best: None,
            pairs_left: PAIRS_MAX,
            until,
            judged: 0,
            visits: Vec::new(),
            steps: Vec::new(),
            with: Vec::new(),
            dropoffs: Dropoffs::default(),
        }
    }

    /// Lets no visit leave if there is room, else one visit, else two.
    fn find(&mut self, shifts: &[ShiftIdx]) -> Option<Ejection> {
        for size in 0..=2 {
            for shift in shifts {
                self.try_ejections(*shift, size);
            }
            if self.best.is_some() {
                break;
            }
        }
        self.best
    }

    /// Tries all sets of `size` visits of one route.
    fn try_ejections(&mut self, shift: ShiftIdx, size: usize) {
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
            Some(best) if best.absences == absences => best.delta,
            _ => f64::INFINITY,
        };
        let is_plain = self.plan.instance.plain;
        if !is_plain && self.plan.patience.spent() > self.until {
            return;
        }
        write_without(self.plan, shift, &leaving, &mut self.steps);
        let (visit, bounds) = (self.visit, (self.plan.frozen[shift.at()], self.steps.len()));
        let kept = if is_plain { 1 } else { CANDIDATES_MAX };
        let limit_of_margins = if is_plain { limit } else { f64::INFINITY };
        let mut candidates = Candidates::below(kept, limit_of_margins);
        let dropoffs = &mut self.dropoffs;
        let before = self.plan.look_at(shift, &self.steps, |plan, route| {
            let target = Target { instance: &plan.instance, shift, route, bounds };
            scan(target, visit, &mut Never, dropoffs, &mut candidates);
            route.rest
        });
        self.judged += candidates.judged();
        let Some(before) = before else { return };
        for insertion in candidates.iter() {
            let added = if is_plain {
                Some(insertion.delta)
            } else {
                self.evaluated(shift, &insertion).map(|rest| rest - before)
            };
            if let Some(delta) = added.filter(|it| *it < limit) {
                self.best = Some(Ejection { shift, leaving, insertion, absences, delta });
                return;
            }
        }
    }

    /// The `rest` of the route with the new visit and without those that leave; `None` if it does not fit.
    fn evaluated(&mut self, shift: ShiftIdx, insertion: &Insertion) -> Option<f64> {
        write(self.plan.problem, self.visit, insertion, &self.steps, &mut self.with);
        self.plan.patience.spend(self.with.len() * STEP_WORK);
        self.plan.try_route(shift, &self.with)
    }
}

/// Writes the steps of a route without those of some visits.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::StopKind;
    use crate::search::SearchOptions;

    /// Leaves out one visit and serves the others.
    fn leave_out(search: &mut Search<'_>, visit: VisitIdx) {
        let absent = search.plan.absent.clone();
        search.plan.remove(&[visit]);
        for other in absent.iter().filter(|it| **it != visit) {
            search.eject_for(*other);
        }
        assert_eq!(search.plan.absent, [visit]);
    }

    #[test]
    fn the_visit_that_was_absent_least_often_is_removed() {
        for least in 0..3 {
            let mut fixture = Fixture::new(5);
            fixture.shift(0..10_000);
            for place in 1..=4 {
                fixture.dropoff(place, &[]);
            }
            fixture.problem.vehicles[0].capacity[0] = 3;
            let mut search = Search::new(&fixture.problem, SearchOptions::default());
            assert!(search.plan.instance.plain);
            leave_out(&mut search, VisitIdx(3));
            search.absences = vec![7, 8, 9, 20];
            search.absences[least] = 2;
            search.eject_for(VisitIdx(3));
            assert_eq!(search.plan.absent, [VisitIdx::of(least)]);
            assert_eq!(search.current, search.plan.score());
        }
    }

    #[test]
    fn where_margins_do_not_judge_the_evaluator_decides_who_makes_room() {
        let mut fixture = Fixture::new(7);
        fixture.shift(0..10_000);
        // The way to the last visit and back is 1,200 meters long. Two windows are more than margins can judge.
        for place in [1, 2, 3, 6] {
            fixture.dropoff(place, &[(0, 5_000), (6_000, 9_000)]);
        }
        let limits = &mut fixture.problem.vehicles[0].limits;
        (limits.distance_meters, limits.stop_count) = (1_200, 3);
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        assert!(!search.plan.instance.plain);
        let far = VisitIdx(3);
        leave_out(&mut search, far);
        search.absences = vec![7, 2, 8, 20];
        search.eject_for(far);
        assert_eq!(search.plan.absent, [VisitIdx(1)]);
        assert_eq!(search.plan.shift_of(far), Some(ShiftIdx(0)));
        // With 100 meters less, no visit makes room.
        fixture.problem.vehicles[0].limits.distance_meters = 1_100;
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        assert_eq!(search.plan.absent, [far]);
        search.eject_for(far);
        assert_eq!(search.plan.absent, [far]);
    }

    #[test]
    fn two_leave_where_one_does_not_make_room() {
        let mut fixture = Fixture::new(2);
        fixture.shift(0..10_000);
        for load in [2, 2, 4] {
            fixture.order(&[(StopKind::Dropoff, 1, load)]);
        }
        fixture.problem.vehicles[0].capacity[0] = 4;
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        let heavy = VisitIdx(2);
        leave_out(&mut search, heavy);
        search.eject_for(heavy);
        search.plan.absent.sort_unstable();
        assert_eq!(search.plan.absent, [VisitIdx(0), VisitIdx(1)]);
    }
}
