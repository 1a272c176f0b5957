//! The times of a route that margins cannot judge, and what moving them costs; insertions are ranked by it.
//!
//! ```text
//! position      i ──── leg, breaks, waiting ────► i + 1 ────► … ────► end
//! anchored at   departs_at          due_at (ready for service, before waiting)
//! may move by   advance, hold       delay, of which absorb is free because a later stop waits
//! ```
//!
//! Traffic, breaks and rests are assumed to stay where the evaluator put them. An insertion then takes two look-ups of
//! travel, at the times at which they would be driven, and some comparisons: if a stop takes longer than its gap
//! allows, the end moves later, the start moves earlier, or waiting shrinks. This is an estimate for ranking positions;
//! the evaluator judges the best of them. 88 bytes per position.

use crate::evaluate::{Gap, Timing, Travel};
use crate::instance::NOWHERE;
use crate::problem::{PlaceIdx, Shift, TravelIdx, UNLIMITED};
use crate::rules::rides::Ride;

use crate::search::plan::margins::{Position, StepTimes};

/// The times of a position of a route, and the seconds by which they may move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anchor {
    /// End of service.
    departs_at: i64,
    /// When service could start if it did not have to wait.
    due_at: i64,
    /// Rest in the gap to the next position.
    pause_seconds: i64,
    /// How much later arrival here may be, with all that follows in time.
    delay: i64,
    /// The part of `delay` that does not delay the end of the route.
    absorb: i64,
    /// How much earlier departure may be, by an earlier start of the route.
    advance: i64,
    /// How much later departure may be, by a later start of the route.
    hold: i64,
    /// Added cost of soft windows from here on if everything is later by each of `DELAYS`.
    soft_costs: [f64; DELAYS.len()],
    /// How much later the next position may be reached without a ride past it being too long.
    ride_slack: i64,
}

impl Default for Anchor {
    fn default() -> Self {
        Self {
            departs_at: 0,
            due_at: 0,
            pause_seconds: 0,
            delay: 0,
            absorb: 0,
            advance: 0,
            hold: 0,
            soft_costs: [0.0; DELAYS.len()],
            ride_slack: UNLIMITED,
        }
    }
}

const _: () = assert!(size_of::<Anchor>() == 88, "as the module states");

/// Delays in seconds, ascending; the cost of soft windows is interpolated between them.
const DELAYS: [i64; 3] = [300, 900, 2_700];

/// The effect of inserting stops into a gap on the times of a route.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Detour {
    /// Increase of the duration of the route.
    pub(crate) duration_seconds: i64,
    pub(crate) end_delay_seconds: i64,
    /// Total lateness of service outside of windows, and seconds by which rides are too long; 0 if everything seems to
    /// be in time.
    pub(crate) late_seconds: i64,
    /// Added cost of the soft windows of later stops.
    pub(crate) soft_cost: f64,
    /// Start of service of the last inserted stop.
    pub(crate) served_at: i64,
}

/// The state after an inserted stop was served.
#[derive(Clone, Copy, Debug)]
struct Moved {
    earlier_seconds: i64,
    later_start_seconds: i64,
    late_seconds: i64,
    /// How much earlier everything up to here could be, and how much later it could start.
    advance: i64,
    hold: i64,
    served_at: i64,
    at: i64,
}

/// Sets the anchors of an evaluated route, one per position.
pub(super) fn set(
    anchors: &mut Vec<Anchor>,
    shift: &Shift,
    timing: &Timing<'_>,
    times: impl Fn(usize) -> StepTimes,
    soft_cost: Option<impl Fn(usize, i64) -> f64>,
) {
    let count = timing.starts.len();
    anchors.clear();
    anchors.resize(count + 2, Anchor::default());
    let (start_at, end_at) = (timing.start_at, timing.end_at);
    anchors[0] = Anchor {
        departs_at: start_at,
        due_at: start_at,
        advance: (start_at - shift.start_at).max(0),
        hold: (shift.latest_end_at.min(shift.latest_start_at) - start_at).max(0),
        ..Anchor::default()
    };
    let gap = |position: usize| timing.gaps.get(position).copied().unwrap_or(Gap::NONE);
    for position in 1..=count {
        let step = times(position - 1);
        let (starts_at, before) = (timing.starts[position - 1], anchors[position - 1]);
        let gap = gap(position - 1);
        let advance = before.advance.min(gap.advance).min(starts_at - step.opens).max(0);
        anchors[position - 1].pause_seconds = gap.pause_seconds;
        anchors[position] = Anchor {
            departs_at: timing.departures[position - 1],
            due_at: starts_at - gap.waiting_seconds,
            advance: if gap.waiting_seconds > 0 { 0 } else { advance },
            hold: before.hold.min(gap.delay).min(step.closes - starts_at).max(0),
            ..Anchor::default()
        };
    }
    let last = gap(count);
    anchors[count].pause_seconds = last.pause_seconds;
    anchors[count + 1] = Anchor {
        departs_at: end_at,
        due_at: end_at,
        delay: (shift.latest_end_at - end_at).max(0),
        ..Anchor::default()
    };
    let mut after = last.delay.min(anchors[count + 1].delay);
    let mut absorb = 0;
    for position in (1..=count).rev() {
        let closes = times(position - 1).closes;
        let gap = gap(position - 1);
        let own = after.min(closes - timing.starts[position - 1]).max(0);
        absorb += gap.waiting_seconds;
        anchors[position].delay = own + gap.waiting_seconds;
        anchors[position].absorb = absorb;
        after = anchors[position].delay.min(gap.delay);
    }
    for ride in timing.rides {
        // A ride ends on arrival, before setup.
        let setup_seconds = times(ride.dropped_at as usize).setup;
        limit_ride(anchors, ride, setup_seconds);
    }
    let Some(soft_cost) = soft_cost else { return };
    for position in (1..=count).rev() {
        let starts_at = timing.starts[position - 1];
        let now = soft_cost(position - 1, starts_at);
        for (at, delay) in DELAYS.iter().enumerate() {
            let more = soft_cost(position - 1, starts_at + delay) - now;
            anchors[position].soft_costs[at] = anchors[position + 1].soft_costs[at] + more;
        }
    }
}

/// Lowers the slack of every gap that a ride spans. Waiting on the way is not lost: a delay shortens it.
fn limit_ride(anchors: &mut [Anchor], ride: &Ride, setup_seconds: i64) {
    let [picked, dropped] = [ride.picked_at, ride.dropped_at].map(|it| it as usize + 1);
    let ride_seconds = anchors[dropped].due_at - setup_seconds - anchors[picked].departs_at;
    for at in picked..dropped {
        let waiting = anchors[at + 1].absorb - anchors[dropped].absorb;
        let slack = (ride.seconds_max - ride_seconds + waiting).max(0);
        anchors[at].ride_slack = anchors[at].ride_slack.min(slack);
    }
}

impl Anchor {
    /// Returns the end of service.
    #[inline]
    pub(crate) const fn departs_at(&self) -> i64 {
        self.departs_at
    }

    /// Returns when service could start if it did not have to wait.
    #[inline]
    pub(crate) const fn due_at(&self) -> i64 {
        self.due_at
    }

    /// Returns the rest in the gap to the next position, in seconds.
    #[inline]
    pub(crate) const fn pause_seconds(&self) -> i64 {
        self.pause_seconds
    }

    /// Returns the earliest and the latest start of a service that starts at `starts_at`.
    #[inline]
    pub(crate) const fn start_range(&self, starts_at: i64) -> [i64; 2] {
        [starts_at - self.advance, self.due_at + self.delay]
    }

    /// Returns by how many seconds departure may be earlier, and later, by another start of the route.
    #[inline]
    pub(crate) const fn leeway(&self) -> [i64; 2] {
        [self.advance, self.hold]
    }

    /// Returns the added cost of soft windows from here on if everything is later by `later_seconds`.
    #[expect(clippy::cast_precision_loss, reason = "seconds are below 2^53")]
    fn soft_cost(&self, later_seconds: i64) -> f64 {
        let (mut from, mut base) = (0, 0.0);
        for (delay, cost) in DELAYS.iter().zip(self.soft_costs) {
            if later_seconds <= *delay {
                let share = (later_seconds - from) as f64 / (delay - from) as f64;
                return base + (cost - base) * share;
            }
            (from, base) = (*delay, cost);
        }
        base * later_seconds as f64 / from as f64
    }
}

/// Sets the anchors of a shift without a route, which may start at any time.
pub(super) fn set_unused(anchors: &mut Vec<Anchor>, shift: &Shift) {
    let room = (shift.latest_end_at - shift.start_at).max(0);
    let departs_at = shift.start_at;
    anchors.clear();
    anchors.push(Anchor { departs_at, due_at: departs_at, hold: room, ..Anchor::default() });
    anchors.push(Anchor { departs_at, due_at: departs_at, delay: room, ..Anchor::default() });
}

/// Returns the start of the route.
pub(crate) fn start_of(anchors: &[Anchor]) -> i64 {
    anchors.first().map_or(0, |it| it.departs_at)
}

/// Returns the end of the route.
pub(crate) fn end_of(anchors: &[Anchor]) -> i64 {
    anchors.last().map_or(0, |it| it.departs_at)
}

/// The legs of one vehicle in traffic.
#[derive(Clone, Copy)]
pub(crate) struct Legs<'a> {
    pub(crate) travel: &'a Travel<'a>,
    pub(crate) table: TravelIdx,
}

impl Legs<'_> {
    #[inline]
    pub(crate) fn arrival_at(&self, from: u32, to: u32, departure_at: i64) -> i64 {
        if from == NOWHERE || to == NOWHERE || from == to {
            return departure_at;
        }
        let (from, to) = (PlaceIdx(from), PlaceIdx(to));
        self.travel.arrival_at(self.table, from, to, departure_at).unwrap_or(departure_at)
    }
}

/// Returns the effect of inserting one or more successive stops between a position and the next.
pub(crate) fn detour(
    anchors: &[Anchor],
    positions: &[Position],
    after: usize,
    path: &[StepTimes],
    legs: Legs<'_>,
) -> Detour {
    let mut moved = leave(anchors, after);
    let mut from = positions[after].place;
    for stop in path {
        moved = moved.serve(from, stop, legs.arrival_at(from, stop.place, moved.at));
        from = stop.place;
    }
    let arrives_at = legs.arrival_at(from, positions[after + 1].place, moved.at);
    moved.arrive(anchors, after + 1, arrives_at + anchors[after].pause_seconds, 0)
}

/// Returns a lower bound on what [`detour`] returns, from the place of the position before and the least seconds of the
/// legs to each stop and on to the next position. `soft_cost` is no bound: in traffic, soft windows may cost less.
#[inline]
pub(crate) fn least_detour(
    anchors: &[Anchor],
    from: u32,
    after: usize,
    path: &[(StepTimes, i64)],
    seconds_on: i64,
) -> Detour {
    let mut moved = leave(anchors, after);
    let mut from = from;
    for (stop, seconds) in path {
        moved = moved.serve(from, stop, moved.at + seconds);
        from = stop.place;
    }
    let ready_at = moved.at + seconds_on + anchors[after].pause_seconds;
    moved.arrive(anchors, after + 1, ready_at, 0)
}

/// Returns the state on departure from a position as it is anchored.
fn leave(anchors: &[Anchor], after: usize) -> Moved {
    let anchor = &anchors[after];
    Moved {
        earlier_seconds: 0,
        later_start_seconds: 0,
        late_seconds: 0,
        advance: anchor.advance,
        hold: anchor.hold,
        served_at: anchor.departs_at,
        at: anchor.departs_at,
    }
}

/// Two stops of one visit, each in its own gap: `first` after a position, `second` after a later one.
pub(crate) struct Carried<'a> {
    anchors: &'a [Anchor],
    positions: &'a [Position],
    legs: Legs<'a>,
    moved: Moved,
    /// How much later than anchored the last passed position is ready.
    later_seconds: i64,
    passed: usize,
    ride: CarriedRide,
}

/// The ride from the first stop to the second one.
struct CarriedRide {
    /// Position before the first stop.
    after: usize,
    departs_at: i64,
    /// How much later the first stop may be served.
    spare_seconds: i64,
    /// How much later the next position is ready.
    later_seconds: i64,
    seconds_max: i64,
}

impl<'a> Carried<'a> {
    /// Inserts the first stop after `after` and drives on to the next position. The ride to the second stop may take
    /// `ride_seconds_max`.
    pub(crate) fn start(
        anchors: &'a [Anchor],
        positions: &'a [Position],
        after: usize,
        first: &StepTimes,
        ride_seconds_max: i64,
        legs: Legs<'a>,
    ) -> Self {
        let from = positions[after].place;
        let left = leave(anchors, after);
        let mut moved = left.serve(from, first, legs.arrival_at(from, first.place, left.at));
        let pause_seconds = anchors[after].pause_seconds;
        let ready_at =
            legs.arrival_at(first.place, positions[after + 1].place, moved.at) + pause_seconds;
        let later_seconds = (ready_at - anchors[after + 1].due_at).max(0);
        let longer = later_seconds - moved.later_start_seconds;
        moved.late_seconds += (longer - anchors[after].ride_slack).max(0);
        let ride = CarriedRide {
            after,
            departs_at: moved.at,
            spare_seconds: (first.closes - moved.served_at).max(0),
            later_seconds,
            seconds_max: ride_seconds_max,
        };
        Self { anchors, positions, legs, moved, later_seconds, passed: after + 1, ride }
    }

    /// Passes positions until `position` is the current one.
    #[inline]
    pub(crate) fn pass_until(&mut self, position: usize) {
        while self.passed < position {
            let waiting = self.anchors[self.passed].absorb - self.absorbed_behind();
            self.later_seconds = (self.later_seconds - waiting).max(0);
            self.passed += 1;
        }
    }

    fn absorbed_behind(&self) -> i64 {
        self.anchors.get(self.passed + 1).map_or(0, |it| it.absorb)
    }

    /// Returns the effect if the second stop is inserted after the current position.
    #[inline]
    pub(crate) fn detour(&self, second: &StepTimes) -> Detour {
        let at = self.passed;
        let waiting = self.anchors[at].absorb - self.absorbed_behind();
        let later = (self.later_seconds - waiting).max(0);
        let too_late = (self.later_seconds - self.anchors[at].delay).max(0);
        let mut moved = self.moved;
        moved.late_seconds += too_late;
        moved.at = self.anchors[at].departs_at + later;
        // The effect of an earlier start on the second stop is left to the evaluator.
        (moved.advance, moved.hold) = (0, 0);
        if self.ride.seconds_max < UNLIMITED {
            moved.late_seconds += self.too_long_seconds(moved.at, second.place);
        }
        let Self { anchors, positions, legs, .. } = self;
        let from = positions[at].place;
        let moved = moved.serve(from, second, legs.arrival_at(from, second.place, moved.at));
        let arrives_at = legs.arrival_at(second.place, positions[at + 1].place, moved.at);
        moved.arrive(anchors, at + 1, arrives_at + anchors[at].pause_seconds, later)
    }

    /// Returns by how much the ride is too long if the vehicle leaves the current position for the second stop then.
    /// The first stop may be served later instead of waiting on the way.
    fn too_long_seconds(&self, departs_at: i64, place: u32) -> i64 {
        let Self { anchors, ride, .. } = self;
        let arrives_at = self.legs.arrival_at(self.positions[self.passed].place, place, departs_at);
        let waiting = anchors[ride.after + 1].absorb - self.absorbed_behind();
        let left = (waiting - ride.later_seconds).clamp(0, ride.spare_seconds);
        (arrives_at - ride.departs_at - left - ride.seconds_max).max(0)
    }
}

impl Moved {
    /// Serves a stop on arrival from a place.
    #[inline]
    fn serve(self, from: u32, stop: &StepTimes, arrives_at: i64) -> Self {
        let setup = if from == stop.place { 0 } else { stop.setup };
        let ready_at = arrives_at + setup;
        let late = (ready_at - stop.closes).max(0);
        let earlier = late.min(self.advance);
        let starts_at = ready_at.clamp(stop.opens.min(stop.closes), stop.closes);
        let waiting = (stop.opens - ready_at).max(0);
        // The start of the route may be later instead.
        let later = waiting.min(self.hold);
        Self {
            earlier_seconds: self.earlier_seconds + earlier,
            later_start_seconds: self.later_start_seconds + later,
            late_seconds: self.late_seconds + late - earlier,
            advance: if waiting > 0 {
                0
            } else {
                (self.advance - earlier).min(starts_at - stop.opens)
            },
            hold: (self.hold - later).min(stop.closes - starts_at),
            served_at: starts_at,
            at: starts_at + stop.service,
        }
    }

    /// Continues with a position of the existing route, ready for service there. The position before it is later by
    /// `before_seconds` already.
    #[inline]
    fn arrive(
        mut self,
        anchors: &[Anchor],
        position: usize,
        ready_at: i64,
        before_seconds: i64,
    ) -> Detour {
        let anchor = &anchors[position];
        let mut later = (ready_at - anchor.due_at).max(0);
        // Rides past the gap take longer, except by what delays their pickups as well.
        let longer = later - self.later_start_seconds - before_seconds;
        self.late_seconds += (longer - anchors[position - 1].ride_slack).max(0);
        let too_late = later - anchor.delay;
        if too_late > 0 {
            let earlier = too_late.min(self.advance);
            self.earlier_seconds += earlier;
            self.late_seconds += too_late - earlier;
            later -= earlier;
        }
        let end_delay_seconds = (later - anchor.absorb).max(0);
        Detour {
            duration_seconds: end_delay_seconds + self.earlier_seconds - self.later_start_seconds,
            end_delay_seconds,
            late_seconds: self.late_seconds,
            soft_cost: anchor.soft_cost(later),
            served_at: self.served_at,
        }
    }
}

#[cfg(test)]
mod tests;
