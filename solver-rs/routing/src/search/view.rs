//! The problem as the search reads it: flat arrays by option and by stop, classes of equal shifts, who may serve whom.
//!
//! Everything here is computed once. Memory: O(options + visits × classes / 8 + places × neighbors).

use crate::evaluate::{Step, soft_window};
use crate::problem::{
    LoadOrder, Lock, Measure, Mode, OptionIdx, PlaceIdx, Problem, ShiftIdx, StopIdx, StopKind,
    TIME_MIN, UNLIMITED, VisitIdx,
};
use crate::weights::Weights;

/// Instead of a shift, for what no lock binds.
pub(super) const UNBOUND: u32 = u32::MAX;
/// More than all visits together weigh that no lock binds.
const LOCKED: i64 = 1 << 32;
/// No place: an open start or end.
pub(super) const NO_PLACE: u32 = u32::MAX;

/// Shifts that differ in nothing but their name and vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ClassIdx(pub(super) u32);

impl ClassIdx {
    #[inline]
    pub(super) const fn at(self) -> usize {
        self.0 as usize
    }
}

/// What a visit moves, as insertion has to treat it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// One stop.
    Single,
    /// One pickup, then one dropoff of the same load.
    Pair,
    /// Anything else.
    Many,
}

pub(super) struct View {
    pub(super) place_count: usize,
    pub(super) dimensions: usize,
    // By option.
    pub(super) place: Vec<u32>,
    pub(super) service: Vec<i64>,
    /// Place's and order's: what a fresh arrival pays.
    pub(super) setup: Vec<i64>,
    pub(super) opens: Vec<i64>,
    pub(super) closes: Vec<i64>,
    // By stop.
    pub(super) load: Vec<i64>,
    pub(super) kind: Vec<StopKind>,
    /// Of pickups and dropoffs of one visit: on board between them.
    pub(super) carried: Vec<bool>,
    // By visit.
    pub(super) shape: Vec<Shape>,
    /// Dropped beyond what is picked up, one a dimension; only of `Many`.
    pub(super) excess: Vec<i64>,
    /// Relative size of its load, for sorting.
    pub(super) size: Vec<f64>,
    /// First place, for neighborhoods.
    pub(super) home: Vec<u32>,
    /// 1 + priority of mandatory visits, else 0.
    pub(super) weight: Vec<i64>,
    pub(super) unserved_cost: Vec<f64>,
    /// The shift that a lock of the plan given binds it to; `UNBOUND`: none does.
    pub(super) bound: Vec<u32>,
    /// By stop: how many stops locked in sequence come before it on its route, itself included; 0: it is not. Empty
    /// where none is.
    pub(super) rank: Vec<u32>,
    // By shift.
    pub(super) class: Vec<ClassIdx>,
    /// By class, ascending.
    pub(super) shifts: Vec<Vec<ShiftIdx>>,
    /// Some visits are not there from the beginning.
    pub(super) released: bool,
    /// Some shifts may reload.
    pub(super) reloaded: bool,
    /// Some stops have soft windows.
    pub(super) soft: bool,
    /// Some visits may be left out at a price.
    pub(super) optional: bool,
    /// By class: no vehicle has two of its shifts.
    pub(super) single_shifts: Vec<bool>,
    /// Classes differ in what a vehicle carries or costs.
    pub(super) mixed: bool,
    /// Bit per class, `class_words` words a visit.
    compatible: Vec<u64>,
    class_words: usize,
    /// By travel table: least seconds of any lane, row-major. Empty where the table has one lane.
    shortest: Vec<Vec<i32>>,
    /// Whether `Labels` alone are exact.
    pub(super) plain: bool,
    /// Whether it matters how long routes take, so that durations are to be known in insertion.
    pub(super) timed: bool,
    /// Whether using a shift costs something by itself, so that fewer vehicles may be cheaper.
    pub(super) has_fixed_costs: bool,
    /// Whether driving and working cost nothing beside that: then legs differ by what breaks ties alone.
    pub(super) legs_are_free: bool,
    pub(super) weights: Weights,
}

impl View {
    pub(super) fn new(problem: &Problem) -> Self {
        let (class, shifts) = classes(problem);
        let class_words = shifts.len().div_ceil(64).max(1);
        let dimensions = problem.dimension_count as usize;
        let mut view = Self {
            place_count: problem.places.len(),
            dimensions,
            place: problem.options.iter().map(|it| it.place.0).collect(),
            service: problem.options.iter().map(|it| it.service_seconds).collect(),
            setup: problem
                .options
                .iter()
                .map(|it| it.setup_seconds + problem.places[it.place.at()].setup_seconds)
                .collect(),
            opens: problem
                .options
                .iter()
                .map(|it| it.windows.first().map_or(i64::MAX / 4, |window| window.start_at))
                .collect(),
            closes: problem
                .options
                .iter()
                .map(|it| it.windows.last().map_or(TIME_MIN, |window| window.end_at))
                .collect(),
            load: problem.stops.iter().flat_map(|it| it.load.iter().copied()).collect(),
            kind: problem.stops.iter().map(|it| it.kind).collect(),
            carried: vec![false; problem.stops.len()],
            shape: Vec::with_capacity(problem.visits.len()),
            excess: vec![0; problem.visits.len() * dimensions],
            size: Vec::with_capacity(problem.visits.len()),
            home: Vec::with_capacity(problem.visits.len()),
            weight: Vec::with_capacity(problem.visits.len()),
            unserved_cost: Vec::with_capacity(problem.visits.len()),
            bound: vec![UNBOUND; problem.visits.len()],
            rank: Vec::new(),
            released: problem.visits.iter().any(|it| it.release_at > TIME_MIN),
            reloaded: problem.shifts.iter().any(|it| !it.reloads.is_empty()),
            soft: problem.options.iter().any(|it| !it.soft_windows.is_empty()),
            optional: problem.orders.iter().any(|it| !it.mandatory),
            single_shifts: shifts.iter().map(|it| single_shifts(problem, it)).collect(),
            mixed: is_mixed(problem),
            class,
            shifts,
            compatible: vec![0; problem.visits.len() * class_words],
            class_words,
            shortest: problem
                .travel
                .iter()
                .map(|table| shortest(table, table.lane_count))
                .collect(),
            plain: false,
            timed: false,
            has_fixed_costs: problem.vehicles.iter().any(|it| it.costs.fixed > 0.0),
            legs_are_free: problem
                .vehicles
                .iter()
                .all(|it| it.costs.per_hour == 0.0 && it.costs.per_kilometer == 0.0),
            weights: Weights::of(&problem.objective),
        };
        view.read_visits(problem);
        view.read_locks(problem);
        view.weigh_locks(problem);
        view.read_compatible(problem);
        view.plain = is_plain(problem, &view);
        let is_balanced =
            view.weights.imbalance > 0.0 && problem.objective.balance == Measure::Duration;
        view.timed = view.weights.seconds > 0.0
            || is_balanced
            || problem.vehicles.iter().any(|it| {
                it.costs.per_hour > 0.0
                    || it.costs.per_overtime_hour > 0.0
                    || it.limits.duration_seconds < UNLIMITED
            });
        view
    }

    fn read_visits(&mut self, problem: &Problem) {
        let dimensions = self.dimensions;
        let mut largest = vec![1_i64; dimensions];
        for vehicle in &problem.vehicles {
            for (dimension, capacity) in vehicle.capacity.iter().enumerate() {
                if *capacity < UNLIMITED {
                    largest[dimension] = largest[dimension].max(*capacity);
                }
            }
        }
        for (position, visit) in problem.visits.iter().enumerate() {
            let stops = visit.stops.start as usize..visit.stops.end as usize;
            let has = |kind| problem.stops[stops.clone()].iter().any(|it| it.kind == kind);
            let carries = has(StopKind::Pickup) && has(StopKind::Dropoff);
            let mut excess = vec![0_i64; dimensions];
            let mut size = 0.0_f64;
            for stop in stops.clone() {
                self.carried[stop] = carries;
                let sign = if problem.stops[stop].kind == StopKind::Dropoff { 1 } else { -1 };
                for (dimension, beyond) in excess.iter_mut().enumerate() {
                    let load = problem.stops[stop].load[dimension];
                    *beyond += sign * load;
                    #[expect(clippy::cast_precision_loss, reason = "only for sorting")]
                    let share = load as f64 / largest[dimension] as f64;
                    size = size.max(share);
                }
            }
            let paired = carries
                && stops.len() == 2
                && problem.stops[stops.start].kind == StopKind::Pickup
                && excess.iter().all(|it| *it == 0);
            self.shape.push(match stops.len() {
                1 => Shape::Single,
                2 if paired => Shape::Pair,
                _ => Shape::Many,
            });
            if carries {
                let own = &mut self.excess[position * dimensions..][..dimensions];
                for (mine, beyond) in own.iter_mut().zip(&excess) {
                    *mine = (*beyond).max(0);
                }
            }
            self.size.push(size);
            let first_option = problem.stops[stops.start].options.start as usize;
            self.home.push(problem.options[first_option].place.0);
            let order = &problem.orders[visit.order.at()];
            self.weight.push(if order.mandatory { 1 + i64::from(order.priority) } else { 0 });
            self.unserved_cost.push(order.unserved_cost);
        }
    }

    /// What is locked is served before all else, be it optional; so is what has to be served with it.
    fn read_locks(&mut self, problem: &Problem) {
        if problem.mode == Mode::Check {
            return;
        }
        for planned in &problem.plan {
            let mut rank = 0;
            for (stop, lock) in planned.locks(problem.mode) {
                let visit = problem.stops[stop.at()].visit;
                if lock > Lock::None && self.bound[visit.at()] == UNBOUND {
                    self.bound[visit.at()] = planned.shift.0;
                }
                if lock >= Lock::Sequence {
                    rank += 1;
                    self.rank.resize(problem.stops.len(), 0);
                    self.rank[stop.at()] = rank;
                }
            }
        }
    }

    fn weigh_locks(&mut self, problem: &Problem) {
        let mut heavy: Vec<bool> = self.bound.iter().map(|it| *it != UNBOUND).collect();
        if !heavy.contains(&true) {
            return;
        }
        for set in super::groups::sets(problem) {
            if set.iter().any(|it| self.is_bound(*it)) {
                set.iter().for_each(|it| heavy[it.at()] = true);
            }
        }
        let weights = self.weight.iter_mut().zip(heavy).filter(|it| it.1);
        weights.for_each(|(weight, _)| *weight += LOCKED);
    }

    /// Whether no lock keeps a shift from a visit.
    #[inline]
    pub(super) fn may_go(&self, visit: VisitIdx, shift: ShiftIdx) -> bool {
        let bound = self.bound[visit.at()];
        bound == UNBOUND || bound == shift.0
    }

    pub(super) fn is_bound(&self, visit: VisitIdx) -> bool {
        self.bound[visit.at()] != UNBOUND
    }

    /// Whether stops that are locked in sequence come in it.
    pub(super) fn keeps_sequence(&self, steps: &[Step]) -> bool {
        let mut last = 0;
        self.rank.is_empty()
            || steps.iter().all(|step| {
                let Step::Stop(stop, _) = step else { return true };
                let rank = self.rank[stop.at()];
                let later = rank == 0 || rank > last;
                last = last.max(rank);
                later
            })
    }

    fn read_compatible(&mut self, problem: &Problem) {
        for (position, visit) in problem.visits.iter().enumerate() {
            for class in 0..self.shifts.len() {
                let shift = self.shifts[class][0];
                if refusal(problem, VisitIdx::of(position), shift).is_none() {
                    let start = problem.shifts[shift.at()].start_at;
                    let end = problem.shifts[shift.at()].latest_end_at;
                    let reachable = (visit.stops.start..visit.stops.end).all(|stop| {
                        let options = &problem.stops[stop as usize].options;
                        (options.start..options.end).any(|option| {
                            problem.options[option as usize]
                                .windows
                                .iter()
                                .any(|it| it.start_at <= end && it.end_at >= start)
                        })
                    });
                    if reachable {
                        self.compatible[position * self.class_words + class / 64] |=
                            1 << (class % 64);
                    }
                }
            }
        }
    }

    /// Whether nothing that never changes keeps shifts of a class from a visit.
    #[inline]
    pub(super) fn is_compatible(&self, visit: VisitIdx, class: ClassIdx) -> bool {
        let word = self.compatible[visit.at() * self.class_words + class.at() / 64];
        word >> (class.at() % 64) & 1 == 1
    }

    /// Meters of a leg; 0 from or to no place, `None` where no road leads.
    #[inline]
    pub(super) fn meters(
        &self,
        problem: &Problem,
        travel: usize,
        from: u32,
        to: u32,
    ) -> Option<i64> {
        if from == NO_PLACE || to == NO_PLACE {
            return Some(0);
        }
        let meters =
            problem.travel[travel].distance_meters[from as usize * self.place_count + to as usize];
        (meters >= 0).then_some(i64::from(meters))
    }

    /// Least seconds of a leg in any lane.
    #[inline]
    pub(super) fn seconds(&self, problem: &Problem, travel: usize, from: u32, to: u32) -> i64 {
        if from == NO_PLACE || to == NO_PLACE {
            return 0;
        }
        let pair = from as usize * self.place_count + to as usize;
        let shortest = &self.shortest[travel];
        if shortest.is_empty() {
            i64::from(problem.travel[travel].travel_seconds[pair])
        } else {
            i64::from(shortest[pair])
        }
    }

    /// What service that starts at an instant costs by its soft windows, as it is minimized.
    pub(super) fn soft_cost(&self, problem: &Problem, option: OptionIdx, at: i64) -> f64 {
        let (late, cost) = soft_window(&problem.options[option.at()].soft_windows, at);
        self.weights.sum(cost, [0, 0, late])
    }

    #[inline]
    pub(super) fn load_of(&self, stop: StopIdx) -> &[i64] {
        &self.load[stop.at() * self.dimensions..][..self.dimensions]
    }

    pub(super) fn options_of(
        problem: &Problem,
        stop: StopIdx,
    ) -> impl Iterator<Item = OptionIdx> + use<> {
        let options = problem.stops[stop.at()].options.clone();
        options.map(OptionIdx)
    }
}

/// What never lets a shift serve a visit, as the reason that a caller is told.
pub(crate) fn refusal(
    problem: &Problem,
    visit: VisitIdx,
    shift: ShiftIdx,
) -> Option<crate::solution::Code> {
    use crate::solution::Code;
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    let shift = &problem.shifts[shift.at()];
    let vehicle = shift.vehicle;
    let allowed = order.allowed_vehicles.as_ref().is_none_or(|it| it.contains(&vehicle));
    if !allowed || order.forbidden_vehicles.contains(&vehicle) {
        return Some(Code::VehicleNotAllowed);
    }
    let has = |attribute: &u32| shift.attributes.binary_search(attribute).is_ok();
    let all = order.required_attributes.iter().all(has);
    if !all || !order.any_of_attributes.iter().all(|any| any.iter().any(has)) {
        return Some(Code::AttributeMissing);
    }
    if order.forbidden_attributes.iter().any(has) {
        return Some(Code::AttributeForbidden);
    }
    let mut relations = problem.relations.iter().filter(|it| it.visits.contains(&visit));
    if relations.any(|it| it.vehicles.as_ref().is_some_and(|it| !it.contains(&vehicle))) {
        return Some(Code::Relation);
    }
    None
}

fn single_shifts(problem: &Problem, shifts: &[ShiftIdx]) -> bool {
    shifts.iter().all(|it| problem.vehicles[problem.shifts[it.at()].vehicle.at()].shifts.len() == 1)
}

fn is_mixed(problem: &Problem) -> bool {
    problem.vehicles.windows(2).any(|it| {
        it[0].capacity != it[1].capacity
            || it[0].costs != it[1].costs
            || it[0].travel != it[1].travel
    })
}

/// Groups shifts that are the same to every order.
fn classes(problem: &Problem) -> (Vec<ClassIdx>, Vec<Vec<ShiftIdx>>) {
    // Vehicles that some order or relation names are like no other.
    let mut named = vec![false; problem.vehicles.len()];
    for order in &problem.orders {
        let allowed = order.allowed_vehicles.iter().flatten();
        for vehicle in allowed.chain(&order.forbidden_vehicles) {
            named[vehicle.at()] = true;
        }
        for (vehicle, _) in &order.preferred_vehicles {
            named[vehicle.at()] = true;
        }
    }
    for vehicle in problem.relations.iter().flat_map(|it| it.vehicles.iter().flatten()) {
        named[vehicle.at()] = true;
    }
    let same = |a: usize, b: usize| {
        let (one, other) = (&problem.shifts[a], &problem.shifts[b]);
        let (mine, others) =
            (&problem.vehicles[one.vehicle.at()], &problem.vehicles[other.vehicle.at()]);
        let unnamed = !named[one.vehicle.at()] && !named[other.vehicle.at()];
        (one.vehicle == other.vehicle || (unnamed && mine.is_like(others))) && one.is_like(other)
    };
    let mut shifts: Vec<Vec<ShiftIdx>> = Vec::new();
    let mut class = Vec::with_capacity(problem.shifts.len());
    for position in 0..problem.shifts.len() {
        let known = shifts.iter().position(|it| same(it[0].at(), position));
        let found = known.unwrap_or_else(|| {
            shifts.push(Vec::new());
            shifts.len() - 1
        });
        shifts[found].push(ShiftIdx::of(position));
        class.push(ClassIdx(u32::try_from(found).expect("fewer classes than shifts")));
    }
    (class, shifts)
}

fn shortest(table: &crate::problem::TravelTable, lane_count: u32) -> Vec<i32> {
    if lane_count == 1 {
        return Vec::new();
    }
    let lanes = table.travel_seconds.chunks_exact(lane_count as usize);
    lanes.map(|pair| pair.iter().copied().min().unwrap_or(0)).collect()
}

/// Whether labels say all: fixed travel times, one window a place, no rule beyond loads, windows and sums.
fn is_plain(problem: &Problem, view: &View) -> bool {
    let fixed = problem.travel.iter().all(|it| it.lane_count == 1);
    let vehicles = problem.vehicles.iter().all(|it| {
        it.driving_rules.is_none()
            && it.costs.per_waiting_hour == 0.0
            && it.costs.per_overtime_hour == 0.0
            && it.limits.waiting_seconds >= UNLIMITED
            && it.limits_per_week.is_unlimited()
            && it.limits_per_period.is_unlimited()
    });
    let shifts = problem
        .shifts
        .iter()
        .all(|it| it.breaks.is_empty() && it.soft_breaks.is_empty() && it.reloads.is_empty());
    let orders = problem.orders.iter().all(|it| {
        it.ride_seconds_max >= UNLIMITED
            && it.load_order == LoadOrder::Any
            && it.load_type.is_none()
            && it.rules.is_none()
    });
    let visits = problem.visits.iter().all(|it| it.release_at <= TIME_MIN);
    let options =
        problem.options.iter().all(|it| it.windows.len() == 1 && it.soft_windows.is_empty());
    fixed
        && vehicles
        && shifts
        && orders
        && visits
        && options
        && problem.relations.is_empty()
        && view.setup.iter().all(|it| *it == 0)
        && view.shape.iter().all(|it| *it != Shape::Many)
        && view.weights.lateness == 0.0
}

/// Neighbors of each visit by the way between their first places, nearest first, `count` at most.
pub(super) fn neighbors(problem: &Problem, view: &View, count: usize) -> Vec<Vec<VisitIdx>> {
    let visit_count = problem.visits.len();
    let mut by_seconds: Vec<(i64, u32)> = Vec::with_capacity(visit_count);
    (0..visit_count)
        .map(|visit| {
            let home = view.home[visit];
            by_seconds.clear();
            by_seconds.extend((0..visit_count).filter(|other| *other != visit).map(|other| {
                let meters = view.meters(problem, 0, home, view.home[other]);
                let seconds = view.seconds(problem, 0, home, view.home[other]);
                let index = u32::try_from(other).expect("visits have 32-bit indexes");
                (meters.map_or(i64::MAX, |meters| meters + seconds), index)
            }));
            let kept = count.min(by_seconds.len());
            if kept > 0 && kept < by_seconds.len() {
                by_seconds.select_nth_unstable(kept - 1);
                by_seconds.truncate(kept);
            }
            by_seconds.sort_unstable();
            by_seconds.iter().map(|(_, other)| VisitIdx(*other)).collect()
        })
        .collect()
}

/// A place of a problem, as arrays of this module have it.
pub(super) fn place_or_none(place: Option<PlaceIdx>) -> u32 {
    place.map_or(NO_PLACE, |it| it.0)
}
