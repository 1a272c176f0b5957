//! The program writes the same map as the WebAssembly module in Node.
//!
//! The header of a map contains the lengths and CRC-32 checksums of the extract and of every section, so two maps with
//! equal headers are equal. `test/fixtures/maps/*.map-header` contains headers in hexadecimal;
//! `test/roads/map-build.test.ts` compares the maps of the module with the same files. Any change of what a map
//! contains, whether of a rule for roads or of the format, requires three steps: raise `VERSION` in
//! `roads/src/map/file.rs`, so that existing maps are rebuilt; renew the files with `UPDATE_GOLDEN=1 cargo test -p cli
//! --release`; rebuild the module.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Magic, version, length and checksum of the header.
const PREFIX_BYTES: usize = 20;

fn check(extract: &str, golden: &str) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/fixtures/maps");
    let map = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(golden);
    let output = Command::new(env!("CARGO_BIN_EXE_cli"))
        .arg("map")
        .args([&fixtures.join(extract), &map])
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let bytes = fs::read(&map).expect("the map has been written");
    let header_bytes = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
    let header: String =
        bytes[..PREFIX_BYTES + header_bytes].iter().map(|byte| format!("{byte:02x}")).collect();
    let golden = fixtures.join(golden);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, format!("{header}\n")).expect("the folder of fixtures can be written");
    }
    let expected = fs::read_to_string(&golden).expect("there is a golden file");
    assert_eq!(header, expected.trim(), "the map of {extract} has other bytes");
}

#[test]
fn a_country_has_the_bytes_that_the_module_writes() {
    check("liechtenstein.osm.pbf", "liechtenstein.map-header");
}

#[test]
fn a_drawing_has_the_bytes_that_the_module_writes() {
    check("crossroads.osm", "crossroads.map-header");
}
