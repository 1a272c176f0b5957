//! Routes with breaks that may lie anywhere, from a given start: one label per set of breaks taken.
//!
//! ```text
//! served stop k ──┬─ break here ─┬─ break on the road ─┬─ break on arriving ──┬──> served stop k + 1, per set of breaks
//!                 └──────────────┴────────────────────┴──────────────────────┘    the best departure
//! ```
//!
//! The same ways are tried as in [`labels`](super::labels). Where breaks are hard and waiting has neither price nor limit,
//! the earliest of the labels that have taken the same breaks dominates the others: this walk is exact then ([`applies`]).
//! With soft windows, soft breaks and driving rules it is a quick stand-in ([`stands_in`]) for who compares many routes: a
//! stop is served at once unless waiting for its soft window pays by itself, the best label is the one that is cheapest
//! with its hours, and a rest is taken where the next leg would be too much, or where the vehicle would wait as long.
//! O(steps × sets), some 20 ns a label, where the general walk takes ten times as much and has up to 48 of them.

use crate::problem::{
    Break, DrivingRules, Limits, PlaceIdx, SoftBreak, TIME_MIN, UNLIMITED, Window,
};
use crate::solution::Code;

use crate::instance::{LEG, Leg, NOWHERE, StepData, feature, flag};
use crate::rules::driving::RestState;
use crate::rules::{breaks, time_windows};
use crate::timeline::{
    Bounds, Case, Core, Manner, Role, Stay, earliest_in, seconds_outside, unloads_at,
};

use super::costs::{self, parts};
use super::summary;

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

/// The best departure with a set of breaks taken.
#[derive(Clone, Copy, Debug)]
struct Head {
    at: i64,
    /// Waiting, soft windows and soft breaks, by the objective.
    cost: f64,
    rest: RestState,
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
    cost: f64,
    rest: RestState,
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
    soft_breaks: &'w [SoftBreak],
    /// Driving rules, where they bind.
    rules: Option<&'w DrivingRules>,
    /// Whether labels differ in more than time.
    is_priced: bool,
    arena: &'w mut Vec<Node>,
    start_at: i64,
    /// No traffic: where a break lies on a leg makes no difference.
    is_simple: bool,
    /// Where the present gap begins, and the place that its vehicle has set up at.
    here: u32,
    settled: u32,
    /// Where it leads; `NOWHERE` behind the last stop of a route with an open end.
    next_place: u32,
    next_fact: Option<&'w StepData>,
    /// No arrival from here on waits at the next step.
    next_opens_at: i64,
    /// None: both ends are one place, or there is none behind.
    leg: Option<Leg<'w>>,
    next: Layer,
    failure: Option<(Code, i64)>,
}

/// Whether this walk is exact; driving rules that bind are the caller's to exclude.
pub(crate) fn applies(core: &Core<'_>, case: &Case<'_>, limits: &Limits) -> bool {
    stands_in(core, case)
        && case.flags & flag::SOFT_WINDOWS == 0
        && core.shift(case).soft_breaks.is_empty()
        && case.shift.rates.per_waiting_hour <= 0.0
        && limits.waiting_seconds == UNLIMITED
        && limits.driving_seconds == UNLIMITED
}

/// Whether this walk has a way to go through such a route at all.
pub(crate) fn stands_in(core: &Core<'_>, case: &Case<'_>) -> bool {
    let shift = core.shift(case);
    case.manner == Manner::Strict
        && shift.breaks.len() + shift.soft_breaks.len() <= BREAKS_MAX
        && shift.breaks.iter().all(|it| it.place.is_none())
        && shift.soft_breaks.iter().all(|it| it.rest.place.is_none())
}

/// Walks the steps from a start, breaks placed; `stays` has the cheapest timeline after it.
///
/// # Errors
/// The rule that the last labels miss, and by how much at least.
pub(crate) fn walk(
    core: &Core<'_>,
    case: &Case<'_>,
    rules: Option<&DrivingRules>,
    bounds: &[Bounds],
    start_at: i64,
    scratch: &mut ByBreaks,
    stays: &mut Vec<Stay>,
) -> Result<(), (Code, i64)> {
    scratch.arena.clear();
    let start_place = case.shift.start_place;
    let soft_breaks = &core.shift(case).soft_breaks;
    let mut walk = Walk {
        core,
        case,
        breaks: &core.shift(case).breaks,
        soft_breaks,
        rules,
        is_priced: case.flags & flag::SOFT_WINDOWS != 0
            || !soft_breaks.is_empty()
            || case.shift.rates.per_waiting_hour > 0.0,
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
        let start = Stay::at_start(case, self.start_at);
        let mut layer: Layer = [None; SETS];
        let (at, cost) = (start.departure_at, 0.0);
        let rest = RestState::default().worked(case.loading_seconds);
        layer[0] = Some(Head { at, cost, rest, node: self.add(NOWHERE, start) });
        for ((&step, bounds), position) in case.steps.iter().zip(bounds).zip(0..) {
            let data = core.instance.step(case.shift, step);
            let has_one = data.flags & flag::WINDOWS == 0;
            let opens_at = if has_one { data.opens_at } else { i64::MAX };
            self.enter_gap(Some(data), data.place, opens_at.max(bounds.not_before_at))?;
            self.cross(&layer, &mut |walk, label| walk.serve(label, data, *bounds, position));
            layer = self.leave_gap()?;
            (self.here, self.settled) = (data.place, data.place);
        }
        self.enter_gap(None, case.shift.end_place, unloads_at(case, TIME_MIN))?;
        self.cross(&layer, &mut Self::finish);
        let ended = self.leave_gap()?;
        let present = (0..).zip(&ended).filter_map(|(taken, head)| head.map(|it| (taken, it)));
        let mut best: Option<((i64, f64), u32)> = None;
        for (taken, head) in present {
            let rank = self.final_rank(taken, &head);
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
        data: Option<&'w StepData>,
        place: u32,
        opens_at: i64,
    ) -> Result<(), (Code, i64)> {
        self.next_fact = data;
        self.next_place = place;
        self.next_opens_at = opens_at;
        self.next = [None; SETS];
        self.failure = None;
        self.leg = None;
        if self.here != NOWHERE && place != NOWHERE && self.here != place {
            let (from, to) = (PlaceIdx(self.here), PlaceIdx(place));
            self.leg = self.core.instance.travel.leg(self.case.shift.travel, from, to);
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
            let Some(Head { at, cost, rest, node }) = *head else { continue };
            let label = OnTheWay {
                spot: Spot::Behind,
                at,
                cost,
                rest,
                taken,
                node,
                left: LEG,
                meters_done: 0,
                meters_since: 0,
            };
            let label = self.rested(label);
            self.go_on(label, arrive);
        }
    }

    fn go_on(&mut self, label: OnTheWay, arrive: &mut impl FnMut(&mut Self, OnTheWay)) {
        let ahead = self.drive(label);
        if self.may_drive(label, ahead) {
            arrive(self, ahead);
        } else {
            self.fail(Code::DrivingRules, 0);
        }
        let count = self.breaks.len() + self.soft_breaks.len();
        if label.taken == (1 << count) - 1 {
            return;
        }
        for position in 0..count {
            if label.taken & 1 << position != 0 {
                continue;
            }
            self.break_at(label, label, position, arrive);
            // Who has nothing to drive has been there all the time, but for an open start: its route begins ahead.
            let is_start = self.here == NOWHERE && label.spot == Spot::Behind;
            let is_moving = self.leg.is_some() && label.spot != Spot::Ahead;
            if is_start || is_moving {
                self.break_at(label, ahead, position, arrive);
            }
            if is_moving {
                self.break_on_the_road(label, ahead, position, arrive);
            }
        }
    }

    /// The break of a position, hard ones first.
    fn pause(&self, position: usize) -> (&'w Break, Role) {
        let idx = |position| u32::try_from(position).expect("a shift has few breaks");
        match self.breaks.get(position) {
            Some(pause) => (pause, Role::Break(idx(position))),
            None => {
                let position = position - self.breaks.len();
                (&self.soft_breaks[position].rest, Role::SoftBreak(idx(position)))
            }
        }
    }

    /// With a rest at the stop behind, if driving rules forbid to reach the next one without.
    fn rested(&mut self, label: OnTheWay) -> OnTheWay {
        let Some(rules) = self.rules else { return label };
        let ahead = self.drive(label);
        if self.here == NOWHERE {
            return label;
        }
        let driving = ahead.at - label.at;
        let at_end = self.case.unloading_seconds;
        let work = self.next_fact.map_or(at_end, |it| it.setup_seconds + it.service_seconds);
        let is_night = label.rest.day_over(rules, driving, driving + work) > 0;
        let is_long =
            !self.may_drive(label, ahead) || label.rest.work_over(rules, driving + work) > 0;
        let is_needed = is_long && label.rest.is_tired(rules);
        match label.rest.choices(rules).of_day.filter(|_| is_night) {
            Some(seconds) => self.rest_for(label, label, rules, seconds),
            None if is_needed => self.rest_at(label, label, rules),
            None => label,
        }
    }

    /// A rest that makes up for all driving: the whole, or the last part.
    fn rest_at(&mut self, label: OnTheWay, there: OnTheWay, rules: &DrivingRules) -> OnTheWay {
        let parts_left =
            rules.part_seconds.len() - label.rest.part_count.min(rules.part_seconds.len());
        let seconds = match rules.part_seconds.last() {
            Some(&last) if parts_left == 1 => last.min(rules.break_seconds),
            _ => rules.break_seconds,
        };
        self.rest_for(label, there, rules, seconds)
    }

    /// A rest as long as that.
    fn rest_for(
        &mut self,
        label: OnTheWay,
        there: OnTheWay,
        rules: &DrivingRules,
        seconds: i64,
    ) -> OnTheWay {
        let stay = Stay {
            role: Role::Rest,
            place: self.place_of(there.spot),
            left: there.left,
            arrival_at: there.at,
            setup_seconds: 0,
            start_at: there.at,
            departure_at: there.at + seconds,
            meters: there.meters_since,
        };
        let node = self.add(label.node, stay);
        let rest = there.rest.rested(rules, seconds);
        OnTheWay { at: there.at + seconds, rest, node, meters_since: 0, ..there }
    }

    /// With a rest on arriving, where the vehicle would wait as long.
    fn rested_while_waiting(&mut self, ahead: OnTheWay, waiting_seconds: i64) -> OnTheWay {
        let Some(rules) = self.rules else { return ahead };
        match ahead.rest.choices(rules).of_day.filter(|&night| waiting_seconds >= night) {
            Some(night) => self.rest_for(ahead, ahead, rules, night),
            None if ahead.rest.is_tired(rules) && waiting_seconds >= rules.break_seconds => {
                self.rest_at(ahead, ahead, rules)
            }
            None => ahead,
        }
    }

    fn may_drive(&self, label: OnTheWay, ahead: OnTheWay) -> bool {
        self.rules.is_none_or(|rules| {
            ahead.at - label.at <= label.rest.drivable_seconds(rules) || ahead.at == label.at
        })
    }

    /// All the way to the place ahead, if there is one.
    fn drive(&self, label: OnTheWay) -> OnTheWay {
        if label.spot == Spot::Ahead || self.next_place == NOWHERE {
            return label;
        }
        let Some(leg) = &self.leg else { return OnTheWay { spot: Spot::Ahead, ..label } };
        let at = leg.arrival_at(label.at, label.left);
        let rest = label.rest.moved(at - label.at, 0);
        let (meters_done, meters_since) = (leg.meters, leg.meters - label.meters_done);
        OnTheWay { spot: Spot::Ahead, at, rest, left: LEG, meters_done, meters_since, ..label }
    }

    /// A break at a spot that the label is at, or drives to first.
    fn break_at(
        &mut self,
        label: OnTheWay,
        there: OnTheWay,
        position: usize,
        arrive: &mut impl FnMut(&mut Self, OnTheWay),
    ) {
        let (pause, role) = self.pause(position);
        let is_here = label.spot == there.spot;
        if is_here && self.here == NOWHERE && label.spot == Spot::Behind {
            return;
        }
        if !is_here && !self.may_drive(label, there) {
            return;
        }
        let is_open = pause.windows.first().is_some_and(|it| it.start_at <= there.at);
        let start_at = match role {
            Role::SoftBreak(_) if is_open => Some(there.at),
            _ => earliest_in(&pause.windows, there.at),
        };
        let Some(start_at) = start_at else { return };
        // Waiting for a break is better after driving on.
        let may_wait = !is_here || self.leg.is_none() || label.spot == Spot::Ahead;
        let is_waiting = start_at > there.at;
        if is_waiting && (!may_wait || self.waits_in_vain(there, start_at)) {
            return;
        }
        let opens_before = || earliest_in(&pause.windows, label.at) == Some(label.at);
        let is_later = !is_here && there.at > label.at && self.here != NOWHERE;
        if is_later && self.is_simple && self.rules.is_none() && opens_before() {
            return;
        }
        self.take(label, there, position, start_at, arrive);
    }

    /// Whether the next step could be served before a break that is waited for at its place; then it should be. At the
    /// end nobody waits for a break: who is there before it opens does not owe it.
    fn waits_in_vain(&self, there: OnTheWay, start_at: i64) -> bool {
        let place = if there.spot == Spot::Ahead { self.next_place } else { self.here };
        if place != self.next_place {
            return false;
        }
        let Some(data) = self.next_fact else { return start_at >= self.next_opens_at };
        let setup = if place == self.settled { 0 } else { data.setup_seconds };
        let service_at = (there.at + setup).max(self.next_opens_at);
        self.next_opens_at < i64::MAX && service_at + data.service_seconds <= start_at
    }

    /// A break that begins on the way, because its window opens there.
    fn break_on_the_road(
        &mut self,
        label: OnTheWay,
        ahead: OnTheWay,
        position: usize,
        arrive: &mut impl FnMut(&mut Self, OnTheWay),
    ) {
        let (pause, _) = self.pause(position);
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
        let rest = label.rest.moved(start_at - label.at, 0);
        let there = OnTheWay { spot, at: start_at, rest, left, meters_done, meters_since, ..label };
        if self.may_drive(label, there) {
            self.take(label, there, position, start_at, arrive);
        }
    }

    fn take(
        &mut self,
        label: OnTheWay,
        there: OnTheWay,
        position: usize,
        start_at: i64,
        arrive: &mut impl FnMut(&mut Self, OnTheWay),
    ) {
        let (pause, role) = self.pause(position);
        let at = start_at + pause.seconds;
        let taken = label.taken | 1 << position;
        if !self.is_alive(taken, at) {
            return;
        }
        let mut cost = there.cost + self.waiting_cost(start_at - there.at);
        if let Role::SoftBreak(position) = role {
            let soft = &self.soft_breaks[position as usize];
            let Some((late, price)) = costs::soft_break(soft, start_at) else { return };
            cost += self.core.soft_sum(late, price);
        }
        let mut rest = there.rest;
        if let Some(rules) = self.rules {
            rest = rest.moved(0, start_at - there.at);
            if rest.over(rules, 0) > 0 {
                return;
            }
            rest = rest.rested(rules, pause.seconds);
        }
        let stay = Stay {
            role,
            place: self.place_of(there.spot),
            left: there.left,
            arrival_at: there.at,
            setup_seconds: 0,
            start_at,
            departure_at: at,
            meters: there.meters_since,
        };
        let node = self.add(label.node, stay);
        self.go_on(OnTheWay { at, cost, rest, taken, node, meters_since: 0, ..there }, arrive);
    }

    fn place_of(&self, spot: Spot) -> u32 {
        match spot {
            Spot::Behind => self.here,
            Spot::OnTheRoad => NOWHERE,
            Spot::Ahead => self.next_place,
        }
    }

    fn waiting_cost(&self, seconds: i64) -> f64 {
        parts(seconds, 3600.0) * self.case.shift.rates.per_waiting_hour
    }

    /// Serves a step on arriving.
    fn serve(&mut self, ahead: OnTheWay, data: &StepData, bounds: Bounds, position: u32) {
        let setup_seconds = if data.place == self.settled { 0 } else { data.setup_seconds };
        let ready_at = ahead.at + setup_seconds;
        let windows = self.core.instance.windows(data);
        let mut start_at = match time_windows::begin(windows, bounds, ready_at) {
            Ok(start_at) => start_at,
            Err((code, amount)) => {
                self.fail(code, amount);
                return;
            }
        };
        let mut ahead = ahead;
        if let Some(rules) = self.rules {
            ahead = self.rested_while_waiting(ahead, start_at - ready_at);
            let seconds = start_at - ahead.at + data.service_seconds;
            if ahead.rest.over(rules, seconds) > 0 {
                self.fail(Code::DrivingRules, 0);
                return;
            }
        }
        let mut cost = ahead.cost;
        if data.flags & flag::SOFT_WINDOWS != 0 {
            let soft = self.best_soft(position, windows, bounds, start_at);
            start_at = soft.0;
            cost += soft.1;
        }
        cost += self.waiting_cost(start_at - ahead.at - setup_seconds);
        let departure_at = start_at + data.service_seconds;
        if !self.is_best(ahead.taken, departure_at, cost)
            || !self.is_alive(ahead.taken, departure_at)
        {
            return;
        }
        let stay = Stay {
            role: Role::Step(position),
            place: data.place,
            left: LEG,
            arrival_at: ahead.at,
            setup_seconds,
            start_at,
            departure_at,
            meters: ahead.meters_since,
        };
        let waiting = start_at - ahead.at - setup_seconds;
        let rest = ahead.rest.moved(0, waiting).worked(setup_seconds + data.service_seconds);
        let node = self.add(ahead.node, stay);
        self.next[ahead.taken] = Some(Head { at: departure_at, cost, rest, node });
    }

    /// When to serve a step with soft windows that can be served from an instant on, and what that costs: at once, or when
    /// the next soft window opens, whichever comes to less with the hours until then.
    fn best_soft(
        &self,
        position: u32,
        windows: &[Window],
        bounds: Bounds,
        start_at: i64,
    ) -> (i64, f64) {
        let cost_at = |at: i64| {
            let (late, cost) = summary::soft_step(self.core, self.case, position, at);
            self.core.soft_sum(late, cost)
        };
        let at_once = cost_at(start_at);
        if at_once > 0.0
            && let Some(opens_at) =
                summary::next_soft_opening(self.core, self.case, position, start_at)
            && let Ok(later_at) = time_windows::begin(windows, bounds, opens_at)
        {
            let later = cost_at(later_at);
            let hours = parts(later_at - start_at, 3600.0);
            let rates = &self.case.shift.rates;
            if later + hours * (rates.per_hour + rates.per_waiting_hour) < at_once {
                return (later_at, later);
            }
        }
        (start_at, at_once)
    }

    /// Reaches the end; with an open end, is there.
    fn finish(&mut self, ahead: OnTheWay) {
        let is_open = self.next_place == NOWHERE;
        let waiting = unloads_at(self.case, ahead.at) - ahead.at;
        let ahead = if is_open { ahead } else { self.rested_while_waiting(ahead, waiting) };
        let end = Stay::at_end(self.case, self.next_place, ahead.at, ahead.meters_since);
        let at = if is_open { ahead.at } else { end.departure_at };
        if let Some(rules) = self.rules
            && ahead.rest.over(rules, at - ahead.at) > 0
        {
            self.fail(Code::DrivingRules, 0);
            return;
        }
        let waiting_cost = if is_open { 0.0 } else { self.waiting_cost(end.waiting_seconds()) };
        let cost = ahead.cost + waiting_cost;
        if !self.is_best(ahead.taken, at, cost) || !self.is_alive(ahead.taken, at) {
            return;
        }
        let node = if is_open { ahead.node } else { self.add(ahead.node, end) };
        self.next[ahead.taken] = Some(Head { at, cost, rest: ahead.rest, node });
    }

    /// Whether such a departure is better than the one that is known with these breaks taken.
    fn is_best(&self, taken: usize, at: i64, cost: f64) -> bool {
        let Some(known) = self.next[taken] else { return true };
        if !self.is_priced {
            return at < known.at;
        }
        let later = parts(at - known.at, 3600.0) * self.case.shift.rates.per_hour;
        cost + later < known.cost || (cost + later <= known.cost && at < known.at)
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
            if !is_taken && breaks::is_missed(self.case, pause, self.start_at, now_at) {
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

    /// Seconds of breaks that are owed and not taken, and what a label comes to at the end, hours and skipped breaks
    /// included.
    fn final_rank(&self, taken: usize, head: &Head) -> (i64, f64) {
        let (shift, end_at) = (self.case.shift, head.at);
        let mut excess = 0;
        let mut cost = head.cost
            + parts(end_at - self.start_at, 3600.0) * shift.rates.per_hour
            + parts((end_at - shift.end_at).max(0), 3600.0) * shift.rates.per_overtime_hour
            + costs::soft_duration(&shift.soft_rates, end_at - self.start_at);
        for position in 0..self.breaks.len() + self.soft_breaks.len() {
            let (pause, role) = self.pause(position);
            let is_taken = taken & 1 << position != 0;
            if is_taken || !breaks::is_owed(self.case, pause, self.start_at, end_at) {
                continue;
            }
            match role {
                Role::SoftBreak(position) => {
                    cost += self.core.soft_sum(0, self.soft_breaks[position as usize].skip_cost);
                }
                _ => excess += pause.seconds + breaks::EXCESS_SECONDS,
            }
        }
        (excess, cost)
    }

    fn add(&mut self, parent: u32, stay: Stay) -> u32 {
        let at = u32::try_from(self.arena.len()).expect("labels are few");
        self.arena.push(Node { stay, parent });
        at
    }
}
