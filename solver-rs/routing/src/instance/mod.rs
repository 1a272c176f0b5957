//! The problem in the form that the evaluator, the rules and the search read: flat arrays, built once.
//!
//! ```text
//! Problem ──► steps: one record per stop option or reload       visits: load, weight and cost of each
//!         ──► shifts: one record each, classes of equal ones    travel: lanes over time, least seconds
//! ```
//!
//! Memory: O(options + visits + shifts), and a copy of small travel tables, 8 bytes per pair of places, or with
//! traffic the least travel times of larger ones, 4 bytes.

mod docks;
mod lanes;
mod legs;
mod numbering;
mod shifts;
mod steps;
mod symmetry;
mod travel;
mod visits;
mod weights;

pub(crate) use docks::docks_bind;
pub(crate) use lanes::LEG;
pub(crate) use shifts::{ClassIdx, ShiftData, break_bit, feature};
pub(crate) use steps::{StepData, flag};
pub(crate) use travel::Leg;
pub use travel::Travel;
pub(crate) use visits::Shape;
pub(crate) use weights::Weights;

use std::rc::Rc;

use crate::problem::{
    Measure, OptionIdx, PlaceIdx, Problem, RelationIdx, RoutePosition, ShiftIdx, StopIdx, StopKind,
    TIME_MAX, TIME_MIN, UNLIMITED, USUAL_PERMILLE, VehicleIdx, VisitIdx, Window,
};
use crate::step::Step;
use legs::Legs;
pub(crate) use legs::Row;

/// Stands for a missing place, stop or visit.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// The problem, prepared for evaluation and search.
#[derive(Clone, Debug)]
pub(crate) struct Instance<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) travel: Travel<'a>,
    /// Weights by which plans, and schedules of a route, are compared.
    pub(crate) weights: Weights,
    pub(crate) place_count: usize,
    pub(crate) dimensions: usize,
    /// Options, repeated for each pace of service among the vehicles; the usual pace comes first.
    options: Vec<StepData>,
    /// Paces in thousandths, the usual one first.
    paces: Vec<u32>,
    reloads: Vec<StepData>,
    windows: Vec<Window>,
    pub(crate) shifts: Vec<ShiftData>,
    /// Dimensions in which a shift's vehicle is limited, with its capacity.
    capacities: Vec<(u32, i64)>,
    // By stop.
    loads: Vec<i64>,
    pub(crate) kind: Vec<StopKind>,
    /// Whether the stop is a pickup or dropoff of a shipment, whose load is on board between its stops.
    pub(crate) carried: Vec<bool>,
    /// What the visit drops beyond its pickups, stored at its first dropoff; it is on board from the start.
    excess: Vec<i64>,
    follower_first: Vec<u32>,
    followers: Vec<StopIdx>,
    // By visit.
    pub(crate) shape: Vec<Shape>,
    /// Relative size of its load, for sorting.
    pub(crate) size: Vec<f64>,
    /// Place of the first stop, for neighborhoods.
    pub(crate) home: Vec<u32>,
    /// How strongly the search is drawn to the visit: 1 + priority if mandatory, else 0; locks raise it.
    pub(crate) weight: Vec<i64>,
    /// What leaving the visit out counts; 0 if optional.
    pub(crate) rank: Vec<i128>,
    pub(crate) unserved_cost: Vec<f64>,
    /// Relations that name the visit, one row per visit.
    relation_first: Vec<u32>,
    relations: Vec<RelationIdx>,
    /// The visit's vehicle in the given plan, or `NOWHERE`. Empty if a change of vehicle costs nothing.
    planned: Vec<u32>,
    /// By stop: its start of service in the given plan, or `TIME_MAX`. Empty if another time costs nothing.
    planned_at: Vec<i64>,
    // By shift.
    pub(crate) class: Vec<ClassIdx>,
    /// By class, ascending.
    pub(crate) class_shifts: Vec<Vec<ShiftIdx>>,
    /// By class: whether no vehicle has two of its shifts.
    pub(crate) single_shifts: Vec<bool>,
    /// Whether vehicles differ in capacity, costs or travel table.
    pub(crate) mixed: bool,
    /// Whether some visits have more than one stop.
    pub(crate) paired: bool,
    /// Whether some visits have a release time.
    pub(crate) released: bool,
    /// Whether some shifts may reload.
    pub(crate) reloaded: bool,
    /// Whether some stops have windows that are narrower than the shifts.
    pub(crate) windowed: bool,
    /// Whether some stops have soft windows.
    pub(crate) soft: bool,
    /// Whether some orders must come first or last on their routes.
    pub(crate) positioned: bool,
    /// Whether some orders prefer vehicles, or a change of vehicle has a price.
    pub(crate) has_preferences: bool,
    /// Whether some visits may be left out at a price.
    pub(crate) optional: bool,
    /// Whether at least half of the visits may.
    pub(crate) mostly_optional: bool,
    legs: Rc<Legs<'a>>,
    /// Whether margins alone are exact: fixed travel times, one window per option, no rules beyond loads, windows and
    /// sums.
    pub(crate) plain: bool,
    /// Whether vehicles may have to wait for one another at docks.
    pub(crate) docked: bool,
    /// Whether the duration of routes matters, so that insertion has to know it.
    pub(crate) timed: bool,
    /// Whether using a shift has a cost of its own, so that fewer vehicles may be cheaper.
    pub(crate) has_fixed_costs: bool,
    /// Whether driving and working cost nothing beside that, so that legs differ only in what breaks ties.
    pub(crate) legs_are_free: bool,
}

impl<'a> Instance<'a> {
    pub(crate) fn new(problem: &'a Problem) -> Self {
        let legs = Legs::new(&problem.travel, problem.places.len());
        Self::over(problem, Travel::new(problem), Rc::new(legs))
    }

    /// Prepares a problem with other rules and the same travel costs, which it need not contain.
    pub(crate) fn with_costs_of(problem: &'a Problem, other: &Self) -> Self {
        Self::over(problem, other.travel.clone(), Rc::clone(&other.legs))
    }

    fn over(problem: &'a Problem, travel: Travel<'a>, legs: Rc<Legs<'a>>) -> Self {
        let (class, class_shifts) = shifts::classes(problem);
        let dimensions = problem.dimension_count as usize;
        let weights = Weights::of(&problem.objective);
        let is_balanced = weights.imbalance > 0.0 && problem.objective.balance == Measure::Duration;
        let is_timed = |it: &crate::problem::Vehicle| {
            it.costs.per_hour > 0.0
                || it.costs.per_overtime_hour > 0.0
                || it.soft_limits.per_hour > 0.0
                || it.limits.duration_seconds < UNLIMITED
        };
        let vehicles = &problem.vehicles;
        let planned = visits::planned_vehicles(problem);
        let mut instance = Self {
            problem,
            travel,
            weights,
            place_count: problem.places.len(),
            dimensions,
            options: Vec::with_capacity(problem.options.len()),
            paces: vec![USUAL_PERMILLE],
            reloads: Vec::new(),
            windows: Vec::new(),
            shifts: Vec::with_capacity(problem.shifts.len()),
            capacities: Vec::new(),
            loads: problem.stops.iter().flat_map(|stop| stop.load.iter().copied()).collect(),
            kind: problem.stops.iter().map(|it| it.kind).collect(),
            carried: Vec::with_capacity(problem.stops.len()),
            excess: vec![0; problem.stops.len() * dimensions],
            follower_first: Vec::new(),
            followers: Vec::new(),
            shape: Vec::with_capacity(problem.visits.len()),
            size: Vec::with_capacity(problem.visits.len()),
            home: Vec::with_capacity(problem.visits.len()),
            weight: Vec::with_capacity(problem.visits.len()),
            rank: Vec::new(),
            unserved_cost: Vec::with_capacity(problem.visits.len()),
            relation_first: Vec::new(),
            relations: Vec::new(),
            has_preferences: !planned.is_empty()
                || problem.orders.iter().any(|it| !it.preferred_vehicles.is_empty()),
            planned,
            planned_at: visits::planned_starts(problem),
            single_shifts: class_shifts
                .iter()
                .map(|it| shifts::single_shifts(problem, it))
                .collect(),
            mixed: shifts::is_mixed(problem),
            class,
            class_shifts,
            paired: problem.visits.iter().any(|it| it.stops.len() > 1),
            released: problem.visits.iter().any(|it| it.release_at > TIME_MIN),
            reloaded: problem.shifts.iter().any(|it| !it.reloads.is_empty()),
            windowed: visits::is_windowed(problem),
            soft: problem.objective.delay_cost_per_hour > 0.0
                || problem.options.iter().any(|it| !it.soft_windows.is_empty()),
            positioned: problem.orders.iter().any(|it| it.route_position != RoutePosition::Any),
            optional: problem.orders.iter().any(|it| !it.mandatory),
            mostly_optional: visits::are_mostly_optional(problem),
            legs,
            plain: false,
            docked: docks_bind(problem),
            timed: weights.seconds > 0.0 || is_balanced || vehicles.iter().any(is_timed),
            has_fixed_costs: vehicles.iter().any(|it| it.costs.fixed > 0.0),
            legs_are_free: vehicles
                .iter()
                .all(|it| it.costs.per_hour == 0.0 && it.costs.per_kilometer == 0.0),
        };
        instance.add_options(problem);
        instance.add_paces(problem);
        for vehicle in &problem.vehicles {
            instance.add_shifts(problem, vehicle);
        }
        instance.mark_begun();
        instance.add_excess(problem);
        instance.add_followers(problem);
        instance.add_visits(problem);
        instance.add_relations(problem);
        instance.rank = instance.ranks();
        instance.plain = instance.is_plain();
        instance
    }

    #[inline]
    pub(crate) fn step(&self, shift: &ShiftData, step: Step) -> &StepData {
        match step {
            Step::Stop(_, option) => &self.options[shift.option_first as usize + option.at()],
            Step::Reload(position) => &self.reloads[(shift.reload_first + position) as usize],
        }
    }

    /// Returns what it costs (or saves, if negative) that this vehicle serves a visit.
    #[inline]
    pub(crate) fn preference(&self, visit: VisitIdx, vehicle: VehicleIdx) -> f64 {
        let order = self.problem.visits[visit.at()].order;
        let cost = self.problem.orders[order.at()].preference(vehicle);
        match self.planned.get(visit.at()) {
            Some(&planned) if planned != NOWHERE && planned != vehicle.0 => {
                cost + self.problem.objective.change_cost
            }
            _ => cost,
        }
    }

    /// Returns a stop's start of service in the given plan, if another time has a price.
    #[inline]
    pub(crate) fn planned_at(&self, stop: StopIdx) -> Option<i64> {
        self.planned_at.get(stop.at()).copied().filter(|it| *it < TIME_MAX)
    }

    /// Returns an option at the usual pace.
    #[inline]
    pub(crate) fn option(&self, option: OptionIdx) -> &StepData {
        &self.options[option.at()]
    }

    /// Returns an option at the pace of a shift's vehicle.
    #[inline]
    pub(crate) fn option_of(&self, shift: ShiftIdx, option: OptionIdx) -> &StepData {
        &self.options[self.shifts[shift.at()].option_first as usize + option.at()]
    }

    /// Returns the service time of the fastest vehicle.
    pub(crate) fn least_service_seconds(&self, option: OptionIdx) -> i64 {
        let count = self.problem.options.len();
        let paces = (0..self.paces.len()).map(|it| &self.options[it * count + option.at()]);
        paces.map(|it| it.service_seconds).min().unwrap_or(0)
    }

    /// Returns whether all vehicles serve at the same pace.
    pub(crate) fn has_one_pace(&self) -> bool {
        self.paces.len() == 1
            || self.shifts.iter().all(|it| it.option_first == self.shifts[0].option_first)
    }

    #[inline]
    pub(crate) fn windows(&self, data: &StepData) -> &[Window] {
        &self.windows[data.window_first as usize..][..data.window_count as usize]
    }

    #[inline]
    pub(crate) fn capacities(&self, shift: &ShiftData) -> &[(u32, i64)] {
        &self.capacities[shift.dimension_first as usize..][..shift.dimension_count as usize]
    }

    #[inline]
    pub(crate) fn load(&self, stop: u32, dimension: usize) -> i64 {
        self.loads[stop as usize * self.dimensions + dimension]
    }

    /// Returns the load of a stop, one number per dimension.
    #[inline]
    pub(crate) fn load_of(&self, stop: StopIdx) -> &[i64] {
        &self.loads[stop.at() * self.dimensions..][..self.dimensions]
    }

    /// Returns whether a stop collects load that is taken off at a reload or at the end.
    pub(crate) fn is_collected(&self, stop: StopIdx) -> bool {
        self.kind[stop.at()] == StopKind::Pickup
            && !self.carried[stop.at()]
            && (0..self.dimensions).any(|it| self.load(stop.0, it) > 0)
    }

    /// Returns when the load of a stop may leave on a trip that begins with it on board; `i64::MIN` for other loads.
    pub(crate) fn available_at(&self, stop: StopIdx) -> i64 {
        if self.kind[stop.at()] != StopKind::Dropoff || self.carried[stop.at()] {
            return i64::MIN;
        }
        self.problem.visits[self.problem.stops[stop.at()].visit.at()].release_at
    }

    #[inline]
    pub(crate) fn excess(&self, stop: u32, dimension: usize) -> i64 {
        self.excess[stop as usize * self.dimensions + dimension]
    }

    pub(crate) fn shift(&self, shift: ShiftIdx) -> &ShiftData {
        &self.shifts[shift.at()]
    }

    /// Returns the stops of the same visit that must come later.
    pub(crate) fn followers(&self, stop: u32) -> &[StopIdx] {
        let first = self.follower_first[stop as usize] as usize;
        let end = self.follower_first[stop as usize + 1] as usize;
        &self.followers[first..end]
    }

    /// Returns the relations of a visit in the request's order.
    pub(crate) fn relations_of(&self, visit: VisitIdx) -> &[RelationIdx] {
        let first = self.relation_first[visit.at()] as usize;
        let end = self.relation_first[visit.at() + 1] as usize;
        &self.relations[first..end]
    }

    pub(crate) fn options_of(&self, stop: StopIdx) -> impl Iterator<Item = OptionIdx> + use<> {
        self.problem.stops[stop.at()].options.clone().map(OptionIdx)
    }

    /// Returns the row of a place or of `NOWHERE`, by which legs are looked up. Places near one another have near rows.
    #[inline]
    pub(crate) fn row(&self, place: u32) -> Row {
        self.legs.row(place)
    }

    /// Returns meters and least seconds of a leg in any lane: 0 from or to `NOWHERE`, `None` if no road leads there.
    #[inline]
    pub(crate) fn leg(&self, travel: usize, from: Row, to: Row) -> Option<(i64, i64)> {
        self.legs.leg(travel, from, to)
    }

    /// Returns its meters. In large tables, they are far from its seconds.
    #[inline]
    pub(crate) fn leg_meters(&self, travel: usize, from: Row, to: Row) -> Option<i64> {
        self.legs.meters(travel, from, to)
    }

    /// Returns its least seconds in any lane, also if no road leads there.
    #[inline]
    pub(crate) fn leg_seconds(&self, travel: usize, from: Row, to: Row) -> i64 {
        self.legs.seconds(travel, from, to)
    }

    /// Returns the leg between two places: see `leg`.
    pub(crate) fn leg_between(&self, travel: usize, from: u32, to: u32) -> Option<(i64, i64)> {
        self.leg(travel, self.row(from), self.row(to))
    }

    /// Returns the meters of the leg between two places: see `leg_meters`.
    pub(crate) fn meters(&self, travel: usize, from: u32, to: u32) -> Option<i64> {
        self.leg_meters(travel, self.row(from), self.row(to))
    }

    /// Returns the least seconds of the leg between two places: see `leg_seconds`.
    pub(crate) fn seconds(&self, travel: usize, from: u32, to: u32) -> i64 {
        self.leg_seconds(travel, self.row(from), self.row(to))
    }

    /// Returns whether every leg of a table has the same meters and seconds as the leg back.
    #[inline]
    pub(crate) fn is_symmetric(&self, travel: usize) -> bool {
        self.legs.is_symmetric(travel)
    }
}

/// Returns the index of a place as the arrays store it.
pub(crate) fn place_or_nowhere(place: Option<PlaceIdx>) -> u32 {
    place.map_or(NOWHERE, |it| it.0)
}
