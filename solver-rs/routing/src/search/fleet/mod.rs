//! Reduces the fleet: vehicles are emptied one by one, and visits that are absent often are preferred.

mod ejection;

use std::ops::Range;

use super::Search;
use super::plan::score::Score;
use crate::evaluate::Step;
use crate::problem::VisitIdx;

impl Search<'_> {
    /// Counts which visits are absent at the end of an iteration.
    pub(super) fn count_absences(&mut self, score: &Score) {
        if score.unserved > 0 && (self.absent_price.is_none() || self.reducing) {
            for visit in &self.plan.absent {
                self.absences[visit.at()] += 1;
            }
        }
    }

    pub(super) fn sum_of_absences(&self, absent: &[VisitIdx]) -> u64 {
        absent
            .iter()
            .filter(|it| self.plan.instance.weight[it.at()] > 0)
            .map(|it| u64::from(self.absences[it.at()]) + 1)
            .sum()
    }

    /// Empties the vehicle whose visits were absent least often, and lowers the maximum number of vehicles.
    pub(super) fn close_a_vehicle(&mut self) {
        let vehicles = self.plan.vehicle_count();
        if vehicles <= 1 {
            self.reducing = false;
            return;
        }
        self.vehicles_max = vehicles - 1;
        self.closed_at = self.pace.of_cycle(self.paced_for);
        let mut load: Vec<(u64, u32)> = Vec::new();
        for vehicle in 0..self.plan.problem.vehicles.len() {
            let shifts = self.plan.problem.vehicles[vehicle].shifts.clone();
            let visits = self.visits_of(shifts);
            if !visits.is_empty() {
                let index = u32::try_from(vehicle).expect("vehicles have 32-bit indexes");
                load.push((self.sum_of_absences(&visits), index));
            }
        }
        if let Some((_, vehicle)) = load.iter().min() {
            let visits =
                self.visits_of(self.plan.problem.vehicles[*vehicle as usize].shifts.clone());
            self.plan.remove(&visits);
            self.plan.keep();
            self.current = self.plan.score();
        }
    }

    fn visits_of(&self, shifts: Range<u32>) -> Vec<VisitIdx> {
        let mut visits = Vec::new();
        for shift in shifts {
            for step in &self.plan.routes[shift as usize].steps {
                if let Step::Stop(stop, _) = step {
                    visits.push(self.plan.problem.stops[stop.at()].visit);
                }
            }
        }
        visits.sort_unstable();
        visits.dedup();
        visits
    }
}
