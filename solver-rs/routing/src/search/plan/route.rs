//! One route as the search stores it: its steps, margins and sums.

use super::anchors::Anchor;
use super::margins::Margins;
use crate::evaluate::Step;
use crate::instance::Instance;
use crate::problem::{Problem, ShiftIdx, StopIdx, VisitIdx};
use crate::rules::days;
use crate::rules::docks::{self, Docked};
use crate::rules::standing::{self, Day, RouteTimes};
use crate::solution::{Route, StopRole};
use crate::step::Overnight;

/// Routes as the search stores them.
pub(crate) type Standing<'a> = standing::Standing<'a, RouteState>;

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
        self.margins.clone_from(&other.margins);
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

impl RouteTimes for RouteState {
    fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn starts(&self) -> &[i64] {
        &self.starts
    }

    fn ends(&self) -> &[i64] {
        &self.ends
    }

    fn sums(&self) -> [i64; 3] {
        [self.duration_seconds, self.driving_seconds, self.distance_meters]
    }

    fn span(&self) -> (i64, i64) {
        (self.start_at, self.start_at + self.duration_seconds)
    }

    fn docked(&self) -> &[Docked] {
        &self.docked
    }

    fn days(&self) -> &[Day] {
        &self.days
    }
}

/// The times at which a route could start a visit without other changes, as far as its anchors tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StartRange {
    pub(crate) visit: VisitIdx,
    pub(crate) earliest_at: i64,
    pub(crate) latest_at: i64,
}

/// Whether a route fits, that is, keeps its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    Fits,
    Not,
}

impl RouteState {
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
}

/// Returns what it costs that this vehicle serves the visit whose first stop this is; 0 for other stops.
#[inline]
pub(crate) fn preference(instance: &Instance<'_>, stop: StopIdx, shift: ShiftIdx) -> f64 {
    if !instance.has_preferences {
        return 0.0;
    }
    let problem = instance.problem;
    let visit = problem.stops[stop.at()].visit;
    if problem.visits[visit.at()].stops.start != stop.0 {
        return 0.0;
    }
    instance.preference(visit, problem.shifts[shift.at()].vehicle)
}
