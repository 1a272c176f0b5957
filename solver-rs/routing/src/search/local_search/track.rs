//! What moves read of a route: the places around each position and the costs of the legs between them.
//!
//! A route is tracked again only when it has changed, since each of its stops is looked at many times in between.

use super::lane::Lane;
use crate::evaluate::{Step, soft_cost};
use crate::instance::{Instance, NOWHERE, Row};
use crate::problem::ShiftIdx;
use crate::search::plan::margins::step_times;
use crate::search::plan::route::RouteState;

/// How many positions moves look along a route, in each direction.
pub(super) const REACH: usize = 3;

/// A route with `REACH` positions more at either end, so that the surroundings of every stop have the same size.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    /// The version of the route; 0: none yet.
    version: u64,
    /// Of the places; that of `NOWHERE` beyond the route.
    rows: Vec<Row>,
    /// Cost of the leg from each of these to the next; 0 beyond the route.
    legs: Vec<f64>,
    /// By position; empty on plain problems.
    sums: Vec<Sums>,
}

/// Sums over a route up to a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    /// Seconds of the legs without traffic, as `Lane` prices them.
    pub(super) leg_seconds: i64,
    /// Cost of serving the stops at these times.
    pub(super) soft_cost: f64,
}

impl Track {
    /// Reads the route if it has changed. O(steps).
    #[inline]
    pub(super) fn update(
        &mut self,
        instance: &Instance<'_>,
        shift: ShiftIdx,
        lane: &Lane,
        route: &RouteState,
    ) {
        if self.version != route.version {
            self.read(instance, lane, route);
            if !instance.plain {
                self.sum_up(instance, shift, route);
            }
        }
    }

    /// Returns the sums up to a position of a route with stops that are not plain. The route must have been read.
    #[inline]
    pub(super) fn until(&self, at: usize) -> Sums {
        self.sums[at]
    }

    fn sum_up(&mut self, instance: &Instance<'_>, shift: ShiftIdx, route: &RouteState) {
        let mut sums = Sums::default();
        self.sums.clear();
        self.sums.push(sums);
        for (position, at) in route.margins.positions[1..].iter().zip(1..) {
            sums.leg_seconds += position.leg_seconds;
            if instance.soft
                && let Some(Step::Stop(stop, option)) = route.steps.get(at - 1)
            {
                let service = step_times(instance, shift, route.steps[at - 1]).service;
                let starts_at = route.anchors[at].departs_at() - service;
                sums.soft_cost += soft_cost(instance, *stop, *option, starts_at);
            }
            self.sums.push(sums);
        }
    }

    fn read(&mut self, instance: &Instance<'_>, lane: &Lane, route: &RouteState) {
        self.version = route.version;
        let positions = &route.margins.positions;
        let nowhere = instance.row(NOWHERE);
        self.rows.clear();
        self.rows.resize(REACH, nowhere);
        self.rows.extend(positions.iter().map(|it| it.row));
        self.rows.resize(positions.len() + 2 * REACH, nowhere);
        self.legs.clear();
        self.legs.resize(REACH, 0.0);
        for position in &positions[1..] {
            self.legs.push(lane.price(position.leg_meters, position.leg_seconds));
        }
        self.legs.resize(positions.len() + 2 * REACH, 0.0);
    }

    /// Returns the cost of the leg from a position to the next one. The route must have been read.
    #[inline]
    pub(super) fn leg_after(&self, at: usize) -> f64 {
        self.legs[at + REACH]
    }

    /// Returns the surroundings of a position. The route must have been read.
    #[inline]
    pub(super) fn spot(&self, shift: ShiftIdx, at: usize) -> Spot {
        Spot {
            shift,
            at,
            last: self.rows.len() - 2 * REACH - 2,
            rows: self.rows[at..][..2 * REACH + 1].try_into().expect("a slice of this length"),
            legs: self.legs[at..][..2 * REACH].try_into().expect("a slice of this length"),
        }
    }
}

/// A stop on a route, and its surroundings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) shift: ShiftIdx,
    /// Position in its route's margins.
    pub(super) at: usize,
    /// Position of the route's last visit.
    pub(super) last: usize,
    /// Rows of the places from `REACH` before to `REACH` after it; meaningless beyond the route.
    rows: [Row; 2 * REACH + 1],
    /// Cost of the leg from each of these to the next.
    legs: [f64; 2 * REACH],
}

impl Spot {
    /// Returns the row of the place this many positions after it, or before it if negative.
    #[inline]
    pub(super) const fn row(&self, offset: isize) -> Row {
        self.rows[REACH.wrapping_add_signed(offset)]
    }

    /// Returns the cost of the leg from there to the next position.
    #[inline]
    pub(super) const fn leg_after(&self, offset: isize) -> f64 {
        self.legs[REACH.wrapping_add_signed(offset)]
    }

    /// Returns the cost of the longer one of the legs to and from the stop.
    #[inline]
    pub(super) const fn longer_leg(&self) -> f64 {
        self.leg_after(-1).max(self.leg_after(0))
    }

    #[inline]
    pub(super) const fn at(&self, offset: isize) -> usize {
        self.at.wrapping_add_signed(offset)
    }
}

/// Two stops that a move makes adjacent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    pub(super) one: &'a Spot,
    pub(super) other: &'a Spot,
    /// Cost of the leg from `one` to `other` for the vehicle of `other`, and of the leg back.
    pub(super) there: f64,
    pub(super) back: f64,
    /// Whether moves have to save something from the leg between the two on: see `Scan::gains`.
    pub(super) gains_at_once: bool,
}
