//! What a way or a restriction means over the week, where its tags have conditions.
//!
//! ```text
//!   tags ─► stretches of the week in which nothing changes ─► the rules, once each, on the tags at that time
//!                                                             └─► equal results are one state
//! ```
//!
//! Where a condition distinguishes trips that pass through from trips that end there, the rules are applied
//! for both: what is open only to the latter is destination-only. Profiles that traffic does not affect do
//! not depend on the hour either: they get the state that applies for most of the week.

use super::condition::{AtMinute, Conditions};
use super::{
    Access, DirectionHours, Pace, ProfileTable, RestrictionRule, Tags, TimedRestriction,
    WayDirection, WayTravel, WayWeek,
};
use crate::country::Country;
use crate::week::WeekHours;

/// A result and the hours at which it applies.
type State<T> = (WeekHours, T);

impl ProfileTable {
    /// Returns what a way means to this profile over the week; `None` if none of its tags has a condition, in
    /// which case [`ProfileTable::way`] is complete.
    #[must_use]
    pub fn way_week(&self, tags: &impl Tags, country: Option<Country>) -> Option<WayWeek> {
        let conditions = Conditions::of(self, tags)?;
        let states = states_of(&conditions, |minute| {
            let at = |is_end| AtMinute { tags, conditions: &conditions, minute, is_end };
            let through = self.way(&at(false), country);
            if conditions.knows_ends() {
                for_ends_besides(through, self.way(&at(true), country))
            } else {
                through
            }
        });
        let unread_count = conditions.unread_count();
        let week = if self.follows_traffic {
            WayWeek { unread_count, ..week_of(&states) }
        } else {
            let travel = longest(&states).and_then(|state| state.1);
            WayWeek { travel, hours: Default::default(), unread_count }
        };
        Some(week)
    }

    /// Returns what a restriction requires of this profile and when, and the number of conditions that could
    /// not be parsed.
    #[must_use]
    pub fn restrictions(&self, tags: &impl Tags) -> (Vec<TimedRestriction>, u32) {
        let Some(conditions) = Conditions::of(self, tags) else {
            return self.restriction_by_clock(tags);
        };
        let states = states_of(&conditions, |minute| {
            self.restriction(&AtMinute { tags, conditions: &conditions, minute, is_end: false })
        });
        (self.timed(&states), conditions.unread_count())
    }

    /// Returns both rules with their hours. For a profile that traffic does not affect, the state that applies
    /// for most of the week always applies.
    pub(super) fn timed(&self, states: &[State<Option<RestrictionRule>>]) -> Vec<TimedRestriction> {
        if !self.follows_traffic {
            let usual = longest(states).and_then(|state| state.1);
            let always = |rule| TimedRestriction { rule, hours: WeekHours::always() };
            return usual.map(always).into_iter().collect();
        }
        let with = |state: &State<Option<RestrictionRule>>| {
            state.1.map(|rule| TimedRestriction { rule, hours: state.0.clone() })
        };
        states.iter().filter_map(with).filter(|timed| !timed.hours.is_never()).collect()
    }
}

/// Applies `ask` once per stretch of the week, and joins the stretches with equal results.
fn states_of<T: PartialEq>(conditions: &Conditions<'_>, ask: impl Fn(u16) -> T) -> Vec<State<T>> {
    let mut states: Vec<(Vec<(u16, u16)>, T)> = Vec::new();
    for stretch in conditions.stretches() {
        let answer = ask(stretch.0);
        match states.iter_mut().find(|state| state.1 == answer) {
            Some(state) => state.0.push(stretch),
            None => states.push((vec![stretch], answer)),
        }
    }
    states.into_iter().map(|(ranges, answer)| (WeekHours::of(ranges), answer)).collect()
}

/// Returns the first of the states that apply for the longest time.
fn longest<T>(states: &[State<T>]) -> Option<&State<T>> {
    states.iter().reduce(|best, next| if next.0.minutes() > best.0.minutes() { next } else { best })
}

/// Adds what is open only to trips that end there, as destination-only.
fn for_ends_besides(through: Option<WayTravel>, end: Option<WayTravel>) -> Option<WayTravel> {
    let besides = |through: Option<WayDirection>, end: Option<WayDirection>| {
        through.or(end.map(|it| WayDirection { access: Access::DestinationOnly, ..it }))
    };
    match (through, end) {
        (Some(through), Some(end)) => Some(WayTravel {
            forward: besides(through.forward, end.forward),
            backward: besides(through.backward, end.backward),
            ..through
        }),
        (None, Some(end)) => Some(WayTravel {
            forward: besides(None, end.forward),
            backward: besides(None, end.backward),
            ..end
        }),
        (through, None) => through,
    }
}

fn week_of(states: &[State<Option<WayTravel>>]) -> WayWeek {
    let present: Vec<State<WayTravel>> =
        states.iter().filter_map(|state| Some((state.0.clone(), state.1?))).collect();
    let Some((_, usual)) = longest(&present) else {
        return WayWeek { travel: None, hours: Default::default(), unread_count: 0 };
    };
    let of = |direction: fn(&WayTravel) -> Option<WayDirection>| {
        let states: Vec<State<WayDirection>> = present
            .iter()
            .filter_map(|state| Some((state.0.clone(), direction(&state.1)?)))
            .collect();
        direction_of(&states)
    };
    let (forward, hours_forward) = of(|travel| travel.forward);
    let (backward, hours_backward) = of(|travel| travel.backward);
    let travel = Some(WayTravel { forward, backward, ..*usual });
    WayWeek { travel, hours: [hours_forward, hours_backward], unread_count: 0 }
}

/// Combines the states in which a direction may be traveled.
fn direction_of(states: &[State<WayDirection>]) -> (Option<WayDirection>, DirectionHours) {
    let hours_of = |is_meant: &dyn Fn(&WayDirection) -> bool| {
        let meant = states.iter().filter(|state| is_meant(&state.1));
        meant.fold(WeekHours::NEVER, |hours, state| hours.or(&state.0))
    };
    let mut paces: Vec<State<Pace>> = Vec::new();
    for (_, WayDirection { pace, .. }) in states {
        if paces.iter().all(|known| known.1 != *pace) {
            paces.push((hours_of(&|it| it.pace == *pace), *pace));
        }
    }
    let Some(&(_, usual)) = longest(&paces) else { return Default::default() };
    paces.retain(|it| it.1 != usual);
    let open = hours_of(&|it| it.access == Access::Open);
    let ends_only = hours_of(&|it| it.access == Access::DestinationOnly);
    let (access, ends_only) = if open.is_never() {
        (Access::DestinationOnly, WeekHours::NEVER)
    } else {
        (Access::Open, ends_only)
    };
    let closed = hours_of(&|_| true).not();
    (Some(WayDirection { pace: usual, access }), DirectionHours { closed, ends_only, paces })
}

#[cfg(test)]
mod tests;
