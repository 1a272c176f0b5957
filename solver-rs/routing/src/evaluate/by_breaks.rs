//! Routes with hard breaks that may lie anywhere, from a given start: one label per set of breaks taken.
//!
//! ```text
//! served stop k ──┬─ break here ─┬─ break on the road ─┬─ break on arriving ──┬──> served stop k + 1, per set of breaks
//!                 └──────────────┴────────────────────┴──────────────────────┘    the earliest departure
//! ```
//!
//! The same ways are tried as in [`labels`](super::labels). What is left out there (soft windows, driving rules that
//! bind, places of breaks, a price or a limit of waiting) is all that makes a later label worth keeping: without it the
//! earliest of those that have taken the same breaks dominates the others, so a layer is an array of times. O(steps ×
//! sets), some 20 ns a label, where the general walk takes ten times as much.

use crate::problem::{Break, Limits, PlaceIdx, TIME_MIN, UNLIMITED};
use crate::solution::Code;

use super::costs::parts;
use super::facts::{Fact, feature, flag};
use super::lanes::LEG;
use super::timeline::{Bounds, Case, Core, Manner, Role, Stay, earliest_in, seconds_outside};
use super::travel::Leg;
use super::{NOWHERE, summary, walk};

/// Breaks of a shift that there are labels for.
const BREAKS_MAX: usize = 3;
const SETS: usize = 1 << BREAKS_MAX;

/// Scratch: all stays that some label has made.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByBreaks {
    arena: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    stay: Stay,
    parent: u32,
}

/// The earliest departure with a set of breaks taken.
#[derive(Clone, Copy, Debug)]
struct Head {
    at: i64,
    /// Where its last stay lies in the arena.
    node: u32,
}

type Layer = [Option<Head>; SETS];

/// Where a label is between two stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    /// At the stop before.
    Behind,
    OnTheRoad,
    /// At the stop ahead, before its service.
    Ahead,
}

/// A label between two stops.
#[derive(Clone, Copy, Debug)]
struct OnTheWay {
    spot: Spot,
    at: i64,
    taken: usize,
    node: u32,
    /// Parts of the leg that are ahead, and meters that are behind.
    left: u64,
    meters_done: i64,
    /// Of them, those since its last stay.
    meters_since: i64,
}

struct Walk<'w> {
    core: &'w Core<'w>,
    case: &'w Case<'w>,
    breaks: &'w [Break],
    arena: &'w mut Vec<Node>,
    start_at: i64,
    /// No traffic: where a break lies on a leg makes no difference.
    is_simple: bool,
    /// Where the present gap begins, and the place that its vehicle has set up at.
    here: u32,
    settled: u32,
    /// Where it leads; `NOWHERE` behind the last stop of a route with an open end.
    next_place: u32,
    next_fact: Option<&'w Fact>,
    /// No arrival from here on waits at the next step.
    next_opens_at: i64,
    /// None: both ends are one place, or there is none behind.
    leg: Option<Leg<'w>>,
    next: Layer,
    failure: Option<(Code, i64)>,
}

/// Whether this walk is exact; driving rules that bind are the caller's to exclude.
pub(crate) fn applies(core: &Core<'_>, case: &Case<'_>, limits: &Limits) -> bool {
    let shift = core.shift(case);
    case.manner == Manner::Strict
        && case.flags & flag::SOFT_WINDOWS == 0
        && shift.soft_breaks.is_empty()
        && shift.breaks.len() <= BREAKS_MAX
        && shift.breaks.iter().all(|it| it.place.is_none())
        && case.shift.rates.per_waiting_hour <= 0.0
        && limits.waiting_seconds == UNLIMITED
        && limits.driving_seconds == UNLIMITED
}

/// Walks the steps from a start, breaks placed; `stays` has the cheapest timeline after it.
///
/// # Errors
/// The rule that the last labels miss, and by how much at least.
pub(crate) fn walk(
    core: &Core<'_>,
    case: &Case<'_>,
    bounds: &[Bounds],
    start_at: i64,
    scratch: &mut ByBreaks,
    stays: &mut Vec<Stay>,
) -> Result<(), (Code, i64)> {
    scratch.arena.clear();
    let start_place = case.shift.start_place;
    let mut walk = Walk {
        core,
        case,
        breaks: &core.shift(case).breaks,
        arena: &mut scratch.arena,
        start_at,
        is_simple: case.shift.features & feature::TRAFFIC == 0,
        here: start_place,
        settled: start_place,
        next_place: NOWHERE,
        next_fact: None,
        next_opens_at: 0,
        leg: None,
        next: [None; SETS],
        failure: None,
    };
    let last = walk.run(bounds)?;
    stays.clear();
    let mut at = last;
    while at != NOWHERE {
        let node = &walk.arena[at as usize];
        let is_on_the_road = node.stay.role.is_rest();
        if node.stay.place != NOWHERE || is_on_the_road {
            stays.push(node.stay);
        }
        at = node.parent;
    }
    stays.reverse();
    Ok(())
}

impl<'w> Walk<'w> {
    fn run(&mut self, bounds: &[Bounds]) -> Result<u32, (Code, i64)> {
        let (core, case) = (self.core, self.case);
        let start = Stay::instant(Role::Start, case.shift.start_place, self.start_at, 0);
        let mut layer: Layer = [None; SETS];
        layer[0] = Some(Head { at: self.start_at, node: self.add(NOWHERE, start) });
        for ((&step, bounds), position) in case.steps.iter().zip(bounds).zip(0..) {
            let fact = core.facts.step(case.shift, step);
            let has_one = fact.flags & flag::WINDOWS == 0;
            let opens_at = if has_one { fact.opens_at } else { i64::MAX };
            self.enter_gap(Some(fact), fact.place, opens_at.max(bounds.not_before_at))?;
            self.cross(&layer, &mut |walk, label| walk.serve(label, fact, *bounds, position));
            layer = self.leave_gap()?;
            (self.here, self.settled) = (fact.place, fact.place);
        }
        self.enter_gap(None, case.shift.end_place, TIME_MIN)?;
        self.cross(&layer, &mut Self::finish);
        let ended = self.leave_gap()?;
        let present = (0..).zip(&ended).filter_map(|(taken, head)| head.map(|it| (taken, it)));
        let mut best: Option<((i64, f64), u32)> = None;
        for (taken, head) in present {
            let rank = self.final_rank(taken, head.at);
            let is_better = best.is_none_or(|(least, _)| {
                rank.0.cmp(&least.0).then(rank.1.total_cmp(&least.1)).is_lt()
            });
            if is_better {
                best = Some((rank, head.node));
            }
        }
        Ok(best.expect("a gap that is left has a label").1)
    }

    fn enter_gap(
        &mut self,
        fact: Option<&'w Fact>,
        place: u32,
        opens_at: i64,
    ) -> Result<(), (Code, i64)> {
        self.next_fact = fact;
        self.next_place = place;
        self.next_opens_at = opens_at;
        self.next = [None; SETS];
        self.failure = None;
        self.leg = None;
        if self.here != NOWHERE && place != NOWHERE && self.here != place {
            let (from, to) = (PlaceIdx(self.here), PlaceIdx(place));
            self.leg = self.core.travel.leg(self.case.shift.travel, from, to);
            if self.leg.is_none() {
                return Err((Code::Unreachable, 0));
            }
        }
        Ok(())
    }

    fn leave_gap(&mut self) -> Result<Layer, (Code, i64)> {
        if self.next.iter().all(Option::is_none) {
            return Err(self.failure.unwrap_or((Code::TimeWindow, 0)));
        }
        Ok(self.next)
    }

    /// Everything that can happen between the labels of a layer and the next place; `arrive` goes on from each.
    fn cross(&mut self, layer: &Layer, arrive: &mut impl FnMut(&mut Self, OnTheWay)) {
        for (taken, head) in layer.iter().enumerate() {
            let Some(Head { at, node }) = *head else { continue };
            let (spot, left) = (Spot::Behind, LEG);
            let (meters_done, meters_since) = (0, 0);
            self.go_on(OnTheWay { spot, at, taken, node, left, meters_done, meters_since }, arrive);
        }
    }

    fn go_on(&mut self, label: OnTheWay, arrive: &mut impl FnMut(&mut Self, OnTheWay)) {
        let ahead = self.drive(label);
        arrive(self, ahead);
        let all = (1_usize << self.breaks.len()) - 1;
        if label.taken == all {
            return;
        }
        let breaks = self.breaks;
        for (position, pause) in breaks.iter().enumerate() {
            if label.taken & 1 << position != 0 {
                continue;
            }
            self.break_at(label, label, pause, position, arrive);
            // Who has nothing to drive has been there all the time, but for an open start: its route begins ahead.
            let is_start = self.here == NOWHERE && label.spot == Spot::Behind;
            let is_moving = self.leg.is_some() && label.spot != Spot::Ahead;
            if is_start || is_moving {
                self.break_at(label, ahead, pause, position, arrive);
            }
            if is_moving {
                self.break_on_the_road(label, ahead, pause, position, arrive);
            }
        }
    }

    /// All the way to the place ahead, if there is one.
    fn drive(&self, label: OnTheWay) -> OnTheWay {
        if label.spot == Spot::Ahead || self.next_place == NOWHERE {
            return label;
        }
        let Some(leg) = &self.leg else { return OnTheWay { spot: Spot::Ahead, ..label } };
        let at = leg.arrival_at(label.at, label.left);
        let (meters_done, meters_since) = (leg.meters, leg.meters - label.meters_done);
        OnTheWay { spot: Spot::Ahead, at, left: LEG, meters_done, meters_since, ..label }
    }

    /// A break at a spot that the label is at, or drives to first.
    fn break_at(
        &mut self,
        label: OnTheWay,
        there: OnTheWay,
        pause: &Break,
        position: usize,
        arrive: &mut impl FnMut(&mut Self, OnTheWay),
    ) {
        let is_here = label.spot == there.spot;
        if is_here && self.here == NOWHERE && label.spot == Spot::Behind {
            return;
        }
        let Some(start_at) = earliest_in(&pause.windows, there.at) else { return };
        // Waiting for a break is better after driving on.
        let may_wait = !is_here || self.leg.is_none() || label.spot == Spot::Ahead;
        let is_waiting = start_at > there.at;
        if is_waiting && (!may_wait || self.waits_in_vain(there, start_at)) {
            return;
        }
        let opens_before = || earliest_in(&pause.windows, label.at) == Some(label.at);
        if !is_here && self.is_simple && there.at > label.at && self.here != NOWHERE && opens_before()
        {
            return;
        }
        self.take(label, there, pause, position, start_at, arrive);
    }

    /// Whether the next step could be served before a break that is waited for at its place; then it should be. At the
    /// end nobody waits for a break: who is there before it opens does not owe it.
    fn waits_in_vain(&self, there: OnTheWay, start_at: i64) -> bool {
        let place = if there.spot == Spot::Ahead { self.next_place } else { self.here };
        if place != self.next_place {
            return false;
        }
        let Some(fact) = self.next_fact else { return true };
        let setup = if place == self.settled { 0 } else { fact.setup_seconds };
        let service_at = (there.at + setup).max(self.next_opens_at);
        self.next_opens_at < i64::MAX && service_at + fact.service_seconds <= start_at
    }

    /// A break that begins on the way, because its window opens there.
    fn break_on_the_road(
        &mut self,
        label: OnTheWay,
        ahead: OnTheWay,
        pause: &Break,
        position: usize,
        arrive: &mut impl FnMut(&mut Self, OnTheWay),
    ) {
        let Some(leg) = self.leg else { return };
        let opens_at = pause.windows.iter().map(|it| it.start_at).find(|&it| it > label.at);
        let Some(start_at) = opens_at.filter(|&it| it < ahead.at) else { return };
        if self.is_simple && seconds_outside(&pause.windows, ahead.at) == 0 {
            return;
        }
        let left = leg.left_at(label.at, label.left, start_at);
        let driven = (LEG - left).cast_signed() - (LEG - label.left).cast_signed();
        // Half up, as whole numbers: meters are below 2^31, parts at most 2^32.
        let meters = (leg.meters * driven + (1 << 31)) >> 32;
        let meters_done = (label.meters_done + meters).min(leg.meters);
        let meters_since = meters_done - label.meters_done;
        let spot = Spot::OnTheRoad;
        let there = OnTheWay { spot, at: start_at, left, meters_done, meters_since, ..label };
        self.take(label, there, pause, position, start_at, arrive);
    }

    fn take(
        &mut self,
        label: OnTheWay,
        there: OnTheWay,
        pause: &Break,
        position: usize,
        start_at: i64,
        arrive: &mut impl FnMut(&mut Self, OnTheWay),
    ) {
        let at = start_at + pause.seconds;
        let taken = label.taken | 1 << position;
        if !self.is_alive(taken, at) {
            return;
        }
        let stay = Stay {
            role: Role::Break(u32::try_from(position).expect("a shift has few breaks")),
            place: self.place_of(there.spot),
            left: there.left,
            arrival_at: there.at,
            setup_seconds: 0,
            start_at,
            departure_at: at,
            meters: there.meters_since,
        };
        let node = self.add(label.node, stay);
        self.go_on(OnTheWay { at, taken, node, meters_since: 0, ..there }, arrive);
    }

    fn place_of(&self, spot: Spot) -> u32 {
        match spot {
            Spot::Behind => self.here,
            Spot::OnTheRoad => NOWHERE,
            Spot::Ahead => self.next_place,
        }
    }

    /// Serves a step on arriving.
    fn serve(&mut self, ahead: OnTheWay, fact: &Fact, bounds: Bounds, position: u32) {
        let setup_seconds = if fact.place == self.settled { 0 } else { fact.setup_seconds };
        let ready_at = ahead.at + setup_seconds;
        let start_at = match walk::begin(self.core.facts.windows(fact), bounds, ready_at) {
            Ok(start_at) => start_at,
            Err((code, amount)) => {
                self.fail(code, amount);
                return;
            }
        };
        let departure_at = start_at + fact.service_seconds;
        let known = self.next[ahead.taken];
        if known.is_some_and(|it| it.at <= departure_at) || !self.is_alive(ahead.taken, departure_at)
        {
            return;
        }
        let stay = Stay {
            role: Role::Step(position),
            place: fact.place,
            left: LEG,
            arrival_at: ahead.at,
            setup_seconds,
            start_at,
            departure_at,
            meters: ahead.meters_since,
        };
        let node = self.add(ahead.node, stay);
        self.next[ahead.taken] = Some(Head { at: departure_at, node });
    }

    /// Reaches the end; with an open end, is there.
    fn finish(&mut self, ahead: OnTheWay) {
        let known = self.next[ahead.taken];
        if known.is_some_and(|it| it.at <= ahead.at) || !self.is_alive(ahead.taken, ahead.at) {
            return;
        }
        let mut node = ahead.node;
        if self.next_place != NOWHERE {
            let end = Stay::instant(Role::End, self.next_place, ahead.at, ahead.meters_since);
            node = self.add(node, end);
        }
        self.next[ahead.taken] = Some(Head { at: ahead.at, node });
    }

    /// Whether a label may still come to a good end.
    fn is_alive(&mut self, taken: usize, now_at: i64) -> bool {
        let late = now_at - self.case.shift.latest_end_at;
        if late > 0 {
            self.fail(Code::ShiftTime, late);
            return false;
        }
        for (position, pause) in self.breaks.iter().enumerate() {
            let is_taken = taken & 1 << position != 0;
            if !is_taken && summary::is_missed(self.case, pause, self.start_at, now_at) {
                let last_at = pause.owed.map_or(now_at, |it| it.end_at);
                self.fail(Code::Break, now_at - last_at);
                return false;
            }
        }
        true
    }

    /// Notes why a label ends here; of several the one that misses least.
    fn fail(&mut self, code: Code, amount: i64) {
        if self.failure.is_none_or(|(_, least)| amount < least) {
            self.failure = Some((code, amount));
        }
    }

    /// Seconds of breaks that are owed and not taken, and what the hours of a label come to at the end.
    fn final_rank(&self, taken: usize, end_at: i64) -> (i64, f64) {
        let shift = self.case.shift;
        let mut excess = 0;
        for (position, pause) in self.breaks.iter().enumerate() {
            let is_taken = taken & 1 << position != 0;
            if !is_taken && summary::is_owed(self.case, pause, self.start_at, end_at) {
                excess += pause.seconds + summary::BREAK_EXCESS_SECONDS;
            }
        }
        let cost = parts(end_at - self.start_at, 3600.0) * shift.rates.per_hour
            + parts((end_at - shift.end_at).max(0), 3600.0) * shift.rates.per_overtime_hour;
        (excess, cost)
    }

    fn add(&mut self, parent: u32, stay: Stay) -> u32 {
        let at = u32::try_from(self.arena.len()).expect("labels are few");
        self.arena.push(Node { stay, parent });
        at
    }
}
