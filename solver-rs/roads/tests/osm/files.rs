//! Writes small extracts, in each format, for the tests of the reader.
//!
//! Shares no code with the reader: varints, blobs and XML are encoded here from the descriptions of the
//! formats. [`describe`] turns the result into lines that are easy to compare and print.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use roads::osm::{OsmNodeIdx, OsmRoads};

pub(crate) type Tags = Vec<(&'static str, &'static str)>;

/// Kind (0 node, 1 way, 2 relation), id and role.
pub(crate) type Member = (u64, i64, &'static str);

#[derive(Clone, Default)]
pub(crate) struct Extract {
    /// Id, latitude and longitude in units of 1e-7 degrees, and tags.
    pub(crate) nodes: Vec<(i64, i64, i64, Tags)>,
    /// Id, nodes, tags.
    pub(crate) ways: Vec<(i64, Vec<i64>, Tags)>,
    /// Id, members, tags.
    pub(crate) relations: Vec<(i64, Vec<Member>, Tags)>,
}

/// Returns two roads, a ferry, a building, a restriction and a bus line; node 14 is missing.
pub(crate) fn sample() -> Extract {
    Extract {
        nodes: vec![
            (-3, 411_000_001, -86_000_002, vec![]),
            (10, 411_234_567, -86_543_210, vec![("highway", "crossing"), ("name", "Passadeira")]),
            (11, -900_000_000, 1_800_000_000, vec![]),
            (12, 0, 0, vec![("barrier", "gate"), ("access:conditional", "no @ (22:00-06:00)")]),
            (13, 411_000_000, -86_000_000, vec![("shop", "bakery"), ("barrier", "bollard")]),
            (1 << 40, 1, -1, vec![]),
        ],
        ways: vec![
            (
                100,
                vec![10, 11, 12, 14],
                vec![("highway", "residential"), ("name", "Rua & \"Praça\""), ("oneway", "-1")],
            ),
            (101, vec![1 << 40, -3], vec![("route", "ferry"), ("duration", "00:20")]),
            (102, vec![13, 13], vec![("building", "yes"), ("access", "private")]),
            (103, vec![12, 10], vec![("surface", "<mud>"), ("highway", "track")]),
        ],
        relations: vec![
            (
                900,
                vec![(1, 100, "from"), (0, 12, "via"), (1, 103, "to"), (2, -5, "")],
                vec![("type", "restriction"), ("restriction:hgv", "no_left_turn"), ("note", "x")],
            ),
            (901, vec![(1, 100, "")], vec![("type", "route"), ("route", "bus")]),
        ],
    }
}

/// Describes what was read, one line per element.
pub(crate) fn describe(roads: &OsmRoads) -> String {
    let mut text = String::new();
    let tags = |range| roads.tags.view(range).iter().map(|(k, v)| format!(" {k}={v}"));
    for (idx, id) in roads.node_id.iter().enumerate() {
        let (lat, lon) = (roads.node_lat_e7[idx], roads.node_lon_e7[idx]);
        let tags: String = tags(roads.node_tags[idx]).collect();
        writeln!(text, "node {id} {lat} {lon}{tags}").unwrap();
    }
    for way in &roads.ways {
        let nodes = &roads.way_nodes[way.nodes.start as usize..way.nodes.end as usize];
        let id = |node: &OsmNodeIdx| match *node {
            OsmNodeIdx::MISSING => "?".to_owned(),
            node => roads.node_id[node.as_usize()].to_string(),
        };
        let nodes = nodes.iter().map(id).collect::<Vec<_>>().join(",");
        writeln!(text, "way {} {nodes}{}", way.id, tags(way.tags).collect::<String>()).unwrap();
    }
    for relation in &roads.restrictions {
        let members =
            relation.members.iter().map(|it| format!("{:?} {} {}", it.kind, it.id, it.role));
        let members = members.collect::<Vec<_>>().join(",");
        let tags: String = tags(relation.tags).collect();
        writeln!(text, "restriction {} [{members}]{tags}", relation.id).unwrap();
    }
    text
}

// XML

pub(crate) fn xml(extract: &Extract) -> String {
    let mut out = String::from("<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\">\n");
    for (id, lat, lon, tags) in &extract.nodes {
        let (lat, lon) = (degrees(*lat), degrees(*lon));
        writeln!(out, " <node id=\"{id}\" lat=\"{lat}\" lon=\"{lon}\">{}</node>", xml_tags(tags))
            .unwrap();
    }
    for (id, refs, tags) in &extract.ways {
        let refs: String = refs.iter().map(|it| format!("<nd ref=\"{it}\"/>")).collect();
        writeln!(out, " <way id='{id}' version='3'>{refs}{}</way>", xml_tags(tags)).unwrap();
    }
    for (id, members, tags) in &extract.relations {
        let member = |(kind, id, role): &Member| {
            let kind = ["node", "way", "relation"][usize::try_from(*kind).unwrap()];
            format!("<member type=\"{kind}\" ref=\"{id}\" role=\"{role}\"/>")
        };
        let members: String = members.iter().map(member).collect();
        writeln!(out, " <relation id=\"{id}\">{members}{}</relation>", xml_tags(tags)).unwrap();
    }
    out + "</osm>\n"
}

fn xml_tags(tags: &Tags) -> String {
    let escape = |text: &str| {
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&#62;").replace('"', "&quot;")
    };
    tags.iter().map(|(k, v)| format!("<tag k=\"{}\" v=\"{}\" />", escape(k), escape(v))).collect()
}

fn degrees(e7: i64) -> String {
    let sign = if e7 < 0 { "-" } else { "" };
    let e7 = e7.abs();
    format!("{sign}{}.{:07}", e7 / 10_000_000, e7 % 10_000_000)
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

// Protocol buffers

pub(crate) fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push(number.to_le_bytes()[0] | 128);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
    bytes
}

pub(crate) fn zigzag(number: i64) -> u64 {
    if number < 0 { 2 * number.unsigned_abs() - 1 } else { 2 * number.unsigned_abs() }
}

/// Encodes a field that contains a number.
pub(crate) fn number(field: u64, value: u64) -> Vec<u8> {
    [varint(field << 3), varint(value)].concat()
}

/// Encodes a field that contains bytes.
pub(crate) fn bytes(field: u64, value: &[u8]) -> Vec<u8> {
    [varint(field << 3 | 2), varint(value.len() as u64), value.to_vec()].concat()
}

/// Encodes a field that contains packed numbers.
pub(crate) fn packed(field: u64, values: impl IntoIterator<Item = u64>) -> Vec<u8> {
    bytes(field, &values.into_iter().flat_map(varint).collect::<Vec<u8>>())
}

/// Encodes a field that contains packed numbers, each as the difference from the previous one.
pub(crate) fn deltas(field: u64, values: impl IntoIterator<Item = i64>) -> Vec<u8> {
    let mut last = 0;
    let delta = |value: i64| zigzag(value - std::mem::replace(&mut last, value));
    packed(field, values.into_iter().map(delta).collect::<Vec<u64>>())
}

// .osm.pbf

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blob {
    Raw,
    Zlib,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeStyle {
    Dense,
    Plain,
}

/// Encodes a blob with its header and length.
pub(crate) fn framed(kind: &str, blob: &[u8]) -> Vec<u8> {
    let header = [bytes(1, kind.as_bytes()), number(3, blob.len() as u64)].concat();
    let length = u32::try_from(header.len()).unwrap().to_be_bytes();
    [&length[..], &header, blob].concat()
}

pub(crate) fn blob(kind: &str, content: &[u8], style: Blob) -> Vec<u8> {
    match style {
        Blob::Raw => framed(kind, &bytes(1, content)),
        Blob::Zlib => {
            let stated = number(2, content.len() as u64);
            framed(kind, &[stated, bytes(3, &zlib(content))].concat())
        }
    }
}

pub(crate) fn zlib(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn header_block() -> Vec<u8> {
    [bytes(4, b"OsmSchema-V0.6"), bytes(4, b"DenseNodes"), bytes(16, b"test")].concat()
}

/// Encodes header and data blocks, each in a blob.
pub(crate) fn file(blocks: &[Vec<u8>], style: Blob) -> Vec<u8> {
    let mut out = blob("OSMHeader", &header_block(), style);
    for block in blocks {
        out.extend(blob("OSMData", block, style));
    }
    out
}

/// Encodes a file with one block for nodes, one for ways and one for relations.
pub(crate) fn pbf(extract: &Extract, nodes: NodeStyle, style: Blob) -> Vec<u8> {
    file(&blocks(extract, nodes), style)
}

/// Encodes the blocks of such a file.
pub(crate) fn blocks(extract: &Extract, nodes: NodeStyle) -> Vec<Vec<u8>> {
    let node_group = |texts: &mut TextTable| match nodes {
        NodeStyle::Dense => bytes(2, &dense_nodes(extract, texts)),
        NodeStyle::Plain => plain_nodes(extract, texts),
    };
    vec![block(node_group), block(|it| ways(extract, it)), block(|it| relations(extract, it))]
}

/// The texts of a block; the first is always empty.
pub(crate) struct TextTable(Vec<Vec<u8>>);

impl TextTable {
    pub(crate) fn idx(&mut self, text: impl AsRef<[u8]>) -> u64 {
        let text = text.as_ref();
        let known = self.0.iter().position(|it| it == text);
        let idx = known.unwrap_or_else(|| {
            self.0.push(text.to_vec());
            self.0.len() - 1
        });
        idx as u64
    }
}

/// Encodes a block with one group, whose fields `write` returns.
pub(crate) fn block(write: impl FnOnce(&mut TextTable) -> Vec<u8>) -> Vec<u8> {
    block_with(&[], write)
}

/// Encodes a block with one group, followed by further fields of the block.
pub(crate) fn block_with(more: &[u8], write: impl FnOnce(&mut TextTable) -> Vec<u8>) -> Vec<u8> {
    let mut texts = TextTable(vec![vec![]]);
    let group = bytes(2, &write(&mut texts));
    let table: Vec<u8> = texts.0.iter().flat_map(|text| bytes(1, text)).collect();
    [bytes(1, &table), group, more.to_vec()].concat()
}

fn dense_nodes(extract: &Extract, texts: &mut TextTable) -> Vec<u8> {
    let nodes = &extract.nodes;
    let mut keys_values = Vec::new();
    for (_, _, _, tags) in nodes {
        keys_values.extend(tags.iter().flat_map(|(k, v)| [texts.idx(k), texts.idx(v)]));
        keys_values.push(0);
    }
    [
        deltas(1, nodes.iter().map(|node| node.0)),
        deltas(8, nodes.iter().map(|node| node.1)),
        deltas(9, nodes.iter().map(|node| node.2)),
        packed(10, keys_values),
    ]
    .concat()
}

fn plain_nodes(extract: &Extract, texts: &mut TextTable) -> Vec<u8> {
    let node = |(id, lat, lon, tags): &(i64, i64, i64, Tags)| {
        let place = [number(8, zigzag(*lat)), number(9, zigzag(*lon))].concat();
        bytes(1, &[number(1, zigzag(*id)), pbf_tags(tags, texts), place].concat())
    };
    extract.nodes.iter().flat_map(node).collect()
}

fn ways(extract: &Extract, texts: &mut TextTable) -> Vec<u8> {
    let write = |(id, refs, tags): &(i64, Vec<i64>, Tags)| way(*id, refs, tags, texts);
    extract.ways.iter().flat_map(write).collect()
}

/// Encodes a way as a field of its group.
pub(crate) fn way(id: i64, refs: &[i64], tags: &Tags, texts: &mut TextTable) -> Vec<u8> {
    let fields = [number(1, id.cast_unsigned()), pbf_tags(tags, texts)];
    bytes(3, &[fields.concat(), deltas(8, refs.iter().copied())].concat())
}

fn relations(extract: &Extract, texts: &mut TextTable) -> Vec<u8> {
    let mut out = Vec::new();
    for (id, members, tags) in &extract.relations {
        let fields = [
            number(1, id.cast_unsigned()),
            pbf_tags(tags, texts),
            packed(8, members.iter().map(|it| texts.idx(it.2)).collect::<Vec<u64>>()),
            deltas(9, members.iter().map(|it| it.1)),
            packed(10, members.iter().map(|it| it.0)),
        ];
        out.extend(bytes(4, &fields.concat()));
    }
    out
}

pub(crate) fn pbf_tags(tags: &Tags, texts: &mut TextTable) -> Vec<u8> {
    let keys: Vec<u64> = tags.iter().map(|it| texts.idx(it.0)).collect();
    let values: Vec<u64> = tags.iter().map(|it| texts.idx(it.1)).collect();
    [packed(2, keys), packed(3, values)].concat()
}
