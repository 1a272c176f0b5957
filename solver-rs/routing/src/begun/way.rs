//! Where a vehicle is on its way, and when.

use crate::evaluate::Travel;
use crate::instance::LEG;
use crate::problem::{PlaceIdx, Problem, TravelIdx};

/// A vehicle at an instant: at a place, or on a leg of which some parts are still ahead.
pub(super) struct Way<'t> {
    travel: &'t Travel<'t>,
    table: TravelIdx,
    /// Where the leg begins; `None`: the route has not reached its first place.
    pub(super) here: Option<PlaceIdx>,
    left: u64,
    pub(super) at: i64,
}

impl<'t> Way<'t> {
    pub(super) const fn new(
        travel: &'t Travel<'t>,
        table: TravelIdx,
        here: Option<PlaceIdx>,
        at: i64,
    ) -> Self {
        Self { travel, table, here, left: LEG, at }
    }

    /// Drives to a place, and returns when its setup is over. `None`: no road leads there.
    pub(super) fn settle(&mut self, problem: &Problem, to: PlaceIdx) -> Option<i64> {
        let is_settled = self.here == Some(to);
        self.drive_to(to)?;
        Some(self.at + if is_settled { 0 } else { problem.places[to.at()].setup_seconds })
    }

    /// Drives to a place. `None`: no road leads there.
    pub(super) fn drive_to(&mut self, to: PlaceIdx) -> Option<()> {
        self.at = self.arrival_at(to)?;
        (self.here, self.left) = (Some(to), LEG);
        Some(())
    }

    /// Drives toward a place until an instant, or until it is there. Does nothing if no road leads there.
    pub(super) fn drive_until(&mut self, to: PlaceIdx, until_at: i64) {
        let Some(from) = self.here.filter(|from| *from != to && until_at > self.at) else { return };
        let Some(leg) = self.travel.leg(self.table, from, to) else { return };
        let until_at = until_at.min(leg.arrival_at(self.at, self.left));
        self.left = leg.left_at(self.at, self.left, until_at);
        self.at = until_at;
    }

    fn arrival_at(&self, to: PlaceIdx) -> Option<i64> {
        match self.here {
            Some(from) if from != to => {
                Some(self.travel.leg(self.table, from, to)?.arrival_at(self.at, self.left))
            }
            _ => Some(self.at),
        }
    }
}
