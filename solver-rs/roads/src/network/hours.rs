//! Roads that are closed, or for ends of trips alone, at hours: when one may turn into them.
//!
//! ```text
//!   ── open ──►  ┃ closed 7 to 9 ── closed 7 to 9 ──►  ── open ──►      one entrance: who is within goes on
//! ```
//!
//! What is closed is closed to who enters, and who is within may go on and leave. A road that is for ends of
//! trips at hours has both kinds of copies in the turn graph (see [`super::turns`]): at those hours one enters
//! the copy that ends there, and not the other.

use std::collections::BTreeMap;

use super::idx::{DirectedSegment, index};
use super::segment_builder::Laid;
use super::segments::Segments;
use crate::week::WeekHours;

/// Position of a set of hours in [`super::RoadNetwork::hours`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HoursIdx(pub u32);

/// Sets of hours, each kept once.
#[derive(Default)]
pub(super) struct HourSets {
    sets: Vec<WeekHours>,
    known: BTreeMap<WeekHours, HoursIdx>,
}

impl HourSets {
    /// The position of a set, added if it is new.
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

/// The directed segments with hours: few.
#[derive(Default)]
pub(super) struct RoadHours(BTreeMap<DirectedSegment, AccessHours>);

/// When a directed segment is not what its flags say.
pub(super) struct AccessHours {
    pub(super) closed: WeekHours,
    pub(super) ends_only: WeekHours,
}

static OPEN: AccessHours = AccessHours { closed: WeekHours::NEVER, ends_only: WeekHours::NEVER };

impl RoadHours {
    /// Notes hours, if there are any.
    pub(super) fn add(&mut self, directed: DirectedSegment, hours: AccessHours) {
        if !hours.closed.is_never() || !hours.ends_only.is_never() {
            self.0.insert(directed, hours);
        }
    }

    fn of(&self, directed: DirectedSegment) -> &AccessHours {
        self.0.get(&directed).unwrap_or(&OPEN)
    }

    /// Whether it is for ends of trips at some hours and not at all.
    pub(super) fn is_for_ends_at_hours(&self, directed: DirectedSegment) -> bool {
        !self.of(directed).ends_only.is_never()
    }

    /// When nobody may turn from one segment into another, for who goes through or who ends a trip.
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
        // One way round: not into what is for ends. The other: not out of it to what is open.
        let by_ends = if is_in { from_ends.without(&to_ends) } else { to_ends.without(&from_ends) };
        self.of(to).closed.without(&self.of(from).closed).or(&by_ends)
    }

    /// When a trip that starts at a junction may not start into which roads: those closed, unless all roads
    /// there are.
    pub(super) fn closed_starts(&self, laid: &Laid) -> Vec<(DirectedSegment, WeekHours)> {
        let closed = self.0.iter().filter(|(_, hours)| !hours.closed.is_never());
        let starts = closed.map(|(directed, hours)| {
            let around = laid.leaving(laid.segments.from(*directed)).iter();
            let travelable = around
                .flat_map(|it| [*it, it.reversed()])
                .filter(|it| laid.segments.is_travelable(*it));
            let within =
                travelable.fold(WeekHours::always(), |within, it| within.and(&self.of(it).closed));
            (*directed, hours.closed.without(&within))
        });
        starts.filter(|(_, hours)| !hours.is_never()).collect()
    }
}
