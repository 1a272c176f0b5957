//! Visits that only some shifts may serve: the least that each needs, and how many of these needs fit into the shifts.

use super::{Budget, LEGS_MAX, ProofContext};
use crate::explain::legs::{self, LeastLegs, Origins};
use crate::instance::Shape;
use crate::problem::{OptionIdx, ShiftIdx, StopIdx, StopKind, UNLIMITED, VisitIdx};
use crate::rules::{capacity, limits, shift_time, time_windows};
use crate::search::plan::Plan;
use crate::solution::{Bound, Code};

/// Visits, all shifts that may serve any of them, and the legs that lead there.
pub(super) struct Group<'p, 'a> {
    pub(super) plan: &'p Plan<'a>,
    budget: &'p Budget<'p>,
    pub(super) visits: Vec<VisitIdx>,
    pub(super) shifts: Vec<ShiftIdx>,
    /// The travel tables of their vehicles, each listed once.
    tables: Vec<usize>,
    /// The least seconds and the least meters of a leg to each visit.
    pub(super) legs: Vec<(i64, i64)>,
    /// The least seconds and meters of a leg to the end place of a shift.
    home: (i64, i64),
}

impl<'p, 'a> Group<'p, 'a> {
    /// `None` if the work is used up.
    pub(super) fn new(facts: &'p ProofContext<'p, 'a>, shifts: &[u32]) -> Option<Self> {
        let ProofContext { eligible, origins, budget, .. } = facts;
        let plan = facts.plan;
        if budget.spend(eligible.count + eligible.of.len()) {
            return None;
        }
        let visits = eligible.within(shifts);
        let shifts: Vec<ShiftIdx> = shifts.iter().map(|it| ShiftIdx(*it)).collect();
        let problem = plan.problem;
        let travel =
            |it: &ShiftIdx| problem.vehicles[problem.shifts[it.at()].vehicle.at()].travel.at();
        let mut tables: Vec<usize> = shifts.iter().map(travel).collect();
        tables.sort_unstable();
        tables.dedup();
        let mut group =
            Self { plan, budget, visits, shifts, tables, legs: Vec::new(), home: (0, 0) };
        if let Some(origins) = origins {
            let mut origins = origins.clone();
            let looked_at = group.shifts.iter().map(|it| &problem.shifts[it.at()]);
            looked_at.for_each(|it| origins.add_of_shift(it));
            let mut least = LeastLegs::new(&plan.instance, &origins, &group.tables);
            group.legs =
                group.visits.iter().map(|it| group.shortest_leg(*it, &mut least)).collect();
            group.home = group.way_home(origins);
            if budget.spend(least.looked_at()) {
                return None;
            }
        }
        Some(group)
    }

    /// Whether the plan serves all of the visits.
    pub(super) fn is_whole(&self) -> bool {
        self.visits.iter().all(|it| self.plan.shift_of(*it).is_some())
    }

    pub(super) fn bound_all(&self, found: &mut Vec<Bound>) {
        for dimension in 0..self.plan.instance.dimensions {
            for kind in [StopKind::Dropoff, StopKind::Pickup] {
                self.bound_loads(dimension, kind, found);
            }
        }
        self.bound_stops(found);
        self.bound_sums(found);
        self.bound_windows(found);
    }

    /// Adds a bound if the needs do not all fit into the rooms: the smallest ones are filled in first, into each room
    /// by itself, and into all rooms together. Visits without a need are not part of the bound.
    pub(super) fn push(
        &self,
        code: Code,
        dimension: Option<u32>,
        needs: &[i64],
        rooms: &[i64],
        found: &mut Vec<Bound>,
    ) {
        let with_needs = self.visits.iter().copied().zip(needs.iter().copied());
        let (visits, needs): (Vec<VisitIdx>, Vec<i64>) = with_needs.filter(|it| it.1 > 0).unzip();
        let served_max = most(&needs, rooms);
        if served_max < needs.len() {
            let served_max = u32::try_from(served_max).expect("a count of visits");
            let shifts = self.shifts.clone();
            found.push(Bound { code, dimension, visits, shifts, served_max });
        }
    }

    fn bound_loads(&self, dimension: usize, kind: StopKind, found: &mut Vec<Bound>) {
        let (problem, instance) = (self.plan.problem, &self.plan.instance);
        let mut rooms = Vec::new();
        for shift in &self.shifts {
            let data = &problem.shifts[shift.at()];
            let room = problem.vehicles[data.vehicle.at()].capacity[dimension];
            if room >= UNLIMITED {
                return;
            }
            let reloads: u64 = data.reloads.iter().map(|it| u64::from(it.count_max)).sum();
            // More trips than visits do not help.
            let trips = 1 + usize::try_from(reloads).unwrap_or(usize::MAX).min(self.visits.len());
            rooms.extend(std::iter::repeat_n(room, trips));
        }
        let load = |visit: &VisitIdx| {
            let stops = problem.visits[visit.at()].stops.clone().map(StopIdx);
            let own =
                stops.filter(|it| instance.kind[it.at()] == kind && !instance.carried[it.at()]);
            // The stops of a visit may lie on different trips, so only the largest load counts.
            own.map(|it| instance.load_of(it)[dimension]).max().unwrap_or(0)
        };
        let needs: Vec<i64> = self.visits.iter().map(load).collect();
        let dimension = u32::try_from(dimension).ok();
        self.push(capacity::CODE, dimension, &needs, &rooms, found);
    }

    fn bound_stops(&self, found: &mut Vec<Bound>) {
        let problem = self.plan.problem;
        let limit = |it: &ShiftIdx| {
            problem.vehicles[problem.shifts[it.at()].vehicle.at()].limits.stop_count
        };
        let rooms: Vec<i64> = self.shifts.iter().map(limit).collect();
        let count = |it: &VisitIdx| i64::try_from(problem.visits[it.at()].stops.len()).unwrap_or(0);
        let needs: Vec<i64> = self.visits.iter().map(count).collect();
        self.push(limits::STOPS, None, &needs, &rooms, found);
    }

    /// Bounds from the time of the shift, duration, driving and distance.
    fn bound_sums(&self, found: &mut Vec<Bound>) {
        if self.legs.is_empty() {
            return;
        }
        let problem = self.plan.problem;
        let needs: Vec<[i64; 3]> = (0..self.visits.len()).map(|it| self.needs(it)).collect();
        // An open start saves the first leg, whichever it is.
        let (first_seconds, first_meters) =
            self.legs.iter().fold((0, 0), |most, leg| (leg.0.max(most.0), leg.1.max(most.1)));
        type Room<'r> = (Code, usize, Box<dyn Fn(ShiftIdx) -> i64 + 'r>);
        let limits = |it: ShiftIdx| &problem.vehicles[problem.shifts[it.at()].vehicle.at()].limits;
        let rules: [Room<'_>; 4] = [
            (
                shift_time::CODE,
                0,
                Box::new(|it| {
                    let shift = &problem.shifts[it.at()];
                    shift.latest_end_at - shift.start_at
                }),
            ),
            (limits::DURATION, 0, Box::new(|it| limits(it).duration_seconds)),
            (limits::DRIVING_DURATION, 1, Box::new(|it| limits(it).driving_seconds)),
            (limits::DISTANCE, 2, Box::new(|it| limits(it).distance_meters)),
        ];
        for (code, of, room) in rules {
            let rooms: Vec<i64> = self
                .shifts
                .iter()
                .map(|it| {
                    let shift = &problem.shifts[it.at()];
                    let room = room(*it);
                    if room >= UNLIMITED {
                        return room;
                    }
                    let (seconds, meters) = self.home;
                    let back = if of == 2 { meters } else { seconds };
                    let back = if shift.end_place.is_some() { back } else { 0 };
                    let first = if of == 2 { first_meters } else { first_seconds };
                    let first = if shift.start_place.is_some() { 0 } else { first };
                    // Breaks without windows are always taken.
                    let owed = shift.breaks.iter().filter(|it| it.owed.is_none());
                    let breaks: i64 = if of == 0 { owed.map(|it| it.seconds).sum() } else { 0 };
                    room - back + first - breaks
                })
                .collect();
            let needs: Vec<i64> = needs.iter().map(|it| it[of]).collect();
            self.push(code, None, &needs, &rooms, found);
        }
    }

    /// The needs of one visit: seconds with service, seconds on the road, meters.
    pub(super) fn needs(&self, at: usize) -> [i64; 3] {
        let (problem, instance) = (self.plan.problem, &self.plan.instance);
        let stops = problem.visits[self.visits[at].at()].stops.clone();
        let service = |stop: u32| {
            let options = problem.stops[stop as usize].options.clone();
            options.map(|it| instance.least_service_seconds(OptionIdx(it))).min().unwrap_or(0)
        };
        let (seconds, meters) = self.legs[at];
        [stops.map(service).sum::<i64>() + seconds, seconds, meters]
    }

    /// The least leg to one of a visit's places, from anywhere that a route could come from, including visits outside
    /// the group.
    fn shortest_leg(&self, visit: VisitIdx, least: &mut LeastLegs<'_, '_>) -> (i64, i64) {
        let instance = &self.plan.instance;
        // A visit of several stops also has legs between its own places; then nothing is counted.
        if instance.shape[visit.at()] != Shape::Single {
            return (0, 0);
        }
        let ends = legs::places_of(instance, visit).map(|it| least.to(it, visit));
        let best = ends.reduce(|one, other| (one.0.min(other.0), one.1.min(other.1)));
        best.filter(|it| it.0 < i64::MAX).unwrap_or((0, 0))
    }

    fn way_home(&self, mut origins: Origins) -> (i64, i64) {
        let problem = self.plan.problem;
        let data = |it: &ShiftIdx| &problem.shifts[it.at()];
        let table = |it: &ShiftIdx| problem.vehicles[data(it).vehicle.at()].travel.at();
        let mut ends: Vec<(usize, u32)> =
            self.shifts.iter().filter_map(|it| Some((table(it), data(it).end_place?.0))).collect();
        ends.sort_unstable();
        ends.dedup();
        // The last stop may be that of any visit, or a reload, but not a break or a start.
        origins.keep_stops();
        let mut best = (i64::MAX, i64::MAX);
        for (table, end) in ends {
            let leg = LeastLegs::new(&self.plan.instance, &origins, &[table]).least_to(end);
            best = (best.0.min(leg.0), best.1.min(leg.1));
        }
        if best.0 == i64::MAX { (0, 0) } else { best }
    }

    /// Finds visits no two of which one vehicle can serve in time: each shift serves at most one of them.
    fn bound_windows(&self, found: &mut Vec<Bound>) {
        if self.legs.is_empty() || self.visits.len() > LEGS_MAX / 3 {
            return;
        }
        let mut absent = self.visits.iter().filter(|it| self.plan.shift_of(**it).is_none());
        let Some(first) = absent.next() else { return };
        let mut clique = vec![*first];
        for visit in &self.visits {
            if *visit != *first && clique.iter().all(|it| self.clash(*it, *visit)) {
                clique.push(*visit);
            }
            // The visits that clash so far are still a valid proof.
            if self.budget.spend(0) {
                break;
            }
        }
        if clique.len() > self.shifts.len() {
            clique.sort_unstable();
            let served_max = u32::try_from(self.shifts.len()).expect("a count of shifts");
            let (visits, shifts) = (clique, self.shifts.clone());
            found.push(Bound {
                code: time_windows::CODE,
                dimension: None,
                visits,
                shifts,
                served_max,
            });
        }
    }

    /// Whether no vehicle can keep the windows of both, in either order.
    fn clash(&self, one: VisitIdx, other: VisitIdx) -> bool {
        let (problem, instance) = (self.plan.problem, &self.plan.instance);
        if [one, other].iter().any(|it| instance.shape[it.at()] != Shape::Single) {
            return false;
        }
        let options = |visit: VisitIdx| {
            let stop = problem.visits[visit.at()].stops.start as usize;
            problem.stops[stop].options.clone()
        };
        let after = |before: VisitIdx, next: VisitIdx| {
            options(before).any(|a| {
                let service = instance.least_service_seconds(OptionIdx(a));
                options(next).any(|b| {
                    let (a, b) = (instance.option(OptionIdx(a)), instance.option(OptionIdx(b)));
                    self.tables.iter().any(|table| {
                        let seconds = instance.seconds(*table, a.place, b.place);
                        a.opens_at + service + seconds <= b.closes_at
                    })
                })
            })
        };
        let pairs = options(one).len() * options(other).len();
        !self.budget.spend(pairs * self.tables.len()) && !after(one, other) && !after(other, one)
    }
}

/// The most needs that fit into the rooms; all needs are above 0.
fn most(needs: &[i64], rooms: &[i64]) -> usize {
    if rooms.iter().any(|it| *it >= UNLIMITED / 2) {
        return needs.len();
    }
    // A need that is larger than every single room fits nowhere.
    let largest = rooms.iter().copied().max().unwrap_or(0).max(0);
    let mut sorted: Vec<i64> = needs.iter().copied().filter(|it| *it <= largest).collect();
    sorted.sort_unstable();
    let fill = |room: i64| {
        let mut left = room;
        sorted
            .iter()
            .take_while(|need| {
                left -= **need;
                left >= 0
            })
            .count()
    };
    let together = fill(rooms.iter().map(|it| (*it).max(0)).sum());
    let apart: usize = rooms.iter().map(|it| fill(*it)).sum();
    together.min(apart)
}
