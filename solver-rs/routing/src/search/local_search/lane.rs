//! What legs cost the vehicle of a shift.

use crate::instance::{Instance, Row};
use crate::search::plan::Plan;

/// What moves need to know of a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lane {
    pub(super) travel: usize,
    pub(super) per_meter: f64,
    pub(super) per_second: f64,
    /// Cost of the first visit in addition to its legs.
    pub(super) fixed: f64,
    /// Cost of each stop.
    pub(super) per_stop: f64,
}

impl Lane {
    /// Returns what a leg costs; infinite if no road leads there.
    #[inline(always)]
    pub(super) fn leg(&self, instance: &Instance<'_>, from: Row, to: Row) -> f64 {
        let leg = if self.per_second > 0.0 {
            instance.leg(self.travel, from, to)
        } else {
            instance.leg_meters(self.travel, from, to).map(|it| (it, 0))
        };
        leg.map_or(f64::INFINITY, |(meters, seconds)| self.price(meters, seconds))
    }

    /// Returns what a leg of these meters and seconds costs.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    pub(super) fn price(&self, meters: i64, seconds: i64) -> f64 {
        let mut cost = self.per_meter * meters as f64;
        if self.per_second > 0.0 {
            cost += self.per_second * seconds as f64;
        }
        cost
    }
}

pub(super) fn lanes(plan: &Plan<'_>) -> Vec<Lane> {
    let weights = &plan.instance.weights;
    let shifts = plan.problem.shifts.iter();
    shifts
        .map(|shift| {
            let vehicle = &plan.problem.vehicles[shift.vehicle.at()];
            let costs = &vehicle.costs;
            Lane {
                travel: vehicle.travel.at(),
                per_meter: weights.cost * costs.per_kilometer / 1000.0 + weights.meters,
                per_second: weights.cost * costs.per_hour / 3600.0 + weights.seconds,
                fixed: weights.cost * costs.fixed,
                per_stop: weights.cost * costs.per_stop,
            }
        })
        .collect()
}
