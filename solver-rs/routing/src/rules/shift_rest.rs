//! Rest between the routes of one vehicle: from the end of a route to the start of the next used one.
//!
//! While one route is examined, those before and after it are fixed: they limit when it may start and end ([`span`]).

use std::ops::ControlFlow::{self, Continue};

use super::standing::{RouteTimes, Standing};
use super::{Code, Violation};
use crate::problem::{ShiftIdx, TIME_MAX, TIME_MIN, VehicleIdx, Window};

/// The rest between two routes is too short.
pub(crate) const CODE: Code = Code::ShiftRest;

/// A rest that is too short: the shift after it, and the missing seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShortRest {
    pub(crate) shift: ShiftIdx,
    pub(crate) seconds: i64,
}

impl ShortRest {
    pub(crate) fn violation(&self) -> Violation {
        Violation::new(CODE, Some(self.seconds), None)
    }
}

/// The exact check of a vehicle.
pub(crate) fn check<R: RouteTimes>(
    standing: Standing<'_, R>,
    vehicle: VehicleIdx,
    report: &mut impl FnMut(ShortRest) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let data = &standing.problem.vehicles[vehicle.at()];
    if data.shift_rest_seconds == 0 {
        return Continue(());
    }
    // Shifts of a vehicle are in the order of their starts, but the routes of overlapping shifts need not be.
    let used = data.shifts.clone().map(ShiftIdx);
    let used = used.filter(|it| !standing.route(*it).steps().is_empty());
    let mut spans: Vec<(i64, i64, ShiftIdx)> = used
        .map(|it| {
            let (start_at, end_at) = standing.route(it).span();
            (start_at, end_at, it)
        })
        .collect();
    spans.sort_unstable();
    for pair in spans.windows(2) {
        let is_parted = standing.route(pair[0].2).days().last().is_some_and(|it| it.has_part);
        let seconds = data.shift_rest_seconds_min(is_parted) - (pair[1].0 - pair[0].1);
        if seconds > 0 {
            report(ShortRest { shift: pair[1].2, seconds })?;
        }
    }
    Continue(())
}

/// The period in which a shift's route may lie, given the vehicle's other routes; `None` if they do not limit it.
pub(crate) fn span<R: RouteTimes>(standing: Standing<'_, R>, shift: ShiftIdx) -> Option<Window> {
    let problem = standing.problem;
    let vehicle = &problem.vehicles[problem.shifts[shift.at()].vehicle.at()];
    if vehicle.shift_rest_seconds == 0 {
        return None;
    }
    let mut span = Window { start_at: TIME_MIN, end_at: TIME_MAX };
    let is_used = |it: &ShiftIdx| !standing.route(*it).steps().is_empty();
    for other in vehicle.shifts.clone().map(ShiftIdx).filter(|it| *it != shift && is_used(it)) {
        let (start_at, end_at) = standing.route(other).span();
        if other < shift {
            span.start_at = span.start_at.max(end_at + vehicle.shift_rest_seconds);
        } else {
            span.end_at = span.end_at.min(start_at - vehicle.shift_rest_seconds);
        }
    }
    let is_bound = span.start_at > TIME_MIN || span.end_at < TIME_MAX;
    is_bound.then_some(span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::rules::standing::drawn::Plan;

    #[test]
    fn a_rest_is_from_the_end_of_a_route_to_the_start_of_the_next_that_is_used() {
        let mut fixture = Fixture::new(4);
        for place in 1..4 {
            fixture.dropoff(place, &[]);
        }
        for at in 0..3 {
            fixture.shift(at * 1_000..at * 1_000 + 1_000);
        }
        let mut problem = fixture.problem;
        problem.vehicles[0].shift_rest_seconds = 500;
        let mut plan = Plan::new(&problem, &[&[(0, 0, 9)], &[], &[(2, 0, 9)]]);
        (plan.routes[0].span, plan.routes[2].span) = ((100, 800), (2_100, 2_900));
        let short = |plan: &Plan| {
            let mut found = Vec::new();
            let _ = check(plan.standing(&problem), VehicleIdx(0), &mut |it| {
                found.push((it.shift.0, it.seconds));
                Continue(())
            });
            found
        };
        let span_of = |plan: &Plan, shift| span(plan.standing(&problem), ShiftIdx(shift));
        // 1,300 seconds of rest; the shift between is unused, and may start and end 500 away from both.
        assert_eq!(short(&plan), []);
        assert_eq!(span_of(&plan, 1), Some(Window { start_at: 1_300, end_at: 1_600 }));
        plan.routes[2].span.0 = 1_200;
        assert_eq!(short(&plan), [(2, 100)]);
        let alone = Plan::new(&problem, &[&[], &[(0, 0, 9)], &[]]);
        assert_eq!((short(&alone), span_of(&alone, 1)), (vec![], None));
    }
}
