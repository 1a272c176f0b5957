//! Junctions: restrictions, signals, roundabouts, U-turns, right-hand and left-hand traffic.

use roads::profile::Profile;

use crate::drawing::{Drawing, Via, turn};

/// Returns the milliseconds that a car takes on residential streets, at 25 km/h.
const fn street(meters: u32) -> u32 {
    meters * 144
}

/// ```text
///        4 (100, 100)
///        │20
///  1 ─10─2─11─ 3 (200, 0)
///        │30
///        5 (100, -100)
/// ```
fn crossing() -> Drawing {
    Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 100, 100)
        .node(5, 100, -100)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "")
        .way(20, &[2, 4], "")
        .way(30, &[2, 5], "")
}

#[test]
fn a_turn_costs_by_its_side() {
    crossing().check(
        Profile::Car,
        &[
            ((50, 0), (150, 0), Some(street(100) + turn::STRAIGHT)),
            ((50, 0), (100, 50), Some(street(100) + turn::LEFT)),
            ((50, 0), (100, -50), Some(street(100) + turn::RIGHT)),
            ((100, 50), (50, 0), Some(street(100) + turn::RIGHT)),
        ],
    );
}

#[test]
fn where_traffic_keeps_left_the_other_side_is_dear() {
    let left_by_option = crossing().left_hand();
    let drawn_left = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(4, 100, 100)
        .node(5, 100, -100)
        .way(10, &[1, 2], "driving_side=left")
        .way(20, &[2, 4], "driving_side=left")
        .way(30, &[2, 5], "driving_side=left");
    for drawing in [left_by_option, drawn_left] {
        drawing.check(
            Profile::Car,
            &[
                ((50, 0), (100, 50), Some(street(100) + turn::RIGHT)),
                ((50, 0), (100, -50), Some(street(100) + turn::LEFT)),
            ],
        );
    }
}

#[test]
fn on_foot_no_turn_costs_anything_and_no_restriction_holds() {
    // 5 km/h: 720 ms per meter.
    crossing()
        .restriction("no_left_turn", &[10], Via::Node(2), &[20])
        .check(Profile::Foot, &[((50, 0), (100, 50), Some(72_000))]);
}

#[test]
fn a_forbidden_turn_is_made_after_turning_back_elsewhere() {
    // Straight on to the end of 11, back, and then a right turn.
    let around = street(50 + 100 + 100 + 50) + turn::STRAIGHT + turn::BACK + turn::RIGHT;
    crossing().restriction("no_left_turn", &[10], Via::Node(2), &[20]).check(
        Profile::Car,
        &[
            ((50, 0), (100, 50), Some(around)),
            ((50, 0), (100, -50), Some(street(100) + turn::RIGHT)),
            ((100, 50), (50, 0), Some(street(100) + turn::RIGHT)),
        ],
    );
}

#[test]
fn only_straight_on_forbids_all_other_turns_from_there_and_none_from_elsewhere() {
    let right_later = street(50 + 100 + 100 + 50) + turn::STRAIGHT + turn::BACK + turn::LEFT;
    crossing().restriction("only_straight_on", &[10], Via::Node(2), &[11]).check(
        Profile::Car,
        &[
            ((50, 0), (150, 0), Some(street(100) + turn::STRAIGHT)),
            ((50, 0), (100, -50), Some(right_later)),
            ((150, 0), (100, -50), Some(street(100) + turn::LEFT)),
            ((100, 50), (100, -50), Some(street(100) + turn::STRAIGHT)),
        ],
    );
}

/// ```text
///                7────────8 (300, 100)
///                │   60   │
///  1 ─10─ 2 ─20─ 3 ─30─── 4 ─70─ 9 (400, 0)
///         │50
///         6 (100, -100)
/// ```
#[test]
fn a_restriction_via_a_way_applies_to_vehicles_that_came_along_all_of_it() {
    let drawing = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 300, 0)
        .node(6, 100, -100)
        .node(7, 200, 100)
        .node(8, 300, 100)
        .node(9, 400, 0)
        .way(10, &[1, 2], "")
        .way(20, &[2, 3], "")
        .way(30, &[3, 4], "")
        .way(50, &[2, 6], "")
        .way(60, &[3, 7, 8, 4], "")
        .way(70, &[4, 9], "")
        .restriction("no_straight_on", &[10], Via::Ways(&[20]), &[30]);
    // Over 60 to the middle of 30 from its other end: left at 3, right at 4 (from the north to the west).
    // Entering 50, turning back at its end and then entering 20 would take 89.3 s.
    let over_60 = street(50 + 100 + 300 + 50) + turn::STRAIGHT + turn::LEFT + turn::RIGHT;
    let from_50 = street(50 + 100 + 50) + turn::RIGHT + turn::STRAIGHT;
    drawing.check(
        Profile::Car,
        &[
            ((50, 0), (250, 0), Some(over_60)),
            ((100, -50), (250, 0), Some(from_50)),
            // A trip that starts on the via way did not come from 10.
            ((150, 0), (250, 0), Some(street(100) + turn::STRAIGHT)),
            ((250, 0), (50, 0), Some(street(200) + 2 * turn::STRAIGHT)),
        ],
    );
}

#[test]
fn signals_hold_a_car_up_for_five_seconds_in_their_direction() {
    let line = |tags: &str| {
        Drawing::new().node(1, 0, 0).tagged_node(2, 50, 0, tags).node(3, 100, 0).way(
            10,
            &[1, 2, 3],
            "",
        )
    };
    for (tags, forward, backward) in [
        ("highway=traffic_signals", 5000, 5000),
        ("highway=traffic_signals, traffic_signals:direction=forward", 5000, 0),
        ("highway=traffic_signals, direction=backward", 0, 5000),
        ("highway=crossing", 0, 0),
    ] {
        line(tags).check(
            Profile::Car,
            &[
                ((10, 0), (90, 0), Some(street(80) + forward)),
                ((90, 0), (10, 0), Some(street(80) + backward)),
            ],
        );
    }
}

#[test]
fn signals_at_a_junction_come_on_top_of_the_turn() {
    let crossing = |tags: &str| {
        Drawing::new()
            .node(1, 0, 0)
            .tagged_node(2, 100, 0, tags)
            .node(3, 200, 0)
            .node(4, 100, 100)
            .way(10, &[1, 2], "")
            .way(11, &[2, 3], "")
            .way(20, &[2, 4], "")
    };
    crossing("highway=traffic_signals").check(
        Profile::Car,
        &[
            ((50, 0), (150, 0), Some(street(100) + turn::STRAIGHT + 5000)),
            ((50, 0), (100, 50), Some(street(100) + turn::LEFT + 5000)),
        ],
    );
}

/// Traffic goes around counterclockwise: A, B, C, D.
/// ```text
///              D(0, 20) ◄── C(20, 20)
///                 ▼            ▲
///  1(-100, 0) ─10─ A(0, 0) ──► B(20, 0) ─20─ 2(120, 0)
/// ```
#[test]
fn a_roundabout_is_gone_round_one_way_and_its_bends_are_free() {
    let drawing = Drawing::new()
        .node(1, -100, 0)
        .node(2, 120, 0)
        .node(3, 0, 0)
        .node(4, 20, 0)
        .node(5, 20, 20)
        .node(6, 0, 20)
        .way(10, &[1, 3], "")
        .way(20, &[4, 2], "")
        .way(30, &[3, 4, 5, 6, 3], "highway=residential, junction=roundabout");
    drawing.check(
        Profile::Car,
        &[
            // Straight on at A and at B.
            ((-50, 0), (70, 0), Some(street(50 + 20 + 50) + 2 * turn::STRAIGHT)),
            // Right at B, 60 m around, right at A.
            ((70, 0), (-50, 0), Some(street(50 + 60 + 50) + 2 * turn::RIGHT)),
            // All the way around and back out of A, instead of a U-turn at the end of the road.
            ((-50, 0), (-80, 0), Some(street(30))),
        ],
    );
}

#[test]
fn turning_back_is_for_dead_ends() {
    // From the one-way street 20, only 10 in the west can be reached directly; it is a dead end.
    //
    //   1 ─10── 2 ──11── 3        20 comes from the south; only the left turn is allowed.
    //           ▲20
    //           5
    let drawing = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(5, 100, -100)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "")
        .way(20, &[5, 2], "oneway=yes")
        .restriction("only_left_turn", &[20], Via::Node(2), &[10]);
    let back = street(50 + 100 + 100 + 50) + turn::LEFT + turn::BACK + turn::STRAIGHT;
    drawing.check(
        Profile::Car,
        &[
            ((100, -50), (50, 0), Some(street(100) + turn::LEFT)),
            ((100, -50), (150, 0), Some(back)),
        ],
    );
}

/// ```text
///            ◄──11── 3 (400, 5)
///  1 ─10─ 2 <
///            ──12──► 4 (400, -5)
/// ```
fn parting(first_name: &str, second_name: &str) -> Drawing {
    Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 400, 5)
        .node(4, 400, -5)
        .way(10, &[1, 2], "name=Frank Road")
        .way(11, &[3, 2], &format!("oneway=yes, name={first_name}"))
        .way(12, &[2, 4], &format!("oneway=yes, name={second_name}"))
}

#[test]
fn from_one_carriageway_into_the_other_is_turning_back() {
    // 100 m to the point where the carriageways separate, and 100 m back; at 1.9 degrees all turn curves are
    // at their limits.
    parting("Frank Road", "Frank Road")
        .check(Profile::Car, &[((200, 2), (200, -2), Some(street(200) + turn::BACK))]);
    // Two streets that meet at an acute angle: 7.497 s for the angle, 2 s for oncoming traffic.
    parting("Frank Road", "Dakota Avenue")
        .check(Profile::Car, &[((200, 2), (200, -2), Some(street(200) + 9_497))]);
    // Straight on is not affected.
    parting("Frank Road", "Frank Road")
        .check(Profile::Car, &[((200, 2), (50, 0), Some(street(150) + turn::STRAIGHT))]);
}

#[test]
fn staying_on_a_small_roundabout_is_no_turn() {
    // An octagon of radius 4 m around (100, 0), so small that a point 10 m ahead is more than a quarter
    // around.
    //   10 comes from the west to node 5, 20 leaves to the east from node 1, 30 to the south from node 7.
    let corner = |id: i64, east: i32, north: i32| (id, 100 + east, north);
    let corners = [
        (1, 4, 0),
        (2, 3, 3),
        (3, 0, 4),
        (4, -3, 3),
        (5, -4, 0),
        (6, -3, -3),
        (7, 0, -4),
        (8, 3, -3),
    ]
    .map(|(id, east, north)| corner(id, east, north));
    let drawing = corners
        .iter()
        .fold(Drawing::new(), |drawing, &(id, east, north)| drawing.node(id, east, north))
        .node(9, 0, 0)
        .node(10, 200, 0)
        .node(11, 100, -100)
        .way(40, &[1, 2, 3, 4, 5, 6, 7, 8, 1], "junction=roundabout")
        .way(10, &[9, 5], "")
        .way(20, &[1, 10], "")
        .way(30, &[7, 11], "");
    let drawn = drawing.map(Profile::Car);
    let straight_on = drawn.milliseconds((50, 0), (150, 0)).unwrap();
    // 46 m, half of a circle of radius 4 m (12.4 m along the octagon), 46 m; past the road to the south.
    // Entering and leaving are right turns of less than 2.2 s each. With directions measured 10 m ahead,
    // staying on the roundabout would take 0.6 s more.
    let moving = street(46 + 46) + 12_400 * 144 / 1000;
    assert!(straight_on < moving + 2 * 2_200 + 100, "{straight_on}, of it moving {moving}");
}
