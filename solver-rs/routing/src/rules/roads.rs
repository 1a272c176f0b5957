//! A road must lead from each place of a route to the next one.

use crate::instance::NOWHERE;
use crate::problem::PlaceIdx;

use super::{Code, Miss, Timed, Violation};

/// No road leads from one place to the next.
pub(crate) const CODE: Code = Code::Unreachable;

/// The miss of a road that does not exist.
pub(crate) const MISSING: Miss = (CODE, 0);

/// Whether a road is missing.
pub(crate) const fn is_missing((code, _): Miss) -> bool {
    matches!(code, CODE)
}

pub(super) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    let &Timed { core, case, .. } = timed;
    let mut here = NOWHERE;
    for (stop, stay) in timed.stops().filter(|(_, stay)| stay.place != NOWHERE) {
        let (from, to) = (PlaceIdx(here), PlaceIdx(stay.place));
        if here != NOWHERE && core.instance.travel.meters(case.shift.travel, from, to).is_none() {
            report(Violation::new(CODE, None, Some(stop)));
        }
        here = stay.place;
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::Fixture;
    use crate::rules::Code;

    #[test]
    fn unreachable_places_are_not_visited() {
        let mut fixture = Fixture::new(3);
        fixture.shift(0..10_000);
        let steps = [1, 2].map(|place| fixture.dropoff(place, &[]));
        // From place 1 to place 2.
        fixture.problem.travel[0].distance_meters[3 + 2] = -1;
        assert_eq!(fixture.broken(&steps), Some((Code::Unreachable, 0)));
        assert_eq!(fixture.broken(&[steps[1], steps[0]]), None);
    }
}
