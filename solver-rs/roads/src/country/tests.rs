//! Tests places whose country is well known, and compares cells with the rings themselves.

use super::*;
use crate::random::Random;

const WORLD: Bounds = [-900_000_000, -1_800_000_000, 900_000_000, 1_800_000_000];

fn check(place: &str, lat: f64, lon: f64, expected: &str) {
    let point = [e7(lat), e7(lon)];
    let mut areas = CountryAreas::around([point[0], point[1], point[0], point[1]]);
    let side = |country: Country| if country.left_hand { "left" } else { "right" };
    let found = areas.of(point[0], point[1]);
    let found = found.map_or("none".to_owned(), |it| format!("{} {}", it.code, side(it)));
    assert_eq!(found, expected, "{place}");
}

#[test]
fn a_place_lies_in_its_country_and_keeps_to_its_side() {
    for (place, lat, lon, expected) in [
        ("London", 51.507, -0.128, "GB-ENG left"),
        ("Edinburgh", 55.953, -3.188, "GB-SCT left"),
        ("Cardiff", 51.481, -3.179, "GB-WLS left"),
        ("Belfast", 54.597, -5.930, "GB-NIR left"),
        ("Calais", 50.951, 1.858, "FR right"),
        ("Jersey", 49.188, -2.107, "GB-JE left"),
        ("Cherbourg", 49.634, -1.616, "FR right"),
        ("Gibraltar", 36.140, -5.353, "GB-GI right"),
        ("Valletta", 35.899, 14.514, "MT left"),
        ("Nicosia", 35.175, 33.364, "CY left"),
        ("Bangkok", 13.756, 100.502, "TH left"),
        ("Vientiane", 17.975, 102.633, "LA right"),
        ("Hong Kong", 22.302, 114.177, "CN-HK left"),
        ("Macau", 22.193, 113.545, "CN-MO left"),
        ("Shenzhen", 22.543, 114.058, "CN right"),
        ("Amritsar", 31.634, 74.872, "IN left"),
        ("Imphal", 24.817, 93.937, "IN left"),
        ("Mandalay", 21.959, 96.089, "MM right"),
        ("Tokyo", 35.690, 139.692, "JP left"),
        ("Busan", 35.180, 129.076, "KR right"),
        ("Maseru", -29.310, 27.478, "LS left"),
        ("Lubumbashi", -11.664, 27.479, "CD right"),
        ("Ndola", -12.969, 28.637, "ZM left"),
        ("Georgetown", 6.801, -58.155, "GY left"),
        ("Charlotte Amalie", 18.342, -64.931, "US-VI left"),
        ("San Juan", 18.466, -66.106, "US-PR right"),
        ("Auckland", -36.848, 174.763, "NZ left"),
        ("Porto", 41.150, -8.611, "PT right"),
        ("Vigo", 42.240, -8.721, "ES right"),
        ("Vaduz", 47.141, 9.521, "LI right"),
        ("Buchs", 47.168, 9.475, "CH right"),
        ("Feldkirch", 47.238, 9.598, "AT right"),
        ("Helsinki", 60.170, 24.941, "FI right"),
        ("Monaco", 43.739, 7.427, "MC right"),
        ("Columbus", 39.961, -82.999, "US right"),
        ("São Paulo", -23.551, -46.633, "BR right"),
        ("the Atlantic", 45.0, -30.0, "none"),
    ] {
        check(place, lat, lon, expected);
    }
}

#[test]
fn cells_agree_with_the_rings() {
    let all = areas();
    let mut by_cells = CountryAreas::around(WORLD);
    let mut random = Random::seeded(7);
    let mut on_land = 0;
    for _ in 0..3_000 {
        let [lat_e7, lon_e7] = [random.between(-55.0, 75.0), random.between(-180.0, 180.0)].map(e7);
        let by_rings = all.iter().find(|area| area.holds([lat_e7, lon_e7])).map(|it| it.country);
        assert_eq!(by_cells.of(lat_e7, lon_e7), by_rings, "{lat_e7} {lon_e7}");
        on_land += usize::from(by_rings.is_some());
    }
    assert!(on_land > 300, "{on_land}");
}

#[test]
fn an_extract_without_roads_meets_no_area() {
    assert!(CountryAreas::around(bounds_of([].into_iter())).areas.is_empty());
}
