//! Starts and ends of trips: on the same road, on islands, at the date line.

use roads::hierarchy::TripEnd;
use roads::profile::Profile;

use crate::drawing::{Drawing, Via, degrees_east, free_flow, turn};

/// Returns the milliseconds that a car takes on residential streets, at 25 km/h.
const fn street(meters: u32) -> u32 {
    meters * 144
}

#[test]
fn on_a_two_way_road_a_place_behind_is_reached_straight_back() {
    let drawing = Drawing::new().node(1, 0, 0).node(2, 100, 0).way(10, &[1, 2], "");
    drawing.check(
        Profile::Car,
        &[
            ((20, 0), (80, 0), Some(street(60))),
            ((80, 0), (20, 0), Some(street(60))),
            ((80, 0), (80, 0), Some(0)),
            ((0, 0), (100, 0), Some(street(100))),
            ((100, 0), (0, 0), Some(street(100))),
        ],
    );
}

/// ```text
///   4 ◄── 3          a one-way block of 400 m, 1 → 2 → 3 → 4 → 1,
///   ▼     ▲          and a street from 1 to the west
///   1 ──► 2
/// ```
#[test]
fn on_a_one_way_road_a_place_behind_is_reached_around_the_block() {
    let block = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 100, 100)
        .node(4, 0, 100)
        .node(5, -100, 0)
        .way(20, &[5, 1], "");
    // The block as one segment from 1 to 1; its corners are bends. At 1 it continues to the left: from the
    // north to the east.
    let around = street(400 - 30) + turn::LEFT;
    let trips = [
        ((20, 0), (50, 0), Some(street(30))),
        ((50, 0), (20, 0), Some(around)),
        ((0, 50), (-50, 0), Some(street(100) + turn::RIGHT)),
        ((-50, 0), (50, 0), Some(street(100) + turn::STRAIGHT)),
    ];
    block.clone().way(10, &[1, 2, 3, 4, 1], "oneway=yes").check(Profile::Car, &trips);
    // The same drawn as two ways, the second one against its direction.
    block
        .way(10, &[1, 2, 3], "oneway=yes")
        .way(11, &[1, 4, 3], "oneway=-1")
        .check(Profile::Car, &trips);
}

#[test]
fn a_ring_that_nothing_joins_is_gone_round() {
    // One way, 400 m, without any junction: the end of the ring is its start, at no cost.
    let ring = Drawing::new().node(1, 0, 0).node(2, 100, 0).node(3, 100, 100).node(4, 0, 100).way(
        10,
        &[1, 2, 3, 4, 1],
        "oneway=yes",
    );
    ring.check(
        Profile::Car,
        &[
            ((50, 0), (100, 50), Some(street(100))),
            ((100, 50), (50, 0), Some(street(300))),
            ((0, 50), (50, 0), Some(street(100))),
        ],
    );
}

/// Returns a network of three streets, and 1 km to the north an island of one street.
fn with_island() -> Drawing {
    Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 100, 100)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "")
        .way(20, &[2, 4], "")
        .node(5, 0, 1000)
        .node(6, 200, 1000)
        .way(30, &[5, 6], "")
}

#[test]
fn no_road_joins_an_island_to_the_rest() {
    with_island().check(
        Profile::Car,
        &[
            ((50, 0), (50, 1000), None),
            ((50, 1000), (50, 0), None),
            ((50, 1000), (150, 1000), Some(street(100))),
        ],
    );
}

#[test]
fn places_stay_on_an_island_only_if_all_of_them_are_there() {
    let drawn = with_island().map(Profile::Car);
    let snap_meters = |at: &[(i32, i32)]| -> Vec<u32> {
        let places = drawn.places(at).into_iter();
        let rounded = |meters: f64| format!("{meters:.0}").parse().unwrap();
        places.map(|place| rounded(place.unwrap().snap_meters)).collect()
    };
    assert_eq!(snap_meters(&[(50, 1010), (150, 1020)]), [10, 20]);
    // One place is in the network, so the other is moved there: 910 m to the end of 20, on a sphere 915 m.
    assert_eq!(snap_meters(&[(50, 10), (100, 1010)]), [10, 915]);
    assert_eq!(snap_meters(&[(100, 1010)]), [10]);
    let places = drawn.places(&[(50, 0), (100, 1010)]);
    let costs = drawn.costs_between([places[0].unwrap(), places[1].unwrap()]).unwrap();
    let expected = street(50 + 100) + turn::LEFT;
    assert!(costs.free_flow_milliseconds().abs_diff(expected) <= 10, "{costs:?}");
}

#[test]
fn a_place_far_from_any_road_is_off_the_map() {
    let drawn = Drawing::new().node(1, 0, 0).node(2, 100, 0).way(10, &[1, 2], "").map(Profile::Car);
    // The distance of a road is measured on a sphere: 0.56 % more than here, where the Earth's curvature is
    // greatest.
    let places = drawn.places(&[(50, 4970), (50, 4975)]);
    assert!(places[0].is_some() && places[1].is_none(), "{places:?}");
}

#[test]
fn the_date_line_is_nowhere_special() {
    // 0.001 degrees along the equator, 111.319 m, half of it on each side.
    let drawn = Drawing::new()
        .node_at(1, 0.0, 179.9995, "")
        .node_at(2, 0.0, -179.9995, "")
        .way(10, &[1, 2], "")
        .map(Profile::Car);
    let place = |lon: f64| drawn.map.snap(&[0.0001], &[lon], 100.0).unwrap()[0].unwrap();
    // 0.0004 of 0.001 degrees: 44.528 m at 144 ms per meter.
    for (from, to, expected) in [
        (179.9998, -179.9998, 6412),
        (-179.9998, 179.9998, 6412),
        (180.0, -180.0, 0),
        (179.9995, 180.0, 8015),
    ] {
        let costs = drawn.costs_between([place(from), place(to)]).unwrap();
        let milliseconds = costs.free_flow_milliseconds();
        assert!(milliseconds.abs_diff(expected) <= 10, "{from} to {to}: {milliseconds} ms");
        // 0.0001 degrees north of the road.
        assert!((place(from).snap_meters - 11.12).abs() < 0.01, "{from}");
    }
}

#[test]
fn a_way_that_leaves_the_extract_ends_there() {
    let xml = Drawing::new().node(1, 0, 0).node(2, 100, 0).way(10, &[1, 2, 99], "").xml();
    let (roads, report) = roads::osm::read_osm(xml.as_bytes()).unwrap();
    assert_eq!(report.nodes_missing, 1);
    let options = roads::network::NetworkOptions::default();
    let (map, _) = roads::map::ProfileMap::build(&roads, Profile::Car, options);
    assert_eq!(map.segment_count(), 1);
}

#[test]
fn an_extract_without_a_road_is_a_map_without_a_place() {
    for profile in Profile::ALL {
        let drawn = Drawing::new().node(1, 0, 0).map(profile);
        assert_eq!(drawn.map.segment_count(), 0);
        assert_eq!(drawn.places(&[(0, 0)]), [None], "{profile:?}");
        let metric = drawn.map.customize(&free_flow(), &[]);
        assert_eq!(metric.bytes(), 0);
        let again = roads::map::ProfileMap::decode(&drawn.map.encode()).unwrap();
        assert_eq!(again.encode(), drawn.map.encode());
    }
}

#[test]
fn a_place_at_a_junction_is_left_by_any_of_its_roads_without_a_turn() {
    //            4          At 2, the left turn from 10 into 20 is forbidden.
    //            │ 20
    //   1 ─10─── 2 ─11─── 3
    let drawing = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 100, 100)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "")
        .way(20, &[2, 4], "")
        .restriction("no_left_turn", &[10], Via::Node(2), &[20]);
    // Also beside the junction, where the junction is the nearest point.
    for junction in [(100, 0), (100, -30)] {
        for (other, meters) in [((50, 0), 50), ((150, 0), 50), ((100, 50), 50), ((100, 0), 0)] {
            let expected = Some(street(meters));
            drawing
                .check(Profile::Car, &[(junction, other, expected), (other, junction, expected)]);
        }
    }
}

#[test]
fn a_place_is_at_a_junction_if_it_is_within_a_meter() {
    let drawn = Drawing::new().node(1, 0, 0).node(2, 100, 0).way(10, &[1, 2], "").map(Profile::Car);
    for (decimeters, is_at_junction) in
        [(0, true), (8, true), (12, false), (988, false), (992, true)]
    {
        let east = degrees_east(decimeters) / 10.0;
        let place = drawn.map.snap(&[0.0], &[east], 100.0).unwrap()[0].unwrap();
        let end = drawn.map.trip_end(&place);
        assert_eq!(matches!(end, TripEnd::AtJunction(_)), is_at_junction, "{decimeters} dm");
    }
}
