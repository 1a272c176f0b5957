//! Tries every sequence of a short route, with every option of its stops.
//!
//! Where stops have alternative places, the best plan may differ from the current one in the sequence and in several
//! places at once. O(sequences × combinations of options) evaluations, so only routes with few of both are tried.

use crate::evaluate::Step;
use crate::problem::{OptionIdx, ShiftIdx, StopIdx};
use crate::search::plan::Plan;
use crate::search::plan::work::Work;

/// Maximum number of sequences with their options: those of six stops of one option each, or of four stops of three.
const SEQUENCES_MAX: usize = 2_000;
/// A route costs less if it does by more than this share: smaller differences are rounding errors.
const GAIN_MIN: f64 = 1e-9;

/// Returns the cheapest other sequence of a shift's route; `None` if there is none that costs less, or too many.
pub(super) fn cheaper_sequence(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    work: &mut Work,
) -> Option<Vec<Step>> {
    let mut steps = plan.routes[shift.at()].steps.clone();
    let is_free = |plan: &Plan<'_>, it: &Step| match it {
        Step::Stop(stop, _) => !plan.locked[plan.problem.stops[stop.at()].visit.at()],
        Step::Reload(_) => true,
    };
    let is_open = plan.frozen[shift.at()] == 0 && steps.iter().all(|it| is_free(plan, it));
    if !is_open || sequence_count(plan, &steps) > SEQUENCES_MAX {
        return None;
    }
    let rest = plan.routes[shift.at()].rest;
    let limit = rest - GAIN_MIN * rest.abs().max(1.0);
    let mut best = (limit, None);
    try_sequences(plan, shift, &mut steps, 0, work, &mut best);
    best.1
}

/// Returns how many sequences there are, each with every combination of options.
fn sequence_count(plan: &Plan<'_>, steps: &[Step]) -> usize {
    (1..).zip(steps).fold(1_usize, |count, (length, step)| {
        count.saturating_mul(length).saturating_mul(options_of(plan, *step).count())
    })
}

/// Returns a step with each of its options.
fn options_of(plan: &Plan<'_>, step: Step) -> impl Iterator<Item = Step> + use<> {
    let options = match step {
        Step::Stop(stop, _) => plan.problem.stops[stop.at()].options.clone(),
        Step::Reload(_) => 0..1,
    };
    options.map(move |option| match step {
        Step::Stop(stop, _) => Step::Stop(StopIdx(stop.0), OptionIdx(option)),
        Step::Reload(_) => step,
    })
}

/// Tries all sequences that begin with the first `set` steps.
fn try_sequences(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    steps: &mut [Step],
    set: usize,
    work: &mut Work,
    best: &mut (f64, Option<Vec<Step>>),
) {
    if work.is_over() {
        return;
    }
    if set == steps.len() {
        work.evaluate_steps(steps.len());
        if let Some(rest) = plan.try_route(shift, steps).filter(|it| *it < best.0) {
            *best = (rest, Some(steps.to_vec()));
        }
        return;
    }
    for next in set..steps.len() {
        steps.swap(set, next);
        let step = steps[set];
        for option in options_of(plan, step) {
            steps[set] = option;
            try_sequences(plan, shift, steps, set + 1, work, best);
        }
        steps[set] = step;
        steps.swap(set, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{PlaceIdx, StopOption};
    use crate::search::plan::route::Fit;
    use crate::search::{Search, SearchOptions};

    const SHIFT: ShiftIdx = ShiftIdx(0);

    /// Returns the options of the cheapest sequence of a route that serves dropoffs at places 8, 4 and 6 in that order.
    /// The dropoff at place 8 may also be made at place 2.
    fn found(is_locked: bool) -> Option<Vec<u32>> {
        let mut fixture = Fixture::new(9);
        fixture.shift(0..10_000);
        for place in [4, 6, 8] {
            fixture.dropoff(place, &[]);
        }
        let other = StopOption { place: PlaceIdx(2), ..fixture.problem.options[2].clone() };
        fixture.problem.options.push(other);
        fixture.problem.stops[2].options = 2..4;
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        let plan = &mut search.plan;
        let steps = [2, 0, 1].map(|it| Step::Stop(StopIdx(it), OptionIdx(it)));
        assert_eq!(plan.replace(SHIFT, &steps), Fit::Fits);
        plan.locked[0] = is_locked;
        let mut work = Work::new(plan, 100_000);
        let steps = cheaper_sequence(plan, SHIFT, &mut work)?;
        Some(
            steps
                .iter()
                .map(|it| if let Step::Stop(_, option) = it { option.0 } else { 9 })
                .collect(),
        )
    }

    #[test]
    fn the_sequence_and_an_alternative_place_change_at_once() {
        // From place 0 to 6 and back, past 2 and 4 on either way: the dropoff at 2 may be first or last.
        let options = found(false).unwrap();
        assert!(options.contains(&3), "{options:?}");
    }

    #[test]
    fn routes_with_locked_visits_keep_their_sequence() {
        assert_eq!(found(true), None);
    }

    #[test]
    fn long_routes_have_too_many_sequences() {
        let mut fixture = Fixture::new(8);
        fixture.shift(0..10_000);
        let steps: Vec<Step> = (1..8).map(|place| fixture.dropoff(place, &[])).collect();
        let search = Search::new(&fixture.problem, SearchOptions::default());
        // 6! and 7!
        assert_eq!(sequence_count(&search.plan, &steps[..6]), 720);
        assert!(sequence_count(&search.plan, &steps) > SEQUENCES_MAX);
    }
}
