//! Two rounds of reasons: where tries take long, as on routes with driving rules, a few visits could use up all the
//! time.
//!
//! ```text
//! each visit, an equal share ──► the share sufficed: these are its reasons
//!                                └─► used up: again with all the work that is left, while there is time
//! ```
//!
//! For most plans the shares suffice, so that nothing is done twice.

use super::{Budget, reasons_or_place};
use crate::problem::VisitIdx;
use crate::rules::left_out;
use crate::search::plan::Plan;
use crate::solution::Unserved;

/// The part of the work that the first round may take is one of so many.
const ROUNDS: usize = 16;

/// What the first round found for a visit.
pub(super) struct First {
    visit: VisitIdx,
    /// `None` if the visit is served now.
    unserved: Option<Unserved>,
    /// Whether its share was used up.
    is_cut: bool,
}

/// Gives each visit an equal share of work.
pub(super) fn first_round(
    plan: &mut Plan<'_>,
    visits: Vec<VisitIdx>,
    budget: &mut Budget,
) -> Vec<First> {
    let mut round = budget.work.share(ROUNDS);
    let mut found = Vec::with_capacity(visits.len());
    for (at, visit) in visits.iter().enumerate() {
        let work = round.share(visits.len() - at);
        let mut share = Budget { work, alone: None };
        let unserved = reasons_or_place(plan, *visit, &mut share);
        found.push(First { visit: *visit, unserved, is_cut: share.work.is_over() });
        round.take_back(share.work);
    }
    budget.work.take_back(round);
    found
}

/// Returns the reasons of a visit, from the work that is left if its share was used up; `None` if it is served.
pub(super) fn second_round(
    plan: &mut Plan<'_>,
    first: First,
    budget: &mut Budget,
) -> Option<Unserved> {
    let First { visit, unserved, is_cut } = first;
    let first = unserved?;
    if !is_cut {
        return Some(first);
    }
    let second = reasons_or_place(plan, visit, budget)?;
    let known = |it: &Unserved| {
        it.reasons.iter().filter(|it| it.code != left_out::NOT_FOUND_IN_TIME).count()
    };
    let is_whole = known(&second) == second.reasons.len();
    Some(if is_whole || known(&second) >= known(&first) { second } else { first })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::explain::reasons_of;
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
        let codes = |of: Option<&Unserved>| {
            of.into_iter().flat_map(|it| &it.reasons).map(|it| it.code).collect::<Vec<_>>()
        };
        let mut budget = Budget { work: work(plan), alone: None };
        let first = first_round(plan, late, &mut budget);
        for it in &first {
            assert_eq!((codes(it.unserved.as_ref()), it.is_cut), (vec![Code::TimeWindow], true));
        }
        // While there is work, the second round tries the other positions; without any, the first reasons stay.
        let is_over = budget.work.is_over();
        let mut first = first.into_iter();
        let mut next = || first.next().expect("six visits");
        let second = second_round(plan, next(), &mut budget);
        assert_eq!((is_over, codes(second.as_ref())), (false, vec![Code::TimeWindow]));
        budget.work = Work::new(plan, 0);
        let kept = second_round(plan, next(), &mut budget);
        assert_eq!(codes(kept.as_ref()), [Code::TimeWindow]);
        let visit = kept.expect("it is not served").visit;
        assert_eq!(codes(Some(&reasons_of(plan, visit, &mut budget).0)), [Code::NotFoundInTime]);
    }
}
