//! Tests basemaps read from a small extract: what is kept, what is left out, and the bytes of a file.

use super::*;
use crate::osm::{AreaKind, OsmFormat, PassOutcome, PlaceKind};

/// A park with a lake that consists of two ways and contains an island, a stream, a building, a
/// fence, and two places.
const FILE: &str = r#"<osm>
  <node id="1" lat="0" lon="0"/><node id="2" lat="0" lon="1"/><node id="3" lat="1" lon="1"/>
  <node id="4" lat="1" lon="0"/>
  <node id="11" lat="0.2" lon="0.2"/><node id="12" lat="0.2" lon="0.8"/>
  <node id="13" lat="0.8" lon="0.8"/><node id="14" lat="0.8" lon="0.2"/>
  <node id="21" lat="0.4" lon="0.4"/><node id="22" lat="0.4" lon="0.6"/>
  <node id="23" lat="0.6" lon="0.5"/>
  <node id="31" lat="0.1" lon="0.5"><tag k="place" v="suburb"/><tag k="name" v="Cedofeita"/></node>
  <node id="32" lat="0.2" lon="0.5"><tag k="place" v="city"/><tag k="name" v="Porto"/></node>
  <node id="33" lat="0.2" lon="0.5"><tag k="place" v="city"/></node>
  <way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="1"/>
    <tag k="leisure" v="park"/></way>
  <way id="2"><nd ref="11"/><nd ref="12"/><nd ref="13"/></way>
  <way id="3"><nd ref="11"/><nd ref="14"/><nd ref="13"/></way>
  <way id="4"><nd ref="21"/><nd ref="22"/><nd ref="23"/><nd ref="21"/></way>
  <way id="5"><nd ref="1"/><nd ref="3"/><tag k="waterway" v="stream"/></way>
  <way id="6"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/><tag k="building" v="yes"/></way>
  <way id="7"><nd ref="1"/><nd ref="2"/><tag k="barrier" v="fence"/></way>
  <relation id="1"><member type="way" ref="2" role="outer"/><member type="way" ref="3" role="outer"/>
    <member type="way" ref="4" role="inner"/>
    <tag k="type" v="multipolygon"/><tag k="natural" v="water"/></relation>
</osm>"#;

fn read(file: &[u8]) -> Basemap {
    let mut reading = BasemapReading::new(OsmFormat::Xml);
    for pass in 1.. {
        reading.push(file).unwrap();
        if reading.end_pass().unwrap() == PassOutcome::Complete {
            assert_eq!(pass, 3);
            break;
        }
    }
    reading.finish().unwrap()
}

#[test]
fn areas_lines_and_places_follow_the_tags() {
    let basemap = read(FILE.as_bytes());
    let areas: Vec<_> = (0..basemap.area_count())
        .map(|area| {
            let rings: Vec<usize> = basemap.rings(area).map(|(lats, _)| lats.len()).collect();
            (basemap.kind(area), rings)
        })
        .collect();
    assert_eq!(
        areas,
        [
            (AreaKind::Green, vec![5]),
            // The lake's two ways have common ends; the island is its hole.
            (AreaKind::Water, vec![5, 4]),
            (AreaKind::Waterway, vec![2]),
            (AreaKind::Building, vec![4]),
        ]
    );
    let places: Vec<_> = basemap.places().map(|place| (place.kind, place.name)).collect();
    assert_eq!(places, [(PlaceKind::City, "Porto"), (PlaceKind::Suburb, "Cedofeita")]);
    let (lats, lons) = basemap.rings(2).next().unwrap();
    assert_eq!((lats, lons), (&[0, 10_000_000][..], &[0, 10_000_000][..]));
}

#[test]
fn bytes_come_back_and_damage_is_an_error() {
    let basemap = read(FILE.as_bytes());
    let bytes = basemap.encode();
    assert_eq!(Basemap::decode(&bytes), Ok(basemap));
    for len in 0..bytes.len() {
        assert!(Basemap::decode(&bytes[..len]).is_err(), "{len}");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x41;
        // The result is an error or another basemap, all of which can be read.
        if let Ok(other) = Basemap::decode(&damaged) {
            for area in 0..other.area_count() {
                let _ = (other.kind(area), other.rings(area).count());
            }
            let _ = other.places().count();
        }
    }
    let framed = framed_basemap(&bytes);
    let (prefix, rest) = framed.split_at(BASEMAP_PREFIX_BYTES);
    assert_eq!(basemap_len(prefix), Ok(bytes.len() as u64));
    assert_eq!(check_basemap(prefix, rest), Ok(()));
    assert!(check_basemap(prefix, &rest[1..]).is_err());
    let mut damaged = rest.to_vec();
    damaged[7] ^= 1;
    assert!(check_basemap(prefix, &damaged).is_err());
}
