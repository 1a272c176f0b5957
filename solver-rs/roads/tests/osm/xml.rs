//! Valid variants of XML and gzip, and malformed ones.

use crate::files::{describe, gzip, sample, xml};
use roads::osm::{OsmError, OsmFormat, OsmReader, PassOutcome, read_osm};

fn osm(inside: &str) -> String {
    format!("<osm>{inside}</osm>")
}

/// Checks the lines of what was kept, and of what was skipped.
fn check(text: &str, expected: &str, expected_skipped: &[&str]) {
    let (roads, report) = read_osm(text.as_bytes()).unwrap();
    let skipped: Vec<_> =
        report.skipped.iter().map(|(what, why, n)| format!("{n} {what:?} {why:?}")).collect();
    assert_eq!(describe(&roads), expected, "{text}");
    assert_eq!(skipped, expected_skipped, "{text}");
}

#[test]
fn markup_of_other_kinds_is_passed_by() {
    let text = "<?xml version=\"1.0\"?><!DOCTYPE osm [<!ENTITY a \"b\">]><!-- <osm> > -->
        <osm version='0.6'><bounds minlat='1'/>text & < more
        <note><way id='9'><tag k='highway' v='a'/></way></note><![CDATA[<way id='8'/>]]>
        <way id = '7' ><nd  ref='1' ><tag k='highway' v='inner'/></nd><other><nd ref='2'/></other>
        <tag v='road' k='highway'></tag></way><?end?></osm ><!-- > --> ";
    let text = text.replace("text & < more", "text &amp; &unknown; more &");
    check(&text, "way 7 ? highway=road\n", &[]);
}

#[test]
fn escapes_are_undone() {
    let way = "<way id='7'><tag k='high&#119;ay' v='&lt;&#x41;&amp;&quot;&apos;&gt;'/></way>";
    check(&osm(way), "way 7  highway=<A&\"'>\n", &[]);
}

#[test]
fn deleted_elements_are_removed() {
    let text = osm("<node id='1' lat='0' lon='0' visible='false'/><node id='2' action='delete'/>
        <way id='5' visible='false'><tag k='highway' v='road'/></way>
        <way id='6' visible='true'><nd ref='1'/><nd ref='2'/><tag k='highway' v='road'/></way>");
    check(&text, "way 6 ?,? highway=road\n", &[]);
}

#[test]
fn a_malformed_element_is_skipped_and_its_neighbors_are_kept() {
    let long = format!("<way id='7'><tag k='highway' v='{}'/></way>", "x".repeat(1021));
    for (malformed, fault) in [
        ("<way><tag k='highway' v='a'/></way>", "Way Undecodable"),
        ("<way id='7x'><tag k='highway' v='a'/></way>", "Way Undecodable"),
        ("<way id='99999999999999999999'/>", "Way Undecodable"),
        ("<way id=7><tag k='highway' v='a'/></way>", "Way Undecodable"),
        ("<way id='7'><nd/><tag k='highway' v='a'/></way>", "Way Undecodable"),
        ("<way id='7'><nd ref=''/><tag k='highway' v='a'/></way>", "Way Undecodable"),
        ("<way id='7'><tag k='highway'/></way>", "Way Undecodable"),
        ("<way id='7'><tag v='highway'/></way>", "Way Undecodable"),
        ("<way id='7'><tag k='highway' v='&unknown;'/></way>", "Way TextInvalid"),
        (long.as_str(), "Way TextInvalid"),
        ("<way id='5'><tag k='highway' v='a'/></way>", "Way Repeated"),
        ("<relation/>", "Relation Undecodable"),
        (
            "<relation id='7'><member type='area' ref='1'/><tag k='type' v='restriction'/></relation>",
            "Relation Undecodable",
        ),
        (
            "<relation id='7'><tag k='type' v='restriction'/><member type='way'/></relation>",
            "Relation Undecodable",
        ),
        ("<node lat='0' lon='0'/>", "Node Undecodable"),
        ("<node id='2' lon='0'/>", "Node Undecodable"),
        ("<node id='2' lat='0,5' lon='0'/>", "Node Undecodable"),
        ("<node id='2' lat='90.00000006' lon='0'/>", "Node CoordinateOutOfRange"),
        ("<node id='2' lat='0' lon='-181'/>", "Node CoordinateOutOfRange"),
        ("<node id='2' lat='0' lon='NaN'/>", "Node CoordinateOutOfRange"),
        ("<node id='2' lat='0' lon='inf'/>", "Node CoordinateOutOfRange"),
        ("<node id='2' lat='0' lon='0'><tag k='barrier'/></node>", "Node Undecodable"),
        ("<node id='1' lat='2' lon='2'/>", "Node Repeated"),
    ] {
        let text = osm(&format!(
            "<node id='1' lat='1' lon='-1'/>
             <way id='5'><nd ref='1'/><nd ref='2'/><tag k='highway' v='road'/></way>{malformed}
             <way id='9'><nd ref='1'/><tag k='highway' v='road'/></way>"
        ));
        let expected = "node 1 10000000 -10000000\nway 5 1,? highway=road\nway 9 1 highway=road\n";
        check(&text, expected, &[&format!("1 {fault}")]);
    }
}

#[test]
fn degrees_are_rounded_to_the_nearest_unit() {
    for (lat, lat_e7) in [
        ("41.15", 411_500_000),
        ("-0.00000005", -1),
        ("0.000000149", 1),
        ("90", 900_000_000),
        ("90.00000004", 900_000_000),
        ("-9e1", -900_000_000),
    ] {
        let text = osm(&format!(
            "<node id='1' lat='{lat}' lon='180'/>
             <way id='5'><nd ref='1'/><tag k='highway' v='road'/></way>"
        ));
        let expected = format!("node 1 {lat_e7} 1800000000\nway 5 1 highway=road\n");
        check(&text, &expected, &[]);
    }
}

fn refused(format: OsmFormat, file: &[u8]) -> OsmError {
    let mut reader = OsmReader::new(format);
    let error = reader.push(file).and_then(|()| reader.end_pass().map(drop)).unwrap_err();
    assert_eq!(reader.push(file), Err(error.clone()), "the error stays");
    let text = error.to_string();
    assert!(!text.is_empty() && !text.ends_with('.'), "{text}");
    error
}

#[test]
fn texts_that_are_not_well_formed_are_refused() {
    let root = |name: &str| OsmError::XmlRootUnknown { name: name.to_owned() };
    for (text, expected) in [
        ("<osmChange></osmChange>", root("osmChange")),
        ("<html/>", root("html")),
        ("</osm>", OsmError::XmlInvalid { offset: 0 }),
        ("<osm></osm></osm>", OsmError::XmlInvalid { offset: 11 }),
        ("<osm/><osm/>", OsmError::XmlInvalid { offset: 6 }),
        ("<osm><!DOCTYPE></osm>", OsmError::XmlInvalid { offset: 5 }),
        ("", OsmError::Truncated { offset: 0 }),
        ("text", OsmError::Truncated { offset: 4 }),
        ("<osm>", OsmError::Truncated { offset: 5 }),
        ("<osm><way", OsmError::Truncated { offset: 9 }),
        ("<osm><way id='></osm>", OsmError::Truncated { offset: 21 }),
        ("<osm><!-- </osm>", OsmError::Truncated { offset: 16 }),
        ("<osm></osm><", OsmError::Truncated { offset: 12 }),
    ] {
        assert_eq!(refused(OsmFormat::Xml, text.as_bytes()), expected, "{text}");
    }
    let not_utf8 = b"<osm><way id='\xff'/></osm>";
    assert_eq!(refused(OsmFormat::Xml, not_utf8), OsmError::XmlInvalid { offset: 5 });
}

#[test]
fn every_truncation_is_refused() {
    let whole = xml(&sample()).into_bytes();
    let root_end = whole.len() - 1;
    for length in 0..root_end {
        let error = refused(OsmFormat::Xml, &whole[..length]);
        assert_eq!(error, OsmError::Truncated { offset: length as u64 });
    }
    let packed = gzip(&whole);
    for length in 0..packed.len() {
        let error = refused(OsmFormat::GzippedXml, &packed[..length]);
        // When only the last eight bytes are incomplete, all of the text has been read.
        let is_expected = match error {
            OsmError::Truncated { .. } => length < packed.len() - 7,
            OsmError::GzipInvalid { offset } => offset == length as u64,
            _ => false,
        };
        assert!(is_expected, "{length} of {}: {error:?}", packed.len());
    }
}

#[test]
fn damaged_gzip_is_refused() {
    let text = osm("");
    let mut checksum = gzip(text.as_bytes());
    let offset = checksum.len() as u64;
    let last = checksum.len() - 5;
    checksum[last] ^= 1;
    assert_eq!(refused(OsmFormat::GzippedXml, &checksum), OsmError::GzipInvalid { offset });

    let trailing = [gzip(text.as_bytes()), b"garbage!".to_vec()].concat();
    let offset = trailing.len() as u64;
    assert_eq!(refused(OsmFormat::GzippedXml, &trailing), OsmError::GzipInvalid { offset });

    let two_texts = [gzip(text.as_bytes()), gzip(text.as_bytes())].concat();
    assert_eq!(refused(OsmFormat::GzippedXml, &two_texts), OsmError::XmlInvalid { offset: 11 });
    let other = refused(OsmFormat::GzippedXml, &gzip(b"\x00\x00\x00\x0d\x0a\x09OSMHeader"));
    assert!(matches!(other, OsmError::Truncated { .. }), "{other:?}");
}

#[test]
fn markup_may_be_longer_than_a_window_but_not_endless() {
    // Every `>` in the comment could be the end of markup: a reader that parsed again at each one would take
    // minutes.
    for (length, chunk_bytes) in [(200_000, 70_000), (900_000, 4096), (900_000, 1)] {
        let comment = format!("<!--{}-->", "a>".repeat(length / 2));
        let way = "<way id='7'><tag k='highway' v='road'/></way>";
        let text = osm(&format!("{comment}{way}"));
        let mut reader = OsmReader::new(OsmFormat::Xml);
        for outcome in [PassOutcome::ReadAgain, PassOutcome::Complete] {
            for chunk in text.as_bytes().chunks(chunk_bytes) {
                reader.push(chunk).unwrap();
            }
            assert_eq!(reader.end_pass(), Ok(outcome));
        }
        let (roads, _) = reader.finish().unwrap();
        assert_eq!(describe(&roads), "way 7  highway=road\n");
    }
    for filling in ["a>", "aa"] {
        let endless = osm(&format!("<way id='{}", filling.repeat(700_000)));
        let too_long = OsmError::XmlMarkupTooLong { offset: 5, markup_bytes_max: 1 << 20 };
        assert_eq!(refused(OsmFormat::Xml, endless.as_bytes()), too_long);
    }
}

#[test]
fn an_element_without_end_is_stopped_by_the_memory_limit() {
    for child in ["<nd ref='1'/>", "<tag k='highway' v='road'/>"] {
        let text = format!("<osm><way id='1'>{}", child.repeat(100_000));
        let memory_bytes_max = 1_000_000;
        let mut reader = OsmReader::with_memory_limit(OsmFormat::Xml, memory_bytes_max);
        let error = reader.push(text.as_bytes()).unwrap_err();
        assert_eq!(error, OsmError::MemoryExceeded { memory_bytes_max });
    }
}
