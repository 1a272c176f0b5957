//! The objective as weights: counts take precedence over everything continuous, each term weighs far more than the
//! next, and ties are broken by terms so light that those of a whole route do not outweigh a cent.
//!
//! The search uses them to compare plans, and the evaluator to compare schedules of a route: if lateness is minimized,
//! a route leaves early enough even if that costs more.

use crate::problem::{Objective, Term};

/// The weight of a term relative to the term listed before it.
const STEP: f64 = 1e-4;
/// The same for the first term that breaks ties: a day of duration is worth less than a cent.
const TIE_STEP: f64 = 1e-7;
const NEXT_TIE_STEP: f64 = 1e-3;
const COUNT_STEP: i64 = 1 << 20;

/// Weights of one unit of money, meters, seconds, and so on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Weights {
    pub(crate) cost: f64,
    pub(crate) meters: f64,
    pub(crate) seconds: f64,
    pub(crate) lateness: f64,
    pub(crate) imbalance: f64,
    pub(crate) vehicles: i64,
    pub(crate) shifts: i64,
}

impl Weights {
    /// Returns whether the number of vehicles or shifts takes precedence over cost.
    pub(crate) const fn counts_fleet(&self) -> bool {
        self.vehicles > 0 || self.shifts > 0
    }

    /// Returns whether the balance of work takes precedence over everything else that is continuous.
    pub(crate) const fn balances_first(&self) -> bool {
        let others = self.cost.max(self.meters).max(self.seconds).max(self.lateness);
        self.imbalance > others
    }

    /// Derives weights from the order of the terms; cost comes last unless it is listed.
    pub(crate) fn of(objective: &Objective) -> Self {
        let mut weights = Self::default();
        let mut next = 1.0;
        let mut next_count = COUNT_STEP;
        let mut listed = objective.minimize.clone();
        if !listed.contains(&Term::Cost) {
            listed.push(Term::Cost);
        }
        for term in listed {
            match term {
                Term::Unserved => continue,
                Term::Vehicles => {
                    weights.vehicles = next_count;
                    next_count = 1;
                    continue;
                }
                Term::Shifts => {
                    weights.shifts = next_count;
                    next_count = 1;
                    continue;
                }
                other => *weights.of_term(other).expect("counts are above") = next,
            }
            next *= STEP;
        }
        next *= TIE_STEP / STEP;
        for term in &objective.ties {
            if let Some(weight) = weights.of_term(*term).filter(|it| **it == 0.0) {
                *weight = next;
                next *= NEXT_TIE_STEP;
            }
        }
        weights
    }

    /// Returns the weight of a continuous term.
    fn of_term(&mut self, term: Term) -> Option<&mut f64> {
        match term {
            Term::Unserved | Term::Vehicles | Term::Shifts => None,
            Term::Cost => Some(&mut self.cost),
            Term::Distance => Some(&mut self.meters),
            Term::Duration => Some(&mut self.seconds),
            Term::Lateness => Some(&mut self.lateness),
            Term::Imbalance => Some(&mut self.imbalance),
        }
    }

    /// Returns the weighted sum of a route, without counts and balance.
    #[expect(clippy::cast_precision_loss, reason = "sums of a route are far below 2^53")]
    pub(crate) fn sum(&self, cost: f64, [meters, seconds, late_seconds]: [i64; 3]) -> f64 {
        self.cost * cost
            + self.meters * meters as f64
            + self.seconds * seconds as f64
            + self.lateness * late_seconds as f64
    }
}
