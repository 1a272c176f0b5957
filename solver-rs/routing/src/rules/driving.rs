//! Driving rules as a state: driven since the last full break, parts of one taken, rest that is still going on.
//!
//! ```text
//! drive t → driven + t, wrong above the maximum        rest r ≥ whole     → driven 0, parts 0
//!                                                      rest r ≥ next part → one more part; after the last: 0, 0
//! ```
//!
//! Rests directly after one another are one: what counted as a part may grow into the whole, but counts once.

use crate::problem::DrivingRules;
use crate::solution::{Code, Violation};

use super::Timed;

/// Since the last full break.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RestState {
    pub(crate) driven_seconds: i64,
    pub(crate) part_count: usize,
    /// Of the rest that goes on; 0: none does.
    pub(crate) resting_seconds: i64,
    /// Whether that rest has counted as a part.
    is_counted: bool,
}

impl RestState {
    /// After driving or waiting that long; both end a rest.
    #[must_use]
    pub(crate) fn moved(self, driving_seconds: i64, waiting_seconds: i64) -> Self {
        let goes_on = driving_seconds == 0 && waiting_seconds == 0;
        Self {
            driven_seconds: self.driven_seconds + driving_seconds,
            resting_seconds: if goes_on { self.resting_seconds } else { 0 },
            is_counted: goes_on && self.is_counted,
            ..self
        }
    }

    /// After work, which ends a rest.
    #[must_use]
    pub(crate) fn worked(self) -> Self {
        Self { resting_seconds: 0, is_counted: false, ..self }
    }

    /// After that much more rest.
    #[must_use]
    pub(crate) fn rested(self, rules: &DrivingRules, seconds: i64) -> Self {
        let resting_seconds = self.resting_seconds + seconds;
        let part = rules.part_seconds.get(self.part_count);
        let is_part = !self.is_counted && part.is_some_and(|&part| resting_seconds >= part);
        let part_count = self.part_count + usize::from(is_part);
        let is_last = is_part && part_count == rules.part_seconds.len();
        if resting_seconds >= rules.break_seconds || is_last {
            return Self { driven_seconds: 0, part_count: 0, resting_seconds, is_counted: true };
        }
        Self { part_count, resting_seconds, is_counted: self.is_counted || is_part, ..self }
    }

    /// Seconds of driving that are left.
    pub(crate) fn drivable_seconds(&self, rules: &DrivingRules) -> i64 {
        (rules.driving_seconds_max - self.driven_seconds).max(0)
    }

    /// Rests worth taking now: up to the whole, or up to the next part, whichever are longer than what goes on.
    pub(crate) fn choices(&self, rules: &DrivingRules) -> [Option<i64>; 2] {
        let resting = self.resting_seconds;
        let whole = rules.break_seconds - resting;
        let next = rules.part_seconds.get(self.part_count).filter(|_| !self.is_counted);
        let part = next.map(|part| part - resting);
        let is_useful = self.driven_seconds > 0;
        [
            (is_useful && whole > 0).then_some(whole),
            part.filter(|&part| is_useful && part > 0 && part < whole),
        ]
    }
}

pub(super) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    let vehicle = &timed.core.instance.problem.vehicles[timed.case.shift.vehicle as usize];
    let Some(rules) = &vehicle.driving_rules else { return };
    let mut state = RestState::default();
    let mut before_at = timed.stays.first().map_or(0, |it| it.arrival_at);
    for (stop, stay) in timed.stops() {
        let moved = state.moved(stay.arrival_at - before_at, 0);
        before_at = stay.departure_at;
        let over = moved.driven_seconds - rules.driving_seconds_max;
        state = moved.moved(0, stay.waiting_seconds());
        if over > 0 {
            report(Violation::new(Code::DrivingRules, Some(over), Some(stop)));
            // Once is enough for one break that is missing.
            state = RestState::default();
        }
        state = if stay.role.is_rest() {
            state.rested(rules, stay.service_seconds())
        } else {
            state.worked()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> DrivingRules {
        DrivingRules { driving_seconds_max: 100, break_seconds: 45, part_seconds: vec![15, 30] }
    }

    #[test]
    fn a_whole_rest_or_its_parts_in_their_order_reset_the_driven_time() {
        let driven = |rests: &[i64]| {
            let state = RestState { driven_seconds: 90, ..RestState::default() };
            let rest = |state: RestState, &seconds| state.rested(&rules(), seconds).worked();
            rests.iter().fold(state, rest).driven_seconds
        };
        for (rests, expected) in [
            ([45].as_slice(), 0),
            (&[44], 90),
            (&[15, 30], 0),
            (&[15, 29], 90),
            (&[30, 15], 90),
            (&[30, 30], 0),
        ] {
            assert_eq!(driven(rests), expected, "{rests:?}");
        }
    }

    #[test]
    fn rests_directly_after_one_another_are_one() {
        let state = RestState { driven_seconds: 90, ..RestState::default() };
        // 10 + 5 is the first part; 30 more are the whole, 29 are nothing: one rest is one part.
        let first = state.rested(&rules(), 10).rested(&rules(), 5);
        assert_eq!((first.part_count, first.driven_seconds), (1, 90));
        assert_eq!(first.rested(&rules(), 29).driven_seconds, 90);
        assert_eq!(first.rested(&rules(), 30).driven_seconds, 0);
        // Waiting between them makes two of them.
        assert_eq!(first.moved(0, 1).rested(&rules(), 29).driven_seconds, 90);
        assert_eq!(first.moved(0, 1).rested(&rules(), 30).driven_seconds, 0);
    }
}
