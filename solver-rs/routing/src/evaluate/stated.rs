//! A route at the times and with the rests that a plan states.
//!
//! Other walks choose when the route starts, where breaks lie and when the vehicle waits. This one follows the plan, so
//! that mode `check` judges what will be driven, even if another course of the same stops would cost less. Only travel,
//! setup and service take as long as the problem says.

use crate::instance::{LEG, Leg, NOWHERE};
use crate::problem::{Itinerary, PlaceIdx, RestKind, StatedRest};
use crate::timeline::{Bounds, Case, Core, Role, Stay};

use super::costs;
use super::start::earliest_start;

/// Follows the plan, which states when each step starts; afterwards `stays` contains the timeline. `None` if no vehicle
/// can do so: it arrives too late, takes a load before its release, rests where it does not pass, or takes a break that
/// its shift does not have.
pub(super) fn follow(
    core: &Core<'_>,
    case: &Case<'_>,
    (stated, starts): (&Itinerary, &[i64]),
    bounds: &[Bounds],
    stays: &mut Vec<Stay>,
) -> Option<()> {
    stays.clear();
    let is_early = |(bounds, starts_at): (&Bounds, &i64)| *starts_at < bounds.not_before_at;
    let released_at = earliest_start(core, case);
    if released_at > stated.starts_at.max(case.shift.start_at)
        || bounds.iter().zip(starts).any(is_early)
    {
        return None;
    }
    let here = case.shift.start_place;
    let at = stated.starts_at;
    let mut course =
        Course { core, case, stays, at, here, settled: here, left: LEG, meters_done: 0 };
    if here != NOWHERE {
        let start = Stay::at_start(case, at);
        course.at = start.departure_at;
        course.stays.push(start);
    }
    let mut rests = stated.rests.iter().peekable();
    for ((&step, &starts_at), position) in case.steps.iter().zip(starts).zip(0..) {
        let place = core.instance.step(case.shift, step).place;
        while let Some(rest) = rests.next_if(|it| it.steps_before <= position) {
            course.rest(rest, place)?;
        }
        course.serve(position, starts_at)?;
    }
    for rest in rests {
        course.rest(rest, case.shift.end_place)?;
    }
    course.end()
}

/// Where the vehicle is: at a place, or on the way from it.
struct Course<'c, 's> {
    core: &'c Core<'c>,
    case: &'c Case<'c>,
    stays: &'s mut Vec<Stay>,
    at: i64,
    here: u32,
    /// The place for which setup has been done.
    settled: u32,
    /// Parts of the leg that are ahead, and meters of it that have been driven.
    left: u64,
    meters_done: i64,
}

impl<'c> Course<'c, '_> {
    /// Takes a rest on the way to the next place.
    fn rest(&mut self, rest: &StatedRest, next_place: u32) -> Option<()> {
        let shift = self.core.shift(self.case);
        let (role, own) = match rest.kind {
            RestKind::Break { position } => {
                (Role::Break(position), &shift.breaks[position as usize])
            }
            RestKind::SoftBreak { position } => {
                let soft = &shift.soft_breaks[position as usize];
                costs::soft_break(soft, rest.starts_at)?;
                (Role::SoftBreak(position), &soft.rest)
            }
            RestKind::DrivingRules => return self.stay(rest, Role::Rest, next_place, None),
        };
        if rest.seconds != own.seconds {
            return None;
        }
        self.stay(rest, role, next_place, own.place)
    }

    /// Stays for a rest: at the place that it requires, here, at the next place, or on the road.
    fn stay(
        &mut self,
        rest: &StatedRest,
        role: Role,
        next_place: u32,
        required: Option<PlaceIdx>,
    ) -> Option<()> {
        let place = rest.place.map_or(NOWHERE, |it| it.0);
        let is_required = required.is_some_and(|it| it.0 == place);
        if required.is_some() && !is_required {
            return None;
        }
        let (arrival_at, meters) = if place == NOWHERE {
            self.drive_until(next_place, rest.arrives_at)?
        } else if place == self.here && self.left == LEG {
            (self.at, 0)
        } else if place == next_place || is_required {
            self.drive_to(place, next_place)?
        } else {
            return None;
        };
        let is_prepared = !is_required || place == self.settled;
        let places = &self.core.instance.problem.places;
        let setup_seconds = if is_prepared { 0 } else { places[place as usize].setup_seconds };
        let left = if place == NOWHERE { self.left } else { LEG };
        if is_required {
            self.settled = place;
        }
        let (start_at, departure_at) = (rest.starts_at, rest.starts_at + rest.seconds);
        self.push(Stay {
            role,
            place,
            left,
            arrival_at,
            setup_seconds,
            start_at,
            departure_at,
            meters,
        })
    }

    fn serve(&mut self, position: u32, start_at: i64) -> Option<()> {
        let data = self.core.instance.step(self.case.shift, self.case.steps[position as usize]);
        let (arrival_at, meters) = self.drive_to(data.place, data.place)?;
        let setup_seconds = if data.place == self.settled { 0 } else { data.setup_seconds };
        self.settled = data.place;
        let departure_at = start_at + data.service_seconds;
        let (role, place) = (Role::Step(position), data.place);
        self.push(Stay {
            role,
            place,
            left: LEG,
            arrival_at,
            setup_seconds,
            start_at,
            departure_at,
            meters,
        })
    }

    fn end(&mut self) -> Option<()> {
        let place = self.case.shift.end_place;
        if place == NOWHERE {
            return Some(());
        }
        let (arrival_at, meters) = self.drive_to(place, place)?;
        self.push(Stay::at_end(self.case, place, arrival_at, meters))
    }

    fn push(&mut self, stay: Stay) -> Option<()> {
        let is_in_time = stay.waiting_seconds() >= 0;
        self.at = stay.departure_at;
        self.stays.push(stay);
        is_in_time.then_some(())
    }

    fn leg_to(&self, place: u32) -> Option<Leg<'_>> {
        let (from, to) = (PlaceIdx(self.here), PlaceIdx(place));
        self.core.instance.travel.leg(self.case.shift.travel, from, to)
    }

    /// Drives to a place, or the rest of the way if the vehicle is already on the road to the next one. Returns the
    /// arrival and the meters.
    fn drive_to(&mut self, place: u32, next_place: u32) -> Option<(i64, i64)> {
        let driven = if self.left == LEG {
            self.core.drive(self.case, self.here, place, self.at)?
        } else if place == next_place {
            let leg = self.leg_to(place)?;
            (leg.arrival_at(self.at, self.left), leg.meters - self.meters_done)
        } else {
            return None;
        };
        (self.here, self.left, self.meters_done) = (place, LEG, 0);
        Some(driven)
    }

    /// Drives towards the next place until an instant before the arrival there.
    fn drive_until(&mut self, next_place: u32, until_at: i64) -> Option<(i64, i64)> {
        let is_leg = self.here != NOWHERE && next_place != NOWHERE && self.here != next_place;
        let leg = is_leg.then(|| self.leg_to(next_place))??;
        if until_at < self.at || until_at >= leg.arrival_at(self.at, self.left) {
            return None;
        }
        let left = leg.left_at(self.at, self.left, until_at);
        let meters_done = leg.meters_done(self.meters_done, self.left, left);
        let meters = meters_done - self.meters_done;
        (self.left, self.meters_done) = (left, meters_done);
        Some((until_at, meters))
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::Evaluator;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{
        Break, DrivingRules, Itinerary, PlaceIdx, RestKind, ShiftIdx, StatedRest, UNLIMITED, Window,
    };
    use crate::rules::Code;
    use crate::solution::{Route, StopRole};
    use crate::step::Step;

    /// Stops at places 2 and 4 after two minutes of driving each. A lunch of 100 s is owed and may begin between 60 and
    /// 400; drivers rest for 30 s after 300 s of driving.
    fn world(lunch_at: Option<u32>) -> (Fixture, [Step; 2]) {
        let mut fixture = Fixture::new(6);
        let window = vec![Window { start_at: 60, end_at: 400 }];
        let lunch = Break::new(100, window, lunch_at.map(PlaceIdx));
        fixture.shift(0..10_000).breaks.push(lunch);
        fixture.problem.vehicles[0].driving_rules = Some(DrivingRules {
            driving_seconds_max: 300,
            break_seconds: 30,
            part_seconds: Vec::new(),
            working_seconds_max: UNLIMITED,
            day: None,
        });
        let steps = [2, 4].map(|place| fixture.dropoff(place, &[]));
        (fixture, steps)
    }

    fn rest(kind: RestKind, steps_before: u32, place: Option<u32>, at: i64) -> StatedRest {
        let seconds = if kind == RestKind::DrivingRules { 30 } else { 100 };
        let (arrives_at, starts_at) = (at, at);
        let place = place.map(PlaceIdx);
        StatedRest { kind, steps_before, place, arrives_at, starts_at, seconds }
    }

    const LUNCH: RestKind = RestKind::Break { position: 0 };

    fn stated(
        (fixture, steps): &(Fixture, [Step; 2]),
        rests: Vec<StatedRest>,
        starts: [i64; 2],
    ) -> Option<Route> {
        let mut evaluator = Evaluator::new(&fixture.problem);
        let itinerary = Itinerary { starts_at: 0, rests };
        evaluator.stated(ShiftIdx(0), steps, &[], (&itinerary, &starts))
    }

    fn rests_of(route: &Route) -> Vec<(i64, Option<PlaceIdx>, i64)> {
        let is_rest = |role| matches!(role, StopRole::Break { .. } | StopRole::Rest);
        let rests = route.stops.iter().filter(|it| is_rest(it.role));
        rests.map(|it| (it.arrival_at, it.place, it.travel_meters)).collect()
    }

    #[test]
    fn rests_stay_where_the_plan_has_them() {
        let world = world(None);
        // The lunch is on the road, a minute before place 4, and the rest at place 4; both are later than necessary.
        let rests = vec![rest(LUNCH, 1, None, 180), rest(RestKind::DrivingRules, 2, Some(4), 340)];
        let route = stated(&world, rests, [120, 340]).unwrap();
        assert_eq!(route.violations, []);
        assert_eq!(rests_of(&route), [(180, None, 100), (340, Some(PlaceIdx(4)), 0)]);
        // Four minutes back from 370.
        assert_eq!(route.summary.duration_seconds, 610);
    }

    #[test]
    fn what_the_stated_times_break_is_reported() {
        let world = world(None);
        let late = vec![rest(LUNCH, 2, Some(4), 410), rest(RestKind::DrivingRules, 2, None, 600)];
        let route = stated(&world, late, [120, 240]).unwrap();
        let broken: Vec<_> = route.violations.iter().map(|it| (it.code, it.amount)).collect();
        assert_eq!(broken, [(Code::Break, Some(10))]);
        let route = stated(&world, Vec::new(), [120, 240]).unwrap();
        let broken: Vec<_> = route.violations.iter().map(|it| (it.code, it.amount)).collect();
        assert_eq!(broken, [(Code::DrivingRules, Some(180)), (Code::Break, None)]);
    }

    #[test]
    fn a_start_before_the_shift_is_reported_and_one_before_a_release_not_followed() {
        let (mut fixture, steps) = world(None);
        fixture.problem.shifts[0].start_at = 40;
        let rests = vec![rest(LUNCH, 1, None, 180), rest(RestKind::DrivingRules, 2, Some(4), 340)];
        let mut world = (fixture, steps);
        let route = stated(&world, rests.clone(), [120, 340]).unwrap();
        let broken: Vec<_> = route.violations.iter().map(|it| (it.code, it.amount)).collect();
        assert_eq!(broken, [(Code::ShiftTime, Some(40))]);
        world.0.problem.visits[1].release_at = 50;
        assert!(stated(&world, rests, [120, 340]).is_none());
    }

    #[test]
    fn a_break_with_its_own_place_is_a_detour() {
        let world = world(Some(5));
        // Three minutes from place 2 to place 5, and one back to place 4.
        let lunch = vec![rest(LUNCH, 1, Some(5), 300)];
        let route = stated(&world, lunch.clone(), [120, 460]).unwrap();
        assert_eq!(route.violations, []);
        assert_eq!(rests_of(&route), [(300, Some(PlaceIdx(5)), 300)]);
        assert!(stated(&world, lunch, [120, 459]).is_none(), "a second too early");
        let elsewhere = vec![rest(LUNCH, 1, Some(4), 240)];
        assert!(stated(&world, elsewhere, [120, 340]).is_none());
    }

    #[test]
    fn a_plan_that_no_vehicle_can_follow_is_not_judged_as_stated() {
        let world = world(None);
        assert!(stated(&world, Vec::new(), [119, 240]).is_none(), "too early at the first stop");
        let passed = vec![rest(LUNCH, 1, Some(1), 180)];
        assert!(stated(&world, passed, [120, 340]).is_none(), "a place that is not on its way");
        let beyond = vec![rest(LUNCH, 1, None, 240)];
        assert!(stated(&world, beyond, [120, 340]).is_none(), "on the road, but it has arrived");
        let short = vec![StatedRest { seconds: 99, ..rest(LUNCH, 1, None, 180) }];
        assert!(stated(&world, short, [120, 339]).is_none(), "shorter than the break");
    }
}
