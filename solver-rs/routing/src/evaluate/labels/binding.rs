//! Whether driving rules can make a difference to the steps of a route, and how much driving is ahead.

use crate::instance::NOWHERE;
use crate::problem::{DrivingRules, PlaceIdx};
use crate::timeline::{Case, Core};

use super::Labels;

/// Prepares walks of these steps: determines whether driving rules can bind, since a driver who cannot drive for too
/// long needs no rest.
pub(crate) fn set_rules(core: &Core<'_>, case: &Case<'_>, labels: &mut Labels) {
    labels.latest_at.clear();
    labels.are_rules_binding = core.rest_rules(case).is_some_and(|rules| {
        set_driving_ahead(core, case, &mut labels.driving_ahead);
        let shift_seconds = case.shift.latest_end_at - case.shift.start_at;
        core.shift(case).has_break_places()
            || core.allowance.is_some_and(|it| it.owes_part)
            || rules.may_bind(shift_seconds, labels.driving_ahead[0])
    });
}

/// The driving rules, if they can bind.
pub(crate) fn binding_rules<'c>(
    core: &'c Core<'_>,
    case: &Case<'_>,
    labels: &Labels,
) -> Option<&'c DrivingRules> {
    core.rest_rules(case).filter(|_| labels.are_rules_binding)
}

/// Sets an upper bound on the seconds of driving from each step to the end; the first one is from the start.
fn set_driving_ahead(core: &Core<'_>, case: &Case<'_>, ahead: &mut Vec<i64>) {
    let shift = case.shift;
    let seconds = |from: u32, to: u32| {
        if from == NOWHERE || to == NOWHERE {
            return 0;
        }
        let travel = &core.instance.travel;
        travel.longest_seconds(shift.travel, PlaceIdx(from), PlaceIdx(to)).unwrap_or(0)
    };
    let place = |position: usize| core.instance.step(shift, case.steps[position]).place;
    let count = case.steps.len();
    ahead.clear();
    ahead.resize(count + 1, 0);
    for position in (0..=count).rev() {
        let from = if position == 0 { shift.start_place } else { place(position - 1) };
        let to = if position == count { shift.end_place } else { place(position) };
        let rest = if position == count { 0 } else { ahead[position + 1] };
        ahead[position] = rest + seconds(from, to);
    }
}
