//! Malformed elements of `.osm.pbf`, and elements in rarely used encodings.

use crate::files::{
    Blob, Extract, NodeStyle, TextTable, blob, block, block_with, bytes, deltas, describe, file,
    framed, number, packed, pbf, pbf_tags, way, zigzag,
};
use roads::osm::read_osm;

/// Checks the lines of what was kept, and of what was skipped.
fn check(name: &str, file: &[u8], expected: &str, expected_skipped: &[&str]) {
    let (roads, report) = read_osm(file).unwrap();
    let skipped: Vec<_> =
        report.skipped.iter().map(|(what, why, n)| format!("{n} {what:?} {why:?}")).collect();
    assert_eq!(describe(&roads), expected, "{name}");
    assert_eq!(skipped, expected_skipped, "{name}");
}

fn road(id: i64, refs: &[i64], texts: &mut TextTable) -> Vec<u8> {
    way(id, refs, &vec![("highway", "road")], texts)
}

#[test]
fn a_malformed_way_is_skipped_and_its_neighbors_are_kept() {
    type Write = fn(&mut TextTable) -> Vec<u8>;
    let cases: &[(&str, Write, &str)] = &[
        ("no id", |it| pbf_tags(&vec![("highway", "a")], it), "Undecodable"),
        ("field cut off", |_| vec![0x12, 9, 1], "Undecodable"),
        ("group", |_| vec![0x0b], "Undecodable"),
        ("id of the wrong type", |_| bytes(1, b"7"), "Undecodable"),
        ("keys not packed", |_| [number(1, 7), number(2, 1), number(3, 1)].concat(), "Undecodable"),
        (
            "keys in two pieces",
            |_| [number(1, 7), packed(2, [1]), packed(2, [1]), packed(3, [1, 1])].concat(),
            "Undecodable",
        ),
        (
            "reference cut off",
            |it| {
                [number(1, 7), pbf_tags(&vec![("highway", "a")], it), bytes(8, &[2, 0x80])].concat()
            },
            "Undecodable",
        ),
        (
            "key without value",
            |_| [number(1, 7), packed(2, [1, 1]), packed(3, [1])].concat(),
            "CountsDiffer",
        ),
        (
            "key beyond",
            |_| [number(1, 7), packed(2, [999]), packed(3, [1])].concat(),
            "TextIndexOutOfRange",
        ),
        (
            "value beyond",
            |_| [number(1, 7), packed(2, [1]), packed(3, [1 << 40])].concat(),
            "TextIndexOutOfRange",
        ),
        (
            "value not UTF-8",
            |it| {
                [number(1, 7), packed(2, [it.idx("highway")]), packed(3, [it.idx(b"\xff")])]
                    .concat()
            },
            "TextInvalid",
        ),
        (
            "value too long",
            |it| {
                let long = "x".repeat(255 * 4 + 1);
                [number(1, 7), packed(2, [it.idx("highway")]), packed(3, [it.idx(long)])].concat()
            },
            "TextInvalid",
        ),
        (
            "reference beyond 64 bits",
            |it| {
                let refs = packed(8, [zigzag(i64::MAX), zigzag(1)]);
                [number(1, 7), pbf_tags(&vec![("highway", "a")], it), refs].concat()
            },
            "DeltaOverflow",
        ),
        (
            "id given before",
            |it| [number(1, 5), pbf_tags(&vec![("highway", "a")], it)].concat(),
            "Repeated",
        ),
    ];
    for (name, write, fault) in cases {
        let ways = block(|it| {
            let malformed = bytes(3, &write(it));
            [road(5, &[1], it), malformed, road(9, &[2, 1], it)].concat()
        });
        let expected = "way 5 ? highway=road\nway 9 ?,? highway=road\n";
        check(name, &file(&[ways], Blob::Raw), expected, &[&format!("1 Way {fault}")]);
    }
}

#[test]
fn texts_of_the_longest_length_are_kept_and_dropped_ones_are_not_looked_at() {
    let long = "ü".repeat(255 * 2);
    let ways = block(|it| {
        let keys = packed(2, [it.idx("highway"), it.idx(b"name\xff")]);
        let values = packed(3, [it.idx(&long), it.idx(b"\xff")]);
        bytes(3, &[number(1, 7), keys, values].concat())
    });
    check("texts", &file(&[ways], Blob::Raw), &format!("way 7  highway={long}\n"), &[]);
}

#[test]
fn a_malformed_restriction_is_skipped_and_its_neighbors_are_kept() {
    let relation = |it: &mut TextTable, id, roles: &[u64], ids: &[u64], kinds: &[u64]| {
        let members = [(8, roles), (9, ids), (10, kinds)]
            .map(|(field, list)| packed(field, list.iter().copied()));
        let tags = pbf_tags(&vec![("type", "restriction")], it);
        bytes(4, &[number(1, id), tags, members.concat()].concat())
    };
    type Case = (&'static str, &'static [u64], &'static [u64], &'static [u64], &'static str);
    let cases: &[Case] = &[
        ("role missing", &[], &[2], &[1], "CountsDiffer"),
        ("id missing", &[0], &[], &[1], "CountsDiffer"),
        ("kind missing", &[0, 0], &[2, 2], &[1], "CountsDiffer"),
        ("kind unknown", &[0], &[2], &[3], "Undecodable"),
        ("role beyond", &[77], &[2], &[1], "TextIndexOutOfRange"),
        ("id beyond 64 bits", &[0, 0], &[u64::MAX, u64::MAX], &[1, 1], "DeltaOverflow"),
        ("id given before", &[0], &[2], &[1], "Repeated"),
    ];
    for (name, roles, ids, kinds, fault) in cases {
        let id = if *fault == "Repeated" { 5 } else { 7 };
        let relations = block(|it| {
            let first = relation(it, 5, &[0], &[4], &[0]);
            [first, relation(it, id, roles, ids, kinds), relation(it, 9, &[], &[], &[])].concat()
        });
        let expected =
            "restriction 5 [Node 2 ] type=restriction\nrestriction 9 [] type=restriction\n";
        check(name, &file(&[relations], Blob::Raw), expected, &[&format!("1 Relation {fault}")]);
    }
}

/// Checks nodes 1 to 4 on the equator, all on one road, with the lists of a case.
fn check_dense(name: &str, lists: &[Vec<u8>], expected: &str, expected_skipped: &[&str]) {
    let nodes = block(|it| {
        it.idx("barrier");
        it.idx("gate");
        bytes(2, &lists.concat())
    });
    let ways = block(|it| road(5, &[1, 2, 3, 4], it));
    check(name, &file(&[nodes, ways], Blob::Zlib), expected, expected_skipped);
}

#[test]
fn dense_nodes_are_kept_up_to_where_they_cannot_be_read() {
    let ids = || deltas(1, [1, 2, 3, 4]);
    let lats = || deltas(8, [0, 0, 0, 0]);
    let lons = || deltas(9, [10, 20, 30, 40]);
    let all = "node 1 0 10\nnode 2 0 20\nnode 3 0 30\nnode 4 0 40\nway 5 1,2,3,4 highway=road\n";
    let none = "way 5 ?,?,?,? highway=road\n";
    let one = "node 1 0 10\nway 5 1,?,?,? highway=road\n";
    let but_second = "node 1 0 10\nnode 3 0 30\nnode 4 0 40\nway 5 1,?,3,4 highway=road\n";

    check_dense("good", &[ids(), lats(), lons()], all, &[]);
    let tags = packed(10, [0, 1, 2, 0, 0, 0]);
    let tagged = all.replace("2 0 20", "2 0 20 barrier=gate");
    check_dense("tagged", &[ids(), lats(), lons(), tags], &tagged, &[]);

    let differ = ["4 Node CountsDiffer"];
    check_dense("short list", &[ids(), deltas(8, [0, 0, 0]), lons()], none, &differ);
    check_dense("long list", &[ids(), lats(), deltas(9, [0; 5])], none, &differ);
    check_dense("missing list", &[ids(), lats()], none, &differ);
    let twice = [ids(), ids(), lats(), lons()];
    check_dense("list given twice", &twice, none, &["1 Node Undecodable"]);
    let cut_off = bytes(1, &[2, 2, 2, 2, 0x80]);
    check_dense("list cut off", &[cut_off, lats(), lons()], all, &["1 Node Undecodable"]);

    let overflow = packed(1, [2, zigzag(i64::MAX), 2, 2]);
    let skipped = ["3 Node DeltaOverflow"];
    check_dense("id beyond 64 bits", &[overflow, lats(), lons()], one, &skipped);

    let skipped = ["1 Node CoordinateOutOfRange"];
    let north = deltas(8, [0, 900_000_001, 0, 0]);
    check_dense("beyond the pole", &[ids(), north, lons()], but_second, &skipped);
    let far = deltas(9, [10, i64::MAX / 2, 30, 40]);
    check_dense("beyond all", &[ids(), lats(), far], but_second, &skipped);

    let early = packed(10, [0, 1]);
    let skipped = ["3 Node CountsDiffer"];
    check_dense("tags end early", &[ids(), lats(), lons(), early], one, &skipped);
    let beyond = packed(10, [0, 1, 99, 1, 2, 0, 0, 0]);
    let skipped = ["1 Node TextIndexOutOfRange"];
    check_dense("value beyond", &[ids(), lats(), lons(), beyond], but_second, &skipped);
}

#[test]
fn a_malformed_plain_node_is_skipped_and_its_neighbors_are_kept() {
    let place = [number(8, 0), number(9, 0)].concat();
    for (name, malformed, fault) in [
        ("no id", place.clone(), "Undecodable"),
        ("no place", number(1, zigzag(2)), "Undecodable"),
        (
            "too far",
            [number(1, zigzag(2)), number(8, 0), number(9, u64::MAX)].concat(),
            "CoordinateOutOfRange",
        ),
        (
            "no value",
            [number(1, zigzag(2)), place.clone(), packed(2, [0])].concat(),
            "CountsDiffer",
        ),
        ("given before", [number(1, zigzag(1)), place.clone()].concat(), "Repeated"),
    ] {
        let node = |id| bytes(1, &[number(1, zigzag(id)), place.clone()].concat());
        let nodes = block(|_| [node(1), bytes(1, &malformed), node(3)].concat());
        let ways = block(|it| road(5, &[1, 2, 3], it));
        let expected = "node 1 0 0\nnode 3 0 0\nway 5 1,?,3 highway=road\n";
        check(name, &file(&[nodes, ways], Blob::Raw), expected, &[&format!("1 Node {fault}")]);
    }
}

#[test]
fn a_block_that_cannot_be_walked_is_skipped_whole() {
    let good = block(|it| road(5, &[1], it));
    let broken_group = block(|_| vec![0x1a, 0x7f, 1]);
    let broken_end = [block(|it| road(6, &[1], it)), vec![0x12]].concat();
    let broken_table = bytes(1, &[0x0a, 9]);
    let blocks = [broken_group, broken_end, broken_table, good];
    check("blocks", &file(&blocks, Blob::Raw), "way 5 ? highway=road\n", &["3 Block Undecodable"]);
}

#[test]
fn units_and_offsets_of_a_block_place_its_nodes() {
    // nano = offset + granularity * number; 1000 * 5 + 49 = 5049 rounds to 50 e-7, -5051 to -51.
    let more = [number(17, 1000), number(19, 49), number(20, (-51i64).cast_unsigned())].concat();
    let nodes = block_with(&more, |_| {
        bytes(2, &[deltas(1, [1]), deltas(8, [5]), deltas(9, [-5])].concat())
    });
    let ways = block(|it| road(5, &[1], it));
    let expected = "node 1 50 -51\nway 5 1 highway=road\n";
    check("units", &file(&[nodes, ways], Blob::Raw), expected, &[]);
}

#[test]
fn changesets_and_unknown_blobs_are_passed_by() {
    let ways = block(|it| [bytes(5, &number(1, 3)), road(5, &[1], it)].concat());
    let unknown = framed("SomethingElse", &[0xff; 300]);
    let file =
        [file(std::slice::from_ref(&ways), Blob::Zlib), unknown, blob("OSMData", &ways, Blob::Raw)];
    check("passed by", &file.concat(), "way 5 ? highway=road\n", &["1 Way Repeated"]);
}

#[test]
fn an_extract_of_many_nodes_keeps_its_order() {
    let count = 20_000;
    let extract = Extract {
        nodes: (0..count).map(|id| (id, id, -id, vec![])).collect(),
        ways: vec![(1, (0..count).rev().step_by(3).collect(), vec![("highway", "road")])],
        relations: vec![],
    };
    let (roads, _) = read_osm(&pbf(&extract, NodeStyle::Dense, Blob::Zlib)).unwrap();
    let ids: Vec<i64> = roads.way_nodes.iter().map(|it| roads.node_id[it.as_usize()]).collect();
    assert_eq!(ids, extract.ways[0].1);
    assert!(roads.node_id.is_sorted_by(|a, b| a < b));
    for (idx, id) in roads.node_id.iter().enumerate() {
        assert_eq!(i64::from(roads.node_lat_e7[idx]), *id);
        assert_eq!(i64::from(roads.node_lon_e7[idx]), -id);
    }
}
