//! What is minimized, as weights: counts before all that is continuous, then each term far above the next, and what
//! breaks ties so far below that a whole route of it does not outweigh a cent.
//!
//! The search compares plans by them, and the evaluator the schedules of a route: who minimizes lateness leaves early
//! enough, though that costs more.

use crate::problem::{Objective, Term};

/// How much of a term listed later outweighs one unit of the term before it.
const STEP: f64 = 1e-4;
/// The same of what breaks ties: a day of duration is worth less than a cent.
const TIE_STEP: f64 = 1e-7;
const NEXT_TIE_STEP: f64 = 1e-3;
const COUNT_STEP: i64 = 1 << 20;

/// Of each unit: money, meters, seconds, vehicles, shifts.
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
    /// Whether how many vehicles or shifts are used comes before what they cost.
    pub(crate) const fn counts_fleet(&self) -> bool {
        self.vehicles > 0 || self.shifts > 0
    }

    /// Terms in the order listed; money follows last where it is not named.
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

    /// The weight of what is continuous.
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

    /// What a route comes to, counts and balance aside.
    #[expect(clippy::cast_precision_loss, reason = "sums of a route are far below 2^53")]
    pub(crate) fn sum(&self, cost: f64, [meters, seconds, late_seconds]: [i64; 3]) -> f64 {
        self.cost * cost
            + self.meters * meters as f64
            + self.seconds * seconds as f64
            + self.lateness * late_seconds as f64
    }
}
