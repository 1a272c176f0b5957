//! The native core computes the same matrix as the WebAssembly module in Node.
//!
//! The matrix has twelve places in Liechtenstein and all lanes. `test/fixtures/maps/liechtenstein.costs` contains every
//! number as computed natively, and `test/roads/matrix-numbers.test.ts` compares the numbers of the module with the
//! same file. Renew it with `UPDATE_GOLDEN=1 cargo test -p cli --release`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use roads::hierarchy::Lane;
use roads::map::{LaneSpeeds, ProfileMap, RoadLabels, RoadQuery};
use roads::network::NetworkOptions;
use roads::osm::read_osm;
use roads::profile::Profile;
use roads::{CostBlock, EstimateModel, EstimateParameters, PlaceIdx, Places, TravelCosts as _};

const PLACE_COUNT: u8 = 12;

/// Returns places along the valley and up the hills. Some are off the main network, none is off the map.
fn coordinates() -> (Vec<f64>, Vec<f64>) {
    (0..PLACE_COUNT)
        .map(|idx| {
            let column = idx * 5 % PLACE_COUNT;
            (47.06 + 0.018 * f64::from(idx), 9.48 + 0.012 * f64::from(column))
        })
        .unzip()
}

/// Returns the factors of a window. Later windows are slower, and small roads are slower than large ones.
fn factors(window: u8) -> [f64; 4] {
    [0, 1, 2, 3].map(|group: u8| f64::from(100 - 4 * window - group) / 100.0)
}

fn numbers() -> String {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/fixtures/maps");
    let extract = fs::read(fixtures.join("liechtenstein.osm.pbf")).expect("the extract is there");
    let (roads, _) = read_osm(&extract).expect("the extract can be read");
    let (map, _) = ProfileMap::build(&roads, Profile::Car, NetworkOptions::default());
    let speeds = LaneSpeeds {
        windows: (0..8).map(factors).collect(),
        weekend: factors(8),
        hours: (0..8).map(|window| vec![(window * 10_800, window * 10_800 + 10_799)]).collect(),
    };
    let metric = map.customize(&speeds, &[]);
    let (lats, lons) = coordinates();
    let places = map.snap(&lats, &lons, 5000.0).expect("the coordinates are on Earth");
    let lanes: Vec<Lane> = (0..8).map(Lane::Window).chain([Lane::Paired(1)]).collect();
    let everywhere = vec![true; places.len()];
    let query = RoadQuery {
        places: &places,
        is_source: &everywhere,
        is_destination: &everywhere,
        lanes: &lanes,
        speed_factor: 1.25,
    };
    let model = EstimateModel::new(EstimateParameters {
        detour_factor: 1.3,
        band_end_meters: &[f64::INFINITY],
        band_meters_per_second: &[10.0],
        lane_factors: &[1.0; 9],
    })
    .expect("the parameters are positive");
    let on_earth = Places::from_degrees(&lats, &lons).expect("the coordinates are on Earth");
    let labels = RoadLabels::new(&map, &metric, &query);
    let all: Vec<PlaceIdx> = (0..u32::from(PLACE_COUNT)).map(PlaceIdx).collect();
    let mut block = CostBlock::default();
    labels.costs(&map, &metric, model.between(&on_earth)).fill(&all, &all, &mut block);
    let mut text = String::new();
    for row in 0..all.len() {
        let numbers: Vec<String> = block.row(row).iter().map(ToString::to_string).collect();
        writeln!(text, "{}", numbers.join(" ")).expect("a text takes any text");
    }
    text
}

#[test]
fn a_matrix_has_the_numbers_that_the_module_computes() {
    let golden =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/fixtures/maps/liechtenstein.costs");
    let numbers = numbers();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, &numbers).expect("the folder of fixtures can be written");
    }
    assert_eq!(numbers, fs::read_to_string(&golden).expect("there is a golden file"));
}
