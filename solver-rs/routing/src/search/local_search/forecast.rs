//! The likely times of a draft, where margins cannot judge a route: in traffic, with breaks, waiting and soft windows.
//!
//! ```text
//! head (as it is)   runs   tail        driven from the head on, with the breaks of the route at their present times
//! ```
//!
//! Of the moves that save legs, most are late, wait longer, or lose more by soft windows. A forecast tells which, for a
//! small part of an evaluation. Only the evaluator decides.

use super::draft::Draft;
use super::scan::Scan;
use super::track::Sums;
use crate::evaluate::{Step, soft_cost};
use crate::instance::{Instance, place_or_nowhere};
use crate::problem::ShiftIdx;
use crate::search::plan::Plan;
use crate::search::plan::anchors::{self, Anchor, Legs};
use crate::search::plan::margins::{StepTimes, step_times};

/// A vehicle on the way along a draft.
struct Drive<'a> {
    anchors: &'a [Anchor],
    legs: Legs<'a>,
    place: u32,
    departs_at: i64,
    /// The position from which on its breaks are still to be taken.
    break_from: usize,
    /// How much earlier everything up to here could be, and how much later it could start.
    advance: i64,
    hold: i64,
    /// How much earlier and later the route starts than now.
    earlier_seconds: i64,
    later_seconds: i64,
    is_late: bool,
}

impl<'a> Drive<'a> {
    fn from(plan: &'a Plan<'_>, shift: ShiftIdx, head: usize) -> Self {
        let route = &plan.routes[shift.at()];
        let travel = plan.problem.vehicles[plan.problem.shifts[shift.at()].vehicle.at()].travel;
        let anchor = &route.anchors[head];
        let [advance, hold] = anchor.leeway();
        Self {
            anchors: &route.anchors,
            legs: Legs { travel: &plan.instance.travel, table: travel },
            place: route.margins.positions[head].place,
            departs_at: anchor.departs_at(),
            break_from: head,
            advance,
            hold,
            earlier_seconds: 0,
            later_seconds: 0,
            is_late: false,
        }
    }

    /// Drives to a place, and takes the breaks that are due by then.
    #[inline]
    fn arrive(&mut self, place: u32) -> i64 {
        let mut arrives_at = self.legs.arrival_at(self.place, place, self.departs_at);
        while let Some(anchor) = self.anchors.get(self.break_from) {
            if anchor.pause_seconds() > 0 {
                if anchor.departs_at() >= arrives_at {
                    break;
                }
                arrives_at += anchor.pause_seconds();
            }
            self.break_from += 1;
        }
        arrives_at
    }

    /// Serves a stop, not before `waits_until`; returns when service starts.
    #[inline]
    fn serve(&mut self, stop: &StepTimes, waits_until: i64) -> i64 {
        let setup = if self.place == stop.place { 0 } else { stop.setup };
        let ready_at = self.arrive(stop.place) + setup;
        let late = ready_at - stop.closes;
        let starts_at = ready_at.max(stop.opens).max(waits_until).min(stop.closes);
        if late > 0 {
            self.is_late |= late > self.advance;
            self.advance -= late.min(self.advance);
            self.earlier_seconds += late;
        } else {
            let waiting = starts_at - ready_at;
            let later = waiting.min(self.hold);
            self.later_seconds += later;
            self.hold = (self.hold - later).min(stop.closes - starts_at);
            self.advance = if waiting > 0 { 0 } else { self.advance.min(starts_at - stop.opens) };
        }
        (self.place, self.departs_at) = (stop.place, starts_at + stop.service);
        starts_at
    }
}

impl Scan<'_, '_> {
    /// Returns what the times of a draft add to the cost of its legs; `None` if it is late. O(steps).
    #[expect(clippy::cast_precision_loss, reason = "seconds are below 2^53")]
    pub(super) fn forecast(&self, draft: &Draft) -> Option<f64> {
        let plan = &*self.plan;
        let instance = &plan.instance;
        let lane = &self.lanes[draft.shift.at()];
        let own = &plan.routes[draft.shift.at()];
        let end_at = anchors::end_of(&own.anchors);
        let until = |position: usize| {
            let is_used = !own.steps.is_empty();
            if is_used { self.tracks[draft.shift.at()].until(position) } else { Sums::default() }
        };
        let (all, head) = (until(own.steps.len() + 1), until(draft.head));
        if draft.is_empty(plan) {
            let idle_seconds = end_at - anchors::start_of(&own.anchors) - all.leg_seconds;
            return Some(-lane.per_second * idle_seconds as f64 - all.soft_cost);
        }
        let mut drive = Drive::from(plan, draft.shift, draft.head);
        let (mut leg_seconds, mut cost) = (0, 0.0);
        let tail = draft.tail_run(plan);
        plan.patience.spend((tail.last() + 1) / 8);
        if let Some(step) = draft.comes {
            let times = step_times(instance, draft.shift, step);
            leg_seconds += instance.seconds(lane.travel, drive.place, times.place);
            cost += soft_cost_of(instance, step, drive.serve(&times, i64::MIN));
            if drive.is_late {
                return None;
            }
        }
        for run in draft.middle.iter().chain([&tail]) {
            let route = &plan.routes[run.shift.at()];
            for at in run.positions() {
                let (step, times) = self.made_by(draft.shift, *run, at);
                leg_seconds += instance.seconds(lane.travel, drive.place, times.place);
                let starts_at = drive.serve(&times, waits_until(&route.anchors[at], &times));
                if drive.is_late {
                    return None;
                }
                cost += soft_cost_of(instance, step, starts_at);
            }
        }
        let shift = &plan.problem.shifts[draft.shift.at()];
        let end_place = place_or_nowhere(shift.end_place);
        leg_seconds += instance.seconds(lane.travel, drive.place, end_place);
        let ends_at = drive.arrive(end_place);
        if ends_at - drive.advance > shift.latest_end_at {
            return None;
        }
        let more_on_legs = leg_seconds - (all.leg_seconds - head.leg_seconds);
        let longer = ends_at + drive.earlier_seconds - drive.later_seconds - end_at;
        let more_in_time = lane.per_second * (longer - more_on_legs) as f64;
        Some(more_in_time + cost - (all.soft_cost - head.soft_cost))
    }
}

/// Returns what serving a step at a time costs by its soft windows.
#[inline(always)]
fn soft_cost_of(instance: &Instance<'_>, step: Step, starts_at: i64) -> f64 {
    match step {
        Step::Stop(stop, option) if instance.soft => soft_cost(instance, stop, option, starts_at),
        _ => 0.0,
    }
}

/// Returns until when a stop waits on its present route, although its window is open: for a soft window, for example.
const fn waits_until(anchor: &Anchor, times: &StepTimes) -> i64 {
    let began_at = anchor.departs_at() - times.service;
    if began_at > anchor.due_at() { began_at } else { i64::MIN }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::Random;
    use crate::problem::{Problem, SoftWindow, Window};
    use crate::search::local_search::tests::{
        DAY, Traits, draw, local_search, pairs, plan_of, relocate, scanned,
    };

    /// Moves that fit and save something, according to the forecast or in fact: those that do both, and the others.
    #[derive(Debug, Default)]
    struct Counts {
        right: usize,
        wrong: usize,
    }

    /// Makes the relocation of each pair of stops that promises most.
    fn check(change: impl Fn(&mut Problem, &mut Random)) -> Counts {
        let mut counts = Counts::default();
        for seed in 1..10 {
            let traits = Traits { windows: true, timed: true, paused: true, ..Traits::default() };
            let mut problem = draw(seed, traits);
            change(&mut problem, &mut Random::new(seed));
            let mut search = plan_of(&problem, seed);
            let mut local_search = local_search(&search);
            assert!(!search.plan.instance.plain);
            for pair in pairs(&problem) {
                let (limit, operator) = (f64::INFINITY, &relocate);
                let first = |scan: &mut super::Scan<'_, '_>| scan.scratch.best[0];
                let best = scanned(&mut search, &mut local_search, pair, limit, operator, first);
                if best.drafts[0].is_none() {
                    continue;
                }
                let before = search.plan.score().rest;
                let fits = local_search.make(&mut search.plan, &best);
                let added = search.plan.score().rest - before;
                if fits {
                    match (added < 0.0, best.delta < 0.0) {
                        (true, true) => counts.right += 1,
                        (false, false) => {}
                        _ => counts.wrong += 1,
                    }
                }
                search.plan.undo();
            }
        }
        counts
    }

    #[test]
    fn most_forecasts_are_right() {
        let with_breaks = check(|_, _| {});
        let with_soft_windows = check(|problem, random| {
            for option in &mut problem.options {
                let start_at = random.below(DAY);
                let window = Window { start_at, end_at: start_at + 300 };
                let (cost_per_hour_early, cost_per_hour_late) = (0.0, 3_600.0);
                option.soft_windows =
                    vec![SoftWindow { window, cost_per_hour_early, cost_per_hour_late }];
            }
        });
        let in_traffic = check(|problem, _| {
            let table = &mut problem.travel[0];
            let seconds = table.travel_seconds.iter();
            table.travel_seconds = seconds.flat_map(|it| [*it, it * 3 / 2]).collect();
            table.lane_count = 2;
            let slow_from = u32::try_from(DAY / 3).unwrap();
            problem.traffic.weekday = vec![(0, 0), (slow_from, 1)];
        });
        for counts in [with_breaks, with_soft_windows, in_traffic] {
            assert!(counts.right > 50 && counts.right > 2 * counts.wrong, "{counts:?}");
        }
    }
}
