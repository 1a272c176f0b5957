//! Costs of a request on a map: rounded numbers, the vehicle's speed factor, places off the map.

use roads::hierarchy::Lane;
use roads::map::{RoadLabels, RoadPlace, RoadQuery};
use roads::{
    CostBlock, EstimateModel, EstimateParameters, PlaceIdx, Places, TravelCosts,
    UNREACHABLE_METERS, UNREACHABLE_SECONDS,
};

use crate::drawing::Drawing;
use crate::extracts::{Extract, liechtenstein_car};
use crate::oracle::{FREE_FLOW, Oracle, WEEKEND_LANE};
use crate::random::Random;

/// Windows 0 to 7, then the weekend.
fn all_lanes() -> Vec<Lane> {
    (0..8).map(Lane::Window).chain([Lane::Paired(1)]).collect()
}

fn estimate_model(lane_count: usize) -> EstimateModel {
    EstimateModel::new(EstimateParameters {
        detour_factor: 1.4,
        band_end_meters: &[f64::INFINITY],
        band_meters_per_second: &[10.0],
        lane_factors: &vec![1.0; lane_count],
    })
    .unwrap()
}

/// Returns the costs from some places to all, row by row.
fn costs(
    extract: &Extract,
    places: &[Option<RoadPlace>],
    source_count: usize,
    lanes: &[Lane],
    speed_factor: f64,
) -> CostBlock {
    let everywhere = vec![true; places.len()];
    let is_source: Vec<bool> = (0..places.len()).map(|idx| idx < source_count).collect();
    let query = RoadQuery {
        places,
        is_source: &is_source,
        is_destination: &everywhere,
        lanes,
        speed_factor,
    };
    let model = estimate_model(lanes.len());
    let on_earth = on_earth(places.len());
    let estimate = model.between(&on_earth);
    let labels = RoadLabels::new(&extract.map, &extract.metric, &query);
    let road_costs = labels.costs(&extract.map, &extract.metric, estimate);
    assert_eq!(road_costs.lane_count(), lanes.len());
    let all: Vec<PlaceIdx> = (0..u32::try_from(places.len()).unwrap()).map(PlaceIdx).collect();
    let mut block = CostBlock::default();
    road_costs.fill(&all[..source_count], &all, &mut block);
    block
}

#[test]
fn labels_of_a_few_sources_beside_shared_destinations_give_the_same_costs() {
    let extract = liechtenstein_car();
    // Each place twice, so that some share a segment with others.
    let mut places = random_places(extract, 30, 47);
    places.extend(random_places(extract, 30, 47));
    places.push(None);
    let (lanes, count) = (all_lanes(), places.len());
    let expected = costs(extract, &places, count, &lanes, 1.25);
    let labels_for_nobody = RoadLabels::new(
        &extract.map,
        &extract.metric,
        &RoadQuery {
            places: &places,
            is_source: &vec![false; count],
            is_destination: &vec![true; count],
            lanes: &lanes,
            speed_factor: 1.25,
        },
    );
    let (model, on_earth) = (estimate_model(lanes.len()), on_earth(count));
    let all: Vec<PlaceIdx> = (0..u32::try_from(count).unwrap()).map(PlaceIdx).collect();
    let mut block = CostBlock::default();
    for (first, sources) in (0..).step_by(7).zip(all.chunks(7)) {
        let is_source: Vec<bool> =
            (0..count).map(|idx| (first..first + sources.len()).contains(&idx)).collect();
        let labels =
            labels_for_nobody.with_sources(&extract.map, &extract.metric, &places, &is_source);
        let estimate = model.between(&on_earth);
        labels.costs(&extract.map, &extract.metric, estimate).fill(sources, &all, &mut block);
        for row_idx in 0..sources.len() {
            assert_eq!(block.row(row_idx), expected.row(first + row_idx), "row {row_idx}");
        }
    }
}

/// Returns the coordinates that the estimate uses: places one degree apart along the equator.
fn on_earth(count: usize) -> Places {
    let lons: Vec<f64> = (0..u32::try_from(count).unwrap()).map(f64::from).collect();
    Places::from_degrees(&vec![0.0; count], &lons).unwrap()
}

fn random_places(extract: &Extract, count: usize, seed: u64) -> Vec<Option<RoadPlace>> {
    let mut random = Random::seeded(seed);
    (0..count).map(|_| Some(extract.random_place(&mut random))).collect()
}

#[test]
fn numbers_are_whole_seconds_and_meters_rounded_half_up() {
    let extract = liechtenstein_car();
    // More than two tiles of 32 destinations.
    let places = random_places(extract, 70, 41);
    let points: Vec<_> = places.iter().flatten().map(|place| place.point).collect();
    let oracle = Oracle::new(&extract.network, true, &[]);
    let lanes = all_lanes();
    let in_lane = |source: usize, lane| oracle.costs_from(&points[source], &points, lane);
    let free_flow = [0, 1].map(|source| in_lane(source, FREE_FLOW));
    let by_lane = [0, 1].map(|source| -> Vec<_> {
        (0..8).chain([WEEKEND_LANE]).map(|lane| in_lane(source, lane)).collect()
    });
    // The speed factor, and the factor that multiplies milliseconds, in thousandths.
    for (speed_factor, thousandths) in [(1.0, 1000_u64), (1.25, 1250), (0.5, 500)] {
        let block = costs(extract, &places, 2, &lanes, speed_factor);
        assert_eq!(block.pair_len(), 10);
        for source in 0..2 {
            for (target, pair) in block.row(source).chunks_exact(10).enumerate() {
                if target == source {
                    assert_eq!(pair, [0; 10]);
                    continue;
                }
                let Some((_, decimeters)) = free_flow[source][target] else {
                    assert_eq!(pair[0], UNREACHABLE_METERS);
                    assert_eq!(pair[1..], [UNREACHABLE_SECONDS; 9]);
                    continue;
                };
                assert_eq!(u64::try_from(pair[0]).unwrap(), (decimeters + 5) / 10);
                for (seconds, lane) in pair[1..].iter().zip(&by_lane[source]) {
                    let milliseconds = lane[target].unwrap().0;
                    let rounded = (2 * milliseconds + thousandths) / (2 * thousandths);
                    assert_eq!(u64::try_from(*seconds).unwrap(), rounded, "{source} to {target}");
                }
            }
        }
    }
}

#[test]
fn lanes_come_in_the_order_of_the_question() {
    let extract = liechtenstein_car();
    let places = random_places(extract, 8, 42);
    let all = costs(extract, &places, 8, &all_lanes(), 1.0);
    let some = costs(extract, &places, 8, &[Lane::Paired(1), Lane::Window(6)], 1.0);
    for row in 0..8 {
        let pairs = all.row(row).chunks_exact(10).zip(some.row(row).chunks_exact(3));
        for (all, some) in pairs {
            assert_eq!(some, [all[0], all[9], all[7]]);
        }
    }
}

#[test]
fn a_pair_with_an_end_off_the_map_is_estimated() {
    let extract = liechtenstein_car();
    let mut places = random_places(extract, 40, 43);
    let on_map = costs(extract, &places, 40, &all_lanes(), 1.0);
    (places[1], places[38]) = (None, None);
    let block = costs(extract, &places, 40, &all_lanes(), 1.0);
    let mut estimated = CostBlock::default();
    let all: Vec<PlaceIdx> = (0..40).map(PlaceIdx).collect();
    estimate_model(9).between(&on_earth(40)).fill(&all, &all, &mut estimated);
    for row in 0..40 {
        for (target, pair) in block.row(row).chunks_exact(10).enumerate() {
            let is_off = |place: usize| place == 1 || place == 38;
            let expected = if is_off(row) || is_off(target) { &estimated } else { &on_map };
            assert_eq!(pair, &expected.row(row)[target * 10..][..10], "{row} to {target}");
        }
    }
}

#[test]
fn on_an_island_everything_is_reachable_and_from_elsewhere_nothing() {
    let drawn = Drawing::new()
        .node(1, 0, 0)
        .node(2, 300, 0)
        .way(10, &[1, 2], "")
        .node(3, 0, 1000)
        .node(4, 200, 1000)
        .way(11, &[3, 4], "")
        .map(roads::profile::Profile::Car);
    let places = [drawn.place((0, 0)), drawn.place((20, 1000)), drawn.place((120, 1000))];
    let places = places.map(Some);
    let query = RoadQuery {
        places: &places,
        is_source: &[true; 3],
        is_destination: &[true; 3],
        lanes: &[Lane::Window(0)],
        speed_factor: 1.0,
    };
    let (model, on_earth) = (estimate_model(1), on_earth(3));
    let estimate = model.between(&on_earth);
    let labels = RoadLabels::new(&drawn.map, &drawn.metric, &query);
    let costs = labels.costs(&drawn.map, &drawn.metric, estimate);
    let all = [PlaceIdx(0), PlaceIdx(1), PlaceIdx(2)];
    let mut block = CostBlock::default();
    costs.fill(&all, &all, &mut block);
    const NO_ROAD: [i32; 2] = [UNREACHABLE_METERS, UNREACHABLE_SECONDS];
    // 100 m at 25 km/h take 14.4 s.
    assert_eq!(block.row(0), [[0, 0], NO_ROAD, NO_ROAD].concat());
    assert_eq!(block.row(1), [NO_ROAD, [0, 0], [100, 14]].concat());
    assert_eq!(block.row(2), [NO_ROAD, [100, 14], [0, 0]].concat());
}
