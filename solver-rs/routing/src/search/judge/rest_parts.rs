//! Mode `check`: the first parts of daily rests whose second parts lie between two routes.
//!
//! A given plan states when its stops begin, but not which rests its drivers take. A route at these times takes no rest
//! that it does not need itself. Where the rest after it is too short, it takes the first part of a daily rest if its
//! times allow that: then it rests as the plan intended.

use std::ops::ControlFlow::{Break, Continue};

use crate::evaluate::{Effort, Pin};
use crate::problem::{Problem, ShiftIdx, TIME_MAX, TIME_MIN, VehicleIdx, Window};
use crate::rules::standing::{RouteTimes as _, Standing};
use crate::rules::{days, shift_rest};
use crate::search::plan::Plan;
use crate::search::plan::route::RouteState;
use crate::solution::Route;
use crate::step::{Allowance, Overnight};

/// Takes first parts until no rest between routes is too short, or there are no more of them. `froms` are the pins of
/// the routes that begin where their vehicles have stayed.
pub(super) fn take(
    plan: &mut Plan<'_>,
    standing: &mut [RouteState],
    routes: &mut [Route],
    froms: &[Option<Pin>],
) {
    let problem = plan.problem;
    for vehicle in (0..problem.vehicles.len()).map(VehicleIdx::of) {
        let data = &problem.vehicles[vehicle.at()];
        let parts = data.exceptional_days().and_then(|it| it.parts);
        let Some(parts) = parts.filter(|_| data.reduces_shift_rest) else { continue };
        let mut used: Vec<usize> = (0..routes.len())
            .filter(|at| data.shifts.contains(&routes[*at].shift.0))
            .filter(|at| !standing[routes[*at].shift.at()].steps.is_empty())
            .collect();
        used.sort_unstable_by_key(|at| span(standing, routes[*at].shift));
        for pair in used.windows(2) {
            let shift = routes[pair[0]].shift;
            let next_at = span(standing, routes[pair[1]].shift).0;
            let is_short = next_at - span(standing, shift).1 < data.shift_rest_seconds;
            if !is_short || !is_any_short(problem, standing, vehicle) {
                continue;
            }
            let from = froms[pair[0]].and_then(|it| it.from);
            let state = &standing[shift.at()];
            let (start_at, end_at) = state.span();
            // Preferably, the route ends as it does without the rest.
            let ways = [
                (start_at, end_at),
                (start_at - parts.first, end_at),
                (start_at, next_at - parts.second),
            ];
            let parted = ways.into_iter().find_map(|way| parted(plan, shift, state, from, way));
            if let Some(parted) = parted {
                standing[shift.at()].take_times(problem, &parted);
                routes[pair[0]] = parted;
            }
        }
    }
}

/// The route with its services at the same times and with the first part of a daily rest, which starts and ends in this
/// way.
fn parted(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    state: &RouteState,
    from: Option<Overnight>,
    (start_at, end_at): (i64, i64),
) -> Option<Route> {
    if start_at < plan.problem.shifts[shift.at()].start_at {
        return None;
    }
    let always = Window { start_at: TIME_MIN, end_at: TIME_MAX };
    let allowance = Some(Allowance { owes_part: true, ..Allowance::ANY });
    let starts = (0_u32..).zip(&state.starts).map(|(step, at)| Pin::exactly(step, *at));
    let pins: Vec<Pin> = starts.chain([Pin { allowance, ..Pin::route(always, from) }]).collect();
    let route = plan.evaluator.schedule_from(shift, &state.steps, &pins, start_at, Effort::Full)?;
    route.stops.last().is_some_and(|it| it.departure_at <= end_at).then_some(route)
}

fn span(standing: &[RouteState], shift: ShiftIdx) -> (i64, i64) {
    standing[shift.at()].span()
}

/// Whether a rest between two routes of the vehicle is too short.
fn is_any_short(problem: &Problem, routes: &[RouteState], vehicle: VehicleIdx) -> bool {
    let (shift_of, step_of) = (&[], &[]);
    let standing = Standing { problem, routes, shift_of, step_of, instead: None };
    let too_short = shift_rest::check(standing, vehicle, &mut |_| Break(()));
    let too_many = days::check(standing, vehicle, &mut |it| match it.code {
        shift_rest::CODE => Break(()),
        _ => Continue(()),
    });
    too_short.is_break() || too_many.is_break()
}
