//! What rests do to the state of a driver.

use super::*;
use crate::problem::{ExtendedDays, ReducedRests, RestParts};

const DAY: DayRules = DayRules {
    driving_seconds_max: 150,
    span_seconds_max: 400,
    rest_seconds: 200,
    parts: None,
    reduced: None,
    extended: None,
};

fn rules() -> DrivingRules {
    DrivingRules {
        driving_seconds_max: 100,
        break_seconds: 45,
        part_seconds: vec![15, 30],
        working_seconds_max: UNLIMITED,
        day: None,
    }
}

#[test]
fn a_whole_rest_or_its_parts_in_their_order_reset_the_driven_time() {
    let driven = |rests: &[i64]| {
        let state = RestState { driven_seconds: 90, ..RestState::default() };
        let rest = |state: RestState, &seconds| state.rested(&rules(), seconds).worked(0);
        rests.iter().fold(state, rest).driven_seconds
    };
    for (rests, expected) in [
        ([45].as_slice(), 0),
        (&[44], 90),
        (&[15, 30], 0),
        (&[15, 29], 90),
        (&[30, 15], 90),
        (&[30, 30], 0),
    ] {
        assert_eq!(driven(rests), expected, "{rests:?}");
    }
}

#[test]
fn a_long_rest_ends_the_day_and_shorter_ones_are_part_of_it() {
    let rules = DrivingRules { day: Some(DAY), ..rules() };
    let late = RestState::default().moved(90, 0).worked(50).rested(&rules, 45).moved(40, 10);
    // 150 − 130 on the road; 400 − 90 − 50 − 45 − 40 − 10 in all; 100 − 40 since the break.
    assert_eq!(late.drivable_seconds(&rules), 20);
    assert_eq!(late.day_over(&rules, 21, 21), 1);
    assert_eq!(late.day_over(&rules, 0, 170), 5);
    assert_eq!(late.choices(&rules).of_day, [Some(200), None]);
    let rested = late.rested(&rules, 120);
    assert_eq!((rested.driven_seconds, rested.day_driven_seconds), (0, 130));
    assert_eq!(rested.choices(&rules).of_day, [Some(80), None]);
    let next = rested.rested(&rules, 80);
    assert_eq!((next.day_driven_seconds, next.day_seconds), (0, 0));
    assert_eq!(next.drivable_seconds(&rules), 100);
}

fn exceptional() -> DrivingRules {
    let reduced = Some(ReducedRests { rest_seconds: 150, count_max: 3 });
    let extended = Some(ExtendedDays { driving_seconds_max: 170, count_max: 2 });
    DrivingRules { day: Some(DayRules { reduced, extended, ..DAY }), ..rules() }
}

/// A state with this many reduced rests and extended days left.
fn left(reduced: i16, extended: i16) -> RestState {
    RestState::at_start(Allowance { reduced, extended, ..Allowance::default() })
}

#[test]
fn a_reduced_rest_ends_a_day_and_is_spent_unless_it_becomes_a_full_one() {
    let rules = exceptional();
    let day = left(1, 0).worked(100);
    assert_eq!(day.choices(&rules).of_day, [Some(200), Some(150)]);
    let short = day.rested(&rules, 150);
    assert_eq!((short.allowance.reduced, short.day_seconds), (0, 0));
    assert_eq!(short.choices(&rules).of_day, [Some(50), None]);
    assert_eq!(short.rested(&rules, 50).allowance.reduced, 1);
    // Another one would be too many.
    let next = short.worked(100);
    assert_eq!(next.choices(&rules).of_day, [Some(200), None]);
    let again = next.rested(&rules, 150);
    assert!(again.check(&rules, 0).is_none(), "it may go on");
    assert!(again.worked(1).check(&rules, 0).is_some());
    assert!(again.rested(&rules, 50).worked(1).check(&rules, 0).is_none());
}

#[test]
fn a_day_is_longer_by_as_much_as_the_rest_after_it_may_be_shorter() {
    let rules = exceptional();
    // 400 + 200 − 150.
    assert_eq!(left(1, 0).over(&rules, 451), 1);
    assert_eq!(left(0, 0).over(&rules, 401), 1);
    let long = left(1, 0).worked(401);
    assert_eq!(long.choices(&rules).of_day, [None, Some(150)]);
    // Even a full rest after it is a reduced one.
    assert_eq!(long.rested(&rules, 200).allowance.reduced, 0);
    // The rest after the last day is known to be a reduced one: only rests before it are spent.
    let last = Allowance { is_last_reduced: true, ..Allowance::default() };
    let last = RestState::at_start(last).worked(401);
    assert_eq!((last.over(&rules, 49), last.over(&rules, 50)), (0, 1));
    assert_eq!(last.choices(&rules).of_day, [None, None]);
}

#[test]
fn an_extended_day_is_spent_when_it_ends() {
    let rules = exceptional();
    let driven = left(0, 1).moved(90, 0).rested(&rules, 45).moved(70, 0);
    assert_eq!(driven.drivable_seconds(&rules), 10);
    let next = driven.rested(&rules, 200);
    assert_eq!(next.allowance.extended, 0);
    let second = next.moved(90, 0).rested(&rules, 45).moved(50, 0);
    assert_eq!(second.drivable_seconds(&rules), 10);
}

#[test]
fn work_asks_for_breaks_as_driving_does() {
    let rules = DrivingRules { working_seconds_max: 120, ..rules() };
    let state = RestState::default().moved(60, 10).worked(40);
    assert_eq!((state.drivable_seconds(&rules), state.over(&rules, 11)), (10, 1));
    assert_eq!(state.rested(&rules, 44).over(&rules, 0), 34);
    let rested = state.rested(&rules, 45);
    assert_eq!((rested.over(&rules, 120), rested.is_tired(&rules)), (0, false));
    assert!(RestState::default().worked(1).is_tired(&rules));
}

#[test]
fn rests_directly_after_one_another_are_one() {
    let state = RestState { driven_seconds: 90, ..RestState::default() };
    // 10 + 5 is the first part; 30 more make the whole, 29 more make nothing: one rest counts as one part.
    let first = state.rested(&rules(), 10).rested(&rules(), 5);
    assert_eq!((first.part_count, first.driven_seconds), (1, 90));
    assert_eq!(first.rested(&rules(), 29).driven_seconds, 90);
    assert_eq!(first.rested(&rules(), 30).driven_seconds, 0);
    // Waiting between them separates them into two rests.
    assert_eq!(first.moved(0, 1).rested(&rules(), 29).driven_seconds, 90);
    assert_eq!(first.moved(0, 1).rested(&rules(), 30).driven_seconds, 0);
}

fn in_parts() -> DrivingRules {
    let parts = Some(RestParts { first: 60, second: 150 });
    DrivingRules { day: Some(DayRules { parts, ..DAY }), ..rules() }
}

#[test]
fn a_daily_rest_in_two_parts_ends_a_day_that_may_be_longer() {
    let rules = in_parts();
    let day = left(0, 0).worked(300);
    assert_eq!(day.choices(&rules).of_day_part, Some(60));
    let parted = day.rested(&rules, 60);
    // 400 + 200 − 150 for a day of 300 + 60 until now.
    assert_eq!((day.over(&rules, 101), parted.over(&rules, 91)), (1, 1));
    // The rest that is the first part may still become a whole one; the second part is another rest.
    assert_eq!(parted.choices(&rules).of_day, [Some(140), None]);
    assert_eq!(parted.rested(&rules, 90).day_seconds, 450);
    let late = parted.worked(90);
    assert_eq!(late.choices(&rules).of_day, [Some(150), None]);
    assert_eq!(late.choices(&rules).of_day_part, None);
    assert_eq!(late.rested(&rules, 149).day_seconds, 300 + 60 + 90 + 149);
    let next = late.rested(&rules, 150);
    assert_eq!((next.day_seconds, next.has_part, next.allowance.reduced), (0, false, 0));
    // It goes on, and the next day has no first part.
    assert_eq!(next.rested(&rules, 50).choices(&rules).of_day, [None, None]);
    assert_eq!(next.worked(1).rested(&rules, 150).day_seconds, 151);
}

#[test]
fn the_first_part_is_of_no_use_if_the_day_would_become_too_long() {
    let rules = in_parts();
    // 450 − 60.
    assert_eq!(left(0, 0).worked(390).choices(&rules).of_day_part, Some(60));
    assert_eq!(left(0, 0).worked(391).choices(&rules).of_day_part, None);
    // Nor if the route ends before its day is long.
    assert!(left(0, 0).worked(300).may_need_part(&rules, 101));
    assert!(!left(0, 0).worked(300).may_need_part(&rules, 100));
}

#[test]
fn a_rest_in_two_parts_is_not_a_reduced_one() {
    let day = exceptional()
        .day
        .map(|it| DayRules { parts: Some(RestParts { first: 60, second: 150 }), ..it });
    let rules = DrivingRules { day, ..exceptional() };
    let parted = left(1, 0).worked(300).rested(&rules, 60).worked(90);
    assert_eq!(parted.rested(&rules, 150).allowance.reduced, 1);
    assert_eq!(left(1, 0).worked(300).rested(&rules, 150).allowance.reduced, 0);
    // A rest that grows from the first part to a reduced one is one rest.
    assert_eq!(left(1, 0).worked(300).rested(&rules, 60).rested(&rules, 90).allowance.reduced, 0);
}

#[test]
fn a_state_without_the_first_part_is_better_only_if_it_may_still_take_it() {
    let rules = in_parts();
    let parted = left(0, 0).worked(300).rested(&rules, 60).worked(1);
    let fresh = |worked: i64, later: i64| {
        left(0, 0).worked(worked).is_as_fresh_as(&parted, Some(&rules), later)
    };
    assert!(fresh(301, 60));
    assert!(!fresh(301, 59));
    assert!(!fresh(302, 60));
    assert!(parted.is_as_fresh_as(&left(0, 0).worked(361), Some(&rules), 0));
}

#[test]
fn other_routes_may_expect_the_first_part_before_the_route_ends() {
    let rules = in_parts();
    let owing = Allowance { owes_part: true, ..Allowance::default() };
    let owing = RestState::at_start(owing).worked(100);
    assert!(!owing.may_end(false) && left(0, 0).may_end(true));
    let parted = owing.rested(&rules, 60);
    assert_eq!([false, true].map(|goes_on| parted.may_end(goes_on)), [true, false]);
    assert!(parted.worked(0).may_end(true));
    // It was the part of a day that has ended.
    assert!(!parted.worked(10).rested(&rules, 150).worked(10).may_end(true));
}
