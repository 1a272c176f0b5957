//! The rules that a plan can break, as data with a sentence for each. Routes and orders are named by their numbers,
//! from 1.

use std::fmt::{self, Display, Formatter};

use crate::instances::instance::{DAY_COUNT_MAX, DayIdx, DaySet, OrderIdx, VehicleTypeIdx};

/// The place of a violation in a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Depot,
    Order(OrderIdx),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Violation {
    /// `late_by` is in units, and `None` if no travel is known for a departure so late.
    Late {
        route: usize,
        place: Place,
        late_by: Option<i64>,
    },
    Overload {
        route: usize,
        load: i64,
        capacity: i64,
    },
    PairSplit {
        route: usize,
        order: OrderIdx,
    },
    DropoffBeforePickup {
        route: usize,
        dropoff: OrderIdx,
    },
    ReloadForbidden {
        route: usize,
    },
    OrderForbidden {
        route: usize,
        order: OrderIdx,
    },
    TooLong {
        route: usize,
        duration: i64,
        duration_max: i64,
    },
    TooFar {
        route: usize,
        distance: i64,
        distance_max: i64,
    },
    TooManyVehicles {
        vehicle_type: VehicleTypeIdx,
        day: DayIdx,
        route_count: u32,
        count: u32,
    },
    Unserved {
        order: OrderIdx,
    },
    ServedTwice {
        order: OrderIdx,
        day: DayIdx,
    },
    NoPattern {
        order: OrderIdx,
        days: DaySet,
    },
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depot => write!(f, "the depot"),
            Self::Order(order) => write!(f, "order {}", order.number()),
        }
    }
}

impl Display for Violation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Late { route, place, late_by: Some(late_by) } => {
                write!(f, "route {route} is late at {place} by {late_by} units")
            }
            Self::Late { route, place, late_by: None } => {
                write!(f, "route {route} leaves for {place} when no travel is known any more")
            }
            Self::Overload { route, load, capacity } => {
                write!(f, "route {route} carries {load} where {capacity} fits")
            }
            Self::PairSplit { route, order } => {
                write!(f, "route {route} serves order {} without its pair", order.number())
            }
            Self::DropoffBeforePickup { route, dropoff } => {
                write!(f, "route {route} serves dropoff {} before its pickup", dropoff.number())
            }
            Self::ReloadForbidden { route } => write!(f, "route {route} must not reload"),
            Self::OrderForbidden { route, order } => {
                write!(f, "route {route} must not serve order {}", order.number())
            }
            Self::TooLong { route, duration, duration_max } => {
                write!(f, "route {route} takes {duration} units of {duration_max}")
            }
            Self::TooFar { route, distance, distance_max } => {
                write!(f, "route {route} goes {distance} units of {distance_max}")
            }
            Self::TooManyVehicles { vehicle_type, day, route_count, count } => write!(
                f,
                "{route_count} routes on day {} are for vehicle type {}, which has {count}",
                day.0 + 1,
                vehicle_type.0
            ),
            Self::Unserved { order } => write!(f, "order {} is not served", order.number()),
            Self::ServedTwice { order, day } => {
                write!(f, "order {} is served twice on day {}", order.number(), day.0 + 1)
            }
            Self::NoPattern { order, days } => {
                let days = (0..DAY_COUNT_MAX).filter(|&day| days.contains(DayIdx(day)));
                let days: Vec<String> = days.map(|day| (day + 1).to_string()).collect();
                write!(f, "order {} may not be served on days {}", order.number(), days.join(", "))
            }
        }
    }
}
