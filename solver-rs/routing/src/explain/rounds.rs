//! Two rounds of reasons: where tries take long, as on routes with driving rules, a few visits could use up all the
//! time.
//!
//! ```text
//! each visit or set, an equal share ──► the share sufficed: these are its reasons
//!                                       └─► used up: again with all the work that is left, while there is time
//! ```
//!
//! For most plans the shares suffice, so that nothing is done twice.

use super::Budget;
use crate::rules::left_out;
use crate::search::plan::Plan;
use crate::solution::Reason;

/// The part of the work that the first round may take is one of so many.
const ROUNDS: usize = 16;

/// What the first round found for a visit, or for a set of visits.
pub(super) struct First<T> {
    found: T,
    /// Whether its share was used up.
    is_cut: bool,
}

/// Gives each visit or set an equal share of work; `look` returns what it finds with that.
pub(super) fn first_round<Of, T>(
    plan: &mut Plan<'_>,
    all: &[Of],
    budget: &mut Budget,
    mut look: impl FnMut(&mut Plan<'_>, &Of, &mut Budget) -> T,
) -> Vec<First<T>> {
    let mut round = budget.work.share(ROUNDS);
    let mut first = Vec::with_capacity(all.len());
    for (at, of) in all.iter().enumerate() {
        let work = round.share(all.len() - at);
        // Verifying one takes long in a large plan, so that equal shares might not suffice for any.
        let suggestions = budget.suggestions.share(1);
        let mut share = Budget { work, suggestions, alone: None };
        let found = look(plan, of, &mut share);
        first.push(First { found, is_cut: share.work.is_over() });
        round.take_back(share.work);
        budget.suggestions.take_back(share.suggestions);
    }
    budget.work.take_back(round);
    first
}

/// Returns what `look` finds with the work that is left, if the share of the first round was used up and the result
/// tells at least as much; else what the first round found. `reasons` are those of a result; `None` if there is nothing
/// left to explain.
pub(super) fn second_round<T>(
    first: First<T>,
    reasons: impl Fn(&T) -> Option<&[Reason]>,
    look: impl FnOnce() -> T,
) -> T {
    let known =
        |of: &[Reason]| of.iter().filter(|it| it.code != left_out::NOT_FOUND_IN_TIME).count();
    let First { found, is_cut } = first;
    let Some(before) = reasons(&found).filter(|_| is_cut).map(known) else { return found };
    let second = look();
    let is_better = reasons(&second).is_none_or(|it| known(it) == it.len() || known(it) >= before);
    if is_better { second } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::explain::{Found, reasons_of, reasons_or_place};
    use crate::problem::VisitIdx;
    use crate::search::plan::work::Work;
    use crate::search::{Search, SearchOptions};
    use crate::solution::Code;

    #[test]
    fn each_visit_has_a_reason_before_the_first_one_has_all_the_work() {
        let mut fixture = Fixture::new(7);
        fixture.shift(0..10_000);
        for place in 1..7 {
            fixture.dropoff(place, &[]);
        }
        // Nobody can be there in time.
        let late: Vec<VisitIdx> = (0..6)
            .map(|place| {
                fixture.dropoff(place + 1, &[(0, 10)]);
                VisitIdx(place + 6)
            })
            .collect();
        fixture.problem.vehicles[0].capacity = vec![100];
        let mut search = Search::new(&fixture.problem, SearchOptions::default());
        search.run(10, 1.0);
        let plan = &mut search.plan;
        assert_eq!(plan.absent.len(), 6);
        // A position takes more than 1,000 units, and each visit has seven of them: not all fit into a share.
        let work = |plan: &Plan<'_>| Work::new(plan, 6_000 * ROUNDS);
        let codes = |of: &[Reason]| of.iter().map(|it| it.code).collect::<Vec<_>>();
        let codes_of = |found: &Found| codes(found.reasons().expect("it is not served"));
        let look = |plan: &mut Plan<'_>, visit: &VisitIdx, budget: &mut Budget| {
            Found::Visit(reasons_or_place(plan, *visit, budget))
        };
        let (work_of_all, suggestions) = (work(plan), Work::new(plan, 0));
        let mut budget = Budget { work: work_of_all, suggestions, alone: None };
        let first = first_round(plan, &late, &mut budget, look);
        for First { found, is_cut } in &first {
            assert_eq!((codes_of(found), *is_cut), (vec![Code::TimeWindow], true));
        }
        // While there is work, the second round tries the other positions; without any, the first reasons stay.
        let is_over = budget.work.is_over();
        let mut first = late.iter().zip(first);
        let mut next = |plan: &mut Plan<'_>, budget: &mut Budget| {
            let (visit, first) = first.next().expect("six visits");
            (*visit, second_round(first, Found::reasons, || look(plan, visit, budget)))
        };
        let (_, second) = next(plan, &mut budget);
        assert_eq!((is_over, codes_of(&second)), (false, vec![Code::TimeWindow]));
        budget.work = Work::new(plan, 0);
        let (visit, kept) = next(plan, &mut budget);
        assert_eq!(codes_of(&kept), [Code::TimeWindow]);
        assert_eq!(codes(&reasons_of(plan, visit, &mut budget).0.reasons), [Code::NotFoundInTime]);
    }
}
