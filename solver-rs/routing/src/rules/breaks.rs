//! Hard breaks: owed by routes that neither end before them nor begin after them.

use crate::problem::{Break, TIME_MAX, Window};
use crate::timeline::{Case, Core, Role, Stay, span};

use super::{Code, Miss, Timed, Violation};

/// A break is missing, or at the wrong time.
pub(crate) const CODE: Code = Code::Break;

/// The excess of leaving out a hard break that is owed, in addition to its length.
pub(crate) const EXCESS_SECONDS: i64 = 3_600;

/// Whether a route with this start and end owes a break: the break neither fits before the route, nor can it begin
/// after.
pub(crate) fn is_owed(case: &Case<'_>, pause: &Break, start_at: i64, end_at: i64) -> bool {
    pause.owed.is_none_or(|it| {
        // A break that is never owed may be left out even by routes that end too late.
        it.end_at < TIME_MAX
            && start_at < fits_before_at(it, pause.seconds)
            && end_at > it.end_at.min(case.shift.latest_end_at)
    })
}

/// By how much a hard break, given with its position, that has not been taken by now breaks the rule, however the
/// route continues. `None`: it may still be taken, or the route may end before it is owed.
pub(crate) fn missed(
    case: &Case<'_>,
    (pause, position): (&Break, u32),
    start_at: i64,
    now_at: i64,
) -> Option<Miss> {
    let by_at = match pause.owed {
        Some(owed) => is_owed(case, pause, start_at, now_at).then_some(owed.end_at),
        None if case.shift.has_begun(position) => pause.windows.last().map(|it| it.end_at),
        None => None,
    };
    by_at.filter(|it| *it < now_at || pause.owed.is_some()).map(|it| (CODE, now_at - it))
}

/// The earliest start of the route with which a break fits before it. The shift counts as the caller stated it, also
/// before the planning period and before the present: a driver who is on duty by then has had the break.
pub(crate) const fn fits_before_at(owed: Window, seconds: i64) -> i64 {
    owed.start_at + seconds
}

pub(super) fn check(timed: &Timed<'_>, report: &mut impl FnMut(Violation)) {
    for _ in left_out(timed.core, timed.case, timed.stays) {
        report(Violation::new(CODE, None, None));
    }
}

/// The breaks that a timeline owes and leaves out.
pub(crate) fn left_out<'s>(
    core: &'s Core<'_>,
    case: &'s Case<'_>,
    stays: &'s [Stay],
) -> impl Iterator<Item = &'s Break> {
    let (start_at, end_at) = span(case, stays);
    let breaks = if core.unbroken.is_some() { &[] } else { &core.shift(case).breaks[..] };
    let is_taken = move |at: u32| stays.iter().any(|stay| stay.role == Role::Break(at));
    let left_out = breaks
        .iter()
        .zip(0..)
        .filter(move |(pause, at)| is_owed(case, pause, start_at, end_at) && !is_taken(*at));
    left_out.map(|(pause, _)| pause)
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{Break, PlaceIdx, Window};
    use crate::rules::Code;

    #[test]
    fn a_break_that_is_owed_elsewhere_at_that_time_is_reported() {
        for (place, is_kept) in [(1, true), (2, false)] {
            let mut fixture = Fixture::new(3);
            let shift = fixture.shift(0..10_000);
            let window = Window { start_at: 60, end_at: 60 };
            shift.breaks.push(Break::new(100, vec![window], Some(PlaceIdx(place))));
            // Service at place 1 begins at 60, or when the break there ends; the way to place 2 takes until 120.
            let step = fixture.dropoff(1, &[(0, 160)]);
            let broken = fixture.broken(&[step]);
            assert_eq!(broken.is_none(), is_kept, "{broken:?}");
            assert!(matches!(broken, None | Some((Code::Break, _))), "{broken:?}");
        }
    }
}
