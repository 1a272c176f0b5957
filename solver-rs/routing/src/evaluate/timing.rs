//! A schedule as the search reads it: when steps are served, and what happens between them.

use crate::rules::rides::Ride;
use crate::timeline::{Case, Core, Role, Stay};

use super::plain::Onset;

/// Far more than any route lasts.
const ANY: i64 = i64::MAX / 4;

/// What a route does between two steps, apart from driving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    /// Breaks and rests.
    pub(crate) pause_seconds: i64,
    /// Waiting for a break, or for the service of the next step.
    pub(crate) waiting_seconds: i64,
    /// By how much its breaks may begin earlier and later.
    pub(crate) advance: i64,
    pub(crate) delay: i64,
}

/// The schedule of the last evaluation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing<'e> {
    pub(crate) start_at: i64,
    pub(crate) end_at: i64,
    /// Start of service of each step, and departure from it.
    pub(crate) starts: &'e [i64],
    pub(crate) departures: &'e [i64],
    /// The gap before each step, and the one before the end.
    pub(crate) gaps: &'e [Gap],
    /// The rides that have a limit.
    pub(crate) rides: &'e [Ride],
}

impl Gap {
    pub(crate) const NONE: Self =
        Self { pause_seconds: 0, waiting_seconds: 0, advance: ANY, delay: ANY };

    fn add(&mut self, stay: &Stay, windows: &[crate::problem::Window]) {
        self.waiting_seconds += stay.waiting_seconds();
        if !stay.role.is_rest() {
            return;
        }
        self.pause_seconds += stay.service_seconds();
        if let Some((first, last)) = windows.first().zip(windows.last()) {
            self.advance = self.advance.min((stay.start_at - first.start_at).max(0));
            self.delay = self.delay.min((last.end_at - stay.start_at).max(0));
        }
    }
}

/// The gaps of a timeline.
pub(crate) fn gaps(core: &Core<'_>, case: &Case<'_>, stays: &[Stay], gaps: &mut Vec<Gap>) {
    gaps.clear();
    gaps.resize(case.steps.len() + 1, Gap::NONE);
    let mut at = 0;
    for stay in stays {
        gaps[at].add(stay, core.windows(case, stay.role));
        at += usize::from(matches!(stay.role, Role::Step(_)));
    }
}

/// The gaps of a plain route, which contain nothing but waiting.
pub(crate) fn plain_gaps(start_at: i64, onsets: &[Onset], gaps: &mut Vec<Gap>) {
    gaps.clear();
    let mut before = 0;
    for onset in onsets {
        let waited = onset.waited_seconds(start_at);
        gaps.push(Gap { waiting_seconds: waited - before, ..Gap::NONE });
        before = waited;
    }
    gaps.push(Gap::NONE);
}
