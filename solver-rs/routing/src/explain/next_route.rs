//! What a visit breaks in the vehicle's next route, if the vehicle stays at the last stop and begins that route there.

use crate::evaluate::{Pin, Step};
use crate::problem::{ShiftIdx, TIME_MAX, TIME_MIN, VisitIdx, Window};
use crate::search::plan::Plan;
use crate::search::plan::route::RouteState;
use crate::solution::Route;

/// The vehicle's next route as it would be.
pub(super) struct NextRoute {
    pub(super) shift: ShiftIdx,
    pub(super) route: Route,
    /// The same, as the plan stores it.
    pub(super) state: RouteState,
}

/// Returns the vehicle's next route if it would begin elsewhere once a shift's route is this one, which includes an
/// absent visit. `None` also if that could not be found out in time.
pub(super) fn next_route(
    plan: &mut Plan<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    state: RouteState,
) -> Option<NextRoute> {
    let next = plan.next_of_stay(shift)?;
    let steps: Vec<Step> = plan.routes[next.at()].steps.clone();
    let before = plan.routes[next.at()].from;
    let mut pins = Vec::new();
    let from = plan.as_if(shift, state, visit, |plan| {
        let from = plan.groups.overnight(plan.standing(), next);
        // Bounds that leave no time at all are reported by the rules across routes.
        if !plan.groups.pins(&plan.instance, plan.standing(), next, &steps, &mut pins) {
            pins.clear();
        }
        from
    });
    if from == before {
        return None;
    }
    let mut route = plan.evaluator.schedule_quickly(next, &steps, &pins)?;
    if pins.is_empty() || !route.violations.is_empty() {
        // As late or as early as it takes: how far the rests around it are cut short is another rule.
        let always = Window { start_at: TIME_MIN, end_at: TIME_MAX };
        pins.retain(|it| it.step != Pin::ROUTE);
        pins.extend(from.map(|from| Pin::route(always, Some(from))));
        route = plan.evaluator.schedule_quickly(next, &steps, &pins)?;
    }
    let mut state = RouteState { steps, from, ..RouteState::default() };
    state.take_times(plan.problem, &route);
    Some(NextRoute { shift: next, route, state })
}
