//! The routes of the given plan as steps of routes, with the times that the plan states.

use crate::evaluate::{Pin, Step};
use crate::problem::{OptionIdx, PlannedRoute, Problem, ShiftIdx, StopIdx};

/// A route of the given plan.
pub(crate) struct Given {
    pub(crate) shift: ShiftIdx,
    pub(crate) steps: Vec<Step>,
    /// When each step starts, if the plan states it for all.
    pub(crate) starts: Option<Vec<i64>>,
    /// Pins for the times at which the plan begins loading and unloading.
    pub(crate) handled: Vec<Pin>,
}

impl Given {
    /// Returns all routes of the given plan that have stops.
    pub(crate) fn all(problem: &Problem) -> Vec<Self> {
        let routes = problem.plan.iter().filter(|it| !it.stops.is_empty());
        routes
            .map(|planned| {
                let said = [(Pin::START, planned.loads_at), (Pin::END, planned.unloads_at)];
                let pin = |(end, at): (u32, Option<i64>)| at.map(|at| Pin::exactly(end, at));
                Self {
                    shift: planned.shift,
                    steps: steps_of(problem, planned),
                    starts: starts_of(planned),
                    handled: said.into_iter().filter_map(pin).collect(),
                }
            })
            .collect()
    }
}

/// Returns each stop with the option that the plan names, or its first one, and the reloads between them.
pub(crate) fn steps_of(problem: &Problem, planned: &PlannedRoute) -> Vec<Step> {
    let main = |stop: StopIdx| OptionIdx(problem.stops[stop.at()].options.start);
    let mut steps = Vec::new();
    let mut reloads = planned.reloads.iter().peekable();
    for (position, it) in (0_u32..).zip(&planned.stops) {
        while let Some(reload) = reloads.next_if(|it| it.position <= position) {
            steps.push(Step::Reload(reload.reload));
        }
        steps.push(Step::Stop(it.stop, it.option.unwrap_or_else(|| main(it.stop))));
    }
    steps.extend(reloads.map(|it| Step::Reload(it.reload)));
    steps
}

/// Returns when each of these steps starts, if the plan states it for all.
fn starts_of(planned: &PlannedRoute) -> Option<Vec<i64>> {
    let mut starts = Vec::new();
    let mut reloads = planned.reloads.iter().peekable();
    for (position, it) in (0_u32..).zip(&planned.stops) {
        while let Some(reload) = reloads.next_if(|it| it.position <= position) {
            starts.push(reload.starts_at?);
        }
        starts.push(it.starts_at?);
    }
    for reload in reloads {
        starts.push(reload.starts_at?);
    }
    Some(starts)
}
