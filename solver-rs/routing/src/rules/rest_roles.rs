//! What each rest between routes of a vehicle stands for, if some weekly rests may be reduced.
//!
//! ```text
//! route ─ 30 h ─ route ─ 11 h ─ route ─ 60 h ─────────────────── route      45 h are regular, 24 h the least
//!         reduced        daily          regular 45 h + 15 h made up for
//!         owes 15 h ────────────────────────────────────► before the deadline of its ISO week
//! ```
//!
//! A plan is valid if some choice of roles keeps all rules: each rest is daily, reduced or regular, and part of it may
//! make up for earlier reductions. All choices are followed at once, route by route ([`Pasts`]): a choice that is worse
//! than another in every respect is dropped, so few remain. A rest whose length decides between few roles, such as a
//! night of 11 hours, leaves one. O(routes × choices), without allocations after the first routes.

mod spans;

use crate::problem::{ReducedWeeklyRests, WeekRules, Window};

pub(super) use spans::spans;

/// The most reductions that a vehicle has still to make up for at any time; with more, a rest is not reduced.
const DEBT_COUNT_MAX: usize = 6;
/// The most choices that are followed. With limits of a regulation there are fewer than ten; the bound keeps requests
/// with arbitrary limits from taking exponential time, and beyond it a plan may be refused that some choice allows.
const PAST_COUNT_MAX: usize = 256;

/// A reduction that has to be made up for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Debt {
    seconds: i64,
    /// When the compensation is over at the latest.
    by_at: i64,
}

/// What one choice of roles for all rests so far leaves behind.
#[derive(Clone, Copy, Debug)]
struct Past {
    /// The end of the latest weekly rest.
    week_start_at: i64,
    /// Whether that rest was reduced, so that the next one is not.
    owes_regular: bool,
    /// In the order of their deadlines, which is that of their rests.
    debts: [Debt; DEBT_COUNT_MAX],
    debt_count: usize,
}

impl Past {
    /// Before the plan, all rests were regular.
    const fn rested(week_start_at: i64) -> Self {
        let debts = [Debt { seconds: 0, by_at: 0 }; DEBT_COUNT_MAX];
        Self { week_start_at, owes_regular: false, debts, debt_count: 0 }
    }

    fn debts(&self) -> &[Debt] {
        &self.debts[..self.debt_count]
    }

    /// By how much a week of work that ends now is too long, or a compensation that begins now is too late.
    fn excess_seconds(&self, now: i64, span_seconds_max: i64) -> i64 {
        let mut most = now - self.week_start_at - span_seconds_max;
        let mut over_at = now;
        for debt in self.debts() {
            over_at += debt.seconds;
            most = most.max(over_at - debt.by_at);
        }
        most
    }

    /// Whether everything that is possible after the other is possible after this one.
    fn is_as_good_as(&self, other: &Self) -> bool {
        if self.week_start_at < other.week_start_at || self.owes_regular && !other.owes_regular {
            return false;
        }
        let mut left = other.debts().iter();
        self.debts()
            .iter()
            .all(|it| left.any(|other| it.seconds <= other.seconds && it.by_at >= other.by_at))
    }

    /// Calls `each` for all choices for a rest.
    fn rest(self, rules: Rules<'_>, ended_at: i64, seconds: i64, mut each: impl FnMut(Self)) {
        let Rules { week, reduced } = rules;
        for made_up in 0..1_u32 << self.debt_count {
            let mut past = Self { debt_count: 0, ..self };
            let mut rest_seconds = seconds;
            let mut is_late = false;
            for (position, debt) in self.debts().iter().enumerate() {
                if made_up & 1 << position == 0 {
                    past.debts[past.debt_count] = *debt;
                    past.debt_count += 1;
                } else {
                    // Compensations come first, the rest that they are attached to follows.
                    rest_seconds -= debt.seconds;
                    is_late |= ended_at + seconds - rest_seconds > debt.by_at;
                }
            }
            let is_attached = made_up == 0 || rest_seconds >= reduced.compensated_rest_seconds;
            if is_late || !is_attached {
                continue;
            }
            each(past);
            let week_start_at = ended_at + seconds;
            if rest_seconds >= week.rest_seconds {
                each(Self { week_start_at, owes_regular: false, ..past });
            } else if rest_seconds >= reduced.rest_seconds
                && !past.owes_regular
                && past.debt_count < DEBT_COUNT_MAX
            {
                let seconds = week.rest_seconds - rest_seconds;
                let by_at = rules.compensated_by(ended_at);
                past.debts[past.debt_count] = Debt { seconds, by_at };
                past.debt_count += 1;
                each(Self { week_start_at, owes_regular: true, ..past });
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Rules<'r> {
    week: &'r WeekRules,
    reduced: &'r ReducedWeeklyRests,
}

impl Rules<'_> {
    /// By when the reduction of a rest that begins at this time has to be made up for.
    fn compensated_by(self, rest_start_at: i64) -> i64 {
        let weeks = &self.reduced.weeks;
        let after = weeks.partition_point(|it| it.start_at <= rest_start_at);
        weeks.get(after.saturating_sub(1)).map_or(i64::MAX, |it| it.compensated_by_at)
    }
}

/// All choices of roles for the rests between the routes so far.
#[derive(Clone, Debug)]
pub(super) struct Pasts<'r> {
    rules: Rules<'r>,
    /// When the latest route ended; `None` before the first.
    ended_at: Option<i64>,
    all: Vec<Past>,
    next: Vec<Past>,
}

impl<'r> Pasts<'r> {
    pub(super) const fn new(week: &'r WeekRules, reduced: &'r ReducedWeeklyRests) -> Self {
        let rules = Rules { week, reduced };
        Self { rules, ended_at: None, all: Vec::new(), next: Vec::new() }
    }

    /// Adds the next route, and returns by how many seconds it breaks the rules with the best choice; at most 0 if it
    /// keeps them. If it breaks them, the vehicle counts as rested before it.
    pub(super) fn add(&mut self, route: Window) -> i64 {
        if let Some(ended_at) = self.ended_at {
            self.rest(ended_at, route.start_at - ended_at);
        } else {
            self.all.clear();
            self.all.push(Past::rested(route.start_at));
        }
        let ended_at = self.ended_at.unwrap_or(route.end_at).max(route.end_at);
        self.ended_at = Some(ended_at);
        let span_seconds_max = self.rules.week.span_seconds_max;
        let excess_seconds = |it: &Past| it.excess_seconds(ended_at, span_seconds_max);
        let least = self.all.iter().map(excess_seconds).min().unwrap_or(0);
        if least > 0 {
            self.all.clear();
            self.all.push(Past::rested(route.start_at));
        } else {
            self.all.retain(|it| excess_seconds(it) <= 0);
        }
        least
    }

    /// Adds the choices for a rest.
    fn rest(&mut self, ended_at: i64, seconds: i64) {
        let Self { rules, all, next, .. } = self;
        let debts = all.iter().flat_map(Past::debts).map(|it| it.seconds);
        let compensation = debts.min().unwrap_or(i64::MAX / 2);
        let compensated = rules.reduced.compensated_rest_seconds + compensation;
        // Most rests are nights, which leave no choice.
        if seconds < compensated.min(rules.reduced.rest_seconds) {
            return;
        }
        next.clear();
        for past in all.iter() {
            past.rest(*rules, ended_at, seconds, |it| keep_best(next, it));
        }
        std::mem::swap(all, next);
    }

    /// Becomes equal to another one without allocating.
    fn copy_from(&mut self, other: &Self) {
        self.ended_at = other.ended_at;
        self.all.clear();
        self.all.extend_from_slice(&other.all);
    }
}

/// Adds a choice unless another one is as good, and removes those that it makes redundant.
fn keep_best(all: &mut Vec<Past>, new: Past) {
    if all.iter().any(|it| it.is_as_good_as(&new)) {
        return;
    }
    all.retain(|it| !new.is_as_good_as(it));
    if all.len() < PAST_COUNT_MAX {
        all.push(new);
    }
}

#[cfg(test)]
mod tests;
