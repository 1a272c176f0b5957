//! Shifts with the data of their vehicles, and classes of shifts that are interchangeable.

use std::collections::BTreeMap;

use super::steps::{StepData, flag};
use super::{Instance, NOWHERE, Weights};
use crate::problem::{
    Break, Costs, Mode, Problem, Shift, ShiftIdx, SoftLimits, TravelIdx, UNLIMITED, Vehicle,
    VehicleIdx,
};

/// Features of a shift; shifts without a feature skip its computations.
pub(crate) mod feature {
    pub(crate) const TRAFFIC: u32 = 1;
    pub(crate) const BREAKS: u32 = 1 << 1;
    pub(crate) const RULES: u32 = 1 << 2;
}

/// The most breaks of a shift that does not have many, and the most of them that can be taken at one time:
/// these may come in any order, while breaks in different nights follow one another.
const BREAKS_MAX: usize = 8;
const BREAKS_AT_ONCE_MAX: usize = 3;

/// The bit of a hard break in a set of breaks. Those beyond the last bit share it.
pub(crate) fn break_bit(position: u32) -> u64 {
    1 << position.min(u64::BITS - 1)
}

/// A shift with the data of its vehicle.
#[derive(Clone, Debug)]
pub(crate) struct ShiftData {
    pub(crate) start_place: u32,
    pub(crate) end_place: u32,
    pub(crate) start_at: i64,
    pub(crate) end_at: i64,
    pub(crate) latest_end_at: i64,
    pub(crate) latest_start_at: i64,
    pub(crate) earliest_end_at: i64,
    pub(crate) ends_empty: bool,
    /// Nights that its route pays for: the one after it if the vehicle stays, and those since its previous route beyond
    /// the first.
    pub(crate) night_count: i64,
    /// Whether loading at the start or unloading at the end may take time.
    pub(crate) is_handled: bool,
    /// Whether it has more breaks than a walk with one label per set of them can handle.
    pub(crate) has_many_breaks: bool,
    /// Whether the given plan says that its vehicle has finished or drives to its end, or that it is too late to leave.
    pub(crate) is_over: bool,
    /// The set of its hard breaks that have begun, as bits by position.
    pub(crate) begun_breaks: u64,
    /// Limits that may be exceeded, with their prices as costs and as weighted by the objective.
    pub(crate) soft: SoftLimits,
    pub(crate) soft_rates: SoftLimits,
    pub(crate) travel: TravelIdx,
    pub(crate) vehicle: u32,
    pub(crate) costs: Costs,
    /// The costs as weighted by the objective, by which schedules are chosen.
    pub(crate) rates: Costs,
    pub(crate) features: u32,
    /// First of its options, at the vehicle's pace.
    pub(super) option_first: u32,
    pub(super) reload_first: u32,
    pub(super) dimension_first: u32,
    pub(super) dimension_count: u32,
}

impl ShiftData {
    /// Returns whether a hard break has begun, as the given plan says.
    pub(crate) fn has_begun(&self, break_position: u32) -> bool {
        self.begun_breaks & break_bit(break_position) != 0
    }

    /// Returns whether a break has begun that is not in a set of breaks taken, hard ones first.
    pub(crate) fn awaits_begun_break(&self, taken: u64) -> bool {
        self.begun_breaks & !taken != 0
    }

    /// Returns whether the route begins wherever its first stop is.
    pub(crate) fn is_open(&self) -> bool {
        self.start_place == NOWHERE
    }
}

/// The index of a class of shifts that differ only in their name and vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ClassIdx(pub(crate) u32);

impl ClassIdx {
    #[inline]
    pub(crate) const fn at(self) -> usize {
        self.0 as usize
    }
}

/// Returns costs as weighted by the objective, including other terms that grow with time and distance.
fn rates(costs: &Costs, weights: &Weights) -> Costs {
    Costs {
        fixed: weights.cost * costs.fixed,
        per_hour: weights.cost * costs.per_hour + weights.seconds * 3600.0,
        per_kilometer: weights.cost * costs.per_kilometer + weights.meters * 1000.0,
        per_stop: weights.cost * costs.per_stop,
        per_waiting_hour: weights.cost * costs.per_waiting_hour,
        per_overtime_hour: weights.cost * costs.per_overtime_hour,
        per_night: weights.cost * costs.per_night,
    }
}

fn soft_rates(soft: &SoftLimits, weights: &Weights) -> SoftLimits {
    SoftLimits {
        per_hour: weights.cost * soft.per_hour,
        per_kilometer: weights.cost * soft.per_kilometer,
        per_stop: weights.cost * soft.per_stop,
        ..*soft
    }
}

fn has_many_breaks(shift: &Shift) -> bool {
    let is_open = |it: &Break, at: i64| {
        it.windows.is_empty() || it.windows.iter().any(|it| it.start_at <= at && at <= it.end_at)
    };
    let hard_at = |at: i64| shift.breaks.iter().filter(|it| is_open(it, at)).count();
    let openings = shift.breaks.iter().flat_map(|it| &*it.windows).map(|it| it.start_at);
    // After its windows, a soft break can still be taken late.
    let at_once =
        openings.map(hard_at).max().unwrap_or(shift.breaks.len()) + shift.soft_breaks.len();
    let count = shift.breaks.len() + shift.soft_breaks.len();
    count > BREAKS_AT_ONCE_MAX && (at_once > BREAKS_AT_ONCE_MAX || count > BREAKS_MAX)
}

impl Instance<'_> {
    pub(super) fn add_shifts(&mut self, problem: &Problem, vehicle: &Vehicle) {
        let dimension_first = self.capacities.len();
        let limited = vehicle.capacity.iter().zip(0..).filter(|(most, _)| **most < UNLIMITED);
        self.capacities.extend(limited.map(|(&most, dimension)| (dimension, most)));
        let dimension_count = self.capacities.len() - dimension_first;
        for shift in &problem.shifts[vehicle.shifts.start as usize..vehicle.shifts.end as usize] {
            let reload_first = self.reloads.len();
            for reload in &shift.reloads {
                let data = self.windowed(&reload.windows);
                self.reloads.push(StepData {
                    place: reload.place.0,
                    service_seconds: reload.seconds,
                    setup_seconds: problem.places[reload.place.at()].setup_seconds,
                    flags: data.flags | flag::RELOAD,
                    ..data
                });
            }
            let has_breaks = !shift.breaks.is_empty() || !shift.soft_breaks.is_empty();
            let mut features = 0;
            for (holds, bit) in [
                (!self.travel.is_static(vehicle.travel), feature::TRAFFIC),
                (has_breaks, feature::BREAKS),
                (vehicle.driving_rules.is_some(), feature::RULES),
            ] {
                features |= if holds { bit } else { 0 };
            }
            let narrow = |count| u32::try_from(count).expect("an index fits 32 bits");
            let pace = self.paces.iter().position(|it| *it == vehicle.service_permille);
            let option_first = pace.expect("paces of all vehicles") * problem.options.len();
            self.shifts.push(ShiftData {
                start_place: shift.start_place.map_or(NOWHERE, |it| it.0),
                end_place: shift.end_place.map_or(NOWHERE, |it| it.0),
                start_at: shift.start_at,
                end_at: shift.end_at,
                latest_end_at: shift.latest_end_at,
                latest_start_at: shift.latest_start_at,
                earliest_end_at: shift.earliest_end_at,
                ends_empty: shift.ends_empty,
                night_count: i64::from(shift.stays),
                is_handled: !vehicle.loading.is_nothing() || !vehicle.unloading.is_nothing(),
                has_many_breaks: has_many_breaks(shift),
                is_over: false,
                begun_breaks: 0,
                soft: vehicle.soft_limits,
                soft_rates: soft_rates(&vehicle.soft_limits, &self.weights),
                travel: vehicle.travel,
                vehicle: shift.vehicle.0,
                costs: vehicle.costs,
                rates: rates(&vehicle.costs, &self.weights),
                features,
                option_first: narrow(option_first),
                reload_first: narrow(reload_first),
                dimension_first: narrow(dimension_first),
                dimension_count: narrow(dimension_count),
            });
        }
    }

    /// Marks what the given plan says has begun or is over. Mode `check` judges the plan as it is.
    pub(super) fn mark_begun(&mut self) {
        for planned in self.problem.plan.iter().filter(|_| self.problem.mode != Mode::Check) {
            let shift = &mut self.shifts[planned.shift.at()];
            shift.is_over = planned.is_over;
            let pauses = planned.pauses.iter().map(|it| break_bit(it.shift_break));
            shift.begun_breaks = pauses.fold(0, |set, bit| set | bit);
            for it in planned.reloads_underway() {
                self.reloads[(shift.reload_first + it.reload) as usize].flags |= flag::BEGUN;
            }
        }
    }
}

pub(super) fn single_shifts(problem: &Problem, shifts: &[ShiftIdx]) -> bool {
    shifts.iter().all(|it| problem.vehicles[problem.shifts[it.at()].vehicle.at()].shifts.len() == 1)
}

pub(super) fn is_mixed(problem: &Problem) -> bool {
    problem.vehicles.windows(2).any(|it| {
        it[0].capacity != it[1].capacity
            || it[0].costs != it[1].costs
            || it[0].travel != it[1].travel
    })
}

/// Returns for each vehicle its group: vehicles of one group are named together or not at all by every order and
/// relation. Partition refinement: each list of vehicles splits the groups that it partly contains.
fn alike_in_name(problem: &Problem) -> Vec<u32> {
    let mut groups = Groups { of: vec![0; problem.vehicles.len()], count: 1, members: Vec::new() };
    for order in &problem.orders {
        if let Some(allowed) = &order.allowed_vehicles {
            groups.split(allowed.iter().copied());
        }
        groups.split(order.forbidden_vehicles.iter().copied());
        let mut preferred: Vec<_> = order.preferred_vehicles.iter().collect();
        preferred.sort_by(|a, b| a.1.total_cmp(&b.1));
        for same_cost in preferred.chunk_by(|a, b| a.1 == b.1) {
            groups.split(same_cost.iter().map(|it| it.0));
        }
    }
    for vehicles in problem.relations.iter().filter_map(|it| it.vehicles.as_ref()) {
        groups.split(vehicles.iter().copied());
    }
    // A visit of the given plan costs more on any vehicle other than its own.
    if problem.objective.change_cost != 0.0 {
        for route in &problem.plan {
            groups.split(std::iter::once(problem.shifts[route.shift.at()].vehicle));
        }
    }
    groups.of
}

struct Groups {
    of: Vec<u32>,
    count: u32,
    /// Vehicles of the current list, with their groups.
    members: Vec<(u32, VehicleIdx)>,
}

impl Groups {
    fn split(&mut self, vehicles: impl Iterator<Item = VehicleIdx>) {
        self.members.clear();
        self.members.extend(vehicles.map(|it| (self.of[it.at()], it)));
        self.members.sort_unstable();
        for part in self.members.chunk_by(|a, b| a.0 == b.0) {
            for (_, vehicle) in part {
                self.of[vehicle.at()] = self.count;
            }
            self.count += 1;
        }
    }
}

/// Groups shifts that are interchangeable for every order.
pub(super) fn classes(problem: &Problem) -> (Vec<ClassIdx>, Vec<Vec<ShiftIdx>>) {
    let named = alike_in_name(problem);
    // If a vehicle stays, the start of a route depends on the vehicle's previous route.
    let roams: Vec<bool> = problem
        .vehicles
        .iter()
        .map(|it| it.shifts.clone().any(|shift| problem.shifts[shift as usize].stays))
        .collect();
    let same = |a: usize, b: usize| {
        let (one, other) = (&problem.shifts[a], &problem.shifts[b]);
        let (mine, others) =
            (&problem.vehicles[one.vehicle.at()], &problem.vehicles[other.vehicle.at()]);
        let alike = named[one.vehicle.at()] == named[other.vehicle.at()] && mine.is_like(others);
        let is_one = a == b || !(roams[one.vehicle.at()] || roams[other.vehicle.at()]);
        is_one && (one.vehicle == other.vehicle || alike) && one.is_like(other)
    };
    let mut shifts: Vec<Vec<ShiftIdx>> = Vec::new();
    let mut class = Vec::with_capacity(problem.shifts.len());
    // Interchangeable shifts have the same key. Comparing 100,000 different shifts pairwise would take 5 billion
    // comparisons.
    let mut alike: BTreeMap<(i64, i64, u32), Vec<usize>> = BTreeMap::new();
    for (position, shift) in problem.shifts.iter().enumerate() {
        let key = (shift.start_at, shift.end_at, named[shift.vehicle.at()]);
        let candidates = alike.entry(key).or_default();
        let known = candidates.iter().copied().find(|it| same(shifts[*it][0].at(), position));
        let found = known.unwrap_or_else(|| {
            shifts.push(Vec::new());
            candidates.push(shifts.len() - 1);
            shifts.len() - 1
        });
        shifts[found].push(ShiftIdx::of(position));
        class.push(ClassIdx(u32::try_from(found).expect("fewer classes than shifts")));
    }
    (class, shifts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(lists: &[&[u32]]) -> Vec<u32> {
        let mut groups = Groups { of: vec![0; 5], count: 1, members: Vec::new() };
        for list in lists {
            groups.split(list.iter().map(|it| VehicleIdx(*it)));
        }
        groups.of
    }

    #[test]
    fn vehicles_that_are_always_named_together_are_alike() {
        let groups = split(&[&[0, 1, 2], &[2, 1, 0, 4], &[1, 0], &[0, 1, 2, 3, 4]]);
        assert_eq!(groups[0], groups[1]);
        for (one, other) in [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)] {
            assert_ne!(groups[one], groups[other], "{one} and {other}");
        }
    }

    #[test]
    fn vehicles_that_no_order_names_are_interchangeable() {
        assert_eq!(split(&[]), [0; 5]);
        assert_eq!(split(&[&[]]), [0; 5]);
    }
}
