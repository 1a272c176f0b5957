//! Evaluation of moves: the legs of the existing routes, and whether a draft of a route fits.
//!
//! Cheapest first: the cost of legs, then loads, then times. An accepted draft may still break rules that the margins
//! of runs do not cover (limits, pickups between deliveries, the cost of waiting); if that is possible, the few moves
//! that promise most are evaluated.

use std::ops::RangeInclusive;

use super::draft::{Draft, RUN_MAX, Run};
use super::lane::Lane;
use super::moves::{EVALUATED_MAX, Move, Scratch};
use super::near::Neighbor;
use super::track::{Pair, Spot, Track};
use crate::evaluate::Step;
use crate::instance::{Row, Shape, place_or_nowhere};
use crate::problem::{ShiftIdx, StopIdx, StopKind, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::margins::{StepTimes, step_times};

/// More than legs ever cost.
const ANY_DETOUR: f64 = 1e12;

/// Properties of all routes of a problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    /// Whether the loads of a route add up: everything is delivered, or everything is collected.
    pub(super) summed: bool,
    /// Whether legs, loads and windows are all that matters.
    pub(super) exact: bool,
    /// Whether a way costs as much as the way back.
    pub(super) symmetric: bool,
    /// Whether legs, stops and the use of a shift cost the same in all shifts.
    pub(super) uniform: bool,
    /// Whether legs between near stops are as listed with them, on any route.
    pub(super) listed: bool,
    /// Whether the number of routes takes precedence over their cost.
    pub(super) counted: bool,
    /// Smaller gains are rounding errors.
    pub(super) least_gain: f64,
}

pub(super) struct Scan<'s, 'p> {
    pub(super) plan: &'s mut Plan<'p>,
    pub(super) lanes: &'s [Lane],
    /// By shift.
    pub(super) tracks: &'s mut [Track],
    pub(super) traits: Traits,
    pub(super) scratch: &'s mut Scratch,
    pub(super) limit: f64,
    /// What a move has to stay below to be among the best.
    bound: f64,
}

impl<'s, 'p> Scan<'s, 'p> {
    /// Begins to look for moves that change the score by less than `limit`.
    pub(super) fn new(
        plan: &'s mut Plan<'p>,
        lanes: &'s [Lane],
        tracks: &'s mut [Track],
        traits: Traits,
        scratch: &'s mut Scratch,
        limit: f64,
    ) -> Self {
        for it in &mut scratch.best {
            it.delta = limit;
            it.drafts[0] = None;
        }
        scratch.replacement.replaced = None;
        let bound = limit - traits.least_gain;
        Self { plan, lanes, tracks, traits, scratch, limit, bound }
    }
}

impl Scan<'_, '_> {
    /// Returns where a visit's only stop is; `None` if it is absent or another search's.
    #[inline]
    pub(super) fn spot(&mut self, visit: VisitIdx, stop: StopIdx) -> Option<Spot> {
        let shift = self.plan.shift_of(visit)?;
        if self.plan.is_closed(shift) {
            return None;
        }
        let track = &mut self.tracks[shift.at()];
        track.update(
            &self.plan.instance,
            shift,
            &self.lanes[shift.at()],
            &self.plan.routes[shift.at()],
        );
        Some(track.spot(shift, self.plan.step_of(stop) + 1))
    }

    /// Returns whether one of two visits may move to the route of the other. Near visits of periodic orders are mostly
    /// on other days.
    #[inline]
    pub(super) fn may_meet(&self, [one, other]: [(VisitIdx, &Spot); 2]) -> bool {
        let Plan { problem, groups, .. } = &*self.plan;
        let shifts = [one.1.shift, other.1.shift];
        shifts[0] == shifts[1]
            || !groups.any()
            || [one.0, other.0].iter().any(|it| groups.may_move(problem, *it, shifts))
    }

    /// Returns the pair, unless no move that makes the two adjacent has to be looked for.
    #[inline]
    pub(super) fn pair<'a>(
        &self,
        one: &'a Spot,
        other: &'a Spot,
        near: &Neighbor,
    ) -> Option<Pair<'a>> {
        let gains_at_once = self.traits.uniform && !Self::may_empty(one, other);
        let removed = one.longer_leg().max(other.longer_leg());
        if gains_at_once && near.there.min(near.back) - removed >= self.limit {
            return None;
        }
        let (from, to) = (one.row(0), other.row(0));
        let [there, back] = if self.traits.listed {
            [near.there, near.back]
        } else if self.traits.symmetric {
            [self.leg(other.shift, from, to); 2]
        } else {
            [self.leg(other.shift, from, to), self.leg(other.shift, to, from)]
        };
        Some(Pair { one, other, there, back, gains_at_once })
    }

    /// Returns whether a move may empty a route: that removes a leg without adding one.
    fn may_empty(one: &Spot, other: &Spot) -> bool {
        let are_ends = |first: &Spot, last: &Spot| first.at == 1 && last.at == last.last;
        one.last <= RUN_MAX || are_ends(one, other) || are_ends(other, one)
    }

    /// Returns whether a part of a move that makes a pair adjacent saves something by itself.
    ///
    /// A move removes and adds legs in turn, along one cycle or two. If it pays, one of the cycles pays, and can begin
    /// at a leg such that what is saved stays positive all along (Lin, Kernighan 1973): its first new leg is shorter
    /// than a removed one beside it. A move is looked for from there only. This leaves out the rare moves in which only
    /// a leg to a depot, or the leg that closes the gap of a relocation, is such a leg.
    #[inline]
    pub(super) fn gains(&self, pair: &Pair<'_>, delta: f64) -> bool {
        !pair.gains_at_once || delta < self.limit
    }

    /// Returns whether a leg between a pair is shorter than one of the two that are removed beside it.
    #[inline]
    pub(super) fn starts(&self, pair: &Pair<'_>, leg: f64, removed: [f64; 2]) -> bool {
        self.gains(pair, leg - removed[0].max(removed[1]))
    }

    #[inline]
    pub(super) fn row(&self, shift: ShiftIdx, at: usize) -> Row {
        self.plan.routes[shift.at()].margins.positions[at].row
    }

    /// Returns what a leg costs this shift's vehicle; infinite if no road leads there.
    #[inline(always)]
    pub(super) fn leg(&self, shift: ShiftIdx, from: Row, to: Row) -> f64 {
        self.lanes[shift.at()].leg(&self.plan.instance, from, to)
    }

    /// Returns the added cost of the legs within a run if another shift's vehicle drives it, or the same one backwards.
    pub(super) fn within(&self, run: Run, shift: ShiftIdx) -> f64 {
        let (old, new) = (&self.lanes[run.shift.at()], &self.lanes[shift.at()]);
        let same = old.travel == new.travel
            && old.per_meter == new.per_meter
            && old.per_second == new.per_second;
        let mut delta = 0.0;
        if !(same && (!run.reversed || self.traits.symmetric)) {
            for at in run.first()..run.last() {
                let (from, to) = (self.row(run.shift, at), self.row(run.shift, at + 1));
                let now = if run.reversed {
                    self.leg(shift, to, from)
                } else {
                    self.leg(shift, from, to)
                };
                delta += now - self.leg(run.shift, from, to);
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a count")]
        let stops = run.count() as f64;
        delta + stops * (new.per_stop - old.per_stop)
    }

    /// Returns whether a move with this change of the score is worth a closer look.
    #[inline]
    pub(super) fn pays(&self, delta: f64) -> bool {
        delta < self.bound
    }

    #[inline]
    const fn last_kept(&self) -> usize {
        if self.traits.exact { 0 } else { EVALUATED_MAX - 1 }
    }

    /// Returns what a shift without a route saves in addition to legs. Fewer routes may be worth any detour.
    pub(super) fn giving_up(&self, shift: ShiftIdx) -> f64 {
        self.lanes[shift.at()].fixed + if self.traits.counted { ANY_DETOUR } else { 0.0 }
    }

    /// Keeps a move of served visits as one of the best if its routes fit as far as margins and a forecast tell.
    pub(super) fn offer(&mut self, mut delta: f64, drafts: [Option<Draft>; 2]) {
        let exchanges = drafts[1].is_some();
        let changed = || drafts.iter().flatten().filter(|it| !it.is_empty(self.plan));
        // The cheapest check comes first, for both routes: most vehicles that might take more are full.
        let fits = (!exchanges || changed().all(|it| self.carries(it)))
            && (!self.plan.instance.paired || changed().all(|it| self.keeps_pairs(it, exchanges)))
            && (!exchanges || changed().all(|it| self.serves(it)))
            && changed().all(|it| self.is_in_time(it));
        if !fits {
            return;
        }
        if !self.plan.instance.plain {
            for draft in drafts.iter().flatten() {
                let Some(more) = self.forecast(draft) else { return };
                delta += more;
            }
            if !self.pays(delta) {
                return;
            }
        }
        let mut at = self.last_kept();
        let (last, best) = (self.last_kept(), &mut self.scratch.best);
        while at > 0 && delta < best[at - 1].delta {
            best[at] = best[at - 1];
            at -= 1;
        }
        best[at] = Move { delta, drafts, replaced: None };
        self.bound = best[last].delta - self.traits.least_gain;
    }

    /// Returns whether no move has been accepted.
    pub(super) const fn is_empty(&self) -> bool {
        self.scratch.best[0].drafts[0].is_none()
    }

    /// Returns the best move, as evaluated if legs are not all that matters.
    pub(super) fn best(&mut self) -> Move {
        let best = self.best_of_served();
        let replacement = &self.scratch.replacement;
        let Some(replaced) = replacement.replaced else { return best };
        let is_better = |delta: f64| replaced.rank_gained > 0 || delta < best.delta;
        if !is_better(replacement.delta) {
            return best;
        }
        let replacement = *replacement;
        let delta = if self.traits.exact {
            Some(replacement.delta)
        } else {
            self.evaluate(&replacement.drafts).map(|it| it + replaced.cost)
        };
        let chosen = delta.filter(|it| is_better(*it));
        chosen.map_or(best, |delta| Move { delta, ..replacement })
    }

    /// Returns the best move of served visits.
    fn best_of_served(&mut self) -> Move {
        if self.traits.exact {
            return self.scratch.best[0];
        }
        let mut best = Move::none(self.limit - self.traits.least_gain);
        for at in 0..EVALUATED_MAX {
            let Move { delta, drafts, .. } = self.scratch.best[at];
            if drafts[0].is_none() || delta >= best.delta {
                break;
            }
            if let Some(delta) = self.evaluate(&drafts)
                && delta < best.delta
            {
                best = Move { delta, drafts, replaced: None };
            }
        }
        best
    }

    /// Returns how a move changes the score; `None` if it breaks a rule.
    fn evaluate(&mut self, drafts: &[Option<Draft>; 2]) -> Option<f64> {
        let mut delta = 0.0;
        for draft in drafts.iter().flatten() {
            draft.write(self.plan, &mut self.scratch.steps);
            let old = self.plan.routes[draft.shift.at()].rest;
            delta += self.plan.try_route(draft.shift, &self.scratch.steps)? - old;
        }
        Some(delta)
    }

    /// Returns whether the shift may serve the visits that come from other routes, by rules that never change, and
    /// whatever the visits are that these are bound to.
    fn serves(&self, draft: &Draft) -> bool {
        let Plan { problem, instance, compatible, groups, .. } = &*self.plan;
        let class = instance.class[draft.shift.at()];
        let tail = draft.tail_run(self.plan);
        draft.middle.iter().chain([&tail]).all(|run| {
            let is_as_before = instance.class[run.shift.at()] == class && !groups.any();
            let may_take = |visit: VisitIdx| {
                compatible.allows(visit, class)
                    && groups.may_move(problem, visit, [run.shift, draft.shift])
            };
            run.count() == 0
                || run.shift == draft.shift
                || is_as_before
                || run.positions().all(|at| {
                    let step = self.plan.routes[run.shift.at()].steps[at - 1];
                    self.plan.visit_of(step).is_some_and(may_take)
                })
        })
    }

    /// Returns whether pickups and their dropoffs certainly stay on one route and in order. Runs with such stops do not
    /// move.
    fn keeps_pairs(&self, draft: &Draft, exchanges: bool) -> bool {
        let instance = &self.plan.instance;
        let is_single = |run: &Run| {
            run.positions().all(|at| {
                let step = self.plan.routes[run.shift.at()].steps[at - 1];
                self.plan.visit_of(step).is_some_and(|it| instance.shape[it.at()] == Shape::Single)
            })
        };
        let with_pairs = draft.middle.iter().filter(|it| !is_single(it));
        if !exchanges {
            // Other runs move past it.
            return with_pairs.clone().all(|it| !it.reversed) && with_pairs.count() <= 1;
        }
        with_pairs.count() == 0
            && (draft.tail_of == draft.shift || is_single(&draft.tail_run(self.plan)))
    }

    /// Returns whether a vehicle can carry everything; if loads do not add up, `try_route` checks that.
    pub(super) fn carries(&self, draft: &Draft) -> bool {
        if !self.traits.summed {
            return true;
        }
        let tail_last = self.plan.routes[draft.tail_of.at()].steps.len();
        self.capacity(draft.shift).iter().enumerate().all(|(dimension, room)| {
            let mut load = self.load(draft.shift, 1, draft.head, dimension)
                + self.load(draft.tail_of, draft.tail, tail_last, dimension);
            for run in draft.middle {
                if run.count() > 0 {
                    load += self.load(run.shift, run.first(), run.last(), dimension);
                }
            }
            if let Some(Step::Stop(stop, _)) = draft.comes {
                load += self.plan.instance.load_of(stop)[dimension];
            }
            load <= *room
        })
    }

    /// Returns whether a vehicle can take a visit in addition to its route, as far as loads add up.
    #[inline]
    pub(super) fn has_room(&self, to: ShiftIdx, one: &Spot) -> bool {
        let last = self.plan.routes[to.at()].steps.len();
        !self.traits.summed
            || self.capacity(to).iter().enumerate().all(|(dimension, room)| {
                let added = self.load(one.shift, one.at, one.at, dimension);
                self.load(to, 1, last, dimension) + added <= *room
            })
    }

    /// Returns, for the first dimension, which loads a visit of the route `to` may have so that both vehicles can carry
    /// what they have to after an exchange with the visit at a position of `from`; `None` if loads do not add up.
    pub(super) fn swapped_loads(
        &self,
        from: ShiftIdx,
        to: ShiftIdx,
        at: usize,
    ) -> Option<RangeInclusive<i64>> {
        if !self.traits.summed || self.plan.instance.dimensions == 0 {
            return None;
        }
        let room = |shift: ShiftIdx| {
            let last = self.plan.routes[shift.at()].steps.len();
            self.capacity(shift)[0] - self.load(shift, 1, last, 0)
        };
        let given = self.load(from, at, at, 0);
        Some(given - room(to)..=room(from) + given)
    }

    fn capacity(&self, shift: ShiftIdx) -> &[i64] {
        let problem = self.plan.problem;
        &problem.vehicles[problem.shifts[shift.at()].vehicle.at()].capacity
    }

    /// Returns the load of the stops from position `first` to `last` of a route whose loads add up.
    #[inline]
    pub(super) fn load(&self, shift: ShiftIdx, first: usize, last: usize, dimension: usize) -> i64 {
        let dimensions = self.plan.instance.dimensions;
        let loads = &self.plan.routes[shift.at()].margins.loads;
        let on_board = |at: usize| loads[at * dimensions + dimension].on_board;
        (on_board(last) - on_board(first - 1)).abs()
    }

    /// Returns a step of a run, and its times if another shift makes it. A service takes as long as the vehicle that
    /// serves it needs; reloads stay on their route.
    #[inline]
    pub(super) fn made_by(&self, shift: ShiftIdx, run: Run, at: usize) -> (Step, StepTimes) {
        let step = self.plan.routes[run.shift.at()].steps[at - 1];
        let maker = if matches!(step, Step::Stop(..)) { shift } else { run.shift };
        (step, step_times(&self.plan.instance, maker, step))
    }

    /// Returns whether every window and the end of the shift are kept.
    pub(super) fn is_in_time(&self, draft: &Draft) -> bool {
        let plan = &*self.plan;
        let (problem, instance) = (plan.problem, &plan.instance);
        let travel = self.lanes[draft.shift.at()].travel;
        let head = &plan.routes[draft.shift.at()].margins.positions[draft.head];
        let (mut now, mut row) = (head.departs, head.row);
        if let Some(step) = draft.comes {
            let times = step_times(instance, draft.shift, step);
            let next = instance.row(times.place);
            let starts = (now + instance.leg_seconds(travel, row, next)).max(times.opens);
            if starts > times.closes {
                return false;
            }
            (now, row) = (starts + times.service, next);
        }
        for run in draft.middle {
            for at in run.positions() {
                let (_, times) = self.made_by(draft.shift, run, at);
                let next = instance.row(times.place);
                let arrives = now + instance.leg_seconds(travel, row, next);
                let starts = arrives.max(times.opens);
                if starts > times.closes {
                    return false;
                }
                now = starts + times.service;
                row = next;
            }
        }
        let tail = &plan.routes[draft.tail_of.at()];
        if draft.tail <= tail.steps.len() {
            let next = &tail.margins.positions[draft.tail];
            let on = instance.leg_seconds(travel, row, next.row);
            // This covers the end of the other route, too: tails are of routes of the same class, or the route's own.
            return now + on <= next.latest;
        }
        let shift = &problem.shifts[draft.shift.at()];
        let end = instance.row(place_or_nowhere(shift.end_place));
        let on = instance.leg_seconds(travel, row, end);
        now + on <= shift.latest_end_at
    }
}

/// Returns whether loads of routes add up: nothing is picked up, or nothing is dropped off.
pub(super) fn is_summed(plan: &Plan<'_>) -> bool {
    let none = |kind: StopKind| plan.instance.kind.iter().all(|it| *it != kind);
    none(StopKind::Pickup) || none(StopKind::Dropoff)
}
