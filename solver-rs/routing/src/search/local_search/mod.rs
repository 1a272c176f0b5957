//! Local search around what an iteration has changed: moves that insertion alone does not find, mainly on long routes.
//!
//! ```text
//!  queue of visits ──► best move of a visit with its near ones ──► plan.replace ──► visits at its seams ─┐
//!       ▲                relocate  swap  2-opt  2-opt*  SWAP*  split  replace                              │
//!       └──────────────────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Granular neighborhoods (Toth, Vigo 2003): a visit is tried only beside those near it. Every move keeps all rules and
//! is made through the plan, so that undoing an iteration works as usual. If margins are not exact, the few moves that
//! promise most, by their legs and a forecast of their times, are evaluated. Visits of periodic orders stay on their
//! days; where there are any, no visit is replaced. Not used if relations, docks, or limits over several shifts connect
//! routes.

mod draft;
mod forecast;
mod lane;
mod moves;
mod near;
mod relocate;
mod replace;
mod scan;
mod swap;
mod swap_star;
mod tails;
#[cfg(test)]
mod tests;
mod track;
mod two_opt;

use std::collections::VecDeque;

use crate::evaluate::Step;
use crate::instance::Shape;
use crate::problem::{Limits, ShiftIdx, StopIdx, UNLIMITED, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::route::Fit;
use draft::Draft;
use lane::Lane;
use moves::{Move, Replacement, Scratch};
use relocate::Mover;
use scan::{Scan, Traits};
use track::Track;

/// Work of looking for the best move of one visit.
const LOOK_WORK: usize = 100;

pub(super) struct LocalSearch {
    near: near::Near,
    lanes: Vec<Lane>,
    tracks: Vec<Track>,
    traits: Traits,
    /// Visits that may have a better place since something beside them has changed; marked in `queued`.
    queue: VecDeque<StopIdx>,
    queued: Vec<bool>,
    /// By class: a shift without a route.
    unused: Vec<Option<ShiftIdx>>,
    steps: [Vec<Step>; 2],
    scratch: Scratch,
    movers: Vec<Mover>,
    /// For SWAP*; `None` if more than loads limits routes, apart from shifts. With windows, exchanges that move visits
    /// far along their routes rarely fit, and looking for them costs more than they save.
    gaps: Option<swap_star::Gaps>,
}

impl LocalSearch {
    /// Returns `None` if more matters than the costs of single routes.
    pub(super) fn new(plan: &Plan<'_>, neighbors: &[Vec<VisitIdx>]) -> Option<Self> {
        let (problem, instance) = (plan.problem, &plan.instance);
        let free = !plan.groups.connects_shifts()
            && problem.relations.is_empty()
            && instance.weights.imbalance == 0.0
            && plan.locks.is_empty()
            && !instance.has_preferences;
        if !free || instance.shape.iter().all(|it| *it != Shape::Single) {
            return None;
        }
        let lanes = lane::lanes(plan);
        let limited = problem.vehicles.iter().any(|it| is_limited(&it.limits));
        let near = near::Near::new(plan, neighbors, lanes.first()?);
        let uniform = lanes.iter().all(|it| *it == lanes[0]);
        let traits = Traits {
            summed: scan::is_summed(plan) && !instance.reloaded,
            exact: instance.plain
                && !plan.groups.any()
                && scan::is_summed(plan)
                && (!instance.timed || (uniform && !instance.windowed))
                && !limited
                && !instance.weights.counts_fleet()
                && instance.has_one_pace(),
            symmetric: (0..problem.travel.len()).all(|it| instance.is_symmetric(it)),
            uniform,
            listed: uniform && near.has_fixed_places,
            counted: instance.weights.counts_fleet(),
            least_gain: near.leg_mean * 1e-6,
        };
        let is_untimed = instance.plain && !instance.windowed && !instance.timed;
        Some(Self {
            near,
            tracks: vec![Track::default(); lanes.len()],
            lanes,
            traits,
            queue: VecDeque::new(),
            queued: vec![false; problem.stops.len()],
            unused: vec![None; instance.class_shifts.len()],
            steps: [Vec::new(), Vec::new()],
            scratch: Scratch::default(),
            movers: Vec::new(),
            gaps: is_untimed.then(|| swap_star::Gaps::new(problem.stops.len())),
        })
    }

    /// Queues a visit for the next `improve`.
    fn touch(&mut self, plan: &Plan<'_>, visit: VisitIdx) {
        if plan.instance.shape[visit.at()] == Shape::Single {
            self.push(StopIdx(plan.problem.visits[visit.at()].stops.start));
        }
    }

    /// Queues a visit and those beside it on its route.
    pub(super) fn touch_around(&mut self, plan: &Plan<'_>, visit: VisitIdx) {
        self.touch(plan, visit);
        for beside in plan.beside(visit).into_iter().flatten() {
            self.touch(plan, beside);
        }
    }

    fn push(&mut self, stop: StopIdx) {
        if !std::mem::replace(&mut self.queued[stop.at()], true) {
            self.queue.push_back(stop);
        }
    }

    /// Makes moves until none of the queued visits has a move that pays. `replaces` is whether absent visits may take
    /// the place of served ones, and, on plain problems, visits that do not pay may leave.
    pub(super) fn improve(&mut self, plan: &mut Plan<'_>, replaces: bool) {
        let replaces = replaces && !plan.groups.any();
        self.find_unused(plan);
        while let Some(stop) = self.queue.pop_front() {
            self.queued[stop.at()] = false;
            let best = self.best_of(plan, stop, replaces);
            if best.drafts[0].is_some() && self.make(plan, &best) && best.replaced.is_none() {
                self.push(stop);
            }
            if plan.patience.spend(LOOK_WORK) {
                self.queue.drain(..).for_each(|it| self.queued[it.at()] = false);
            }
        }
    }

    fn best_of(&mut self, plan: &mut Plan<'_>, stop: StopIdx, replaces: bool) -> Move {
        let scratch = &mut self.scratch;
        let mut scan = Scan::new(plan, &self.lanes, &mut self.tracks, self.traits, scratch, 0.0);
        let visit = scan.plan.problem.stops[stop.at()].visit;
        let Some(one) = scan.spot(visit, stop) else { return Move::none(0.0) };
        // Where routes have to be evaluated, unpaid visits mostly wait for others that make them pay.
        if replaces && scan.plan.instance.plain {
            scan.leave_out(&one, visit);
        }
        let movers = &mut self.movers;
        scan.movers(&one, movers);
        let saved_max = movers.iter().map(|it| it.saved).fold(f64::NEG_INFINITY, f64::max);
        for near in self.near.of(stop) {
            let Some(other) = scan.spot(near.visit, near.stop) else {
                if replaces && scan.plan.shift_of(near.visit).is_none() {
                    scan.replace(&one, visit, near);
                }
                continue;
            };
            if !scan.may_meet([(visit, &one), (near.visit, &other)]) {
                continue;
            }
            let Some(pair) = scan.pair(&one, &other, near) else { continue };
            scan.relocate(&pair, movers, saved_max);
            scan.swap(&pair);
            if one.shift == other.shift {
                scan.two_opt(&pair);
            } else {
                scan.exchange_tails(&pair);
            }
        }
        if let Some(gaps) = &mut self.gaps
            && scan.is_empty()
        {
            scan.swap_star((stop, &one), &self.near, gaps);
        }
        if let Some(unused) = self.unused[scan.plan.instance.class[one.shift.at()].at()] {
            scan.split(&one, unused);
        }
        scan.best()
    }

    /// Makes a move; returns whether the plan accepted it.
    fn make(&mut self, plan: &mut Plan<'_>, best: &Move) -> bool {
        let [first, second] = &mut self.steps;
        let fit = match best.drafts {
            [Some(one), Some(other)] => {
                one.write(plan, first);
                other.write(plan, second);
                plan.replace_two([one.shift, other.shift], [first, second])
            }
            [Some(one), None] => {
                one.write(plan, first);
                plan.replace(one.shift, first)
            }
            _ => Fit::Not,
        };
        debug_assert!(fit == Fit::Fits || !self.traits.exact, "what is let through fits");
        if fit == Fit::Not {
            return false;
        }
        if let Some(Replacement { leaves, comes, .. }) = best.replaced {
            plan.exchange_absent(comes, [leaves]);
        }
        for draft in best.drafts.iter().flatten() {
            self.touch_seams(plan, draft);
        }
        self.find_unused(plan);
        true
    }

    /// Queues the visits that have a new neighbor on their route.
    fn touch_seams(&mut self, plan: &Plan<'_>, draft: &Draft) {
        let mut seam = draft.head;
        let coming = usize::from(draft.comes.is_some());
        for count in
            [coming].into_iter().chain(draft.middle.iter().map(draft::Run::count)).chain([0])
        {
            let steps = &plan.routes[draft.shift.at()].steps;
            for at in [seam, seam + 1] {
                if (1..=steps.len()).contains(&at)
                    && let Some(visit) = plan.visit_of(steps[at - 1])
                {
                    self.touch(plan, visit);
                }
            }
            seam += count;
        }
    }

    /// Updates `unused` where a route may have been added or removed. O(shifts).
    fn find_unused(&mut self, plan: &Plan<'_>) {
        for (class, unused) in self.unused.iter_mut().enumerate() {
            let is_free = |it: &ShiftIdx| !plan.is_used(*it) && !plan.is_closed(*it);
            if self.traits.counted {
                continue;
            }
            if !unused.is_some_and(|it| is_free(&it)) {
                *unused = plan.instance.class_shifts[class].iter().copied().find(is_free);
            }
        }
    }
}

const fn is_limited(limits: &Limits) -> bool {
    limits.duration_seconds < UNLIMITED
        || limits.driving_seconds < UNLIMITED
        || limits.distance_meters < UNLIMITED
        || limits.stop_count < UNLIMITED
}
