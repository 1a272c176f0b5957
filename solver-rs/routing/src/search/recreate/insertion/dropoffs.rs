//! What a dropoff adds at each position of a route, wherever its pickup is: looked up once for all positions of the
//! pickup.

use super::Scan;
use crate::search::plan::margins::StepTimes;

/// A dropoff after one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dropoff {
    /// Added meters; `i64::MAX` if the dropoff never fits here.
    pub(super) meters: i64,
    /// The fewest meters that it adds here or further behind.
    pub(super) least_meters: i64,
    /// Seconds of the leg to the dropoff, and of the leg back to the route.
    pub(super) seconds_there: i64,
    pub(super) seconds_on: i64,
}

impl Dropoff {
    const NEVER: Self =
        Self { meters: i64::MAX, least_meters: i64::MAX, seconds_there: 0, seconds_on: 0 };

    pub(super) const fn ever_fits(&self) -> bool {
        self.meters < i64::MAX
    }
}

/// The positions of one route that insertions have looked at for a dropoff.
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

    /// Looks up all positions. O(positions).
    pub(super) fn read(&mut self, scan: &Scan<'_>, second: &StepTimes) {
        let margins = &scan.route.margins;
        self.clear();
        self.low = scan.low;
        for after in scan.low..=scan.high {
            let (place, next) = (margins.place[after], margins.place[after + 1]);
            let gain = scan.setup_gain(after, second.place);
            let on = scan.meters(second.place, next);
            let (Some(there), Some(on)) = (scan.meters(place, second.place), on) else {
                self.found.push(Dropoff::NEVER);
                continue;
            };
            let seconds_on = scan.seconds(second.place, next);
            if second.opens + second.service + seconds_on > margins.latest[after + 1] + gain {
                self.found.push(Dropoff::NEVER);
                continue;
            }
            self.found.push(Dropoff {
                meters: there + on - margins.leg[after + 1],
                seconds_there: scan.seconds(place, second.place),
                seconds_on,
                ..Dropoff::NEVER
            });
        }
        let mut least_meters = i64::MAX;
        for dropoff in self.found.iter_mut().rev() {
            least_meters = least_meters.min(dropoff.meters);
            dropoff.least_meters = least_meters;
        }
    }
}
