//! Pockets: trips go within a pocket, from it and to it, but not through it.

use roads::profile::Profile;

use crate::drawing::{Drawing, turn};

/// Returns the milliseconds that a car takes on residential streets, at 25 km/h.
const fn street(meters: u32) -> u32 {
    meters * 144
}

/// ```text
///       10 (100, 400) ───────── 11 (300, 400)      way 10 is a street, 1 to 4, around
///        │                       │
///  1 ─── 2 (100, 0)              3 (300, 0) ─── 4 (400, 0)
///        ┆21 private             ┆24 private
///        5 ──22── 6 ┄┄23 private┄7 (300, -100)
///        │26                     │25               22, 25, 26 bear no tag of access
///        8 (100, -200)           9 (300, -200)
/// ```
fn yard() -> Drawing {
    Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 300, 0)
        .node(4, 400, 0)
        .node(5, 100, -100)
        .node(6, 200, -100)
        .node(7, 300, -100)
        .node(8, 100, -200)
        .node(9, 300, -200)
        .node(10, 100, 400)
        .node(11, 300, 400)
        .way(10, &[1, 2, 10, 11, 3, 4], "")
        .way(21, &[2, 5], "access=private")
        .way(22, &[5, 6], "")
        .way(23, &[6, 7], "access=private")
        .way(24, &[7, 3], "access=private")
        .way(25, &[7, 9], "")
        .way(26, &[5, 8], "")
}

#[test]
fn issue_16_open_roads_behind_private_ones_are_reached_over_them() {
    yard().check(
        Profile::Car,
        &[
            ((50, 0), (100, -150), Some(street(200) + turn::RIGHT + turn::STRAIGHT)),
            ((100, -150), (50, 0), Some(street(200) + turn::STRAIGHT + turn::LEFT)),
        ],
    );
}

#[test]
fn issue_16_trips_within_a_pocket_stay_in_it() {
    yard().check(
        Profile::Car,
        &[((100, -150), (300, -150), Some(street(300) + turn::RIGHT + turn::RIGHT))],
    );
}

#[test]
fn a_pocket_is_no_way_through() {
    // The path through the yard would be 500 m long.
    yard()
        .check(Profile::Car, &[((50, 0), (350, 0), Some(street(1_100) + turn::LEFT + turn::LEFT))]);
}

#[test]
fn places_in_a_pocket_stay_there_among_places_outside() {
    let drawn = yard().map(Profile::Car);
    let places = drawn.places(&[(50, 0), (100, -150)]);
    assert!(places.iter().flatten().all(|place| place.snap_meters < 1.0), "{places:?}");
}
