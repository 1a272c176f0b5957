//! Nights on the road: a vehicle that stays at its last stop begins its next route there.
//!
//! ```text
//! Monday     depot ── a ── b │ stays        Tuesday   b ── c ── d │ stays        Thursday   d ── e ── depot
//!                     1 night, paid by Monday         2 nights, one paid by Tuesday and one by Thursday
//! ```

use super::standing::{RouteTimes, Standing};
use crate::problem::{PlaceIdx, Problem, ShiftIdx};
use crate::step::{Overnight, Step};

/// For each vehicle, whether it stays anywhere.
pub(crate) fn roaming(problem: &Problem) -> Vec<bool> {
    let stays = |it: u32| problem.shifts[it as usize].stays;
    problem.vehicles.iter().map(|it| it.shifts.clone().any(stays)).collect()
}

/// Where a shift's route begins if the vehicle's previous route stayed at its last stop; `None` if it begins at the
/// shift's own start.
pub(crate) fn before<R: RouteTimes>(
    standing: Standing<'_, R>,
    shift: ShiftIdx,
) -> Option<Overnight> {
    let problem = standing.problem;
    let data = &problem.shifts[shift.at()];
    let shifts = problem.vehicles[data.vehicle.at()].shifts.start..shift.0;
    let is_used = |it: &ShiftIdx| !standing.route(*it).steps().is_empty();
    // Shifts of a vehicle are in the order of their starts.
    let last = shifts.rev().map(ShiftIdx).find(is_used)?;
    let before = &problem.shifts[last.at()];
    if !before.stays {
        return None;
    }
    let place = place_of(problem, last, *standing.route(last).steps().last()?);
    Some(Overnight { place, more_nights: (data.day - before.day - 1).max(0) })
}

/// Whether a shift's route may not leave its last step: the next route begins where the vehicle stays, and the search
/// knows that place by the steps.
pub(crate) fn ends_at_last_step(problem: &Problem, shift: ShiftIdx) -> bool {
    problem.shifts[shift.at()].stays
}

fn place_of(problem: &Problem, shift: ShiftIdx, step: Step) -> PlaceIdx {
    match step {
        Step::Stop(_, option) => problem.options[option.at()].place,
        Step::Reload(reload) => problem.shifts[shift.at()].reloads[reload as usize].place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::rules::standing::drawn::Plan;

    #[test]
    fn a_route_begins_where_the_one_before_it_has_stayed() {
        let mut fixture = Fixture::new(5);
        for place in 1..5 {
            fixture.dropoff(place, &[]);
        }
        for at in 0..4 {
            let shift = fixture.shift(at * 1_000..at * 1_000 + 1_000);
            (shift.day, shift.stays) = (at, at < 3);
        }
        let problem = fixture.problem;
        let found = |plan: &Plan, shift| {
            before(plan.standing(&problem), ShiftIdx(shift)).map(|it| (it.place.0, it.more_nights))
        };
        let plan = Plan::new(&problem, &[&[(0, 0, 9), (1, 9, 9)], &[], &[(2, 0, 9)], &[]]);
        // From place 2 on the next day, or a day later with one additional night; then from place 3.
        let places = [0, 1, 2, 3].map(|shift| found(&plan, shift));
        assert_eq!(places, [None, Some((2, 0)), Some((2, 1)), Some((3, 0))]);
        let none = Plan::new(&problem, &[&[], &[], &[], &[(0, 0, 9)]]);
        assert_eq!(found(&none, 3), None);
        assert_eq!(roaming(&problem), [true]);
    }
}
