//! Drops reloads that cost more than they save. Those that were planned between locked stops stay.

use super::is_kept;
use crate::evaluate::Step;
use crate::problem::{ShiftIdx, StopIdx};
use crate::search::plan::Plan;
use crate::search::plan::given::steps_of;
use crate::search::plan::route::Fit;
use crate::search::plan::score::Score;
use crate::search::plan::work::Work;

/// Drops a reload if the plan is better without it; returns whether it did.
pub(super) fn drops_a_reload(plan: &mut Plan<'_>, before: &Score, work: &mut Work) -> bool {
    for shift in plan.used.clone() {
        for without in droppings(plan, shift) {
            if work.is_over() {
                return false;
            }
            work.evaluate_steps(without.len());
            if plan.replace(shift, &without) == Fit::Fits && is_kept(plan, before) {
                return true;
            }
        }
    }
    false
}

/// Drops the reloads that a shift's route does not need, whatever that costs.
pub(super) fn drop_needless(plan: &mut Plan<'_>, shift: ShiftIdx, work: &mut Work) {
    while !work.is_over() {
        let is_dropped = droppings(plan, shift).into_iter().any(|without| {
            work.evaluate_steps(without.len());
            plan.replace(shift, &without) == Fit::Fits
        });
        if !is_dropped {
            return;
        }
    }
}

/// Returns a shift's route without one of its reloads, for each that may be dropped.
fn droppings(plan: &Plan<'_>, shift: ShiftIdx) -> Vec<Vec<Step>> {
    let steps = &plan.routes[shift.at()].steps;
    let is_reload = |at: &usize| matches!(steps[*at], Step::Reload(_));
    let without = (plan.frozen[shift.at()]..steps.len()).filter(is_reload).map(|at| {
        let mut without = steps.clone();
        without.remove(at);
        without
    });
    without.filter(|it| keeps_planned(plan, shift, it)).collect()
}

/// Returns whether these steps of a shift have the reloads that were planned for its locked stops, in their places
/// between them.
fn keeps_planned(plan: &Plan<'_>, shift: ShiftIdx, steps: &[Step]) -> bool {
    let is_held = |step: &Step| plan.visit_of(*step).is_some_and(|it| plan.locked[it.at()]);
    if !steps.iter().any(is_held) {
        return true;
    }
    let planned = plan.problem.plan.iter().find(|it| it.shift == shift);
    let planned = planned.map(|it| steps_of(plan.problem, it)).unwrap_or_default();
    let key = |step: &Step| -> Result<StopIdx, u32> {
        match *step {
            Step::Stop(stop, _) => Ok(stop),
            Step::Reload(reload) => Err(reload),
        }
    };
    let mut now = steps.iter().map(key);
    let mut stay = planned.iter().filter(|it| is_held(it) || matches!(it, Step::Reload(_)));
    stay.all(|it| now.any(|step| step == key(it)))
}

#[cfg(test)]
mod tests {
    use super::super::sweep;
    use super::*;
    use crate::evaluate::Effort;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{
        Mode, PlaceIdx, PlannedReload, PlannedRoute, PlannedStop, Reload, Window,
    };
    use crate::search::{Search, SearchOptions};

    const SHIFT: ShiftIdx = ShiftIdx(0);

    /// Returns the route of dropoffs at places 1, 2 and 3, with a reload after the first, after a sweep. The first two
    /// are planned, with the reload if `is_planned`.
    fn swept(is_planned: bool) -> Vec<Step> {
        let mut fixture = Fixture::new(4);
        let reload =
            Reload { place: PlaceIdx(0), seconds: 30, windows: vec![Window::ALWAYS], count_max: 2 };
        fixture.shift(0..10_000).reloads.push(reload);
        let [one, two, three] = [1, 2, 3].map(|place| fixture.dropoff(place, &[]));
        let planned = [one, two].map(|step| {
            let Step::Stop(stop, option) = step else { panic!("a stop") };
            PlannedStop::new(stop, Some(option))
        });
        let reload = PlannedReload::new(1, 0);
        fixture.problem.mode = Mode::Insert;
        let reloads = if is_planned { vec![reload] } else { Vec::new() };
        fixture.problem.plan =
            vec![PlannedRoute { reloads, ..PlannedRoute::new(SHIFT, planned.to_vec()) }];
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        let plan = &mut search.plan;
        assert_eq!(plan.replace(SHIFT, &[one, Step::Reload(0), two, three]), Fit::Fits);
        plan.keep();
        plan.set_effort(Effort::Full);
        sweep(plan);
        plan.routes[SHIFT.at()].steps.clone()
    }

    #[test]
    fn a_reload_that_came_with_a_visit_is_dropped_if_the_route_fits_without() {
        let steps = swept(false);
        assert!(steps.len() == 3 && !steps.contains(&Step::Reload(0)), "{steps:?}");
    }

    #[test]
    fn a_reload_that_was_planned_between_locked_stops_stays() {
        assert_eq!(swept(true)[1], Step::Reload(0));
    }
}
