//! Every lane of every pair compared with Dijkstra's algorithm, on real maps.

use roads::hierarchy::{LabelSet, LaneCosts, Metric, Table};
use roads::map::{LaneMask, RoadPlace, RulePlace, SpeedChange, SpeedRule};
use roads::network::SegmentIdx;
use roads::profile::RoadClass;

use crate::extracts::{
    Extract, columbus_car, liechtenstein_bicycle, liechtenstein_car, liechtenstein_foot,
    liechtenstein_truck, porto_car, town_with_hours,
};
use crate::oracle::{Cost, LANE_COUNT, Oracle, lane_costs};
use crate::random::{Random, is_partial};

/// The number of pairs per source, so that one search in each lane serves all of them.
const TARGETS: usize = 40;

/// Returns the number of sources; an optimized build checks 1,000 pairs.
fn sources(of_debug_build: usize) -> usize {
    if is_partial() { of_debug_build } else { 1000 / TARGETS }
}

/// Returns the costs by the table from each source to its own targets.
pub(crate) fn table_costs(
    extract: &Extract,
    metric: &Metric,
    trips: &[(RoadPlace, Vec<RoadPlace>)],
) -> Vec<Vec<LaneCosts>> {
    let hierarchy = extract.map.hierarchy();
    let from = trips.iter().map(|(source, _)| Some(source.point));
    let to = trips.iter().flat_map(|(_, targets)| targets).map(|target| Some(target.point));
    let sources = LabelSet::of_sources(hierarchy, metric, from);
    let targets = LabelSet::of_targets(hierarchy, metric, to);
    let table = Table::new(hierarchy, metric, sources, targets);
    let mut first = 0;
    let mut rows = Vec::new();
    for (source, (_, targets)) in trips.iter().enumerate() {
        let end = first + u32::try_from(targets.len()).unwrap();
        let own: Vec<u32> = (first..end).collect();
        let mut row = vec![LaneCosts::ZERO; own.len()];
        table.fill((hierarchy, metric), source, &own, &mut row);
        rows.push(row);
        first = end;
    }
    rows
}

pub(crate) fn random_trips(
    extract: &Extract,
    source_count: usize,
    target_count: usize,
    seed: u64,
) -> Vec<(RoadPlace, Vec<RoadPlace>)> {
    let mut random = Random::seeded(seed);
    (0..source_count)
        .map(|_| {
            let source = extract.random_place(&mut random);
            let targets = extract.random_targets(&source, target_count, &mut random);
            (source, targets)
        })
        .collect()
}

/// Compares the table with the oracle, and returns how many pairs have a path.
fn check(extract: &Extract, rules: &[SpeedRule], source_count: usize, seed: u64) -> usize {
    let follows_traffic = extract.map.profile().table().follows_traffic;
    let oracle = Oracle::new(&extract.network, follows_traffic, rules);
    let own_metric;
    let metric = if rules.is_empty() {
        &extract.metric
    } else {
        own_metric = extract.map.customize(&crate::extracts::speeds(), rules);
        &own_metric
    };
    let trips = random_trips(extract, source_count, TARGETS, seed);
    let rows = table_costs(extract, metric, &trips);
    let mut reachable_count = 0;
    for ((source, targets), row) in trips.iter().zip(rows) {
        let points: Vec<_> = targets.iter().map(|target| target.point).collect();
        let lanes: Vec<Vec<Option<Cost>>> =
            (0..LANE_COUNT).map(|lane| oracle.costs_from(&source.point, &points, lane)).collect();
        for (idx, costs) in row.into_iter().enumerate() {
            let by_lane = std::array::from_fn(|lane: usize| lanes[lane][idx]);
            let expected = lane_costs(&by_lane);
            let found = costs.is_reachable().then_some(costs);
            assert_eq!(found, expected, "{}: {source:?} to {:?}", extract.name, targets[idx]);
            reachable_count += usize::from(found.is_some());
        }
    }
    reachable_count
}

/// Some pairs have no path, because some places are on islands; most pairs have one.
fn check_without_rules(extract: &Extract, source_count: usize, seed: u64) {
    let reachable_count = check(extract, &[], source_count, seed);
    assert!(reachable_count * 2 > source_count * TARGETS, "{reachable_count} pairs");
}

#[test]
fn every_lane_equals_dijkstra_in_liechtenstein_by_car() {
    check_without_rules(liechtenstein_car(), sources(8), 1);
}

#[test]
fn every_lane_equals_dijkstra_in_liechtenstein_by_truck() {
    check_without_rules(liechtenstein_truck(), sources(2), 2);
}

#[test]
fn every_lane_equals_dijkstra_in_liechtenstein_by_bicycle() {
    check_without_rules(liechtenstein_bicycle(), sources(2), 3);
}

#[test]
fn every_lane_equals_dijkstra_in_liechtenstein_on_foot() {
    check_without_rules(liechtenstein_foot(), sources(2), 4);
}

#[test]
fn every_lane_equals_dijkstra_in_a_town_with_hours() {
    let town = town_with_hours();
    let size = town.map.size();
    assert!(size.closed_count > 500 && size.timed_pace_count > 50, "{size:?}");
    check_without_rules(town, 25, 7);
}

#[test]
fn every_lane_equals_dijkstra_in_columbus() {
    check_without_rules(columbus_car(), sources(2), 5);
}

#[test]
fn every_lane_equals_dijkstra_in_porto() {
    check_without_rules(porto_car(), sources(1), 6);
}

#[test]
fn speed_rules_change_the_costs_that_dijkstra_finds() {
    let extract = liechtenstein_car();
    let (lats, lons) = extract.network.segments.points(SegmentIdx(100));
    let (lat, lon) = (lats[0], lons[0]);
    // An arrow that points north: concave at its base.
    let area = [(-300_000, -300_000), (300_000, 0), (-300_000, 300_000), (-100_000, 0)];
    let area = area.map(|(north, east)| (lat + north, lon + east));
    let way_id = extract.network.segments.parts(SegmentIdx(7)).next().unwrap().way_id;
    let rule = |place, class, lanes, change| SpeedRule { place, class, lanes, change };
    let rules = [
        rule(
            RulePlace::Everywhere,
            Some(RoadClass::Residential),
            LaneMask::ALL,
            SpeedChange::Factor(0.7),
        ),
        rule(RulePlace::Way(way_id), None, LaneMask(0b101), SpeedChange::KilometersPerHour(11.0)),
        rule(RulePlace::Area(area.to_vec()), None, LaneMask::ALL, SpeedChange::Factor(0.5)),
        rule(
            RulePlace::Everywhere,
            Some(RoadClass::Primary),
            LaneMask::WEEKEND,
            SpeedChange::KilometersPerHour(33.0),
        ),
        rule(RulePlace::Everywhere, None, LaneMask::FREE_FLOW, SpeedChange::Factor(1.25)),
    ];
    let reachable_count = check(extract, &rules, sources(2), 7);
    assert!(reachable_count > 0);
    let changed = extract.map.customize(&crate::extracts::speeds(), &rules);
    assert_ne!(changed, extract.metric);
}
