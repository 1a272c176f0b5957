//! Roads that are closed or destination-only at certain hours: when turns into them are allowed.
//!
//! ```text
//!   ── open ──►  ┃ closed 7 to 9 ── closed 7 to 9 ──►  ── open ──►      one entrance: vehicles inside may go on
//! ```
//!
//! A closed road is closed to vehicles that enter it; vehicles on it may go on and leave. A road that is
//! destination-only at certain hours has both kinds of copies in the turn graph (see [`super::turns`]): at
//! those hours, trips may only enter the copy on which they end.

use std::collections::BTreeMap;

use super::idx::{DirectedSegment, HoursIdx, index};
use super::segments::Segments;
use crate::week::WeekHours;

/// Sets of hours, each stored once.
#[derive(Default)]
pub(super) struct HourSets {
    sets: Vec<WeekHours>,
    known: BTreeMap<WeekHours, HoursIdx>,
}

impl HourSets {
    /// The position of a set, which is added if it is new.
    pub(super) fn idx(&mut self, hours: &WeekHours) -> HoursIdx {
        if let Some(known) = self.known.get(hours) {
            return *known;
        }
        let idx = HoursIdx(index(self.sets.len()));
        self.sets.push(hours.clone());
        self.known.insert(hours.clone(), idx);
        idx
    }

    pub(super) fn into_sets(self) -> Vec<WeekHours> {
        self.sets
    }
}

/// The directed segments with hours, of which there are few.
#[derive(Default)]
pub(super) struct RoadHours(BTreeMap<DirectedSegment, AccessHours>);

/// The hours at which a directed segment differs from its flags.
pub(super) struct AccessHours {
    pub(super) closed: WeekHours,
    pub(super) ends_only: WeekHours,
}

static OPEN: AccessHours = AccessHours { closed: WeekHours::NEVER, ends_only: WeekHours::NEVER };

impl RoadHours {
    /// Stores hours, if there are any.
    pub(super) fn add(&mut self, directed: DirectedSegment, hours: AccessHours) {
        if !hours.closed.is_never() || !hours.ends_only.is_never() {
            self.0.insert(directed, hours);
        }
    }

    pub(super) fn of(&self, directed: DirectedSegment) -> &AccessHours {
        self.0.get(&directed).unwrap_or(&OPEN)
    }

    /// Whether it is destination-only at certain hours.
    pub(super) fn is_for_ends_at_hours(&self, directed: DirectedSegment) -> bool {
        !self.of(directed).ends_only.is_never()
    }

    /// The hours when a turn is closed to trips that pass through, or to trips that end if `is_in`.
    pub(super) fn closed(
        &self,
        segments: &Segments,
        from: DirectedSegment,
        to: DirectedSegment,
        is_in: bool,
    ) -> WeekHours {
        if !self.0.contains_key(&from) && !self.0.contains_key(&to) {
            return WeekHours::NEVER;
        }
        let ends = |directed: DirectedSegment| match segments.is_destination_only(directed) {
            true => WeekHours::always(),
            false => self.of(directed).ends_only.clone(),
        };
        let (from_ends, to_ends) = (ends(from), ends(to));
        // Trips that pass through may not enter destination-only roads; trips that end may not leave them again.
        let by_ends = if is_in { from_ends.without(&to_ends) } else { to_ends.without(&from_ends) };
        self.of(to).closed.without(&self.of(from).closed).or(&by_ends)
    }

    /// The directed segments that are closed at certain hours.
    pub(super) fn closed_roads(&self) -> impl Iterator<Item = (DirectedSegment, &WeekHours)> {
        let closed = self.0.iter().map(|(directed, hours)| (*directed, &hours.closed));
        closed.filter(|(_, closed)| !closed.is_never())
    }
}
