//! Checks a problem for contradictions: wrong indexes, lengths and orders, all of which are mistakes of the caller.

use super::{PlannedStop, Problem, RestKind, TravelTable};

/// The most bytes of all travel tables together; 5,000 places with ten lanes take 1.1 GB.
pub const TRAVEL_BYTES_MAX: u64 = 1_500_000_000;

/// The problem is inconsistent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// An index points outside its array.
    #[error("{what} {position} points nowhere")]
    Dangling {
        /// The list that contains the index.
        what: &'static str,
        /// The position of the entry that contains it.
        position: usize,
    },
    /// A list has a length other than the problem requires.
    #[error("{what} {position} has a wrong length")]
    Length {
        /// The list.
        what: &'static str,
        /// The position of the entry it belongs to.
        position: usize,
    },
    /// The travel tables are too large.
    #[error("travel tables of {bytes} bytes, at most {TRAVEL_BYTES_MAX} are held")]
    TravelTooLarge {
        /// The bytes that they would take.
        bytes: u64,
    },
}

impl Problem {
    /// Checks that indexes point into their arrays and that lists have the required lengths.
    ///
    /// # Errors
    /// The first mistake.
    pub fn check(&self) -> Result<(), ProblemError> {
        self.check_travel()?;
        self.check_fleet()?;
        self.check_orders()?;
        self.check_plan()
    }

    fn check_travel(&self) -> Result<(), ProblemError> {
        let places = self.places.len() as u64;
        let bytes = self
            .travel
            .iter()
            .map(|table| TravelTable::bytes(places, table.lane_count.into()))
            .sum::<u64>();
        if bytes > TRAVEL_BYTES_MAX {
            return Err(ProblemError::TravelTooLarge { bytes });
        }
        let lanes = self.traffic.weekday.iter().chain(&self.traffic.weekend);
        let lane_count = lanes.map(|(_, lane)| lane + 1).max().unwrap_or(0);
        for (position, table) in self.travel.iter().enumerate() {
            let pairs = table.pair_count(self.places.len());
            let cells = pairs * table.lane_count as usize;
            let has_end = table.rows.is_none() || table.distance_meters.last() < Some(&0);
            if table.distance_meters.len() != pairs
                || table.travel_seconds.len() != cells
                || !has_end
            {
                return Err(ProblemError::Length { what: "travel table", position });
            }
            if table.lane_count < lane_count || lane_count == 0 {
                return Err(ProblemError::Dangling { what: "traffic window of table", position });
            }
        }
        for (position, place) in self.places.iter().enumerate() {
            dangling("place", position, place.clock.at() < self.clocks.len())?;
        }
        for (position, clock) in self.clocks.iter().enumerate() {
            dangling("clock", position, !clock.segments.is_empty())?;
        }
        Ok(())
    }

    fn check_fleet(&self) -> Result<(), ProblemError> {
        let dimensions = self.dimension_count as usize;
        for (position, vehicle) in self.vehicles.iter().enumerate() {
            dangling("vehicle", position, vehicle.travel.at() < self.travel.len())?;
            dangling("vehicle", position, vehicle.shifts.end as usize <= self.shifts.len())?;
            length("vehicle", position, vehicle.capacity.len() == dimensions)?;
            for handling in [&vehicle.loading, &vehicle.unloading] {
                let count = handling.nanos_per_unit.len();
                length("handling of vehicle", position, count == 0 || count == dimensions)?;
            }
        }
        let known = |place: Option<super::PlaceIdx>| {
            place.is_none_or(|place| place.at() < self.places.len())
        };
        for (position, shift) in self.shifts.iter().enumerate() {
            let vehicle = self.vehicles.get(shift.vehicle.at());
            let owned = vehicle.is_some_and(|it| {
                u32::try_from(position).is_ok_and(|position| it.shifts.contains(&position))
            });
            let rests = shift.breaks.iter().chain(shift.soft_breaks.iter().map(|it| &it.rest));
            let mut places = rests
                .map(|rest| rest.place)
                .chain(shift.reloads.iter().map(|it| Some(it.place)))
                .chain([shift.start_place, shift.end_place]);
            let clock = shift.clock.at() < self.clocks.len();
            dangling("shift", position, owned && clock && places.all(known))?;
        }
        Ok(())
    }

    fn check_orders(&self) -> Result<(), ProblemError> {
        let dimensions = self.dimension_count as usize;
        let load_types = self.incompatible_load_types.len();
        for (position, order) in self.orders.iter().enumerate() {
            dangling("order", position, order.visits.end as usize <= self.visits.len())?;
            let load_type = order.load_type.is_none_or(|it| (it as usize) < load_types);
            dangling("load type of order", position, load_type)?;
            let clock = order.rules.as_ref().is_none_or(|it| it.clock.at() < self.clocks.len());
            dangling("clock of order", position, clock)?;
        }
        for (position, visit) in self.visits.iter().enumerate() {
            dangling("visit", position, visit.stops.end as usize <= self.stops.len())?;
            dangling("visit", position, visit.order.at() < self.orders.len())?;
            length("visit", position, !visit.stops.is_empty())?;
        }
        for (position, stop) in self.stops.iter().enumerate() {
            dangling("stop", position, stop.options.end as usize <= self.options.len())?;
            dangling("stop", position, stop.visit.at() < self.visits.len())?;
            let mates = &self.visits[stop.visit.at()].stops;
            dangling("stop", position, stop.after.iter().all(|it| mates.contains(&it.0)))?;
            length("stop", position, stop.load.len() == dimensions && !stop.options.is_empty())?;
        }
        for (position, option) in self.options.iter().enumerate() {
            dangling("option", position, option.place.at() < self.places.len())?;
        }
        for (position, relation) in self.relations.iter().enumerate() {
            let known = relation.visits.iter().all(|it| it.at() < self.visits.len());
            dangling("relation", position, known)?;
        }
        Ok(())
    }

    fn check_plan(&self) -> Result<(), ProblemError> {
        dangling("offered visit", 0, self.offered.end as usize <= self.visits.len())?;
        for (position, route) in self.plan.iter().enumerate() {
            let is_known = |it: &PlannedStop| {
                let stop = self.stops.get(it.stop.at());
                stop.is_some_and(|stop| it.option.is_none_or(|it| stop.options.contains(&it.0)))
            };
            let known = route.stops.iter().all(is_known) && route.shift.at() < self.shifts.len();
            dangling("planned route", position, known)?;
            length("planned route", position, route.begun as usize <= route.stops.len())?;
            let reloads = self.shifts[route.shift.at()].reloads.len();
            let known = route.reloads.iter().all(|it| (it.reload as usize) < reloads);
            dangling("planned reload", position, known)?;
            let break_count = self.shifts[route.shift.at()].breaks.len();
            let known = route.pauses.iter().all(|it| (it.shift_break as usize) < break_count);
            dangling("planned pause", position, known)?;
            let rests = route.itinerary.iter().flat_map(|it| &it.rests);
            let mut places = rests.clone().filter_map(|it| it.place);
            dangling("stated rest", position, places.all(|it| it.at() < self.places.len()))?;
            let shift = &self.shifts[route.shift.at()];
            let known = rests.map(|it| it.kind).all(|it| match it {
                RestKind::Break { position } => (position as usize) < shift.breaks.len(),
                RestKind::SoftBreak { position } => (position as usize) < shift.soft_breaks.len(),
                RestKind::DrivingRules => true,
            });
            dangling("stated rest", position, known)?;
        }
        Ok(())
    }
}

fn dangling(what: &'static str, position: usize, holds: bool) -> Result<(), ProblemError> {
    if holds { Ok(()) } else { Err(ProblemError::Dangling { what, position }) }
}

fn length(what: &'static str, position: usize, holds: bool) -> Result<(), ProblemError> {
    if holds { Ok(()) } else { Err(ProblemError::Length { what, position }) }
}
