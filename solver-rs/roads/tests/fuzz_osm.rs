//! Mutated extracts: whatever the bytes, the reader neither panics nor hangs nor takes more memory than the
//! bytes justify.
//!
//! Seeded, so that a failing case can be repeated by itself: the message states its seed. Mutations of the
//! file are mostly detected by a checksum or a length; the inflated content is therefore mutated as well and
//! compressed again, and most of these mutations pass through both passes. This test has its own file because
//! its counting allocator applies to the whole program.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

#[path = "osm/files.rs"]
mod files;
mod memory;

use std::panic::{AssertUnwindSafe, catch_unwind};

use files::{Blob, NodeStyle, blob, file, gzip, header_block, pbf, sample, xml};
use memory::{HELD_BYTES, PEAK_BYTES};
use roads::osm::{OsmError, OsmFormat, OsmReader, OsmRoads};

/// The state of the inflater, the window of the XML parser, arrays that have just doubled …
const FIXED_BYTES: usize = 1 << 20;
/// A byte of a file may inflate to 1,032 bytes, and each of these may represent 28 bytes of a node.
const BYTES_PER_FILE_BYTE: usize = 1_032 * 28;

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }
}

/// Makes one to four changes; parts of `others` are spliced in.
fn mutate(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(8) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            1 if !bytes.is_empty() => bytes[at] = random.byte(),
            2 if !bytes.is_empty() => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
            3 => bytes.truncate(at),
            4 => {
                let end = at + random.below(bytes.len() - at + 1).min(40);
                bytes.drain(at..end);
            }
            5 => {
                let other = &others[random.below(others.len())];
                let first = random.below(other.len());
                let end = first + random.below(other.len() - first + 1).min(200);
                bytes.splice(at..at, other[first..end].iter().copied());
            }
            6 => {
                // The largest varint, or the largest length of four bytes.
                let count = 1 + random.below(10);
                let end = bytes.len().min(at + count);
                bytes[at..end].fill(0xff);
            }
            _ => {
                let repeated = bytes[at..].iter().copied().take(30).collect::<Vec<u8>>();
                let count = random.below(20);
                bytes.splice(at..at, repeated.repeat(count));
            }
        }
    }
}

fn read(file: &[u8], chunk_bytes: usize) -> Result<OsmRoads, OsmError> {
    let mut reader = OsmReader::new(OsmFormat::detect(file)?);
    for _ in 0..2 {
        for chunk in file.chunks(chunk_bytes) {
            reader.push(chunk)?;
        }
        reader.end_pass()?;
    }
    Ok(reader.finish()?.0)
}

/// Reads a mutated file in chunks of random size; returns whether it could be read to the end.
fn survives(name: &str, seed: u64, file: &[u8], random: &mut Random) -> bool {
    let chunk_bytes = [1, 7, 100, 4096][random.below(4)];
    let held_before = HELD_BYTES.get();
    PEAK_BYTES.set(held_before);
    let outcome = catch_unwind(AssertUnwindSafe(|| read(file, chunk_bytes)));
    let peak_bytes = PEAK_BYTES.get() - held_before;
    let memory_bytes_max = FIXED_BYTES + BYTES_PER_FILE_BYTE * file.len();
    let Ok(outcome) = outcome else {
        panic!("{name}, seed {seed}: the reader panicked on {file:02x?}");
    };
    assert!(peak_bytes <= memory_bytes_max, "{name}, seed {seed}: {peak_bytes} bytes at once");
    if let Ok(roads) = &outcome {
        check_indexes(roads);
    }
    outcome.is_ok()
}

/// Checks the guarantees of the result's types, which also hold for malformed files.
fn check_indexes(roads: &OsmRoads) {
    let node_count = roads.node_id.len();
    assert!(roads.node_id.is_sorted_by(|a, b| a < b));
    assert!(roads.node_lat_e7.iter().all(|lat| lat.abs() <= 900_000_000));
    assert!(roads.node_lon_e7.iter().all(|lon| lon.abs() <= 1_800_000_000));
    assert_eq!((roads.node_lat_e7.len(), roads.node_lon_e7.len()), (node_count, node_count));
    // Accesses every index.
    assert!(files::describe(roads).len() >= roads.ways.len());
}

/// Returns the seeds of `count` cases. `FUZZ_SEED` sets the first seed. `FUZZ_TIMES` multiplies the number of
/// cases and prints it, for the report of a long run (`--nocapture`).
fn seeds(what: &str, count: u64) -> std::ops::Range<u64> {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = number("FUZZ_SEED").unwrap_or(0);
    let count = count * number("FUZZ_TIMES").unwrap_or(1);
    if number("FUZZ_TIMES").is_some() {
        eprintln!("{what}: {count} cases from seed {first}");
    }
    first..first + count
}

#[test]
fn mutated_files_are_read_or_refused_within_memory() {
    let text = xml(&sample()).into_bytes();
    let originals = [
        ("dense, zlib", pbf(&sample(), NodeStyle::Dense, Blob::Zlib)),
        ("plain, raw", pbf(&sample(), NodeStyle::Plain, Blob::Raw)),
        ("xml", text.clone()),
        ("gzip", gzip(&text)),
    ];
    let others = originals.clone().map(|it| it.1);
    for (name, original) in originals {
        for seed in seeds(name, 600) {
            let mut random = Random(seed);
            let mut mutated = original.clone();
            mutate(&mut mutated, &others, &mut random);
            survives(name, seed, &mutated, &mut random);
        }
    }
}

#[test]
fn mutated_content_is_read_or_refused_within_memory() {
    let text = xml(&sample()).into_bytes();
    let blocks = [NodeStyle::Dense, NodeStyle::Plain].map(|style| files::blocks(&sample(), style));
    let others: Vec<Vec<u8>> = blocks.concat();
    let mut whole_count = 0;
    let content = seeds("content of blocks", 2_000);
    let content_count = content.end - content.start;
    for seed in content {
        let mut random = Random(seed);
        let mut mutated = blocks[random.below(2)].clone();
        let block_idx = random.below(mutated.len());
        mutate(&mut mutated[block_idx], &others, &mut random);
        let style = [Blob::Raw, Blob::Zlib][random.below(2)];
        whole_count += u64::from(survives("blocks", seed, &file(&mutated, style), &mut random));
    }
    // A malformed block affects only itself.
    assert_eq!(whole_count, content_count);

    for seed in seeds("header blocks", 500) {
        let mut random = Random(seed);
        let mut header = header_block();
        mutate(&mut header, &others, &mut random);
        let data = blob("OSMData", &others[0], Blob::Zlib);
        let file = [blob("OSMHeader", &header, Blob::Zlib), data].concat();
        survives("header", seed, &file, &mut random);
    }
    for seed in seeds("text", 500) {
        let mut random = Random(seed);
        let mut mutated = text.clone();
        mutate(&mut mutated, std::slice::from_ref(&text), &mut random);
        survives("text", seed, &gzip(&mutated), &mut random);
    }
}

#[test]
fn a_size_that_is_only_stated_takes_no_memory() {
    let blob = [files::number(2, 32 << 20), files::bytes(3, &files::zlib(b"little"))].concat();
    let file = [file(&[], Blob::Zlib), files::framed("OSMData", &blob)].concat();
    let before = HELD_BYTES.get();
    assert!(!survives("stated", 0, &file, &mut Random(0)));
    assert!(PEAK_BYTES.get() - before < FIXED_BYTES);
}

#[test]
fn a_bomb_takes_no_more_than_its_limits() {
    // 8 MiB of zeros in 8 KiB: undecodable as a block, and not markup as text.
    let zeros = vec![0; 8 << 20];
    let bomb = file(std::slice::from_ref(&zeros), Blob::Zlib);
    let mut random = Random(0);
    let before = HELD_BYTES.get();
    assert!(survives("blob", 0, &bomb, &mut random));
    assert!(PEAK_BYTES.get() - before < zeros.len() + FIXED_BYTES, "one inflated blob");

    let packed = gzip(&[b"<osm>", &zeros[..]].concat());
    let before = HELD_BYTES.get();
    PEAK_BYTES.set(before);
    let error = read(&packed, 4096).unwrap_err();
    assert_eq!(error, OsmError::XmlMarkupTooLong { offset: 5, markup_bytes_max: 1 << 20 });
    // The text is buffered until it is too long, in an array that doubles: 1 + 2 MiB.
    assert!(PEAK_BYTES.get() - before < 4 << 20);
}
