//! Legs across windows: worked examples, an exact oracle, and what must hold for any leg.

use super::*;
use crate::random::Random;

const HOUR: i64 = 3600;
const DAY: i64 = DAY_SECONDS as i64;
const WEEK: i64 = WEEK_SECONDS as i64;

fn windows(starts: &[(u32, usize)]) -> Vec<WindowStart> {
    starts.iter().map(|&(second_of_day, lane)| WindowStart { second_of_day, lane }).collect()
}

/// Lane 0 at night, lane 1 from 07:00, lane 2 from 09:00 to 22:00; the weekend has lane 3.
fn week() -> WeekWindows {
    let starts = [(0, 0), (7 * 3600, 1), (9 * 3600, 2), (22 * 3600, 0)];
    WeekWindows::new(&windows(&starts), 3).unwrap()
}

#[test]
fn each_second_has_the_lane_of_the_interval_that_it_lies_in() {
    let monday = 0;
    let friday = 4 * DAY;
    let saturday = 5 * DAY;
    for (second, lane) in [
        (monday, 0),
        (monday + 7 * HOUR - 1, 0),
        (monday + 7 * HOUR, 1),
        (monday + 9 * HOUR - 1, 1),
        (monday + 9 * HOUR, 2),
        (monday + 22 * HOUR, 0),
        (monday + DAY + 8 * HOUR, 1),
        (friday + DAY - 1, 0),
        (saturday, 3),
        (saturday + 8 * HOUR, 3),
        (WEEK - 1, 3),
        (WEEK, 0),
        (WEEK + 8 * HOUR, 1),
        (-1, 3),
        (-2 * DAY - 1, 0),
    ] {
        assert_eq!(week().lane(second), lane, "second {second}");
    }
}

#[test]
fn a_leg_goes_on_at_the_pace_of_the_next_window() {
    let noon = 12 * HOUR;
    let friday_night = 4 * DAY + 23 * HOUR;
    for (departure, travel_seconds, expected) in [
        // Within one window: its own time, to the second.
        (noon, [1000, 2000, 1500, 900], noon + 1500),
        (7 * HOUR - 1000, [1000, 2000, 1500, 900], 7 * HOUR),
        // Half is done when lane 1 begins; the other half takes half of 2000 s.
        (7 * HOUR - 500, [1000, 2000, 1500, 900], 7 * HOUR + 1000),
        // 2 h of 10 h in lane 1 (20 %), then 80 % of 5 h in lane 2.
        (7 * HOUR, [1, 36_000, 18_000, 1], 9 * HOUR + 14_400),
        // A third at night, 2/3 of 100 s = 66.67 s, rounded half up.
        (7 * HOUR - 100, [300, 100, 1, 1], 7 * HOUR + 67),
        // A quarter at night, 3/4 of 6 s = 4.5 s: a half is rounded up.
        (7 * HOUR - 5, [20, 6, 1, 1], 7 * HOUR + 5),
        // A quarter of 4 h on Friday night, 3/4 of 2 h on Saturday.
        (friday_night, [14_400, 1, 1, 7200], 5 * DAY + 5400),
        // Monday follows Sunday: half of 2 h, half of 1 h.
        (WEEK - HOUR, [3600, 1, 1, 7200], WEEK + 1800),
        // Ten weeks of 10 % each, the weekend at no other pace.
        (0, [6_048_000; 4], 10 * WEEK),
        // A place and itself; a second that only one lane takes.
        (noon, [0; 4], noon),
        (7 * HOUR - 1, [2, 0, 0, 0], 7 * HOUR),
    ] {
        let arrival = week().arrival(departure, &travel_seconds);
        assert_eq!(arrival, expected, "{departure}, {travel_seconds:?}");
    }
}

#[test]
fn the_examples_of_the_documentation_come_out_as_printed() {
    // docs/matrix.md, "Using a travel time per window": 35393.1, 35394.0, 25856.3.
    let starts = [(0, 0), (6 * 3600, 1), (7 * 3600, 2), (9 * 3600 + 1800, 3)];
    let week = WeekWindows::new(&windows(&starts), 3).unwrap();
    let rush_ends = 9 * HOUR + 1800;
    for (departure, expected) in
        [(rush_ends - 1, 35_393), (rush_ends, 35_394), (6 * HOUR + 3000, 25_856)]
    {
        assert_eq!(week.arrival(departure, &[1083, 1162, 1357, 1194]), expected, "{departure}");
    }
}

#[test]
fn windows_that_do_not_cover_the_day_in_order_are_refused() {
    let error = |starts: &[(u32, usize)]| WeekWindows::new(&windows(starts), 0).unwrap_err();
    let invalid =
        |position, second_of_day| RoadError::WindowStartInvalid { position, second_of_day };
    assert_eq!(error(&[]), RoadError::NoWindows);
    assert_eq!(error(&[(1, 0)]), invalid(0, 1));
    assert_eq!(error(&[(0, 0), (5, 1), (5, 0)]), invalid(2, 5));
    assert_eq!(error(&[(0, 0), (5, 1), (4, 0)]), invalid(2, 4));
    assert_eq!(error(&[(0, 0), (86_400, 1)]), invalid(1, 86_400));
    assert!(WeekWindows::new(&windows(&[(0, 0), (86_399, 1)]), 0).is_ok());
}

#[test]
fn a_leg_without_a_road_has_no_arrival() {
    for seconds in [UNREACHABLE_SECONDS, -1] {
        let arrival = std::panic::catch_unwind(|| week().arrival(0, &[seconds; 4]));
        assert!(arrival.is_err(), "{seconds}");
    }
}

/// Up to nine windows at random seconds of the day, and travel times of seconds to days.
fn random_case(random: &mut Random) -> (Vec<WindowStart>, Vec<i32>) {
    let mut seconds: Vec<u32> = (0..random.below(9)).map(|_| random.below(DAY_SECONDS)).collect();
    seconds.push(0);
    seconds.sort_unstable();
    seconds.dedup();
    let lane_count = 1 + random.below(9);
    let lane = |second_of_day, random: &mut Random| WindowStart {
        second_of_day,
        lane: random.below(lane_count) as usize,
    };
    let starts = seconds.into_iter().map(|second| lane(second, random)).collect();
    let longest = [3, 60, 3600, 100_000, 2_000_000][random.below(5) as usize];
    let travel_seconds =
        (0..lane_count).map(|_| random.below(longest).cast_signed()).collect::<Vec<_>>();
    (starts, travel_seconds)
}

/// The lane of a second by asking the windows of its day one by one.
fn lane_at(starts: &[WindowStart], weekend_lane: usize, second: i64) -> usize {
    let day = second.div_euclid(DAY).rem_euclid(7);
    if day >= 5 {
        return weekend_lane;
    }
    let second_of_day = second.rem_euclid(DAY);
    let mut begun = starts.iter().filter(|it| i64::from(it.second_of_day) <= second_of_day);
    begun.next_back().unwrap().lane
}

#[test]
fn leaving_later_never_means_arriving_earlier() {
    for seed in 0..400 {
        let mut random = Random::seeded(seed);
        let (starts, travel_seconds) = random_case(&mut random);
        let weekend_lane = random.below(u32::try_from(travel_seconds.len()).unwrap()) as usize;
        let week = WeekWindows::new(&starts, weekend_lane).unwrap();
        // Around an end of a window, where the pace changes, every second; elsewhere at random.
        let change = i64::from(starts[random.below(4) as usize % starts.len()].second_of_day);
        let around = change + i64::from(random.below(7)) * DAY;
        let mut departures: Vec<i64> = (around - 50..around + 50).collect();
        departures.extend((0..100).map(|_| i64::from(random.below(2 * WEEK_SECONDS)) - DAY));
        departures.sort_unstable();
        let mut before = i64::MIN;
        for departure in departures {
            let arrival = week.arrival(departure, &travel_seconds);
            assert!(arrival >= before, "seed {seed}, departure {departure}");
            assert!(arrival >= departure, "seed {seed}, departure {departure}");
            before = arrival;
        }
    }
}

#[test]
fn a_leg_within_one_window_takes_the_time_of_that_window() {
    for seed in 0..2000 {
        let mut random = Random::seeded(seed);
        let (starts, travel_seconds) = random_case(&mut random);
        let week = WeekWindows::new(&starts, 0).unwrap();
        let departure = i64::from(random.below(WEEK_SECONDS));
        let lane = lane_at(&starts, 0, departure);
        assert_eq!(week.lane(departure), lane, "seed {seed}");
        let end = departure + i64::from(travel_seconds[lane]);
        let changes = |second| lane_at(&starts, 0, second) != lane;
        if end - departure > 3000 || (departure..end).any(changes) {
            continue;
        }
        assert_eq!(week.arrival(departure, &travel_seconds), end, "seed {seed}");
    }
}

#[test]
fn equal_travel_times_in_all_lanes_are_the_time_of_the_leg() {
    for seed in 0..500 {
        let mut random = Random::seeded(seed);
        let (starts, travel_seconds) = random_case(&mut random);
        let week = WeekWindows::new(&starts, 0).unwrap();
        let departure = i64::from(random.below(WEEK_SECONDS));
        let seconds = travel_seconds[0];
        let arrival = week.arrival(departure, &vec![seconds; travel_seconds.len()]);
        assert_eq!(arrival, departure + i64::from(seconds), "seed {seed}");
    }
}

#[test]
fn arrivals_are_those_of_exact_fractions_rounded_half_up() {
    for seed in 0..3000 {
        let mut random = Random::seeded(seed);
        let (starts, mut travel_seconds) = random_case(&mut random);
        for seconds in &mut travel_seconds {
            // Few different ones, so that the exact fractions stay short.
            *seconds = [1, 7, 60, 1000, 4096, 30_000, 86_400][(*seconds % 7) as usize];
        }
        let week = WeekWindows::new(&starts, 0).unwrap();
        let departure = i64::from(random.below(WEEK_SECONDS));
        let arrival = week.arrival(departure, &travel_seconds);
        // An arrival at the very half may be rounded up by what ends of windows add.
        let (below, above) = exact_arrival(&starts, &travel_seconds, departure);
        assert!((below..=above).contains(&arrival), "seed {seed}: {arrival}, not {below}");
    }
}

/// The arrival by whole numbers: a leg is the common multiple of all travel times, so that each pace is
/// a whole number of parts a second; walked from window to window. Rounded half up, and the same with
/// a thousandth of a second more.
fn exact_arrival(starts: &[WindowStart], travel_seconds: &[i32], departure: i64) -> (i64, i64) {
    // 86,400 = 2^7·3^3·5^2; 4096 = 2^12; 30,000 = 2^4·3·5^4; 1000 = 2^3·5^3.
    const WHOLE: i128 = 4096 * 27 * 625 * 7;
    let pace = |lane: usize| WHOLE / i128::from(travel_seconds[lane]);
    let mut left = WHOLE;
    let mut now = departure;
    loop {
        let pace = pace(lane_at(starts, 0, now));
        let day = now.div_euclid(DAY) * DAY;
        let ends = starts.iter().map(|it| day + i64::from(it.second_of_day)).chain([day + DAY]);
        let end = ends.filter(|end| *end > now).min().unwrap();
        let room = i128::from(end - now);
        if left <= pace * room {
            let rounded = |extra: i128| {
                let thousandths = left * 1000 / pace + extra;
                now + i64::try_from((thousandths + 500) / 1000).unwrap()
            };
            return (rounded(0), rounded(1));
        }
        left -= pace * room;
        now = end;
    }
}
