//! The least leg to a place from anywhere that a route could come from, except from the visit that is served there.
//!
//! ```text
//! places of visits, starts, reloads, breaks ──► each place: whose alone, or several's ──► least leg to a place:
//!                                                                the least of all, and the least of all others
//! ```
//!
//! O(places²) per travel table, however many visits are at each place: a visit that may be made at 48 places has as
//! many origins, so with a thousand such visits each of the 48 legs would be examined from 48,000 origins.

use crate::instance::{Instance, NOWHERE, place_or_nowhere};
use crate::problem::{OptionIdx, Shift, VisitIdx};

/// The visits for which a vehicle may be at a place before the next leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    None,
    /// Only this visit.
    One(VisitIdx),
    Any,
}

impl Purpose {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, one) | (one, Self::None) => one,
            (one, other) if one == other => one,
            _ => Self::Any,
        }
    }
}

/// For each place, the visits after which a vehicle may leave from it.
#[derive(Clone, Debug)]
pub(super) struct Origins {
    stops: Vec<Purpose>,
    /// The same with starts and breaks.
    all: Vec<Purpose>,
}

impl Origins {
    /// The places of all visits.
    pub(super) fn new(instance: &Instance<'_>) -> Self {
        let mut stops = vec![Purpose::None; instance.place_count];
        for visit in (0..instance.problem.visits.len()).map(VisitIdx::of) {
            for place in places_of(instance, visit) {
                stops[place as usize] = stops[place as usize].and(Purpose::One(visit));
            }
        }
        Self { all: stops.clone(), stops }
    }

    /// Adds the places where the routes of a shift start, reload and rest.
    pub(super) fn add_of_shift(&mut self, shift: &Shift) {
        let rests = shift.breaks.iter().chain(shift.soft_breaks.iter().map(|it| &it.rest));
        let others = rests.map(|it| it.place).chain([shift.start_place]);
        for place in others.map(place_or_nowhere).filter(|it| *it != NOWHERE) {
            self.all[place as usize] = Purpose::Any;
        }
        for reload in &shift.reloads {
            self.all[reload.place.at()] = Purpose::Any;
            self.stops[reload.place.at()] = Purpose::Any;
        }
    }

    /// Removes starts and breaks.
    pub(super) fn keep_stops(&mut self) {
        self.all.clone_from(&self.stops);
    }
}

/// The places where a visit may be made, over all stops and options.
pub(super) fn places_of(instance: &Instance<'_>, visit: VisitIdx) -> impl Iterator<Item = u32> {
    let problem = instance.problem;
    let options = |stop: u32| problem.stops[stop as usize].options.clone();
    let stops = problem.visits[visit.at()].stops.clone();
    stops.flat_map(options).map(|it| instance.option(OptionIdx(it)).place)
}

/// The least of some numbers, its owner, and the least of the numbers of others.
#[derive(Clone, Copy, Debug)]
struct Least {
    least: i64,
    whose: Purpose,
    others: i64,
}

impl Least {
    const NONE: Self = Self { least: i64::MAX, whose: Purpose::None, others: i64::MAX };

    fn add(&mut self, number: i64, whose: Purpose) {
        let is_same = whose == self.whose && whose != Purpose::Any;
        if number < self.least {
            // The previous least number belongs to another owner and is less than all that others had.
            self.others = if is_same { self.others } else { self.least };
            (self.least, self.whose) = (number, whose);
        } else if !is_same {
            self.others = self.others.min(number);
        }
    }

    fn without(&self, visit: VisitIdx) -> i64 {
        if self.whose == Purpose::One(visit) { self.others } else { self.least }
    }
}

/// The least leg to each place, computed when it is first needed.
pub(super) struct LeastLegs<'l, 'a> {
    instance: &'l Instance<'a>,
    origins: Vec<(u32, Purpose)>,
    tables: &'l [usize],
    /// By place: seconds and meters.
    known: Vec<Option<[Least; 2]>>,
    looked_at: usize,
}

impl<'l, 'a> LeastLegs<'l, 'a> {
    pub(super) fn new(instance: &'l Instance<'a>, origins: &Origins, tables: &'l [usize]) -> Self {
        let origins = (0..).zip(origins.all.iter().copied());
        Self {
            instance,
            origins: origins.filter(|it| it.1 != Purpose::None).collect(),
            tables,
            known: vec![None; instance.place_count],
            looked_at: 0,
        }
    }

    /// How many legs have been examined.
    pub(super) const fn looked_at(&self) -> usize {
        self.looked_at
    }

    /// The least seconds and the least meters of a leg to a place, for a vehicle that serves a visit there; `i64::MAX`
    /// if no road leads there.
    pub(super) fn to(&mut self, place: u32, visit: VisitIdx) -> (i64, i64) {
        let [seconds, meters] = self.least_legs(place);
        (seconds.without(visit), meters.without(visit))
    }

    /// The same for a vehicle that is there for no visit.
    pub(super) fn least_to(&mut self, place: u32) -> (i64, i64) {
        let [seconds, meters] = self.least_legs(place);
        (seconds.least, meters.least)
    }

    fn least_legs(&mut self, to: u32) -> [Least; 2] {
        if let Some(known) = self.known[to as usize] {
            return known;
        }
        let mut least = [Least::NONE; 2];
        for (from, whose) in &self.origins {
            for table in self.tables {
                let Some(meters) = self.instance.meters(*table, *from, to) else { continue };
                least[0].add(self.instance.seconds(*table, *from, to), *whose);
                least[1].add(meters, *whose);
            }
        }
        self.looked_at += self.origins.len() * self.tables.len();
        self.known[to as usize] = Some(least);
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::{Fixture, Random};

    #[test]
    fn the_least_leg_is_the_one_that_every_pair_of_places_gives() {
        let mut random = Random::new(7);
        for _ in 0..200 {
            let place_count = 2 + random.below(9);
            let mut fixture = Fixture::new(u32::try_from(place_count).unwrap());
            for pair in 0..usize::try_from(place_count * place_count).unwrap() {
                let table = &mut fixture.problem.travel[0];
                table.distance_meters[pair] = random.below_i32(20) - 2;
                table.travel_seconds[pair] = random.below_i32(20);
            }
            fixture.shift(0..10_000);
            for _ in 0..=random.below(4) {
                let place = u32::try_from(random.below(place_count)).unwrap();
                fixture.dropoff(place, &[]);
            }
            let problem = fixture.problem;
            let instance = Instance::new(&problem);
            let mut origins = Origins::new(&instance);
            origins.add_of_shift(&problem.shifts[0]);
            let mut legs = LeastLegs::new(&instance, &origins, &[0]);
            let all = (0..problem.visits.len()).map(VisitIdx::of);
            let at = |visit: VisitIdx| places_of(&instance, visit).next().unwrap();
            for visit in all.clone() {
                // From the start at place 0, and from the place of any other visit.
                let from = all.clone().filter(|it| *it != visit).map(at).chain([0]);
                let roads = from.filter_map(|from| {
                    let meters = instance.meters(0, from, at(visit))?;
                    Some((instance.seconds(0, from, at(visit)), meters))
                });
                let none = (i64::MAX, i64::MAX);
                let naive = roads.fold(none, |a, b| (a.0.min(b.0), a.1.min(b.1)));
                assert_eq!(legs.to(at(visit), visit), naive);
            }
        }
    }
}
