//! The routes of the given plan as steps of routes, with the times that the plan states.

use crate::evaluate::{Pin, Step};
use crate::problem::{
    Itinerary, OptionIdx, PlannedReload, PlannedRoute, Problem, ShiftIdx, StopIdx,
};

/// A route of the given plan.
pub(crate) struct Given {
    pub(crate) shift: ShiftIdx,
    pub(crate) steps: Vec<Step>,
    /// When each step starts, if the plan states it for all.
    pub(crate) starts: Option<Vec<i64>>,
    /// Pins for the times at which the plan begins loading and unloading.
    pub(crate) handled: Vec<Pin>,
    /// The start and all rests, if the plan states all times.
    pub(crate) itinerary: Option<Itinerary>,
}

impl Given {
    /// Returns a route that may take place at any time.
    pub(crate) const fn without_times(shift: ShiftIdx, steps: Vec<Step>) -> Self {
        Self { shift, steps, starts: None, handled: Vec::new(), itinerary: None }
    }

    /// Returns all routes of the given plan that have stops, without those of shifts that are over.
    pub(crate) fn all(problem: &Problem) -> Vec<Self> {
        let routes = problem.plan.iter().filter(|it| it.has_route());
        routes
            .map(|planned| {
                let said = [(Pin::START, planned.loads_at), (Pin::END, planned.unloads_at)];
                let pin = |(end, at): (u32, Option<i64>)| at.map(|at| Pin::exactly(end, at));
                let (steps, starts): (Vec<_>, Vec<_>) =
                    timed_steps(problem, planned).into_iter().unzip();
                Self {
                    shift: planned.shift,
                    steps,
                    starts: starts.into_iter().collect(),
                    handled: said.into_iter().filter_map(pin).collect(),
                    itinerary: planned.itinerary.clone(),
                }
            })
            .collect()
    }
}

/// Returns the steps of a planned route.
pub(crate) fn steps_of(problem: &Problem, planned: &PlannedRoute) -> Vec<Step> {
    timed_steps(problem, planned).into_iter().map(|(step, _)| step).collect()
}

/// Returns each stop with the option that the plan names, or its first one, and the reloads between them; each with the
/// time at which the plan starts it.
fn timed_steps(problem: &Problem, planned: &PlannedRoute) -> Vec<(Step, Option<i64>)> {
    let main = |stop: StopIdx| OptionIdx(problem.stops[stop.at()].options.start);
    let reload = |it: &PlannedReload| (Step::Reload(it.reload), it.starts_at);
    let mut steps = Vec::new();
    let mut reloads = planned.reloads.iter().peekable();
    for (position, it) in (0_u32..).zip(&planned.stops) {
        while let Some(before) = reloads.next_if(|it| it.position <= position) {
            steps.push(reload(before));
        }
        let option = it.option.unwrap_or_else(|| main(it.stop));
        steps.push((Step::Stop(it.stop, option), it.starts_at));
    }
    steps.extend(reloads.map(reload));
    steps
}
