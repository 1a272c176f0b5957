//! A road has to lead from each place of a route to the next one.

use crate::instance::NOWHERE;
use crate::problem::PlaceIdx;
use crate::solution::{Code, Violation};

use super::Timed;

pub(super) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    let &Timed { core, case, .. } = timed;
    let mut here = NOWHERE;
    for (stop, stay) in timed.stops().filter(|(_, stay)| stay.place != NOWHERE) {
        let (from, to) = (PlaceIdx(here), PlaceIdx(stay.place));
        if here != NOWHERE && core.instance.travel.meters(case.shift.travel, from, to).is_none() {
            report(Violation::new(Code::Unreachable, None, Some(stop)));
        }
        here = stay.place;
    }
}
