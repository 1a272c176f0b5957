//! Whether the docks of a problem matter at all.

use crate::problem::{PlaceIdx, Problem, Vehicle, VehicleIdx};

/// Whether docks can ever keep two vehicles apart.
pub(crate) fn docks_bind(problem: &Problem) -> bool {
    let is_short = |it: &PlaceIdx| {
        problem.places[it.at()].docks.is_some_and(|it| (it as usize) < problem.shifts.len())
    };
    if !(0..problem.places.len()).map(PlaceIdx::of).any(|it| is_short(&it)) {
        return false;
    }
    let is_handled = |it: VehicleIdx| {
        let Vehicle { loading, unloading, .. } = &problem.vehicles[it.at()];
        !loading.is_nothing() || !unloading.is_nothing()
    };
    let sets_up = |it: PlaceIdx| problem.places[it.at()].setup_seconds > 0;
    let mut options = problem.options.iter();
    options.any(|it| {
        is_short(&it.place) && (it.service_seconds + it.setup_seconds > 0 || sets_up(it.place))
    }) || problem.shifts.iter().any(|it| {
        let mut reloads = it.reloads.iter();
        reloads.any(|it| is_short(&it.place) && (it.seconds > 0 || sets_up(it.place)))
            || (is_handled(it.vehicle)
                // A vehicle that stays overnight may load anywhere.
                && (it.stays || [it.start_place, it.end_place].iter().flatten().any(is_short)))
    })
}
