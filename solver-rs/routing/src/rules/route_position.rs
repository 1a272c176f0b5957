//! Orders whose stops come first or last among the stops of orders on their route.
//!
//! ```text
//! first … first │ others │ last … last        reloads and breaks lie anywhere
//!               └────────┴── where a visit of each kind may be inserted: `bounds`
//! ```

use crate::instance::{Instance, ShiftData, flag};
use crate::step::Step;
use crate::timeline::{Case, Core};

use super::Code;

/// A stop that must be first or last is not.
pub(super) const CODE: Code = Code::RoutePosition;

/// Reports each stop that should be first but comes after a stop of another kind, or should be last but comes before
/// one.
pub(super) fn check(
    core: &Core<'_>,
    case: &Case<'_>,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    let flags_of = |step: &Step| core.instance.step(case.shift, *step).flags;
    let is_between = |step: &Step, own: u32| flags_of(step) & (own | flag::RELOAD) == 0;
    let others_until = case.steps.iter().rposition(|it| is_between(it, flag::LAST)).unwrap_or(0);
    let mut is_begun = false;
    for (step, position) in case.steps.iter().zip(0_u32..) {
        let flags = flags_of(step);
        let is_late = flags & flag::FIRST != 0 && is_begun;
        let is_early = flags & flag::LAST != 0 && (position as usize) < others_until;
        if is_late || is_early {
            report(CODE, Some(position), 0);
        }
        is_begun |= is_between(step, flag::FIRST);
    }
}

/// The smallest and largest number of steps after which a visit with these flags may be inserted into a route that
/// keeps the rule.
pub(crate) fn bounds(
    instance: &Instance<'_>,
    shift: &ShiftData,
    steps: &[Step],
    own: u32,
) -> (usize, usize) {
    let (mut low, mut high) = (0, steps.len());
    for (position, &step) in steps.iter().enumerate() {
        let flags = instance.step(shift, step).flags;
        if flags & flag::RELOAD != 0 {
            continue;
        }
        let is_before =
            flags & flag::FIRST > own & flag::FIRST || own & flag::LAST > flags & flag::LAST;
        let is_behind =
            flags & flag::LAST > own & flag::LAST || own & flag::FIRST > flags & flag::FIRST;
        if is_before {
            low = position + 1;
        }
        if is_behind {
            high = high.min(position);
        }
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::Fixture;
    use crate::evaluate::{Evaluator, Step};
    use crate::instance::{Instance, flag};
    use crate::problem::{Problem, RoutePosition, ShiftIdx};
    use crate::rules::Code;

    /// One order that comes first, one without a position, and one that comes last.
    fn problem() -> (Problem, [Step; 3]) {
        let mut fixture = Fixture::new(4);
        fixture.shift(0..10_000);
        let steps = [1, 2, 3].map(|place| fixture.dropoff(place, &[]));
        fixture.order_of(steps[0]).route_position = RoutePosition::First;
        fixture.order_of(steps[2]).route_position = RoutePosition::Last;
        (fixture.problem, steps)
    }

    #[test]
    fn first_come_before_all_others_and_last_after_them() {
        let (problem, [first, usual, last]) = problem();
        let mut evaluator = Evaluator::new(&problem);
        let mut keeps = |steps: &[Step]| {
            let broken = evaluator.evaluate(ShiftIdx(0), steps, &[]).broken;
            assert!(matches!(broken, None | Some((Code::RoutePosition, _))), "{broken:?}");
            broken.is_none()
        };
        assert!(keeps(&[first, usual, last]));
        assert!(keeps(&[first, last]));
        assert!(keeps(&[usual]));
        for steps in [[usual, first, last], [first, last, usual], [last, first, usual]] {
            assert!(!keeps(&steps), "{steps:?}");
        }
        assert!(!keeps(&[last, first]));
    }

    #[test]
    fn each_stop_in_a_wrong_position_is_reported() {
        let mut fixture = Fixture::new(5);
        fixture.shift(0..10_000);
        let steps = [1, 2, 3, 4].map(|place| fixture.dropoff(place, &[]));
        for (step, position) in steps.into_iter().zip([
            RoutePosition::Last,
            RoutePosition::Last,
            RoutePosition::Any,
            RoutePosition::First,
        ]) {
            fixture.order_of(step).route_position = position;
        }
        let route = Evaluator::new(&fixture.problem).schedule(ShiftIdx(0), &steps, &[]);
        let found: Vec<_> = route.violations.iter().map(|it| (it.code, it.stop)).collect();
        assert_eq!(found, [1, 2, 4].map(|stop| (Code::RoutePosition, Some(stop))));
    }

    #[test]
    fn bounds_leave_the_positions_that_keep_the_rule() {
        let (problem, [first, usual, last]) = problem();
        let instance = Instance::new(&problem);
        let shift = instance.shift(ShiftIdx(0));
        let bounds = |steps: &[Step], own: u32| super::bounds(&instance, shift, steps, own);
        let all = [first, usual, last];
        assert_eq!(bounds(&all, flag::FIRST), (0, 1));
        assert_eq!(bounds(&all, 0), (1, 2));
        assert_eq!(bounds(&all, flag::LAST), (2, 3));
        assert_eq!(bounds(&[], flag::LAST), (0, 0));
    }
}
