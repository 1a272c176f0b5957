//! Slack: how many seconds later the vehicle may arrive at a stay while the rest of the route still keeps its rules.
//!
//! These are the hard windows, the days of periodic visits, the windows of hard breaks and the latest end of the shift,
//! with the same stays in the same order. Waiting shrinks, nothing is served earlier than planned, and other routes are
//! not considered. One pass backwards is enough, since leaving later never means arriving earlier. Where a rule is
//! broken, the slack is 0. Parts of a leg that a break divides are assumed to keep their durations.

use crate::problem::Window;

use crate::timeline::{Case, Core, Role, Stay, latest_in, seconds_outside};

use super::Step;
use super::start::latest_departure;

/// The slack of each stay.
pub(crate) fn slack(core: &Core<'_>, case: &Case<'_>, stays: &[Stay]) -> Vec<i64> {
    let mut slack = vec![0; stays.len()];
    let mut leave_at = case.shift.latest_end_at;
    for (position, stay) in stays.iter().enumerate().rev() {
        let until_at = leave_at - stay.service_seconds();
        let service_at = latest_service(core, case, stay.role, until_at);
        let arrival_at = service_at.map_or(stay.arrival_at, |it| it - stay.setup_seconds);
        let arrival_at = arrival_at.max(stay.arrival_at);
        slack[position] = arrival_at - stay.arrival_at;
        if position > 0 {
            leave_at = latest_departure(core, case, &stays[position - 1], stay, arrival_at);
        }
    }
    slack
}

/// The latest start of service that is not after an instant.
fn latest_service(core: &Core<'_>, case: &Case<'_>, role: Role, until_at: i64) -> Option<i64> {
    let windows = core.own_windows(case, role);
    let Some((span, days)) = days_of(core, case, role) else {
        return latest_in(windows, until_at);
    };
    let mut until_at = until_at.min(span.end_at);
    loop {
        let open_at = latest_in(days, latest_in(windows, until_at)?)?;
        if open_at < span.start_at {
            return None;
        }
        if seconds_outside(windows, open_at) == 0 {
            return Some(open_at);
        }
        until_at = open_at;
    }
}

/// The week or month that owes a periodic visit, and its days, if the role is the first stop of one.
fn days_of<'a>(core: &Core<'a>, case: &Case<'_>, role: Role) -> Option<(&'a Window, &'a [Window])> {
    let Role::Step(position) = role else { return None };
    let visit_of = |step: &Step| match step {
        Step::Stop(stop, _) => Some(core.instance.problem.stops[stop.at()].visit),
        Step::Reload(_) => None,
    };
    let visit = visit_of(&case.steps[position as usize])?;
    let rules = core.instance.problem.orders[core.instance.problem.visits[visit.at()].order.at()]
        .rules
        .as_ref()?;
    let is_first = !case.steps[..position as usize].iter().any(|it| visit_of(it) == Some(visit));
    is_first.then_some((&core.instance.problem.visits[visit.at()].span, &rules.days))
}
