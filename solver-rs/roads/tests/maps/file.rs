//! The map file: a map read from a file gives equal answers, every build gives equal bytes, and damaged,
//! truncated or foreign files and files of other versions give an error.

use roads::hierarchy::{Lane, RouteSearch};
use roads::map::{MapBuild, MapError, MapHeader, MapReading, PREFIX_BYTES, ProfileMap};
use roads::network::NetworkOptions;
use roads::osm::{OsmFormat, PassOutcome};
use roads::profile::{Profile, RoadUser};

use crate::drawing::{Drawing, Via, free_flow};
use crate::exact::{random_trips, table_costs};
use crate::extracts::{Extract, liechtenstein_bicycle, liechtenstein_car, speeds};
use crate::random::Random;

/// Returns a small town: a restriction, a private road, a gate, an island.
fn town() -> Drawing {
    Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 100, 100)
        .tagged_node(5, 100, 50, "barrier=gate")
        .node(6, 300, 900)
        .node(7, 400, 900)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "highway=primary, oneway=yes")
        .way(20, &[2, 5, 4], "access=private")
        .way(21, &[3, 4, 1], "highway=tertiary")
        .way(30, &[6, 7], "")
        .restriction("no_left_turn", &[10], Via::Node(2), &[20])
}

/// Reads an extract in chunks of `chunk_bytes` bytes.
fn reading(bytes: &[u8], chunk_bytes: usize) -> MapBuild {
    let mut reading = MapReading::new(OsmFormat::detect(&bytes[..64]).unwrap());
    loop {
        for chunk in bytes.chunks(chunk_bytes) {
            reading.push(chunk).unwrap();
        }
        if reading.end_pass().unwrap() == PassOutcome::Complete {
            break;
        }
    }
    reading.finish(NetworkOptions::default()).unwrap()
}

/// Returns a complete file: header, then sections.
fn file(bytes: &[u8], chunk_bytes: usize, profiles: &[Profile]) -> Vec<u8> {
    let mut build = reading(bytes, chunk_bytes);
    let sections: Vec<u8> = profiles.iter().flat_map(|profile| build.section(*profile).0).collect();
    [&build.header()[..], build.names(), &sections].concat()
}

/// Reads a profile of a file as the service does: prefix, header, then the bytes of one section.
fn open(file: &[u8], profile: Profile) -> Result<ProfileMap, MapError> {
    let header_end = MapHeader::len_from_prefix(file)?;
    let header = MapHeader::decode(file)?;
    let names_end = header_end + usize::try_from(header.names_bytes).unwrap();
    header.check_names(&file[header_end.min(file.len())..names_end.min(file.len())])?;
    let section = header.section(profile.name())?;
    let first = header_end + usize::try_from(section.first_byte).unwrap();
    let end = first + usize::try_from(section.byte_count).unwrap();
    let bytes = file.get(first.min(file.len())..end.min(file.len())).unwrap();
    section.check(bytes)?;
    ProfileMap::decode(bytes)
}

#[test]
fn a_map_that_was_read_back_answers_as_the_one_that_was_built() {
    for extract in [liechtenstein_car(), liechtenstein_bicycle()] {
        let Extract { map, metric, network, .. } = extract;
        let bytes = map.encode();
        let again = ProfileMap::decode(&bytes).unwrap();
        assert!(again.encode() == bytes, "the same bytes once more");
        assert_eq!((again.profile(), again.size()), (map.profile(), map.size()));
        let again_metric = again.customize(&speeds(), &[]);
        assert!(again_metric == *metric, "the same costs of all arcs");
        let trips = random_trips(extract, 4, 25, 31);
        let expected = table_costs(extract, metric, &trips);
        let read_back =
            Extract { name: "again", map: again, metric: again_metric, network: network.clone() };
        // The same seed gives the same places if the snap index is the same.
        let trips_again = random_trips(&read_back, 4, 25, 31);
        assert_eq!(trips_again, trips);
        assert_eq!(table_costs(&read_back, &read_back.metric, &trips), expected);
        let mut search = RouteSearch::default();
        for (source, targets) in &trips {
            for target in targets {
                let mut leg = |extract: &Extract| {
                    let mut points = Vec::new();
                    let lane = Lane::Window(2);
                    let places = [source, target];
                    let leg =
                        extract.map.leg(&extract.metric, lane, &mut search, places, &mut points);
                    (leg, points)
                };
                assert_eq!(leg(&read_back), leg(extract));
            }
        }
    }
}

#[test]
fn the_same_extract_gives_the_same_bytes_in_whatever_chunks_it_comes() {
    let xml = town().xml();
    let whole = file(xml.as_bytes(), usize::MAX, &Profile::ALL);
    for chunk_bytes in [1, 7, 1000] {
        assert!(file(xml.as_bytes(), chunk_bytes, &Profile::ALL) == whole, "{chunk_bytes}");
    }
    let pbf =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../test/fixtures/maps/liechtenstein.osm.pbf");
    let pbf = std::fs::read(pbf).unwrap();
    let [one, other] = [1 << 16, 12_345].map(|it| file(&pbf, it, &[Profile::Car, Profile::Foot]));
    assert!(one == other, "Liechtenstein, twice");
}

#[test]
fn profiles_built_in_parallel_make_the_same_file_as_in_sequence() {
    let xml = town().xml();
    let mut build = reading(xml.as_bytes(), usize::MAX);
    let sections = std::thread::scope(|scope| {
        let build = &build;
        let threads = Profile::ALL.map(|profile| scope.spawn(move || build.build(profile)));
        threads.map(|thread| thread.join().unwrap())
    });
    for section in &sections {
        build.add(section);
    }
    let bytes: Vec<u8> = sections.iter().flat_map(|section| section.bytes.clone()).collect();
    let at_once = [&build.header()[..], build.names(), &bytes].concat();
    assert!(at_once == file(xml.as_bytes(), usize::MAX, &Profile::ALL));
}

#[test]
fn a_file_lists_its_sections_and_their_offsets() {
    let xml = town().xml();
    let profiles = [Profile::Truck, Profile::Car];
    let file = file(xml.as_bytes(), usize::MAX, &profiles);
    let header = MapHeader::decode(&file).unwrap();
    assert_eq!(header.attribution, "© OpenStreetMap contributors, ODbL 1.0");
    assert_eq!(header.extract_bytes, xml.len() as u64);
    assert_eq!(header.extract_checksum, crc32(xml.as_bytes()));
    assert_eq!(header.left_hand, None);
    // South and west: node 1; 900 m north and 400 m east: node 7.
    assert_eq!(header.bounds_e7, [0, 0, 81_393, 35_933]);
    let found: Vec<Profile> = header.sections.iter().map(|section| section.profile).collect();
    assert_eq!(found, profiles);
    for profile in profiles {
        let map = open(&file, profile).unwrap();
        assert_eq!(map.profile(), profile);
        assert_eq!(map.encode(), town().map(profile).map.encode());
    }
    assert_eq!(open(&file, Profile::Foot).unwrap_err(), MapError::ProfileMissing);
}

#[test]
fn a_file_tells_vehicles_of_operators_by_name_and_by_all_that_differs() {
    let xml = Drawing::new()
        .node(1, 0, 0)
        .node(2, 100, 0)
        .node(3, 200, 0)
        .node(4, 100, 100)
        .way(10, &[1, 2], "")
        .way(11, &[2, 3], "maxheight=3.5")
        .way(12, &[2, 4], "")
        .xml();
    let users = ["truck", "low=truck:height=3.4", "tanker=truck:height=4.2:hazmat"];
    let mut build = reading(xml.as_bytes(), usize::MAX);
    let sections: Vec<Vec<u8>> =
        users.map(|user| build.section(RoadUser::parse(user).unwrap()).0).into();
    let header = MapHeader::decode(&build.header()).unwrap();
    let found: Vec<_> = header.sections.iter().map(|it| (&*it.name, &*it.user)).collect();
    assert_eq!(found, [("truck", users[0]), ("low", users[1]), ("tanker", users[2])]);
    assert!(header.sections.iter().all(|section| section.profile == Profile::Truck));
    assert_eq!(header.section_idx("tanker"), Ok(2));
    assert_eq!(header.section_idx("tall"), Err(MapError::ProfileMissing));
    let counts = sections.iter().map(|bytes| ProfileMap::decode(bytes).unwrap().segment_count());
    // Only the low truck passes below the bridge, so that three roads meet; for the others, two roads are
    // one.
    assert_eq!(counts.collect::<Vec<_>>(), [1, 3, 1]);
}

/// Computes CRC-32 by its definition, bit by bit: the polynomial 0x04C11DB7, reflected.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}

#[test]
fn other_files_are_recognized_as_foreign() {
    let xml = town().xml();
    let map = file(xml.as_bytes(), usize::MAX, &[Profile::Car]);
    // A transfer in text mode replaces line ends.
    let as_text = [&map[..6], b"\n", &map[8..]].concat();
    for bytes in
        [&b""[..], b"\xb7ROADS\r\n", xml.as_bytes(), b"\x89PNG\r\n\x1a\n", &as_text, &[0; 99]]
    {
        assert_eq!(MapHeader::decode(bytes), Err(MapError::Foreign), "{:?}", bytes.get(..8));
        assert_eq!(MapHeader::len_from_prefix(bytes), Err(MapError::Foreign));
    }
}

#[test]
fn a_map_of_another_version_is_named_as_that() {
    let map = file(town().xml().as_bytes(), usize::MAX, &[Profile::Car]);
    let own = u32::from_le_bytes(map[8..12].try_into().unwrap());
    for found in [0, own + 1, u32::MAX] {
        let mut other = map.clone();
        other[8..12].copy_from_slice(&found.to_le_bytes());
        let error = MapHeader::decode(&other).unwrap_err();
        assert_eq!(error, MapError::Version { found, expected: own });
        assert!(error.to_string().contains("rebuild it"), "{error}");
    }
}

#[test]
fn every_truncation_of_a_file_is_an_error() {
    let map = file(town().xml().as_bytes(), usize::MAX, &[Profile::Car]);
    let header_end = MapHeader::len_from_prefix(&map).unwrap();
    for len in 0..map.len() {
        let error = open(&map[..len], Profile::Car).unwrap_err();
        let expected = if len < PREFIX_BYTES { MapError::Foreign } else { MapError::Truncated };
        assert_eq!(error, expected, "{len} bytes, of {header_end} before the section");
    }
    // Bytes after the sections are ignored.
    assert!(open(&[&map[..], b"more"].concat(), Profile::Car).is_ok());
}

#[test]
fn every_flipped_bit_of_a_file_is_an_error() {
    let map = file(town().xml().as_bytes(), usize::MAX, &[Profile::Car]);
    let header_end = MapHeader::len_from_prefix(&map).unwrap();
    let names_bytes = MapHeader::decode(&map).unwrap().names_bytes;
    let names_end = header_end + usize::try_from(names_bytes).unwrap();
    let part_at = |position| match position {
        _ if position < header_end => "header",
        _ if position < names_end => "names",
        _ => "car",
    };
    for position in 0..map.len() {
        for bit in 0..8 {
            let mut damaged = map.clone();
            damaged[position] ^= 1 << bit;
            let error = open(&damaged, Profile::Car).unwrap_err();
            let is_clear = match (position, &error) {
                (0..8, error) => *error == MapError::Foreign,
                (8..12, error) => matches!(error, MapError::Version { .. }),
                // The length: a smaller one gives another checksum, a larger one may exceed the file.
                (12..16, MapError::Truncated) => true,
                (position, MapError::Checksum { part }) => *part == part_at(position),
                _ => false,
            };
            assert!(is_clear, "byte {position}, bit {bit}: {error:?}");
        }
    }
}

#[test]
fn damage_to_a_large_section_is_found_by_its_checksum() {
    let mut header = MapHeader {
        attribution: String::new(),
        extract_bytes: 0,
        extract_checksum: 0,
        left_hand: Some(false),
        names_bytes: 0,
        names_checksum: 0,
        bounds_e7: [0; 4],
        sections: Vec::new(),
    };
    let section = liechtenstein_car().map.encode();
    header.push(&Profile::Car.into(), &section, liechtenstein_car().map.size());
    let entry = header.section("car").unwrap();
    assert_eq!(entry.check(&section), Ok(()));
    let mut random = Random::seeded(32);
    for _ in 0..20 {
        let position = random.below(section.len());
        assert_eq!(entry.check(&section[..position]), Err(MapError::Truncated));
        let mut damaged = section.clone();
        damaged[position] ^= 1 << random.below(8);
        assert_eq!(entry.check(&damaged), Err(MapError::Checksum { part: "car" }), "{position}");
    }
}

#[test]
fn every_error_is_a_sentence() {
    for (error, part) in [
        (MapError::Foreign, "not a map"),
        (MapError::Truncated, "ends too early"),
        (MapError::Checksum { part: "car" }, "of its car is wrong"),
        (MapError::Inconsistent { what: "turns" }, "the turns of"),
        (MapError::ProfileMissing, "this profile"),
    ] {
        let text = error.to_string();
        assert!(text.contains(part) && !text.ends_with('.'), "{text}");
    }
}

#[test]
fn a_map_read_back_is_customized_as_the_one_that_was_built() {
    let drawn = town().map(Profile::Van);
    let again = ProfileMap::decode(&drawn.map.encode()).unwrap();
    assert_eq!(again.customize(&free_flow(), &[]), drawn.metric);
}
