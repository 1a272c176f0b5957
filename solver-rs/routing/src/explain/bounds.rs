//! Proofs that visits have to be left out, whatever the plan.
//!
//! ```text
//! visits that only these shifts may serve ──► the least that each needs ──► into what all of the shifts have
//!                                              load, stop, service and way       how many fit at most?
//! ```
//!
//! Each need is less than what any plan spends on the visit, and the smallest ones are taken: so no plan serves more. Of a
//! visit's way only the shortest leg that could lead to it counts. Single windows that are too near to one another for
//! one vehicle to keep two of them, and relations that ask for different vehicles, bound in the same manner.
//!
//! O(groups × visits), and for ways O(visits²) of a group, which is left out where a group is large.

use crate::instance::{NOWHERE, Shape, place_or_nowhere};
use crate::problem::{
    OptionIdx, RelationKind, ShiftIdx, SpanLimits, StopIdx, StopKind, UNLIMITED, VehicleIdx,
    VisitIdx,
};
use crate::search::plan::Plan;
use crate::solution::{Bound, Code};

/// Groups that are looked at, and proofs that are given.
const GROUPS_MAX: usize = 32;
const BOUNDS_MAX: usize = 16;
/// Visits of which every leg between two is looked at.
const LEGS_MAX: usize = 1_500;

/// All that is proven about visits that the plan leaves out.
pub(in super::super) fn bounds(plan: &Plan<'_>) -> Vec<Bound> {
    if plan.absent.is_empty() || plan.problem.shifts.is_empty() {
        return Vec::new();
    }
    let eligible = Eligible::new(plan);
    let mut found: Vec<Bound> = Vec::new();
    let mut known: Vec<&[u32]> = Vec::new();
    for visit in &plan.absent {
        let set = eligible.of(*visit);
        if set.is_empty() || known.contains(&set) {
            continue;
        }
        known.push(set);
        if known.len() > GROUPS_MAX {
            break;
        }
        let group = Group::new(plan, &eligible, set);
        if !group.is_whole() {
            group.bound_all(&mut found);
        }
    }
    bound_spans(plan, &eligible, &mut found);
    bound_relations(plan, &eligible, &mut found);
    found.truncate(BOUNDS_MAX);
    found
}

/// By visit: the shifts that nothing which never changes keeps from it.
struct Eligible {
    of: Vec<Vec<u32>>,
}

impl Eligible {
    fn new(plan: &Plan<'_>) -> Self {
        let shifts = plan.problem.shifts.len();
        // Of large problems only what is absent and has few is worth it.
        let of = (0..plan.problem.visits.len()).map(VisitIdx::of).map(|visit| {
            let may = |shift: &usize| {
                let shift = ShiftIdx::of(*shift);
                plan.compatible.allows(visit, plan.instance.class[shift.at()])
                    && plan.locks.may_go(visit, shift)
            };
            (0..shifts).filter(may).map(|it| ShiftIdx::of(it).0).collect()
        });
        Self {
            of: if plan.problem.visits.len() * shifts > 4_000_000 {
                Vec::new()
            } else {
                of.collect()
            },
        }
    }

    fn of(&self, visit: VisitIdx) -> &[u32] {
        self.of.get(visit.at()).map_or(&[], |it| &it[..])
    }

    /// Visits that only these shifts may serve, ascending.
    fn within(&self, shifts: &[u32]) -> Vec<VisitIdx> {
        let all = self.of.iter().enumerate();
        let inside =
            |own: &[u32]| !own.is_empty() && own.iter().all(|it| shifts.binary_search(it).is_ok());
        all.filter(|it| inside(it.1)).map(|it| VisitIdx::of(it.0)).collect()
    }
}

/// Visits, all shifts that may serve any of them, and the legs that lead there.
struct Group<'p, 'a> {
    plan: &'p Plan<'a>,
    visits: Vec<VisitIdx>,
    shifts: Vec<ShiftIdx>,
    /// One a visit: the least seconds and meters of a leg to it.
    legs: Vec<(i64, i64)>,
}

impl<'p, 'a> Group<'p, 'a> {
    fn new(plan: &'p Plan<'a>, eligible: &Eligible, shifts: &[u32]) -> Self {
        let visits = eligible.within(shifts);
        let shifts = shifts.iter().map(|it| ShiftIdx(*it)).collect();
        let mut group = Self { plan, visits, shifts, legs: Vec::new() };
        group.legs = group.shortest_legs();
        group
    }

    /// Whether the plan serves all of them.
    fn is_whole(&self) -> bool {
        self.visits.iter().all(|it| self.plan.shift_of(*it).is_some())
    }

    fn bound_all(&self, found: &mut Vec<Bound>) {
        for dimension in 0..self.plan.instance.dimensions {
            for kind in [StopKind::Dropoff, StopKind::Pickup] {
                self.bound_loads(dimension, kind, found);
            }
        }
        self.bound_stops(found);
        self.bound_sums(found);
        self.bound_windows(found);
    }

    /// What of these needs goes into these rooms: the smallest ones first, into each by itself, and into all together.
    fn push(
        &self,
        code: Code,
        dimension: Option<u32>,
        needs: &[i64],
        rooms: &[i64],
        found: &mut Vec<Bound>,
    ) {
        let served_max = most(needs, rooms);
        if served_max < needs.len() {
            let served_max = u32::try_from(served_max).expect("a count of visits");
            let (visits, shifts) = (self.visits.clone(), self.shifts.clone());
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
            // Of several stops each may be on another trip.
            own.map(|it| instance.load_of(it)[dimension]).max().unwrap_or(0)
        };
        let needs: Vec<i64> = self.visits.iter().map(load).collect();
        let dimension = u32::try_from(dimension).ok();
        self.push(Code::Capacity, dimension, &needs, &rooms, found);
    }

    fn bound_stops(&self, found: &mut Vec<Bound>) {
        let problem = self.plan.problem;
        let limit = |it: &ShiftIdx| {
            problem.vehicles[problem.shifts[it.at()].vehicle.at()].limits.stop_count
        };
        let rooms: Vec<i64> = self.shifts.iter().map(limit).collect();
        let count = |it: &VisitIdx| i64::try_from(problem.visits[it.at()].stops.len()).unwrap_or(0);
        let needs: Vec<i64> = self.visits.iter().map(count).collect();
        self.push(Code::Stops, None, &needs, &rooms, found);
    }

    /// Time in the shift, duration, driving and distance.
    fn bound_sums(&self, found: &mut Vec<Bound>) {
        if self.legs.is_empty() {
            return;
        }
        let problem = self.plan.problem;
        let needs: Vec<[i64; 3]> = (0..self.visits.len()).map(|it| self.needs(it)).collect();
        let home = self.way_home();
        // An open start saves the first leg, whichever that is.
        let (first_seconds, first_meters) =
            self.legs.iter().fold((0, 0), |most, leg| (leg.0.max(most.0), leg.1.max(most.1)));
        type Room<'r> = (Code, usize, Box<dyn Fn(ShiftIdx) -> i64 + 'r>);
        let limits = |it: ShiftIdx| &problem.vehicles[problem.shifts[it.at()].vehicle.at()].limits;
        let rules: [Room<'_>; 4] = [
            (
                Code::ShiftTime,
                0,
                Box::new(|it| {
                    let shift = &problem.shifts[it.at()];
                    shift.latest_end_at - shift.start_at
                }),
            ),
            (Code::Duration, 0, Box::new(|it| limits(it).duration_seconds)),
            (Code::DrivingDuration, 1, Box::new(|it| limits(it).driving_seconds)),
            (Code::Distance, 2, Box::new(|it| limits(it).distance_meters)),
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
                    let (seconds, meters) = home;
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

    /// Seconds with service, seconds on the road, meters of one visit.
    fn needs(&self, at: usize) -> [i64; 3] {
        let (problem, instance) = (self.plan.problem, &self.plan.instance);
        let stops = problem.visits[self.visits[at].at()].stops.clone();
        let service = |stop: u32| {
            let options = problem.stops[stop as usize].options.clone();
            options.map(|it| instance.least_service_seconds(OptionIdx(it))).min().unwrap_or(0)
        };
        let (seconds, meters) = self.legs[at];
        [stops.map(service).sum::<i64>() + seconds, seconds, meters]
    }

    fn places(&self, visit: VisitIdx) -> impl Iterator<Item = u32> {
        let (problem, instance) = (self.plan.problem, &self.plan.instance);
        let stops = problem.visits[visit.at()].stops.clone();
        stops.flat_map(move |stop| {
            let options = problem.stops[stop as usize].options.clone();
            options.map(move |it| instance.option(OptionIdx(it)).place)
        })
    }

    /// Of each visit the shortest leg to one of its places from anywhere else that a route could come from.
    fn shortest_legs(&self) -> Vec<(i64, i64)> {
        let (problem, instance) = (self.plan.problem, &self.plan.instance);
        // Routes of these shifts may serve others, too: from all places that a visit has one may come.
        if problem.visits.len() > LEGS_MAX {
            return Vec::new();
        }
        let mut tables: Vec<usize> = self
            .shifts
            .iter()
            .map(|it| problem.vehicles[problem.shifts[it.at()].vehicle.at()].travel.at())
            .collect();
        tables.sort_unstable();
        tables.dedup();
        let mut from: Vec<(u32, Option<VisitIdx>)> = Vec::new();
        for shift in &self.shifts {
            let data = &problem.shifts[shift.at()];
            from.push((place_or_nowhere(data.start_place), None));
            from.extend(data.reloads.iter().map(|it| (it.place.0, None)));
            from.extend(data.breaks.iter().filter_map(|it| Some((it.place?.0, None))));
            let soft = data.soft_breaks.iter();
            from.extend(soft.filter_map(|it| Some((it.rest.place?.0, None))));
        }
        for visit in (0..problem.visits.len()).map(VisitIdx::of) {
            from.extend(self.places(visit).map(|it| (it, Some(visit))));
        }
        from.retain(|it| it.0 != NOWHERE);
        from.sort_unstable();
        from.dedup();
        let least = |visit: &VisitIdx| {
            // A visit of several stops moves between its own places, too: then nothing is counted.
            if instance.shape[visit.at()] != Shape::Single {
                return (0, 0);
            }
            let mut best = (i64::MAX, i64::MAX);
            for to in self.places(*visit) {
                for (place, _) in from.iter().filter(|it| it.1 != Some(*visit)) {
                    for table in &tables {
                        let Some(meters) = instance.meters(*table, *place, to) else {
                            continue;
                        };
                        let seconds = instance.seconds(*table, *place, to);
                        best = (best.0.min(seconds), best.1.min(meters));
                    }
                }
            }
            if best.0 == i64::MAX { (0, 0) } else { best }
        };
        self.visits.iter().map(least).collect()
    }

    /// The least of a leg to where a shift ends.
    fn way_home(&self) -> (i64, i64) {
        let (problem, instance) = (self.plan.problem, &self.plan.instance);
        let mut best = (i64::MAX, i64::MAX);
        for shift in &self.shifts {
            let data = &problem.shifts[shift.at()];
            let Some(end) = data.end_place else { continue };
            let table = problem.vehicles[data.vehicle.at()].travel.at();
            // The last stop may be of any visit, or a reload.
            let visits = (0..problem.visits.len()).map(VisitIdx::of);
            let places = visits.flat_map(|it| self.places(it));
            for place in places.chain(data.reloads.iter().map(|it| it.place.0)) {
                let Some(meters) = instance.meters(table, place, end.0) else { continue };
                let seconds = instance.seconds(table, place, end.0);
                best = (best.0.min(seconds), best.1.min(meters));
            }
        }
        if best.0 == i64::MAX { (0, 0) } else { best }
    }

    /// Visits no two of which one vehicle can serve in time: each shift serves one of them at most.
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
        }
        if clique.len() > self.shifts.len() {
            clique.sort_unstable();
            let served_max = u32::try_from(self.shifts.len()).expect("a count of shifts");
            let (visits, shifts) = (clique, self.shifts.clone());
            found.push(Bound {
                code: Code::TimeWindow,
                dimension: None,
                visits,
                shifts,
                served_max,
            });
        }
    }

    /// Whether no vehicle keeps the windows of both, in either order.
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
                options(next).any(|b| {
                    let service = instance.least_service_seconds(OptionIdx(a));
                    let (a, b) = (instance.option(OptionIdx(a)), instance.option(OptionIdx(b)));
                    self.shifts.iter().any(|shift| {
                        let data = &problem.shifts[shift.at()];
                        let table = problem.vehicles[data.vehicle.at()].travel.at();
                        let seconds = instance.seconds(table, a.place, b.place);
                        a.opens_at + service + seconds <= b.closes_at
                    })
                })
            })
        };
        !after(one, other) && !after(other, one)
    }
}

/// How many needs go into rooms at most.
fn most(needs: &[i64], rooms: &[i64]) -> usize {
    if rooms.iter().any(|it| *it >= UNLIMITED / 2) {
        return needs.len();
    }
    // What is too large for each room by itself goes nowhere.
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
    let free = sorted.iter().take_while(|it| **it <= 0).count();
    let together = fill(rooms.iter().map(|it| (*it).max(0)).sum());
    // What needs nothing goes anywhere, and counts once.
    let apart: usize = rooms.iter().map(|it| fill(*it).saturating_sub(free)).sum();
    together.min(free + apart).min(sorted.len())
}

/// What a vehicle may do in a week or in the period, of visits that only its shifts there may serve.
fn bound_spans(plan: &Plan<'_>, eligible: &Eligible, found: &mut Vec<Bound>) {
    let problem = plan.problem;
    for vehicle in (0..problem.vehicles.len()).map(VehicleIdx::of) {
        let data = &problem.vehicles[vehicle.at()];
        let all: Vec<u32> = data.shifts.clone().collect();
        let week = |it: &u32| problem.shifts[*it as usize].week;
        if !data.limits_per_week.is_unlimited() {
            for shifts in all.chunk_by(|one, next| week(one) == week(next)) {
                bound_span(plan, eligible, shifts, &data.limits_per_week, found);
            }
        }
        if !data.limits_per_period.is_unlimited() {
            bound_span(plan, eligible, &all, &data.limits_per_period, found);
        }
    }
}

fn bound_span(
    plan: &Plan<'_>,
    eligible: &Eligible,
    shifts: &[u32],
    limits: &SpanLimits,
    found: &mut Vec<Bound>,
) {
    let group = Group::new(plan, eligible, shifts);
    if group.visits.is_empty() || group.is_whole() {
        return;
    }
    if !group.legs.is_empty() {
        let open = group.shifts.iter().any(|it| plan.problem.shifts[it.at()].start_place.is_none());
        let needs: Vec<[i64; 3]> = (0..group.visits.len()).map(|it| group.needs(it)).collect();
        let rules = [
            (Code::Duration, 0, limits.duration_seconds),
            (Code::DrivingDuration, 1, limits.driving_seconds),
            (Code::Distance, 2, limits.distance_meters),
        ];
        for (code, of, room) in rules {
            // Each route that starts in the open saves a leg: then service alone counts.
            let least = |it: &[i64; 3]| match (open, of) {
                (false, _) => it[of],
                (true, 0) => it[0] - it[1],
                (true, _) => 0,
            };
            let needs: Vec<i64> = needs.iter().map(least).collect();
            group.push(code, None, &needs, &[room], found);
        }
    }
    let Ok(count) = usize::try_from(limits.shift_count.min(1 << 20)) else { return };
    let mut of_shift = vec![0_usize; shifts.len()];
    for visit in &group.visits {
        // Who may come on several days may share one.
        let [only] = eligible.of(*visit) else { return };
        if let Ok(at) = shifts.binary_search(only) {
            of_shift[at] += 1;
        }
    }
    of_shift.sort_unstable_by_key(|it| std::cmp::Reverse(*it));
    let served_max: usize = of_shift.iter().take(count).sum();
    if served_max < group.visits.len() {
        let served_max = u32::try_from(served_max).expect("a count of visits");
        let Group { visits, shifts, .. } = group;
        found.push(Bound { code: Code::ShiftTime, dimension: None, visits, shifts, served_max });
    }
}

/// More visits that need different vehicles than there are vehicles.
fn bound_relations(plan: &Plan<'_>, eligible: &Eligible, found: &mut Vec<Bound>) {
    let problem = plan.problem;
    for relation in &problem.relations {
        let absent = relation.visits.iter().any(|it| plan.shift_of(*it).is_none());
        if relation.kind != RelationKind::DifferentVehicles || !absent {
            continue;
        }
        let mut shifts: Vec<u32> =
            relation.visits.iter().flat_map(|it| eligible.of(*it).iter().copied()).collect();
        shifts.sort_unstable();
        shifts.dedup();
        let shifts: Vec<ShiftIdx> = shifts.into_iter().map(ShiftIdx).collect();
        let mut vehicles: Vec<_> =
            shifts.iter().map(|it| problem.shifts[it.at()].vehicle).collect();
        vehicles.sort_unstable();
        vehicles.dedup();
        if !vehicles.is_empty() && vehicles.len() < relation.visits.len() {
            let served_max = u32::try_from(vehicles.len()).expect("a count of vehicles");
            let visits = relation.visits.clone();
            found.push(Bound { code: Code::Relation, dimension: None, visits, shifts, served_max });
        }
    }
}
