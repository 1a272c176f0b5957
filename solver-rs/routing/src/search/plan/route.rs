//! One route as the search stores it: its steps, margins and sums.

use super::anchors::{self, Anchor};
use super::margins::Margins;
use crate::evaluate::Step;
use crate::instance::Instance;
use crate::problem::{Problem, ShiftIdx, StopIdx};
use crate::rules::days::{self, Day};
use crate::rules::docks::{self, Docked};
use crate::solution::{Route, StopRole};
use crate::step::Overnight;

#[derive(Debug, Default)]
pub(crate) struct RouteState {
    pub(crate) steps: Vec<Step>,
    /// Where the route begins instead of at its shift's start.
    pub(crate) from: Option<Overnight>,
    pub(crate) margins: Margins,
    /// Times, one entry per position; only if margins are not exact.
    pub(crate) anchors: Vec<Anchor>,
    /// The route's part of the score, without counts of vehicles and shifts.
    pub(crate) rest: f64,
    pub(crate) money: f64,
    /// Sums for limits over several shifts and for balance.
    pub(crate) distance_meters: i64,
    pub(crate) duration_seconds: i64,
    /// Start of the route; only if routes depend on one another.
    pub(crate) start_at: i64,
    pub(crate) driving_seconds: i64,
    pub(crate) stop_count: i64,
    /// Changes with each change; equal versions mean equal steps.
    pub(crate) version: u64,
    /// Whether it was evaluated near one start only.
    pub(crate) is_draft: bool,
    /// Start and end of each step; only if visits depend on one another.
    pub(crate) starts: Vec<i64>,
    pub(crate) ends: Vec<i64>,
    /// Only if docks matter.
    pub(crate) docked: Vec<Docked>,
    /// Only if some days of the vehicle may be exceptional.
    pub(crate) days: Vec<Day>,
}

impl Clone for RouteState {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Keeps the memory that `self` has allocated.
    fn clone_from(&mut self, other: &Self) {
        self.steps.clone_from(&other.steps);
        self.from = other.from;
        self.margins.place.clone_from(&other.margins.place);
        self.margins.leg.clone_from(&other.margins.leg);
        self.margins.departs.clone_from(&other.margins.departs);
        self.margins.latest.clone_from(&other.margins.latest);
        self.margins.trip.clone_from(&other.margins.trip);
        self.margins.load.clone_from(&other.margins.load);
        self.margins.peak_in.clone_from(&other.margins.peak_in);
        self.margins.peak_out.clone_from(&other.margins.peak_out);
        self.margins.until.clone_from(&other.margins.until);
        self.margins.from.clone_from(&other.margins.from);
        self.anchors.clone_from(&other.anchors);
        self.starts.clone_from(&other.starts);
        self.ends.clone_from(&other.ends);
        self.docked.clone_from(&other.docked);
        self.days.clone_from(&other.days);
        self.start_at = other.start_at;
        self.rest = other.rest;
        self.money = other.money;
        self.distance_meters = other.distance_meters;
        self.duration_seconds = other.duration_seconds;
        self.driving_seconds = other.driving_seconds;
        self.stop_count = other.stop_count;
        self.version = other.version;
        self.is_draft = other.is_draft;
    }
}

/// Whether a route fits, that is, keeps its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    Fits,
    Not,
}

impl RouteState {
    /// Computes the margins of a shift without a route, from which insertion starts.
    pub(crate) fn measure_unused(&mut self, instance: &Instance<'_>, shift: ShiftIdx) {
        debug_assert!(self.steps.is_empty(), "a route without steps");
        // As long as nobody drives, a missing road from start to end does not matter.
        let _ = self.measure(instance, shift);
        if !instance.plain {
            anchors::set_unused(&mut self.anchors, &instance.problem.shifts[shift.at()]);
        }
        self.distance_meters = 0;
        self.driving_seconds = 0;
        self.duration_seconds = 0;
        self.stop_count = 0;
        self.rest = 0.0;
        self.money = 0.0;
        self.starts.clear();
        self.ends.clear();
        self.docked.clear();
        self.days.clear();
    }

    /// Copies the summary and times of a written route.
    pub(crate) fn take_times(&mut self, problem: &Problem, route: &Route) {
        self.start_at = route.stops.first().map_or(0, |it| it.arrival_at);
        self.duration_seconds = route.summary.duration_seconds;
        self.driving_seconds = route.summary.driving_seconds;
        self.distance_meters = route.summary.distance_meters;
        self.starts.clear();
        self.ends.clear();
        for stop in &route.stops {
            if matches!(stop.role, StopRole::Order { .. } | StopRole::Reload { .. }) {
                self.starts.push(stop.departure_at - stop.service_seconds);
                self.ends.push(stop.departure_at);
            }
        }
        docks::of_route(problem, route, &mut self.docked);
        let vehicle = problem.shifts[route.shift.at()].vehicle;
        days::of_stops(&problem.vehicles[vehicle.at()], &route.stops, &mut self.days);
    }

    /// Checks the limits of a route of a plain problem and computes its cost.
    pub(super) fn price(&mut self, instance: &Instance<'_>, shift_idx: ShiftIdx) -> Fit {
        let shift = &instance.problem.shifts[shift_idx.at()];
        let vehicle = &instance.problem.vehicles[shift.vehicle.at()];
        let limits = &vehicle.limits;
        if self.distance_meters > limits.distance_meters
            || self.driving_seconds > limits.driving_seconds
            || self.duration_seconds > limits.duration_seconds
            || self.stop_count > limits.stop_count
        {
            return Fit::Not;
        }
        let costs = &vehicle.costs;
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        let [meters, seconds, stops] =
            [self.distance_meters, self.duration_seconds, self.stop_count].map(|it| it as f64);
        let mut money = costs.fixed
            + costs.per_kilometer * meters / 1000.0
            + costs.per_hour * seconds / 3600.0
            + costs.per_stop * stops;
        for step in &self.steps {
            if let Step::Stop(stop, _) = step {
                money += preference(instance, *stop, shift_idx);
            }
        }
        let weights = &instance.weights;
        self.money = money;
        self.rest = weights.cost * money + weights.meters * meters + weights.seconds * seconds;
        Fit::Fits
    }
}

/// Returns what it costs that this vehicle serves the visit whose first stop this is; 0 for other stops.
pub(crate) fn preference(instance: &Instance<'_>, stop: StopIdx, shift: ShiftIdx) -> f64 {
    let problem = instance.problem;
    let visit = problem.stops[stop.at()].visit;
    if problem.visits[visit.at()].stops.start != stop.0 {
        return 0.0;
    }
    instance.preference(visit, problem.shifts[shift.at()].vehicle)
}
