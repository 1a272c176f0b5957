//! Writes schedules out: the routes of an answer.

use super::{Evaluator, case, set_bounds, set_rides};
use crate::evaluate::schedule::{self, ExactTimeline};
use crate::evaluate::start::{self, Effort, Tries};
use crate::evaluate::{stated, summary};
use crate::problem::{Itinerary, ShiftIdx, VehicleIdx};
use crate::rules;
use crate::solution::{Code, Route, RouteSummary};
use crate::step::{Pin, Step};
use crate::timeline::{Case, Manner};

impl Evaluator<'_> {
    /// The best schedule found, written out. For a route that breaks rules, this is the schedule that breaks them as
    /// little as the evaluator manages, with all violations. Allocates.
    ///
    /// # Panics
    /// If the host's time is over and [`Patience::never_give_up`] does not protect the route.
    pub fn schedule(&mut self, shift: ShiftIdx, steps: &[Step], pins: &[Pin]) -> Route {
        self.write_out(shift, steps, pins, Look::For(Effort::Full))
            .expect("a lenient walk ends, unless it is given up")
    }

    /// As [`Evaluator::schedule`] for a route that was evaluated: the schedule is no worse than the one that starts at
    /// `start_at`.
    ///
    /// # Panics
    /// As [`Evaluator::schedule`].
    pub(crate) fn schedule_as_known(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &[Pin],
        start_at: i64,
    ) -> Route {
        self.write_out(shift, steps, pins, Look::Beside(start_at))
            .expect("a lenient walk ends, unless it is given up")
    }

    /// The schedule that starts at `start_at`, if it keeps all rules: for callers that found the route with this start.
    /// With other bounds the best start may lead to another route, since the start determines where a driver rests.
    /// Allocates.
    pub(crate) fn schedule_from(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &[Pin],
        start_at: i64,
        effort: Effort,
    ) -> Option<Route> {
        let route = self.write_out(shift, steps, pins, Look::From(start_at, effort))?;
        route.violations.is_empty().then_some(route)
    }

    /// As [`Evaluator::schedule`], for callers that judge a route that may break rules anyway.
    ///
    /// # Panics
    /// As [`Evaluator::schedule`].
    pub(crate) fn judged(&mut self, shift: ShiftIdx, steps: &[Step], pins: &[Pin]) -> Route {
        self.write_out(shift, steps, pins, Look::For(Effort::Judged))
            .expect("a lenient walk ends, unless it is given up")
    }

    /// The route as a plan states it, with everything that it breaks; `starts` are those of the steps. `None` if no
    /// vehicle can follow the plan. Allocates.
    pub(crate) fn stated(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &[Pin],
        (itinerary, starts): (&Itinerary, &[i64]),
    ) -> Option<Route> {
        self.write_out(shift, steps, pins, Look::Stated(itinerary, starts))
    }

    /// As [`Evaluator::schedule`], but found quickly: for callers that need many schedules. `None` if it was given up
    /// because the host's time is over.
    pub(crate) fn schedule_quickly(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &[Pin],
    ) -> Option<Route> {
        self.write_out(shift, steps, pins, Look::For(Effort::Brief))
    }

    /// Whether these steps break this rule on sequences, whatever the times.
    pub(crate) fn breaks_in_sequence(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
        code: Code,
    ) -> bool {
        let mut is_broken = false;
        self.check_sequence(shift, steps, |it| is_broken |= it == code);
        is_broken
    }

    /// Returns whether a route keeps the rules on who serves what in which order. Where margins suffice, the search
    /// does not check them again, since its moves never break them.
    pub(crate) fn keeps_sequence_rules(&mut self, shift: ShiftIdx, steps: &[Step]) -> bool {
        let mut is_kept = true;
        self.check_sequence(shift, steps, |_| is_kept = false);
        is_kept
    }

    fn check_sequence(&mut self, shift: ShiftIdx, steps: &[Step], mut report: impl FnMut(Code)) {
        self.narrow(shift, steps, &[]);
        let Self { core, seen, .. } = self;
        let case = case(core, seen, shift, steps, Manner::Strict);
        rules::check_sequence(core, &case, seen, &mut |code, _, _| report(code));
    }

    fn write_out(
        &mut self,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &[Pin],
        look: Look<'_>,
    ) -> Option<Route> {
        self.narrow(shift, steps, pins);
        let Self { core, seen, tries, .. } = self;
        if steps.is_empty() {
            let (stops, violations) = (Vec::new(), Vec::new());
            let (summary, skipped_soft_breaks) = (RouteSummary::default(), Vec::new());
            return Some(Route { shift, stops, skipped_soft_breaks, summary, violations });
        }
        let strict = case(core, seen, shift, steps, Manner::Strict);
        let lenient = Case { manner: Manner::Lenient, ..strict };
        let limits = &core.instance.problem.vehicles[VehicleIdx(strict.shift.vehicle).at()].limits;
        rules::check_sequence(core, &strict, seen, &mut |_, _, _| {});
        set_bounds(core, &strict, pins, &mut tries.bounds);
        set_rides(core, &strict, seen, &mut tries.rides);
        let mut choose = |case: &Case<'_>| match look {
            Look::For(effort) => start::choose(core, case, limits, tries, effort).ok(),
            Look::Beside(start_at) => {
                start::choose_beside_known(core, case, limits, tries, start_at).ok()
            }
            Look::From(start_at, effort) => {
                start::at_start(core, case, limits, tries, effort, start_at).ok()
            }
            Look::Stated(itinerary, starts) => {
                let Tries { bounds, best, .. } = &mut *tries;
                stated::follow(core, case, (itinerary, starts), bounds, best)?;
                Some(summary::sum_up(core, case, limits, &tries.rides, &tries.best))
            }
        };
        let kept = choose(&strict).filter(|it| it.evaluation.broken.is_none());
        let outcome = match kept {
            Some(outcome) => outcome,
            None if matches!(look, Look::From(..)) => return None,
            None => choose(&lenient)?,
        };
        let Tries { rides, bounds, best, .. } = &*tries;
        let timeline = ExactTimeline {
            core,
            case: &strict,
            limits,
            rides,
            bounds,
            stays: best,
            outcome: &outcome,
        };
        Some(schedule::write(&timeline, seen))
    }
}

/// Which schedule to write out.
#[derive(Clone, Copy)]
enum Look<'l> {
    For(Effort),
    /// The best one; once time is over, one that is no worse than the one with this start.
    Beside(i64),
    /// The schedule with this start, if it keeps all rules.
    From(i64, Effort),
    /// The one that a plan states, with the starts of the steps.
    Stated(&'l Itinerary, &'l [i64]),
}
