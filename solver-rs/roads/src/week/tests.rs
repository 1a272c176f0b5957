//! Hours of the week compared with their individual minutes.

use super::*;

const MONDAY_7: u16 = 7 * 60;

/// Lists a set minute by minute, which is trivially correct.
fn minutes(hours: &WeekHours) -> Vec<u16> {
    (0..WEEK_MINUTES).filter(|minute| hours.has(*minute)).collect()
}

#[test]
fn sets_are_joined_cut_and_turned_around_as_their_minutes_are() {
    let sets = [
        WeekHours::NEVER,
        WeekHours::always(),
        WeekHours::of([(MONDAY_7, MONDAY_7 + 120)]),
        WeekHours::of([(0, 10), (10, 20), (5, 7), (100, 100)]),
        WeekHours::of([(WEEK_MINUTES - 60, WEEK_MINUTES + 30), (300, 400)]),
        WeekHours::of([(350, 500), (WEEK_MINUTES - 10, WEEK_MINUTES)]),
    ];
    assert_eq!(sets[3].ranges(), [(0, 20)]);
    assert_eq!(sets[4].ranges(), [(0, 30), (300, 400), (WEEK_MINUTES - 60, WEEK_MINUTES)]);
    for a in &sets {
        let of_a = minutes(a);
        assert_eq!(usize::from(a.minutes()), of_a.len());
        assert_eq!((a.is_never(), a.is_always()), (of_a.is_empty(), of_a.len() == 10_080));
        let turned: Vec<u16> = (0..WEEK_MINUTES).filter(|it| !of_a.contains(it)).collect();
        assert_eq!(minutes(&a.not()), turned);
        for b in &sets {
            let of_b = minutes(b);
            let where_is = |keep: fn(bool, bool) -> bool| -> Vec<u16> {
                (0..WEEK_MINUTES).filter(|it| keep(of_a.contains(it), of_b.contains(it))).collect()
            };
            assert_eq!(minutes(&a.or(b)), where_is(|a, b| a || b));
            assert_eq!(minutes(&a.and(b)), where_is(|a, b| a && b));
            assert_eq!(minutes(&a.without(b)), where_is(|a, b| a && !b));
        }
    }
}

#[test]
fn lanes_are_weekdays_the_weekend_and_the_whole_week() {
    // 07:00:00 to 08:59:59 from Monday to Friday.
    let window = LaneHours::of_weekdays(&[(25_200, 32_399)]);
    assert_eq!(window.seconds(), 5 * 7_200);
    assert_eq!(LaneHours::weekend().seconds(), 2 * 86_400);
    assert_eq!(LaneHours::whole_week().seconds(), 7 * 86_400);
    let monday_8_to_10 = WeekHours::of([(8 * 60, 10 * 60)]);
    assert_eq!(window.seconds_in(&monday_8_to_10), 3_600);
    assert_eq!(LaneHours::weekend().seconds_in(&monday_8_to_10), 0);
    assert_eq!(LaneHours::whole_week().seconds_in(&monday_8_to_10), 7_200);
    assert_eq!(window.seconds_in(&WeekHours::always()), 36_000);
}
