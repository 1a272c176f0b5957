//! The annealing schedule: one cycle or several over the available time.
//!
//! ```text
//! temperature │╲      │╲      │╲         A cycle is as long as a plan of that size needs to settle; the first
//!             │ ╲_    │ ╲_    │ ╲_       iterations show how many fit. Cycles that settle at the same plan agree;
//!             └───────┴───────┴─────►    when enough agree, the search ends.
//! ```
//!
//! If time is short, there is a single cycle, however long it is: more time first means slower cooling, and then more
//! cycles. The best plan is kept throughout.

use crate::search::plan::score::Score;

/// The search ends when the cycles that end at the best plan outnumber those that do not by this many.
pub(super) const AGREED: u32 = 3;
/// The same if fewer vehicles would cost less: cycles agree on a vehicle too many long before one finds a plan without
/// it. Of 10 searches for 40 visits by vans of 60 km, 5 ended with three vans instead of two once 3 cycles agreed.
pub(super) const AGREED_ON_FLEET: u32 = 8;
/// The share of a cycle after which it has forgotten its initial plan, so that what it finds is its own result.
const COLD_FROM: f64 = 0.5;
/// The length of cycles is set once the rate of iterations is known: after this share of the time, or after
/// 1 / `MEASURED_ITERATIONS` of the iterations of a cycle.
const MEASURED: f64 = 0.01;
const MEASURED_ITERATIONS: u64 = 8;

/// The search's position in its cycle. Shares are of the whole time, or of all iterations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Iterations of a cycle.
    iterations: u64,
    from: f64,
    length: f64,
    is_measured: bool,
    /// The best plan that this cycle has continued from since it became cold.
    reached: Option<Score>,
    /// Whether this cycle has continued from any other plan than the best one, from which it began.
    has_moved: bool,
    /// Whether this cycle has returned to the best plan after it became cold, without having reached it by itself.
    has_returned: bool,
    agreed: u32,
    turns: u32,
}

impl Pace {
    /// Makes cycles of about this many iterations; `u64::MAX` makes one cycle.
    pub(super) const fn new(iterations: u64) -> Self {
        Self {
            iterations,
            from: 0.0,
            length: 1.0,
            is_measured: false,
            reached: None,
            has_moved: false,
            has_returned: false,
            agreed: 0,
            turns: 0,
        }
    }

    /// Returns the share of the current cycle that is over.
    pub(super) fn of_cycle(&self, share: f64) -> f64 {
        ((share - self.from) / self.length).clamp(0.0, 1.0)
    }

    /// Sets the length of the first cycle as soon as `iterations` so far suffice to predict their total.
    pub(super) fn measure(&mut self, share: f64, iterations: u64) {
        let is_enough = share >= MEASURED || iterations >= self.iterations / MEASURED_ITERATIONS;
        if !self.is_measured && is_enough && share > 0.0 && iterations > 0 {
            self.is_measured = true;
            self.length = self.length_from(0.0, share, iterations);
        }
    }

    /// Returns whether a cycle ends here and another one follows.
    pub(super) fn is_turn(&self, share: f64) -> bool {
        self.is_measured && share < 1.0 && share >= self.from + self.length
    }

    /// Begins the next cycle; `best` is the best plan of all cycles.
    pub(super) fn turn(&mut self, share: f64, iterations: u64, best: &Score) {
        self.turns += 1;
        let is_at_best = match self.reached {
            _ if self.has_returned => Some(false),
            Some(reached) => Some(!best.is_better_than(&reached)),
            // If no order can be served, a cycle does not leave the plan that it began from.
            None => (!self.has_moved).then_some(true),
        };
        self.agreed = match is_at_best {
            Some(true) => self.agreed + 1,
            Some(false) => self.agreed.saturating_sub(1),
            // It was over before it became cold: calls of the host may be longer than short cycles.
            None => self.agreed,
        };
        self.length = self.length_from(share, share, iterations);
        self.from = share;
        self.reached = None;
        self.has_moved = false;
        self.has_returned = false;
    }

    /// Continues the current cycle from an earlier share of it. The cycle ends when it would have ended, and nothing
    /// changes if it has not passed that share or is over.
    pub(super) fn rewind(&mut self, share: f64, to: f64) {
        let end = self.from + self.length;
        if self.of_cycle(share) > to && share < end {
            self.length = (end - share) / (1.0 - to);
            self.from = end - self.length;
        }
    }

    /// Records the plan from which an iteration continues. A new best plan has been found by one cycle only.
    pub(super) fn observe(&mut self, share: f64, current: &Score, is_best: bool) {
        self.has_moved = true;
        if is_best {
            self.agreed = 0;
        }
        let is_better = || self.reached.is_none_or(|it| current.is_better_than(&it));
        if self.of_cycle(share) >= COLD_FROM && is_better() {
            self.reached = Some(*current);
        }
    }

    /// Records a return to the best plan.
    pub(super) fn returned(&mut self, share: f64, best: &Score) {
        let is_reached = self.reached.is_some_and(|it| !best.is_better_than(&it));
        self.has_returned |= self.of_cycle(share) >= COLD_FROM && !is_reached;
    }

    /// Returns how many cycles are over.
    pub(super) const fn turns(&self) -> u32 {
        self.turns
    }

    /// Returns whether this many cycles agree.
    pub(super) const fn is_settled(&self, needed: u32) -> bool {
        self.agreed >= needed
    }

    /// Divides the time after `from` into as many equal cycles as fit, and returns their length.
    #[expect(
        clippy::cast_precision_loss,
        reason = "iterations are below 2^53 unless there is one cycle"
    )]
    fn length_from(&self, from: f64, share: f64, iterations: u64) -> f64 {
        let left = iterations as f64 / share * (1.0 - from);
        let cycles = (left / self.iterations as f64).floor().max(1.0);
        (1.0 - from) / cycles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(rest: f64) -> Score {
        Score { rest, ..Score::default() }
    }

    #[test]
    fn as_many_cycles_fit_as_rounds_do() {
        // 100 iterations in a tenth of the time make 1,000 in total: three cycles of at least 300.
        let mut pace = Pace::new(300);
        pace.measure(0.001, 1);
        assert!(!pace.is_turn(0.9));
        pace.measure(0.1, 100);
        assert!((pace.of_cycle(1.0 / 6.0) - 0.5).abs() < 1e-9);
        assert!(!pace.is_turn(0.33) && pace.is_turn(0.34));
        pace.turn(0.34, 340, &score(1.0));
        // 660 are left: two cycles of 330.
        assert!(!pace.is_turn(0.66) && pace.is_turn(0.671) && !pace.is_turn(1.0));
    }

    #[test]
    fn where_time_is_short_there_is_one_cycle() {
        let mut pace = Pace::new(5_000);
        pace.measure(0.1, 100);
        assert!(!pace.is_turn(0.99));
        assert!((pace.of_cycle(0.5) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_cycle_that_is_rewound_ends_at_the_same_time() {
        let mut pace = Pace::new(500);
        pace.measure(0.1, 100);
        pace.rewind(0.1, 0.5);
        assert!((pace.of_cycle(0.25) - 0.5).abs() < 1e-9, "it is not that far");
        pace.rewind(0.3, 0.2);
        let is_at = |share: f64, of_cycle: f64| (pace.of_cycle(share) - of_cycle).abs() < 1e-9;
        assert!(is_at(0.3, 0.2) && is_at(0.4, 0.6) && is_at(0.5, 1.0));
        assert!(!pace.is_turn(0.499) && pace.is_turn(0.501));
        pace.rewind(0.501, 0.2);
        assert!((pace.of_cycle(0.501) - 1.0).abs() < 1e-9, "it is over");
        pace.turn(0.5, 500, &score(1.0));
        assert!((pace.of_cycle(0.75) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn three_cycles_that_settle_at_the_best_plan_are_enough() {
        let mut pace = Pace::new(100);
        pace.measure(0.01, 100);
        let best = score(7.0);
        for (turn, reached) in [7.0, 8.0, 7.0, 7.0, 7.0].into_iter().enumerate() {
            assert!(!pace.is_settled(AGREED), "{turn}");
            pace.observe(pace.from + 0.99 * pace.length, &score(reached), false);
            pace.turn(pace.from + pace.length, 100, &best);
        }
        assert!(pace.is_settled(AGREED) && !pace.is_settled(AGREED_ON_FLEET));
        pace.observe(pace.from, &score(6.0), true);
        assert!(!pace.is_settled(AGREED));
    }

    #[test]
    fn a_cold_cycle_that_returns_to_the_best_plan_does_not_agree() {
        let mut pace = Pace::new(100);
        pace.measure(0.01, 100);
        let best = score(7.0);
        pace.returned(0.1 * pace.length, &best);
        pace.observe(pace.length, &best, false);
        pace.turn(pace.length, 100, &best);
        assert!(pace.is_settled(1), "it was hot when it returned");
        pace.returned(pace.from + 0.9 * pace.length, &best);
        pace.observe(pace.from + pace.length, &best, false);
        pace.turn(pace.from + pace.length, 100, &best);
        assert!(!pace.is_settled(1));
    }

    #[test]
    fn cycles_that_do_not_move_agree_and_those_that_never_become_cold_say_nothing() {
        let mut pace = Pace::new(100);
        pace.measure(0.01, 100);
        let best = score(7.0);
        for _ in 0..AGREED {
            assert!(!pace.is_settled(AGREED));
            pace.turn(pace.from + pace.length, 100, &best);
        }
        assert!(pace.is_settled(AGREED));
        pace.observe(pace.from, &score(8.0), false);
        pace.turn(pace.from + pace.length, 100, &best);
        assert!(pace.is_settled(AGREED) && !pace.is_settled(AGREED + 1));
    }
}
