//! The result is the same for every format of an extract, and however its bytes arrive.

use crate::files::{Blob, Extract, NodeStyle, describe, gzip, pbf, sample, xml};
use roads::osm::{
    OsmError, OsmFormat, OsmReader, OsmReport, PassOutcome, SkippedElements, read_osm,
};

fn read_in_chunks(file: &[u8], chunk_bytes: usize) -> Result<(String, OsmReport), OsmError> {
    let mut reader = OsmReader::new(OsmFormat::detect(file)?);
    loop {
        for chunk in file.chunks(chunk_bytes) {
            reader.push(chunk)?;
        }
        if reader.end_pass()? == PassOutcome::Complete {
            let (roads, report) = reader.finish()?;
            return Ok((describe(&roads), report));
        }
    }
}

fn every_format(extract: &Extract) -> Vec<(&'static str, Vec<u8>)> {
    let text = xml(extract);
    let with_mark = format!("\u{feff}{text}");
    let (first, second) = text.as_bytes().split_at(text.len() / 2);
    vec![
        ("dense, zlib", pbf(extract, NodeStyle::Dense, Blob::Zlib)),
        ("dense, raw", pbf(extract, NodeStyle::Dense, Blob::Raw)),
        ("plain, zlib", pbf(extract, NodeStyle::Plain, Blob::Zlib)),
        ("plain, raw", pbf(extract, NodeStyle::Plain, Blob::Raw)),
        ("xml", text.clone().into_bytes()),
        ("xml with byte order mark", with_mark.into_bytes()),
        ("gzip", gzip(text.as_bytes())),
        ("gzip of two members", [gzip(first), gzip(second)].concat()),
    ]
}

#[test]
fn roads_ferries_and_restrictions_are_kept_with_their_nodes_and_tags() {
    // Node 13 belongs to a building, node 14 does not exist; notes and buildings are dropped.
    let expected = "\
node -3 411000001 -86000002
node 10 411234567 -86543210 highway=crossing name=Passadeira
node 11 -900000000 1800000000
node 12 0 0 barrier=gate access:conditional=no @ (22:00-06:00)
node 1099511627776 1 -1
way 100 10,11,12,? highway=residential name=Rua & \"Praça\" oneway=-1
way 101 1099511627776,-3 route=ferry duration=00:20
way 103 12,10 surface=<mud> highway=track
restriction 900 [Way 100 from,Node 12 via,Way 103 to,Relation -5 ] type=restriction restriction:hgv=no_left_turn
";
    let expected_report = OsmReport {
        nodes_read: 6,
        ways_read: 4,
        relations_read: 2,
        ways_kept: 3,
        restrictions_kept: 1,
        zones_kept: 0,
        nodes_kept: 5,
        nodes_missing: 1,
        skipped: SkippedElements::default(),
    };
    for (name, file) in every_format(&sample()) {
        for chunk_bytes in [1, 7, 4096, usize::MAX] {
            let (text, report) = read_in_chunks(&file, chunk_bytes).unwrap();
            assert_eq!(text, expected, "{name}, chunks of {chunk_bytes}");
            assert_eq!(report, expected_report, "{name}, chunks of {chunk_bytes}");
        }
        let (roads, report) = read_osm(&file).unwrap();
        assert_eq!((describe(&roads).as_str(), &report), (expected, &expected_report), "{name}");
    }
}

#[test]
fn an_extract_without_roads_is_read_as_none() {
    for (name, file) in every_format(&Extract::default()) {
        let (roads, report) = read_osm(&file).unwrap();
        assert_eq!(describe(&roads), "", "{name}");
        assert_eq!(report, OsmReport::default(), "{name}");
    }
}

#[test]
fn elements_may_stand_in_any_order_and_twice() {
    let road = |id, refs: &[i64]| (id, refs.to_vec(), vec![("highway", "road")]);
    let extract = Extract {
        nodes: vec![(9, 90, 0, vec![]), (2, 20, 0, vec![]), (9, 99, 0, vec![]), (5, 50, 0, vec![])],
        ways: vec![road(8, &[9, 5]), road(3, &[2, 9]), road(8, &[2, 2]), road(4, &[5])],
        relations: vec![],
    };
    let expected = "\
node 2 20 0
node 5 50 0
node 9 90 0
way 8 9,5 highway=road
way 3 2,9 highway=road
way 4 5 highway=road
";
    for (name, file) in every_format(&extract) {
        let (roads, report) = read_osm(&file).unwrap();
        assert_eq!(describe(&roads), expected, "{name}");
        let skipped: Vec<_> = report.skipped.iter().map(|it| format!("{it:?}")).collect();
        assert_eq!(skipped, ["(Node, Repeated, 1)", "(Way, Repeated, 1)"], "{name}");
    }
}

#[test]
fn ways_may_stand_before_their_nodes() {
    let extract = sample();
    let without = |nodes: bool| {
        let mut part = extract.clone();
        if nodes {
            part.nodes.clear();
        } else {
            part.ways.clear();
            part.relations.clear();
        }
        part
    };
    let files = [without(true), without(false)].map(|it| pbf(&it, NodeStyle::Dense, Blob::Zlib));
    let (roads, _) = read_osm(&files.concat()).unwrap();
    let (expected, _) = read_osm(&pbf(&extract, NodeStyle::Dense, Blob::Zlib)).unwrap();
    assert_eq!(describe(&roads), describe(&expected));
}

#[test]
fn the_first_bytes_tell_the_format() {
    let pbf = pbf(&sample(), NodeStyle::Dense, Blob::Zlib);
    for (first_bytes, expected) in [
        (&pbf[..OsmFormat::DETECT_BYTES], Ok(OsmFormat::Pbf)),
        (b"\x1f\x8b\x08", Ok(OsmFormat::GzippedXml)),
        (b"<?xml version='1.0'?>", Ok(OsmFormat::Xml)),
        (b"\xef\xbb\xbf \r\n<osm>", Ok(OsmFormat::Xml)),
        (b"BZh91AY", Err(OsmError::FormatUnknown)),
        (b"PK\x03\x04", Err(OsmError::FormatUnknown)),
        (b"{\"elements\": []}", Err(OsmError::FormatUnknown)),
        (b"", Err(OsmError::FormatUnknown)),
    ] {
        assert_eq!(OsmFormat::detect(first_bytes), expected, "{first_bytes:x?}");
    }
}

#[test]
fn the_second_pass_leaves_blobs_without_nodes_alone() {
    let nodes =
        pbf(&Extract { ways: vec![], relations: vec![], ..sample() }, NodeStyle::Dense, Blob::Zlib);
    let file = pbf(&sample(), NodeStyle::Dense, Blob::Zlib);
    let (expected, _) = read_osm(&file).unwrap();
    // The last two blobs of `nodes` are empty blocks, so its first two are those of `file`.
    let same = file.iter().zip(&nodes).take_while(|(a, b)| a == b).count();
    let mut second = file.clone();
    let damaged = second.len() - 4;
    assert!(damaged > same, "the damage is behind the nodes");
    second[damaged] ^= 0xff;
    let mut reader = OsmReader::new(OsmFormat::Pbf);
    reader.push(&file).unwrap();
    assert_eq!(reader.end_pass(), Ok(PassOutcome::ReadAgain));
    reader.push(&second).unwrap();
    assert_eq!(reader.end_pass(), Ok(PassOutcome::Complete));
    assert_eq!(describe(&reader.finish().unwrap().0), describe(&expected));
}

#[test]
fn passes_are_two_and_of_the_same_bytes() {
    let file = xml(&sample()).into_bytes();
    let mut reader = OsmReader::new(OsmFormat::Xml);
    reader.push(&file).unwrap();
    reader.end_pass().unwrap();
    assert_eq!(reader.finish().unwrap_err(), OsmError::PassesMissing);

    let mut reader = OsmReader::new(OsmFormat::Xml);
    reader.push(&file).unwrap();
    reader.end_pass().unwrap();
    reader.push(&file).unwrap();
    reader.push(b"\n").unwrap();
    let bytes = file.len() as u64;
    let differ = OsmError::PassesDiffer { first_bytes: bytes, second_bytes: bytes + 1 };
    assert_eq!(reader.end_pass(), Err(differ.clone()));
    assert_eq!(reader.push(&file), Err(differ.clone()));
    assert_eq!(reader.finish().unwrap_err(), differ);

    let mut reader = OsmReader::new(OsmFormat::Xml);
    for _ in 0..2 {
        reader.push(&file).unwrap();
        reader.end_pass().unwrap();
    }
    assert_eq!(reader.push(&file), Err(OsmError::PassesOver));
    assert_eq!(reader.end_pass(), Err(OsmError::PassesOver));
    assert!(reader.finish().is_ok());
}

#[test]
fn roads_over_the_memory_limit_are_refused() {
    for (name, file) in every_format(&sample()) {
        for (memory_bytes_max, fits) in [(100, false), (100_000, true)] {
            let format = OsmFormat::detect(&file).unwrap();
            let mut reader = OsmReader::with_memory_limit(format, memory_bytes_max);
            let outcome = reader.push(&file).and_then(|()| reader.end_pass());
            let expected = if fits {
                Ok(PassOutcome::ReadAgain)
            } else {
                Err(OsmError::MemoryExceeded { memory_bytes_max })
            };
            assert_eq!(outcome, expected, "{name}");
        }
    }
}
