//! A route written out: each stop with its times, loads and slack, the totals, and the violations.

use crate::problem::{Limits, PlaceIdx};
use crate::solution::{Route, RouteSummary, StopRole, TimedStop};

use crate::instance::{LEG, NOWHERE};
use crate::rules::rides::Ride;
use crate::rules::{self, Seen, Timed, capacity};
use crate::timeline::{Bounds, Case, Core, Role, Stay};

use super::summary::{self, Outcome};
use super::{Step, slack};

/// A timeline and what it was computed for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExactTimeline<'m> {
    pub(crate) core: &'m Core<'m>,
    pub(crate) case: &'m Case<'m>,
    pub(crate) limits: &'m Limits,
    pub(crate) rides: &'m [Ride],
    pub(crate) bounds: &'m [Bounds],
    pub(crate) stays: &'m [Stay],
    pub(crate) outcome: &'m Outcome,
}

/// Writes a timeline out.
pub(crate) fn write(timeline: &ExactTimeline<'_>, seen: &mut Seen) -> Route {
    let &ExactTimeline { core, case, limits, rides, bounds, stays, outcome } = timeline;
    let timed = Timed {
        core,
        case,
        limits,
        rides,
        bounds,
        stays,
        amounts: &outcome.amounts,
        driving_seconds: outcome.evaluation.driving_seconds,
    };
    let violations = rules::violations(&timed, seen);
    let loads = capacity::along(&core.instance, case.shift, case.steps);
    let slack = slack::slack(core, case, stays);
    let stops = stops(core, case, stays, &loads, &slack);
    let summary = summary(timeline, &loads, &stops);
    let skipped = summary::skipped_soft_breaks(core, case, stays);
    let skipped_soft_breaks = skipped.map(|(position, _)| position).collect();
    Route { shift: case.shift_idx, stops, skipped_soft_breaks, summary, violations }
}

fn stops(
    core: &Core<'_>,
    case: &Case<'_>,
    stays: &[Stay],
    loads: &[Vec<i64>],
    slack: &[i64],
) -> Vec<TimedStop> {
    let mut load = &loads[0];
    let mut before_at = stays.first().map_or(0, |it| it.arrival_at);
    let mut stops = Vec::with_capacity(stays.len());
    for (stay, &slack_seconds) in stays.iter().zip(slack) {
        if let Role::Step(step) = stay.role {
            load = &loads[step as usize + 1];
        }
        stops.push(TimedStop {
            role: role(case, stay.role),
            place: (stay.place != NOWHERE).then_some(PlaceIdx(stay.place)),
            leg_share: leg_share(stay),
            arrival_at: stay.arrival_at,
            waiting_seconds: stay.waiting_seconds(),
            setup_seconds: stay.setup_seconds,
            service_seconds: stay.service_seconds(),
            departure_at: stay.departure_at,
            travel_seconds: stay.arrival_at - before_at,
            travel_meters: stay.meters,
            load_after: load.clone(),
            earliness_seconds: summary::early(core, case, stay),
            lateness_seconds: summary::soft(core, case, stay).0,
            slack_seconds,
        });
        before_at = stay.departure_at;
    }
    stops
}

fn role(case: &Case<'_>, role: Role) -> StopRole {
    match role {
        Role::Start => StopRole::Start,
        Role::Step(step) => match case.steps[step as usize] {
            Step::Stop(stop, option) => StopRole::Order { stop, option },
            Step::Reload(position) => StopRole::Reload { position },
        },
        Role::Break(position) => StopRole::Break { position },
        Role::SoftBreak(position) => StopRole::SoftBreak { position },
        Role::Rest => StopRole::Rest,
        Role::End => StopRole::End,
    }
}

#[expect(clippy::cast_precision_loss, reason = "parts of a leg are at most 2^32")]
fn leg_share(stay: &Stay) -> f64 {
    if stay.place == NOWHERE { (LEG - stay.left) as f64 / LEG as f64 } else { 1.0 }
}

fn summary(timeline: &ExactTimeline<'_>, loads: &[Vec<i64>], stops: &[TimedStop]) -> RouteSummary {
    let &ExactTimeline { core, case, outcome, .. } = timeline;
    let evaluation = &outcome.evaluation;
    let is_rest = |stop: &&TimedStop| {
        matches!(stop.role, StopRole::Break { .. } | StopRole::SoftBreak { .. } | StopRole::Rest)
    };
    let service: i64 = stops.iter().map(|it| it.service_seconds).sum();
    let setup: i64 = stops.iter().map(|it| it.setup_seconds).sum();
    let break_seconds: i64 = stops.iter().filter(is_rest).map(|it| it.service_seconds).sum();
    let mut visits: Vec<u32> = case
        .steps
        .iter()
        .map(|&step| core.instance.step(case.shift, step).visit)
        .filter(|&visit| visit != NOWHERE)
        .collect();
    let stop_count = visits.len();
    visits.sort_unstable();
    visits.dedup();
    let narrow = |count| u32::try_from(count).expect("stops are fewer than 2^32");
    let most = |dimension: usize| loads.iter().map(|load| load[dimension]).max().unwrap_or(0);
    RouteSummary {
        distance_meters: evaluation.distance_meters,
        duration_seconds: evaluation.duration_seconds,
        driving_seconds: evaluation.driving_seconds,
        service_seconds: setup + service - break_seconds,
        waiting_seconds: outcome.amounts.waiting_seconds,
        break_seconds,
        overtime_seconds: (evaluation.end_at - case.shift.end_at).max(0),
        earliness_seconds: stops.iter().map(|it| it.earliness_seconds).sum(),
        lateness_seconds: evaluation.lateness_seconds,
        stop_count: narrow(stop_count),
        visit_count: narrow(visits.len()),
        load_max: (0..core.instance.dimensions).map(most).collect(),
        cost: outcome.cost,
    }
}
