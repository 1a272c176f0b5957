//! What a dropoff adds at each position of a route, wherever its pickup is: looked up once for all positions of the
//! pickup.

use super::Scan;
use crate::instance::Row;
use crate::search::plan::margins::StepTimes;

/// A dropoff after one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dropoff {
    /// Added meters; `i64::MAX` if the dropoff does not fit here.
    pub(super) meters: i64,
    /// The fewest meters that it adds here or further behind; `i64::MAX` if it fits nowhere.
    pub(super) least_meters: i64,
    /// Seconds of the leg to the dropoff, and of the leg back to the route.
    pub(super) seconds_there: i64,
    pub(super) seconds_on: i64,
}

impl Dropoff {
    const NEVER: Self =
        Self { meters: i64::MAX, least_meters: i64::MAX, seconds_there: 0, seconds_on: 0 };

    /// Looks up a dropoff after a position that is left at `departs_at` or later.
    #[inline]
    pub(super) fn at(
        scan: &Scan<'_>,
        (second, row): (&StepTimes, Row),
        after: usize,
        departs_at: i64,
    ) -> Self {
        let [before, next] = scan.around(after);
        let latest = next.latest + scan.setup_gain(after, second.place);
        // With narrow windows, most positions are too late or too early, which no table is needed for.
        if departs_at > second.closes || second.opens + second.service > latest {
            return Self::NEVER;
        }
        let legs = (scan.leg(scan.leg_into(before.row, row)), scan.leg((row, next.row)));
        let (Some((meters_there, seconds_there)), Some((meters_on, seconds_on))) = legs else {
            return Self::NEVER;
        };
        let meters = meters_there + meters_on - next.leg_meters;
        let setup = if before.place == second.place { 0 } else { second.setup };
        let starts = (departs_at + seconds_there + setup).max(second.opens);
        if starts > second.closes || starts + second.service + seconds_on > latest {
            return Self::NEVER;
        }
        Self { meters, least_meters: meters, seconds_there, seconds_on }
    }
}

/// The dropoffs at the positions of one route, which a pickup before them does not make earlier.
#[derive(Debug, Default)]
pub(crate) struct Dropoffs {
    /// From position `low` on.
    found: Vec<Dropoff>,
    low: usize,
}

impl Dropoffs {
    pub(super) fn clear(&mut self) {
        self.found.clear();
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns the dropoff after a position.
    #[inline]
    pub(super) fn after(&self, position: usize) -> &Dropoff {
        &self.found[position - self.low]
    }

    /// Looks up all positions from `low` on. O(positions).
    pub(super) fn read(&mut self, scan: &Scan<'_>, second: (&StepTimes, Row), low: usize) {
        let positions = &scan.route.margins.positions;
        self.low = low;
        self.found.clear();
        self.found.extend(
            (low..=scan.high).map(|it| Dropoff::at(scan, second, it, positions[it].departs)),
        );
        let mut least_meters = i64::MAX;
        for dropoff in self.found.iter_mut().rev() {
            least_meters = least_meters.min(dropoff.meters);
            dropoff.least_meters = least_meters;
        }
    }
}
