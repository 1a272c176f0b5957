//! The margins of a route: what each position leaves free, so that an insertion is evaluated in constant time.
//!
//! ```text
//! position   0 (start)   1 … n (steps)   n + 1 (end)
//! departs    earliest departure, if everything before it is done as early as possible
//! latest     latest arrival from which everything after it is still in time
//! peak_in    largest load since the trip began, up to leaving this position
//! peak_out   largest load from leaving this position to the end of the trip
//! ```
//!
//! A trip lies between start, reloads and end. Margins ignore breaks, rests, ride times and other routes: they may
//! accept what the evaluator rejects, but never the reverse. On plain problems (`Instance::plain`) they are exact,
//! including costs, and debug builds compare both.

use crate::evaluate::Step;
use crate::instance::{Instance, Row, StepData};
use crate::problem::{ShiftIdx, TIME_MAX, UNLIMITED};

/// Duration, earliest and latest start of a part of a route without lateness, after Vidal et al. 2013.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DurationSegment {
    /// Duration if it starts at the best time.
    pub(crate) duration: i64,
    /// A later start does not shorten the duration.
    pub(super) earliest: i64,
    /// The latest start that is in time.
    pub(super) latest: i64,
}

impl DurationSegment {
    /// Returns the segment of one stop, whose service starts within the window.
    #[inline]
    pub(crate) const fn stop(opens: i64, closes: i64, service: i64) -> Self {
        Self { duration: service, earliest: opens, latest: closes }
    }

    /// Returns this segment, `travel` seconds, then `next`, if both can be done in time.
    #[inline]
    pub(crate) fn then(self, travel: i64, next: Self) -> Self {
        let offset = self.duration + travel;
        let waiting = (next.earliest - offset - self.latest).max(0);
        Self {
            duration: offset + next.duration + waiting,
            earliest: self.earliest.max(next.earliest - offset) - waiting,
            latest: self.latest.min(next.latest - offset),
        }
    }
}

/// What each position leaves free: time and capacity before and after it.
#[derive(Debug, Default)]
pub(crate) struct Margins {
    pub(crate) positions: Vec<Position>,
    /// `dimensions` entries per position.
    pub(crate) loads: Vec<Loads>,
    /// By step, so one position later than the other entries; only if some visits have several stops.
    pub(crate) times: Vec<StepTimes>,
    /// From the start to each position, and from each position to the end; only if durations matter.
    pub(crate) until: Vec<DurationSegment>,
    pub(crate) from: Vec<DurationSegment>,
}

impl Clone for Margins {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Keeps the memory that `self` has allocated.
    fn clone_from(&mut self, other: &Self) {
        self.positions.clone_from(&other.positions);
        self.loads.clone_from(&other.loads);
        self.times.clone_from(&other.times);
        self.until.clone_from(&other.until);
        self.from.clone_from(&other.from);
    }
}

/// A position as the start, a step or the end of a route.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Position {
    pub(crate) place: u32,
    /// Of the place.
    pub(crate) row: Row,
    /// The position at which its trip begins: the start or a reload.
    pub(crate) trip: u32,
    /// The leg to it.
    pub(crate) leg_meters: i64,
    pub(crate) leg_seconds: i64,
    pub(crate) departs: i64,
    pub(crate) latest: i64,
}

/// A load on leaving a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Loads {
    pub(crate) on_board: i64,
    pub(crate) peak_in: i64,
    pub(crate) peak_out: i64,
}

/// A step as margins see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepTimes {
    pub(crate) place: u32,
    pub(crate) setup: i64,
    pub(crate) service: i64,
    pub(crate) opens: i64,
    pub(crate) closes: i64,
}

impl StepTimes {
    pub(crate) const fn of(data: &StepData) -> Self {
        Self {
            place: data.place,
            setup: data.setup_seconds,
            service: data.service_seconds,
            opens: data.opens_at,
            closes: data.closes_at,
        }
    }
}

pub(crate) fn step_times(instance: &Instance<'_>, shift: ShiftIdx, step: Step) -> StepTimes {
    match step {
        Step::Stop(_, option) => StepTimes::of(instance.option_of(shift, option)),
        Step::Reload(position) => {
            let reload = &instance.problem.shifts[shift.at()].reloads[position as usize];
            StepTimes {
                place: reload.place.0,
                setup: 0,
                service: reload.seconds,
                opens: reload.windows.first().map_or(i64::MIN / 4, |it| it.start_at),
                closes: reload.windows.last().map_or(TIME_MAX, |it| it.end_at),
            }
        }
    }
}

const _: () = assert!(UNLIMITED <= TIME_MAX, "sums of both fit 64 bits");
