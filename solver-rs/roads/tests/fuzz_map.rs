//! Damaged maps: whatever the bytes, opening a map neither panics nor takes more memory than the bytes
//! justify, even if the checksum is correct because it was computed after the damage. A map that is opened
//! nevertheless need not be useful: whether arcs and triangles are consistent is not checked, because this
//! would take as long as a customization, and accidental damage is detected by the checksum (`maps/file.rs`).
//!
//! Seeded, so that a failing case can be repeated by itself: the message states its seed. This test has its
//! own file because its counting allocator applies to the whole program.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

#[path = "maps/drawing.rs"]
#[expect(dead_code, reason = "another program uses the rest")]
mod drawing;
mod memory;
#[path = "maps/random.rs"]
mod random;

use std::panic::{AssertUnwindSafe, catch_unwind};

use drawing::{Drawing, Via};
use memory::{HELD_BYTES, PEAK_BYTES};
use random::{Random, is_partial};
use roads::map::{MapError, MapHeader, ProfileMap, ProfileSize};
use roads::profile::Profile;

/// A byte of a file may represent a rank, from which the hierarchy derives several numbers.
const BYTES_PER_FILE_BYTE: usize = 20;
/// For messages and small arrays.
const FIXED_BYTES: usize = 1 << 14;

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

/// Returns a grid of 6 × 6 streets with restrictions, a private road and an island.
fn sections() -> Vec<Vec<u8>> {
    let mut drawing = Drawing::new();
    for (id, at) in (0..36).zip(0..) {
        drawing = drawing.node(id + 1, at % 6 * 100, at / 6 * 100);
    }
    for row in 0..6 {
        let tags = if row % 2 == 0 { "oneway=yes" } else { "highway=primary" };
        let along: Vec<i64> = (1..=6).map(|column| row * 6 + column).collect();
        let up: Vec<i64> = (0..6).map(|column| column * 6 + row + 1).collect();
        drawing = drawing.way(100 + row, &along, tags).way(200 + row, &up, "");
    }
    let drawing = drawing
        .node(50, 5000, 5000)
        .node(51, 5100, 5000)
        .way(300, &[50, 51], "")
        .node(52, 50, 50)
        .way(301, &[1, 52, 8], "access=private")
        .restriction("no_left_turn", &[101], Via::Node(8), &[201])
        .restriction("no_straight_on", &[102], Via::Ways(&[202]), &[103]);
    [Profile::Car, Profile::Foot].map(|profile| drawing.map(profile).map.encode()).to_vec()
}

/// Opens a section without checking its checksum.
fn open(bytes: &[u8], what: &str) -> Result<ProfileMap, MapError> {
    let held_bytes = HELD_BYTES.get();
    PEAK_BYTES.set(held_bytes);
    let opened = catch_unwind(AssertUnwindSafe(|| ProfileMap::decode(bytes)));
    let opened = opened.unwrap_or_else(|_| panic!("{what}: opening it panicked"));
    let taken_bytes = PEAK_BYTES.get() - held_bytes;
    let allowed_bytes = bytes.len() * BYTES_PER_FILE_BYTE + FIXED_BYTES;
    assert!(taken_bytes <= allowed_bytes, "{what}: {taken_bytes} bytes, of {}", bytes.len());
    opened
}

#[test]
fn every_truncation_of_a_section_is_an_error() {
    for section in sections() {
        let step = if is_partial() { 5 } else { 1 };
        for len in (0..section.len()).step_by(step) {
            assert!(open(&section[..len], &format!("{len} bytes")).is_err());
        }
        let longer = [&section[..], &[0]].concat();
        assert_eq!(
            open(&longer, "a byte more").unwrap_err(),
            MapError::Inconsistent { what: "length" }
        );
    }
}

#[test]
fn no_damage_to_a_section_makes_opening_it_panic_or_take_much_memory() {
    let mut map_count = 0;
    for section in sections() {
        let mut random = Random::seeded(51);
        let (step, seed_count) = if is_partial() { (5, 500) } else { (1, 3000) };
        for position in (0..section.len()).step_by(step) {
            let mut damaged = section.clone();
            damaged[position] ^= 1 << random.below(8);
            map_count += usize::from(open(&damaged, &format!("bit in byte {position}")).is_ok());
        }
        // Plausible lengths and values that mean "none", up to three of them at once.
        for seed in seeds("sections with other numbers", seed_count) {
            let mut random = Random::seeded(seed);
            let mut damaged = section.clone();
            for _ in 0..=random.below(3) {
                let position = random.below(section.len() - 4);
                let number = [0_u32, 1, u32::MAX, 1 << 31, 1 << 16][random.below(5)];
                damaged[position..position + 4].copy_from_slice(&number.to_le_bytes());
            }
            map_count += usize::from(open(&damaged, &format!("seed {seed}")).is_ok());
        }
    }
    assert!(map_count > 0, "some damage is to numbers that may be anything");
}

#[test]
fn a_header_of_any_bytes_is_an_error_or_a_header() {
    let mut header = MapHeader {
        attribution: "its artist".to_owned(),
        extract_bytes: 7,
        extract_checksum: 0x1234_5678,
        left_hand: Some(true),
        names_bytes: 9,
        names_checksum: 1,
        bounds_e7: [1, 2, 3, 4],
        sections: Vec::new(),
    };
    for (profile, section) in Profile::ALL.into_iter().zip(0_u8..) {
        let size = ProfileSize {
            roads_bytes: 100,
            cost_count: section.into(),
            closed_count: 3,
            timed_pace_count: 2,
        };
        header.push(&profile.into(), &[section; 9], size);
    }
    let bytes = header.encode();
    assert_eq!(MapHeader::decode(&bytes), Ok(header));
    for seed in seeds("headers", 20_000) {
        let mut random = Random::seeded(seed);
        let mut damaged = bytes.clone();
        for _ in 0..=random.below(4) {
            let position = 12 + random.below(bytes.len() - 12);
            damaged[position] = [0, 1, 255, 128, 7][random.below(5)];
        }
        // The correct checksum of the damaged header.
        let checksum = crc32(&damaged[20..]);
        damaged[16..20].copy_from_slice(&checksum.to_le_bytes());
        let held_bytes = HELD_BYTES.get();
        PEAK_BYTES.set(held_bytes);
        let decoded = catch_unwind(|| MapHeader::decode(&damaged));
        let taken_bytes = PEAK_BYTES.get() - held_bytes;
        assert!(decoded.is_ok(), "seed {seed}: reading it panicked");
        assert!(taken_bytes <= FIXED_BYTES, "seed {seed}: {taken_bytes} bytes");
    }
}

/// Computes CRC-32 by its definition, bit by bit: the polynomial 0x04C11DB7, reflected.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}
