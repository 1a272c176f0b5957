//! Tries every sequence of a short route and of absent visits, with every option of their stops.
//!
//! The best plan may differ from the current one in the sequence and in several alternative places at once, or serve
//! visits that fit only together, or only without another visit. No move of one or two visits reaches it.
//! O(sequences × combinations of options) evaluations, so only routes with few of both are tried.

use std::ops::ControlFlow::{self, Break, Continue};

use super::is_free;
use crate::evaluate::Step;
use crate::instance::Shape;
use crate::problem::{OptionIdx, Problem, ShiftIdx, StopIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use crate::search::plan::score::Score;
use crate::search::plan::work::Work;

/// Maximum number of sequences with their options: those of any of six stops of one option each.
const SEQUENCES_MAX: usize = 2_000;

/// Returns the steps of a shift with which the plan is best and better than before; `None` if there are none, or too
/// many to try. The steps may include absent visits, and leave out visits that the route serves.
pub(super) fn best_sequence(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    before: &Score,
    work: &mut Work,
) -> Option<Vec<Step>> {
    let steps = plan.routes[shift.at()].steps.clone();
    let served = plan.visits_of(&steps);
    // Margins, which judge routes of plain problems, expect the stops of a visit in the right order and trip.
    let is_judged =
        |it: &VisitIdx| !plan.instance.plain || plan.instance.shape[it.at()] == Shape::Single;
    if !is_free(plan, shift) || !served.iter().chain(&plan.absent).all(is_judged) {
        return None;
    }
    plan.remove(&served);
    let best = if plan.is_used(shift) { None } else { try_all(plan, shift, &steps, before, work) };
    plan.undo();
    best
}

/// Does so for an unused shift; `steps` are those of its route until now.
fn try_all(
    plan: &mut Plan<'_>,
    shift: ShiftIdx,
    steps: &[Step],
    before: &Score,
    work: &mut Work,
) -> Option<Vec<Step>> {
    let absent = plan.absent.clone();
    let mut visits = absent.clone();
    visits.retain(|it| plan.may_serve(*it, shift));
    let reloads: Vec<Step> =
        steps.iter().copied().filter(|it| matches!(it, Step::Reload(_))).collect();
    let sequences = [visits, plan.visits_of(steps)]
        .into_iter()
        .map(|visits| Sequences { problem: plan.problem, visits, reloads: reloads.clone() })
        .find(|it| it.count() <= SEQUENCES_MAX)?;
    let mut best: (Score, Option<Vec<Step>>) = (*before, None);
    // Breaks off when no work is left, or later routes of the vehicle do not fit without this one.
    let _ = sequences.each(&mut |steps| {
        if work.is_over() {
            return Break(());
        }
        work.evaluate_steps(steps.len());
        if plan.replace(shift, steps) == Fit::Not {
            return Continue(());
        }
        plan.drop_served_from_absent();
        let score = plan.score();
        if score.is_better_than(&best.0) {
            best = (score, Some(steps.to_vec()));
        }
        let is_unused = plan.replace(shift, &[]) == Fit::Fits;
        plan.absent.clone_from(&absent);
        if is_unused { Continue(()) } else { Break(()) }
    });
    best.1
}

/// All sequences of some of these visits, each with all of its stops, and of some of these reloads.
struct Sequences<'a> {
    problem: &'a Problem,
    visits: Vec<VisitIdx>,
    reloads: Vec<Step>,
}

impl Sequences<'_> {
    /// Returns how many sequences there are, or `SEQUENCES_MAX` + 1 if there are more.
    fn count(&self) -> usize {
        let mut count = 0;
        // Breaks off when the count is known to be too large.
        let _ = self.each(&mut |_| {
            count += 1;
            if count > SEQUENCES_MAX { Break(()) } else { Continue(()) }
        });
        count
    }

    /// Calls `look` with each sequence until it breaks off.
    fn each(&self, look: &mut impl FnMut(&[Step]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.extend(&mut Vec::new(), look)
    }

    /// Does so for the sequences that begin with these steps.
    fn extend(
        &self,
        steps: &mut Vec<Step>,
        look: &mut impl FnMut(&[Step]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_complete(steps) {
            look(steps)?;
        }
        for visit in &self.visits {
            for stop in self.problem.visits[visit.at()].stops.clone().map(StopIdx) {
                let data = &self.problem.stops[stop.at()];
                if holds(steps, stop) || data.after.iter().any(|it| !holds(steps, *it)) {
                    continue;
                }
                for option in data.options.clone().map(OptionIdx) {
                    steps.push(Step::Stop(stop, option));
                    self.extend(steps, look)?;
                    steps.pop();
                }
            }
        }
        for (position, reload) in self.reloads.iter().enumerate() {
            let is_tried = self.reloads[..position].contains(reload);
            let repeats = steps.last().is_none_or(|it| matches!(it, Step::Reload(_)));
            if !is_tried && !repeats && count_of(steps, reload) < count_of(&self.reloads, reload) {
                steps.push(*reload);
                self.extend(steps, look)?;
                steps.pop();
            }
        }
        Continue(())
    }

    /// Returns whether there is a stop, and each visit has all or none of its stops.
    fn is_complete(&self, steps: &[Step]) -> bool {
        !steps.is_empty()
            && self.visits.iter().all(|visit| {
                let stops = self.problem.visits[visit.at()].stops.clone().map(StopIdx);
                let count = stops.clone().filter(|it| holds(steps, *it)).count();
                count == 0 || count == stops.len()
            })
    }
}

fn holds(steps: &[Step], stop: StopIdx) -> bool {
    steps.iter().any(|it| matches!(it, Step::Stop(of, _) if *of == stop))
}

fn count_of(steps: &[Step], reload: &Step) -> usize {
    steps.iter().filter(|it| *it == reload).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{PlaceIdx, StopOption};
    use crate::search::{Search, SearchOptions};

    const SHIFT: ShiftIdx = ShiftIdx(0);

    /// Returns the best sequence of the only shift after its route was set to `steps` and the other visits are absent.
    fn best_of(problem: &Problem, steps: &[Step], locked: &[VisitIdx]) -> Option<Vec<Step>> {
        let mut search = Search::new(problem, SearchOptions::default());
        let plan = &mut search.plan;
        for visit in locked {
            plan.locked[visit.at()] = true;
        }
        assert_eq!(plan.replace(SHIFT, steps), Fit::Fits);
        plan.absent = (0..problem.visits.len()).map(VisitIdx::of).collect();
        plan.drop_served_from_absent();
        plan.keep();
        let before = plan.score();
        let mut work = Work::new(plan, 100_000);
        let best = best_sequence(plan, SHIFT, &before, &mut work);
        assert_eq!(plan.routes[SHIFT.at()].steps, steps, "the plan stays as it was");
        best
    }

    /// A shift and dropoffs at places 4, 6 and 8; the last one may also be made at place 2.
    fn with_alternative_place() -> (Fixture, [Step; 3]) {
        let mut fixture = Fixture::new(9);
        fixture.shift(0..10_000);
        let steps = [4, 6, 8].map(|place| fixture.dropoff(place, &[]));
        let other = StopOption { place: PlaceIdx(2), ..fixture.problem.options[2].clone() };
        fixture.problem.options.push(other);
        fixture.problem.stops[2].options = 2..4;
        (fixture, steps)
    }

    #[test]
    fn the_sequence_and_an_alternative_place_change_at_once() {
        let (fixture, [a, b, c]) = with_alternative_place();
        // From place 0 to 6 and back, past 2 and 4 on either way: the dropoff at 2 may be first or last.
        let best = best_of(&fixture.problem, &[c, a, b], &[]).unwrap();
        assert!(best.contains(&Step::Stop(StopIdx(2), OptionIdx(3))), "{best:?}");
    }

    #[test]
    fn an_absent_visit_comes_in() {
        let (fixture, [a, b, _]) = with_alternative_place();
        assert_eq!(best_of(&fixture.problem, &[b, a], &[]).unwrap().len(), 3);
    }

    #[test]
    fn two_absent_visits_replace_one() {
        let mut fixture = Fixture::new(9);
        fixture.shift(0..1_000);
        let [far, near, nearer] = [8, 3, 1].map(|place| fixture.dropoff(place, &[]));
        for step in [near, nearer] {
            fixture.option(step).service_seconds = 300;
        }
        let best = best_of(&fixture.problem, &[far], &[]).unwrap();
        assert!(best.len() == 2 && best.contains(&near) && best.contains(&nearer), "{best:?}");
    }

    #[test]
    fn routes_with_locked_visits_keep_their_sequence() {
        let (fixture, [a, b, c]) = with_alternative_place();
        assert_eq!(best_of(&fixture.problem, &[c, a, b], &[VisitIdx(0)]), None);
    }

    fn count(problem: &Problem, visits: u32) -> usize {
        let visits = (0..visits).map(VisitIdx).collect();
        Sequences { problem, visits, reloads: Vec::new() }.count()
    }

    #[test]
    fn sequences_of_all_subsets_are_counted() {
        let mut fixture = Fixture::new(9);
        fixture.shift(0..10_000);
        for place in 1..9 {
            fixture.dropoff(place, &[]);
        }
        // 3 of one visit, 6 of two, and 6 of three.
        assert_eq!(count(&fixture.problem, 3), 15);
        assert_eq!(count(&fixture.problem, 6), 1956);
        assert_eq!(count(&fixture.problem, 7), SEQUENCES_MAX + 1);
    }
}
