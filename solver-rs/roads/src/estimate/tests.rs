//! Compares the estimate with other formulas and with worked tables, and tests its properties.

use super::*;
use crate::random::Random;

fn model(band_end_meters: &[f64], speeds: &[f64], lane_factors: &[f64]) -> EstimateModel {
    EstimateModel::new(EstimateParameters {
        detour_factor: 1.0,
        band_end_meters,
        band_meters_per_second: speeds,
        lane_factors,
    })
    .unwrap()
}

fn costs(model: &EstimateModel, points: &[(f64, f64)], source: u32, destination: u32) -> Vec<i32> {
    let (latitudes, longitudes): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let places = Places::from_degrees(&latitudes, &longitudes).unwrap();
    let mut block = CostBlock::default();
    model.between(&places).fill(&[PlaceIdx(source)], &[PlaceIdx(destination)], &mut block);
    block.row(0).to_vec()
}

fn exact_meters(a: (f64, f64), b: (f64, f64)) -> f64 {
    let places = Places::from_degrees(&[a.0, b.0], &[a.1, b.1]).unwrap();
    great_circle::meters(places.unit_vector(PlaceIdx(0)), places.unit_vector(PlaceIdx(1)))
}

/// Haversine with the trigonometry of the standard library: another formula, which shares no code.
fn haversine_meters((lat1, lon1): (f64, f64), (lat2, lon2): (f64, f64)) -> f64 {
    let half_lat = ((lat2 - lat1) / 2.0).to_radians().sin();
    let half_lon = ((lon2 - lon1) / 2.0).to_radians().sin();
    let product = lat1.to_radians().cos() * lat2.to_radians().cos();
    let haversine = half_lat.mul_add(half_lat, product * half_lon * half_lon);
    2.0 * 6_371_008.8 * haversine.min(1.0).sqrt().asin()
}

#[test]
fn great_circles_have_the_lengths_that_geometry_gives() {
    // One degree of any great circle is 2π × 6,371,008.8 m / 360 = 111,195.0802 m.
    let degree = 111_195.080_233_5;
    let cases = [
        ((0.0, 0.0), (0.0, 1.0), 1.0, "a degree of the equator"),
        ((10.0, 20.0), (11.0, 20.0), 1.0, "a degree of a meridian"),
        ((0.0, 179.5), (0.0, -179.5), 1.0, "across the date line"),
        ((52.0, 180.0), (52.0, -180.0), 0.0, "the date line by both its names"),
        ((89.0, 0.0), (89.0, 180.0), 2.0, "over the north pole"),
        ((-89.5, 30.0), (-89.5, -150.0), 1.0, "over the south pole"),
        ((90.0, 12.0), (90.0, -77.0), 0.0, "the pole at any longitude"),
        ((90.0, 0.0), (-90.0, 0.0), 180.0, "pole to pole"),
        ((0.0, 0.0), (0.0, 180.0), 180.0, "antipodes on the equator"),
        ((37.5, -120.25), (-37.5, 59.75), 180.0, "antipodes elsewhere"),
        ((0.0, 0.0), (0.0, 179.999), 179.999, "111 m from the antipode"),
        ((0.0, 0.0), (45.0, 90.0), 90.0, "a quarter of a circle"),
    ];
    for (a, b, degrees, name) in cases {
        let meters = exact_meters(a, b);
        assert!((meters - degrees * degree).abs() < 1e-3, "{name}: {meters}");
    }
}

#[test]
fn tiny_distances_keep_their_digits() {
    // 1e-6 degrees of a meridian are 0.1112 m, 1e-9 are 0.1112 mm.
    for (degrees, expected) in
        [(1e-4, 11.119_508_023), (1e-6, 0.111_195_080), (1e-9, 0.000_111_195)]
    {
        let meters = exact_meters((52.5, 13.4), (52.5 + degrees, 13.4));
        assert!((meters - expected).abs() < 5e-9, "{degrees}: {meters}");
    }
}

#[test]
fn great_circles_agree_with_haversine_and_are_symmetric() {
    for seed in 0..20_000 {
        let mut random = Random::seeded(seed);
        let a = (random.between(-90.0, 90.0), random.between(-180.0, 180.0));
        let b = (random.between(-90.0, 90.0), random.between(-180.0, 180.0));
        let meters = exact_meters(a, b);
        // Haversine itself is off by up to a few decimeters near antipodes.
        assert!((meters - haversine_meters(a, b)).abs() < 0.5, "seed {seed}: {a:?} {b:?}");
        assert_eq!(meters.to_bits(), exact_meters(b, a).to_bits(), "seed {seed}: {a:?} {b:?}");
        assert!(meters <= great_circle::METERS_MAX, "seed {seed}: {a:?} {b:?}");
    }
}

#[test]
fn the_detour_factor_lengthens_the_road() {
    let detour = EstimateModel::new(EstimateParameters {
        detour_factor: 1.25,
        band_end_meters: &[f64::INFINITY],
        band_meters_per_second: &[10.0],
        lane_factors: &[1.0],
    })
    .unwrap();
    // 111,195.08 m × 1.25 = 138,993.85 m; at 10 m/s 13,899.385 s.
    assert_eq!(costs(&detour, &[(0.0, 0.0), (1.0, 0.0)], 0, 1), [138_994, 13_899]);
}

#[test]
fn a_trip_uses_up_its_bands_one_after_the_other() {
    // Band 0: 1,000 m at 5 m/s; band 1: 9,000 m at 10 m/s; band 2: the rest at 20 m/s.
    // Lane 1 reaches half the speed in band 0, a quarter of it in band 1, and the full speed in band 2.
    let bands =
        model(&[1e3, 1e4, f64::INFINITY], &[5.0, 10.0, 20.0], &[1.0, 1.0, 1.0, 0.5, 0.25, 1.0]);
    let cases = [
        (0.0, [0, 0]),
        // 500 / 5 = 100; 500 / 2.5 = 200
        (500.0, [100, 200]),
        // 1,000 / 5 = 200; 1,000 / 2.5 = 400
        (1_000.0, [200, 400]),
        // 200 + 500 / 10 = 250; 400 + 500 / 2.5 = 600
        (1_500.0, [250, 600]),
        // 200 + 9,000 / 10 = 1,100; 400 + 9,000 / 2.5 = 4,000
        (10_000.0, [1_100, 4_000]),
        // 1,100 + 10,000 / 20 = 1,600; 4,000 + 500 = 4,500
        (20_000.0, [1_600, 4_500]),
    ];
    for (road_meters, expected) in cases {
        let mut seconds = [-1; 2];
        bands.bands.travel_seconds(road_meters, &mut seconds);
        assert_eq!(seconds, expected, "{road_meters} m");
    }
}

#[test]
fn the_last_band_goes_on_beyond_a_finite_end() {
    let finite = model(&[1e3, 2e3], &[5.0, 10.0], &[1.0, 1.0]);
    let mut seconds = [0];
    // 1,000 / 5 + 9,000 / 10 = 1,100
    finite.bands.travel_seconds(1e4, &mut seconds);
    assert_eq!(seconds, [1_100]);
}

#[test]
fn halves_are_rounded_upward() {
    for (number, expected) in
        [(0.0, 0), (0.49, 0), (0.5, 1), (1.49, 1), (1.5, 2), (2.5, 3), (1e8 + 0.5, 100_000_001)]
    {
        assert_eq!(round_half_up(number), expected, "{number}");
    }
}

#[test]
fn travel_time_is_continuous_and_never_falls_with_distance() {
    for seed in 0..300 {
        let mut random = Random::seeded(seed);
        let band_count = 1 + random.below(5) as usize;
        let mut end = 0.0;
        let ends: Vec<f64> = (0..band_count)
            .map(|_| {
                end += random.between(0.001, 30_000.0);
                end
            })
            .collect();
        let speeds: Vec<f64> = (0..band_count).map(|_| random.between(0.5, 40.0)).collect();
        let factors: Vec<f64> = (0..3 * band_count).map(|_| random.between(0.1, 1.5)).collect();
        let bands = model(&ends, &speeds, &factors).bands;
        let seconds_at = |meters: f64| {
            let mut seconds = [0; 3];
            bands.travel_seconds(meters, &mut seconds);
            seconds
        };

        let mut distances: Vec<f64> = (0..200).map(|_| random.between(0.0, end * 1.5)).collect();
        distances.extend(ends.iter().flat_map(|&at| [at.next_down(), at, at.next_up()]));
        distances.sort_by(f64::total_cmp);
        for pair in distances.windows(2) {
            let (shorter, longer) = (seconds_at(pair[0]), seconds_at(pair[1]));
            assert!((0..3).all(|lane| shorter[lane] <= longer[lane]), "seed {seed}: {pair:?}");
        }
        for &at in &ends {
            let (below, above) = (seconds_at(at.next_down()), seconds_at(at.next_up()));
            // The exact times are practically equal, so the rounded ones differ by at most 1.
            assert!((0..3).all(|lane| above[lane] - below[lane] <= 1), "seed {seed}: {at}");
        }
    }
}

#[test]
fn a_place_is_no_distance_from_itself_nor_from_its_twin() {
    let model = model(&[f64::INFINITY], &[1.0], &[1.0, 0.5]);
    let twins = [(52.1, 13.3), (52.1, 13.3)];
    assert_eq!(costs(&model, &twins, 0, 0), [0, 0, 0]);
    assert_eq!(costs(&model, &twins, 0, 1), [0, 0, 0]);
}

#[test]
fn a_block_holds_each_source_in_its_row() {
    let model = model(&[f64::INFINITY], &[100.0], &[1.0]);
    let places = Places::from_degrees(&[0.0, 1.0, 3.0], &[0.0; 3]).unwrap();
    let mut block = CostBlock::default();
    model.between(&places).fill(
        &[PlaceIdx(2), PlaceIdx(0)],
        &[PlaceIdx(0), PlaceIdx(1), PlaceIdx(2)],
        &mut block,
    );
    // Degrees of 111,195.08 m, at 100 m/s: 1 → 1,112 s, 2 → 222,390 m and 2,224 s, 3 → 333,585 m.
    assert_eq!(block.row(0), [333_585, 3_336, 222_390, 2_224, 0, 0]);
    assert_eq!(block.row(1), [0, 0, 111_195, 1_112, 333_585, 3_336]);
}

#[test]
fn each_invalid_parameter_has_its_own_error() {
    let valid = EstimateParameters {
        detour_factor: 1.3,
        band_end_meters: &[1e3, f64::INFINITY],
        band_meters_per_second: &[5.0, 10.0],
        lane_factors: &[1.0, 1.0, 0.5, 0.5],
    };
    assert_eq!(EstimateModel::new(valid).unwrap().lane_count(), 2);
    let cases = [
        (
            EstimateParameters { detour_factor: 0.0, ..valid },
            RoadError::DetourFactorInvalid { factor: 0.0 },
        ),
        (
            EstimateParameters { detour_factor: f64::INFINITY, ..valid },
            RoadError::DetourFactorInvalid { factor: f64::INFINITY },
        ),
        (
            EstimateParameters { band_end_meters: &[], band_meters_per_second: &[], ..valid },
            RoadError::NoBands,
        ),
        (
            EstimateParameters { band_end_meters: &[1e3], ..valid },
            RoadError::BandCountsDiffer { end_count: 1, speed_count: 2 },
        ),
        (
            EstimateParameters { band_end_meters: &[0.0, 1e3], ..valid },
            RoadError::BandEndInvalid { band_idx: 0, end_meters: 0.0 },
        ),
        (
            EstimateParameters { band_end_meters: &[1e3, 1e3], ..valid },
            RoadError::BandEndInvalid { band_idx: 1, end_meters: 1e3 },
        ),
        (
            EstimateParameters { band_end_meters: &[f64::INFINITY, f64::INFINITY], ..valid },
            RoadError::BandEndInvalid { band_idx: 0, end_meters: f64::INFINITY },
        ),
        (
            EstimateParameters { band_meters_per_second: &[5.0, -1.0], ..valid },
            RoadError::SpeedInvalid { band_idx: 1, meters_per_second: -1.0 },
        ),
        (
            EstimateParameters { lane_factors: &[], ..valid },
            RoadError::LaneFactorCountInvalid { factor_count: 0, band_count: 2 },
        ),
        (
            EstimateParameters { lane_factors: &[1.0; 3], ..valid },
            RoadError::LaneFactorCountInvalid { factor_count: 3, band_count: 2 },
        ),
        (
            EstimateParameters { lane_factors: &[1.0, 1.0, 1.0, 0.0], ..valid },
            RoadError::LaneFactorInvalid { lane_idx: 1, band_idx: 1, factor: 0.0 },
        ),
    ];
    for (parameters, expected) in cases {
        assert_eq!(EstimateModel::new(parameters).unwrap_err(), expected, "{parameters:?}");
    }
    let not_a_number = [
        EstimateParameters { detour_factor: f64::NAN, ..valid },
        EstimateParameters { band_end_meters: &[f64::NAN, f64::INFINITY], ..valid },
        EstimateParameters { band_meters_per_second: &[f64::NAN, 1.0], ..valid },
        EstimateParameters { lane_factors: &[f64::NAN, 1.0], ..valid },
    ];
    for parameters in not_a_number {
        assert!(EstimateModel::new(parameters).is_err(), "{parameters:?}");
    }
}

#[test]
fn costs_that_would_reach_the_sentinel_are_refused() {
    let valid = EstimateParameters {
        detour_factor: 1.0,
        band_end_meters: &[f64::INFINITY],
        band_meters_per_second: &[1.0],
        lane_factors: &[1.0],
    };
    // Half the circumference is 20,015,115 m and the sentinel is 536,870,911: the largest factor is 26.82.
    let limit_of = |parameters| match EstimateModel::new(parameters) {
        Err(RoadError::EstimateTooLarge { cost_limit, .. }) => Some(cost_limit),
        _ => None,
    };
    assert_eq!(limit_of(EstimateParameters { detour_factor: 26.8, ..valid }), None);
    assert_eq!(
        limit_of(EstimateParameters { detour_factor: 26.9, ..valid }),
        Some(UNREACHABLE_METERS)
    );
    assert_eq!(limit_of(EstimateParameters { lane_factors: &[0.0374], ..valid }), None);
    assert_eq!(
        limit_of(EstimateParameters { lane_factors: &[0.0372], ..valid }),
        Some(crate::UNREACHABLE_SECONDS)
    );
    // The product of two tiny numbers is 0, so the time is infinite.
    assert!(
        limit_of(EstimateParameters {
            band_meters_per_second: &[1e-200],
            lane_factors: &[1e-200],
            ..valid
        })
        .is_some()
    );
}
