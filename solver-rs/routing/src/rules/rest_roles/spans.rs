//! The periods in which a route may lie between the other routes of its vehicle, if weekly rests may be reduced.
//!
//! ```text
//! latest end │                     ┌──────────   later starts allow later ends: a longer rest before the route owes
//!            │          ┌──────────┘             less, or is a regular one; each corner is a period
//!            │  ────────┘
//!            └──────────────────────────────── earliest start
//! ```
//!
//! A start later and an end earlier never break what holds, unless the end moves into another ISO week. So the periods
//! are the corners of stairs. Their steps are at few times, which follow from the lengths of rests and from what other
//! rests could make up for ([`Critical`]); the exact check decides between these. Where the rest before the route owes
//! what the rest after it makes up for, the stairs are a slope, and [`SLOPE_STEP_COUNT`] steps stand for it.

use super::{Pasts, Rules};
use crate::problem::{ReducedWeeklyRests, TIME_MAX, TIME_MIN, WeekRules, Window};

/// Steps of 30 minutes in a shift of 12 hours.
const SLOPE_STEP_COUNT: i64 = 24;

/// Adds the periods in one of which a route within a shift must lie, beside those before and after it.
pub(in crate::rules) fn spans(
    week: &WeekRules,
    reduced: &ReducedWeeklyRests,
    [before, after]: [&[Window]; 2],
    shift: Window,
    spans: &mut Vec<Window>,
) {
    let always = Window { start_at: TIME_MIN, end_at: TIME_MAX };
    let mut past = Pasts::new(week, reduced);
    let mut holds = before.iter().all(|it| past.add(*it) <= 0);
    let mut trial = past.clone();
    holds = holds && after.iter().all(|it| trial.add(*it) <= 0);
    if !holds {
        // The other routes break the rules without this one, so its time does not matter.
        spans.push(always);
        return;
    }
    let mut holds = |start_at: i64, end_at: i64| {
        trial.copy_from(&past);
        trial.add(Window { start_at, end_at }) <= 0 && after.iter().all(|it| trial.add(*it) <= 0)
    };
    let [starts, ends] = Critical::new(&past, [before, after], shift).times();
    // Within an ISO week, the deadline of the rest after the route is always the same.
    let weeks = reduced.weeks.iter().map(|it| it.start_at);
    let mut first_at = shift.start_at;
    let inner = weeks.filter(|it| *it > shift.start_at && *it <= shift.end_at);
    for next_at in inner.chain([shift.end_at + 1]) {
        let last_at = next_at - 1;
        let of_week = |it: &&i64| (first_at..last_at).contains(*it);
        let mut ends = ends.iter().filter(of_week).copied().chain([last_at]).peekable();
        let mut latest_at = None;
        for start_at in starts.iter().copied().take_while(|it| *it <= last_at) {
            let before = latest_at;
            while let Some(end_at) = ends.next_if(|it| *it < start_at || holds(start_at, *it)) {
                latest_at = Some(end_at);
            }
            let Some(end_at) = latest_at.filter(|it| Some(*it) != before && *it >= start_at) else {
                continue;
            };
            spans.push(Window {
                start_at: if start_at == shift.start_at { TIME_MIN } else { start_at },
                end_at: if end_at == shift.end_at { TIME_MAX } else { end_at },
            });
            if ends.peek().is_none() {
                break;
            }
        }
        first_at = next_at;
    }
}

/// The times at which the stairs may have steps: those at which a rest beside the route has just the length for a role.
struct Critical<'a> {
    past: &'a Pasts<'a>,
    before: &'a [Window],
    after: &'a [Window],
    shift: Window,
    /// What the rests beside the route may make up for of what is owed before it; includes 0.
    owed: Vec<i64>,
}

impl<'a> Critical<'a> {
    fn new(past: &'a Pasts<'a>, [before, after]: [&'a [Window]; 2], shift: Window) -> Self {
        let mut owed = vec![0];
        for debts in past.all.iter().map(|it| it.debts()) {
            for made_up in 1..1_u32 << debts.len() {
                let its = debts.iter().enumerate().filter(|it| made_up & 1 << it.0 != 0);
                owed.push(its.map(|it| it.1.seconds).sum());
            }
        }
        distinct(&mut owed);
        Self { past, before, after, shift, owed }
    }

    /// The earliest starts and the latest ends that may be steps, ascending. The starts include that of the shift.
    fn times(&self) -> [Vec<i64>; 2] {
        let Rules { week, .. } = self.past.rules;
        let Self { before, after, shift, .. } = *self;
        let is_within = |it: &i64| *it >= shift.start_at && *it <= shift.end_at;
        let lengths = self.lengths();
        let span_seconds_max = week.span_seconds_max;
        let mut starts: Vec<i64> = after.iter().map(|it| it.end_at - span_seconds_max).collect();
        starts.push(shift.start_at);
        let ended_at = self.past.ended_at;
        if let Some(ended_at) = ended_at {
            starts.extend(lengths.iter().map(|it| ended_at + it));
            starts.extend(self.slope(ended_at));
        }
        starts.retain(is_within);
        distinct(&mut starts);
        let last_ends = before.iter().map(|it| it.start_at + span_seconds_max);
        let mut ends: Vec<i64> = last_ends.filter(is_within).collect();
        let mut debts = vec![0];
        if let Some(ended_at) = ended_at {
            for start_at in &starts {
                let owed = self.owed.iter().map(|it| week.rest_seconds + it - start_at + ended_at);
                debts.extend(owed.filter(|it| self.is_debt(*it)));
            }
        }
        distinct(&mut debts);
        if let Some(after) = after.first() {
            let ends_at = |debt: &i64| {
                let debt = *debt;
                lengths.iter().map(move |it| after.start_at - it - debt)
            };
            ends.extend(debts.iter().flat_map(ends_at).filter(is_within));
        }
        let own = ended_at.map(|it| self.past.rules.compensated_by(it));
        let deadlines = self.past.all.iter().flat_map(|it| it.debts()).map(|it| it.by_at);
        for by_at in deadlines.chain(own).filter(|it| *it < TIME_MAX) {
            for debt in &debts {
                ends.extend(self.owed.iter().map(|it| by_at - it - debt).filter(is_within));
            }
        }
        distinct(&mut ends);
        [starts, ends]
    }

    /// The least lengths of a rest beside the route in each of its roles.
    fn lengths(&self) -> Vec<i64> {
        let Rules { week, .. } = self.past.rules;
        let roles = self.roles();
        let mut lengths = roles.to_vec();
        let mut reductions = vec![0];
        let later =
            || self.after.windows(2).map(|it| (it[0].end_at, it[1].start_at - it[0].end_at));
        reductions.extend(later().map(|it| week.rest_seconds - it.1));
        reductions.retain(|it| *it == 0 || self.is_debt(*it));
        reductions.extend(&self.owed);
        distinct(&mut reductions);
        // A reduced rest is as long as another rest can make up for the remainder...
        let mut capacities = Vec::new();
        for (_, seconds) in later() {
            for role in roles {
                capacities.extend(reductions.iter().map(|it| seconds - role - it));
            }
        }
        // ... and at the beginning of that rest, in time.
        let begins_at =
            [self.past.ended_at.unwrap_or(TIME_MIN), self.shift.start_at, self.shift.end_at];
        for by_at in begins_at.map(|it| self.past.rules.compensated_by(it)) {
            if by_at < TIME_MAX {
                let rests = self.after.iter().map(|it| by_at - it.end_at);
                capacities
                    .extend(rests.flat_map(|it| reductions.iter().map(move |less| it - less)));
            }
        }
        capacities.retain(|it| self.is_debt(*it));
        distinct(&mut capacities);
        lengths.extend(capacities.iter().map(|it| week.rest_seconds - it));
        let with_owed = |it: &i64| {
            let length = *it;
            self.owed.iter().map(move |owed| length + owed)
        };
        let mut all: Vec<i64> = lengths.iter().flat_map(with_owed).collect();
        distinct(&mut all);
        all
    }

    fn roles(&self) -> [i64; 3] {
        let Rules { week, reduced } = self.past.rules;
        let attached = reduced.compensated_rest_seconds;
        [
            attached,
            reduced.rest_seconds.max(attached.min(week.rest_seconds)),
            week.rest_seconds.max(attached),
        ]
    }

    /// Whether a reduced rest may owe this much.
    fn is_debt(&self, seconds: i64) -> bool {
        let Rules { week, reduced } = self.past.rules;
        seconds > 0 && seconds <= week.rest_seconds - reduced.rest_seconds
    }

    /// Starts at which the rest before the route is a reduced one.
    fn slope(&self, ended_at: i64) -> impl Iterator<Item = i64> {
        let Rules { week, reduced } = self.past.rules;
        let most = self.owed.last().copied().unwrap_or(0);
        let first_at = self.shift.start_at.max(ended_at + reduced.rest_seconds);
        let last_at = self.shift.end_at.min(ended_at + week.rest_seconds + most);
        let step_seconds = ((last_at - first_at) / SLOPE_STEP_COUNT).max(1);
        let is_any = last_at > first_at;
        let step = usize::try_from(step_seconds).unwrap_or(1);
        (first_at..=last_at).step_by(step).take_while(move |_| is_any)
    }
}

fn distinct(all: &mut Vec<i64>) {
    all.sort_unstable();
    all.dedup();
}
