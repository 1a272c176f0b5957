//! All positions of a visit of one or two stops, in the order in which they are worth evaluating.
//!
//! They are ranked by what their detour costs at the route's own times of travel: `scan` also ranks by when the vehicle
//! is there now, and so puts a position last that is the cheapest one once the whole route starts later.

use crate::instance::Shape;
use crate::problem::{ShiftIdx, StopIdx, VisitIdx};
use crate::search::last_pass::ways;
use crate::search::plan::Plan;
use crate::search::plan::margins::step_times;
use crate::search::plan::route::preference;
use crate::search::recreate::insertion::Insertion;
use crate::step::Step;

/// The length of a leg without a road: there may be one via the place of a break.
const NO_ROAD_METERS: i64 = 1 << 40;

/// Returns the insertions into these shifts that keep the windows of the stop itself, those with the cheapest detours
/// first.
pub(super) fn ranked(
    plan: &Plan<'_>,
    visit: VisitIdx,
    shifts: &[ShiftIdx],
) -> Vec<(ShiftIdx, Insertion)> {
    let first = StopIdx(plan.problem.visits[visit.at()].stops.start);
    let is_pair = plan.instance.shape[visit.at()] == Shape::Pair;
    let mut found: Vec<(ShiftIdx, Insertion)> = Vec::new();
    for shift in shifts.iter().copied().filter(|it| plan.may_serve(visit, *it)) {
        let reloads = plan.problem.shifts[shift.at()].reload_count();
        let ways = ways(plan, first, is_pair, plan.bounds(visit, shift), reloads);
        let ways = ways.into_iter().filter(|it| is_in_time(plan, shift, first, it));
        found.extend(
            ways.map(|it| (shift, Insertion { delta: price(plan, shift, first, &it), ..it })),
        );
    }
    found.sort_by(|a, b| a.1.delta.total_cmp(&b.1.delta));
    found
}

/// Returns whether the vehicle can be at the first stop before its windows close.
fn is_in_time(plan: &Plan<'_>, shift: ShiftIdx, first: StopIdx, insertion: &Insertion) -> bool {
    // The route need not wait at its start for what it loads at the new reload.
    if plan.instance.released && insertion.reload.is_some() {
        return true;
    }
    let data = &plan.problem.shifts[shift.at()];
    let after = insertion.after as usize;
    let from = &plan.routes[shift.at()].margins.positions[after];
    let times = step_times(&plan.instance, shift, Step::Stop(first, insertion.option));
    let travel = plan.problem.vehicles[data.vehicle.at()].travel.at();
    let seconds = plan.instance.leg_between(travel, from.place, times.place).map_or(0, |it| it.1);
    let setup = if from.place == times.place { 0 } else { times.setup };
    from.departs + seconds + setup <= times.closes
}

/// Returns what the detour of an insertion costs, and the fixed costs that come with it.
fn price(plan: &Plan<'_>, shift: ShiftIdx, first: StopIdx, insertion: &Insertion) -> f64 {
    let (problem, instance) = (plan.problem, &plan.instance);
    let vehicle = &problem.vehicles[problem.shifts[shift.at()].vehicle.at()];
    let route = &plan.routes[shift.at()];
    let place_of = |step: Step| step_times(instance, shift, step).place;
    let own = place_of(Step::Stop(first, insertion.option));
    let reload = insertion.reload.map(|(kind, before)| (place_of(Step::Reload(kind)), before));
    let mut path = [own; 3];
    let path: &[u32] = match (insertion.second, reload) {
        (Some((last, option)), _) if last == insertion.after => {
            path[1] = place_of(Step::Stop(StopIdx(first.0 + 1), option));
            &path[..2]
        }
        (_, Some((place, true))) => {
            path[0] = place;
            &path[..2]
        }
        (_, Some((place, false))) => {
            path[1] = place;
            &path[..2]
        }
        _ => &path[..1],
    };
    let mut sums = detour(plan, shift, insertion.after as usize, path);
    if let Some((last, option)) = insertion.second.filter(|it| it.0 != insertion.after) {
        let place = place_of(Step::Stop(StopIdx(first.0 + 1), option));
        let other = detour(plan, shift, last as usize, &[place]);
        sums = (sums.0 + other.0, sums.1 + other.1);
    }
    let (costs, weights) = (&vehicle.costs, &instance.weights);
    let fixed = if route.steps.is_empty() { costs.fixed } else { 0.0 };
    #[expect(clippy::cast_precision_loss, reason = "only for sorting")]
    let (meters, seconds) = (sums.0 as f64, sums.1 as f64);
    let money = fixed + costs.per_kilometer * meters / 1000.0 + costs.per_hour * seconds / 3600.0;
    weights.cost * (money + preference(instance, first, shift))
        + weights.meters * meters
        + weights.seconds * seconds
}

/// Returns by how many meters and seconds of driving the way gets longer via these places after a position.
fn detour(plan: &Plan<'_>, shift: ShiftIdx, after: usize, path: &[u32]) -> (i64, i64) {
    let instance = &plan.instance;
    let travel = plan.problem.vehicles[plan.problem.shifts[shift.at()].vehicle.at()].travel.at();
    let positions = &plan.routes[shift.at()].margins.positions;
    let leg =
        |from: u32, to: u32| instance.leg_between(travel, from, to).unwrap_or((NO_ROAD_METERS, 0));
    let (from, to) = (positions[after].place, positions[after + 1].place);
    let direct = if plan.routes[shift.at()].steps.is_empty() { (0, 0) } else { leg(from, to) };
    let mut sums = (-direct.0, -direct.1);
    let mut here = from;
    for place in path.iter().copied().chain([to]) {
        let (meters, seconds) = leg(here, place);
        sums = (sums.0 + meters, sums.1 + seconds);
        here = place;
    }
    sums
}
