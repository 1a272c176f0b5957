//! Decides whether the search continues from a plan: simulated annealing over the score, with a price for absent
//! visits.
//!
//! If windows and breaks, or pickups and deliveries, leave little room, complete plans are islands: a path from one to
//! another leads only through plans that leave a visit out. So after the fleet has been reduced, an absent mandatory
//! visit has a price. The price rises slowly while visits are absent and falls while none is, so that the search spends
//! about two thirds of its iterations on complete plans (PyVRP and HGS manage penalties likewise). Which plan is best
//! is decided by [`Score`] alone. A rising price also drives the search from an incomplete plan into complete ones that
//! are far worse than the best, and when it is cold, it does not find the way back: it then returns to the best plan.

use super::Search;
use super::plan::score::Score;

/// Factors of the price for each iteration without, and with, absent visits.
const FALL: f64 = 1.0 - 0.003;
const RISE: f64 = 1.0 + 0.006;
/// The price stays within these multiples of what a visit adds to a plan on average.
const PRICE_MIN: f64 = 0.05;
const PRICE_MAX: f64 = 1e4;
/// A plan may be worse than the best by this many temperatures per visit before the search returns to the best.
const STRAY_MAX: f64 = 0.9;

/// The price of leaving out a mandatory visit, per unit of weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct AbsentPrice {
    price: f64,
    average: f64,
}

impl AbsentPrice {
    /// Starts with the price `average`, which is what a visit adds to a plan on average.
    pub(super) fn new(average: f64) -> Self {
        let average = average.abs().max(1e-6);
        Self { price: average, average }
    }

    /// Adjusts the price to the plan from which the search continues after an iteration.
    pub(super) fn observe(&mut self, current: &Score, best: &Score) {
        let factor = if current.unserved <= best.unserved { FALL } else { RISE };
        let (least, most) = (PRICE_MIN * self.average, PRICE_MAX * self.average);
        self.price = (self.price * factor).clamp(least, most);
    }

    /// Returns whether to continue from `next` instead of `now`; `next` may be worse by `slack`. It never accepts more
    /// vehicles than the best plan has, unless `now` has as many.
    fn accepts(&self, next: &Score, now: &Score, best: &Score, slack: f64) -> bool {
        if next.count > now.count && next.count > best.count {
            return false;
        }
        if next.count < now.count && now.count > best.count {
            return true;
        }
        self.energy(next) < self.energy(now) + slack
    }

    #[expect(clippy::cast_precision_loss, reason = "sums of weights are far below 2^53")]
    fn energy(&self, score: &Score) -> f64 {
        score.rest + self.price * score.absence as f64
    }
}

impl Search<'_> {
    /// Returns to the best plan if the search has strayed too far from it for its temperature.
    pub(super) fn return_if_strayed(&mut self) {
        let Some(price) = self.absent_price.filter(|_| !self.reducing) else { return };
        #[expect(clippy::cast_precision_loss, reason = "a count")]
        let visits = self.plan.problem.visits.len() as f64;
        let energy_max = price.energy(&self.best) + STRAY_MAX * self.temperature * visits;
        if price.energy(&self.current) > energy_max {
            self.restore_best();
            self.pace.returned(self.paced_for, &self.best);
        }
    }

    /// Returns whether the search continues from a plan of this score, which may be worse by `slack`.
    pub(super) fn takes(&self, score: &Score, slack: f64) -> bool {
        if score.is_better_than(&self.best) {
            return true;
        }
        let now = &self.current;
        if let Some(price) = self.absent_price.filter(|_| !self.reducing) {
            return price.accepts(score, now, &self.best, slack);
        }
        if score.unserved != now.unserved || score.unserved > 0 {
            let is_fought_for = self.reducing
                && self.sum_of_absences(&self.plan.absent)
                    < self.sum_of_absences(self.plan.absent_before());
            if score.unserved < now.unserved || is_fought_for {
                return true;
            }
            if score.unserved > now.unserved {
                return false;
            }
        }
        if !self.reducing && score.count != now.count {
            return score.count < now.count;
        }
        score.rest < now.rest + slack
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(absence: i64, count: i64, rest: f64) -> Score {
        Score { unserved: absence.into(), count, absence, rest }
    }

    #[test]
    fn an_absent_visit_is_worth_its_price() {
        let price = AbsentPrice::new(10.0);
        let now = score(0, 1, 100.0);
        assert!(price.accepts(&score(1, 1, 89.0), &now, &now, 0.0));
        assert!(!price.accepts(&score(1, 1, 91.0), &now, &now, 0.0));
        assert!(price.accepts(&score(1, 1, 91.0), &now, &now, 2.0));
        assert!(!price.accepts(&score(0, 2, 1.0), &now, &now, 0.0));
    }

    #[test]
    fn the_price_rises_while_visits_are_absent_and_falls_while_none_is() {
        let best = score(0, 1, 100.0);
        let mut price = AbsentPrice::new(10.0);
        price.observe(&score(1, 1, 95.0), &best);
        assert!(price.price > 10.0);
        let mut price = AbsentPrice::new(10.0);
        price.observe(&best, &best);
        assert!(price.price < 10.0);
    }
}
