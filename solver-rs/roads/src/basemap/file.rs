//! The position of the basemap in a map file: after the last section, in a frame of its own.
//!
//! ```text
//! [ prefix, header, names, sections … as in any map ] [ magic 8 | version 4 | CRC 4 | bytes 8 ] [ basemap ]
//! ```
//!
//! The header does not mention it, so that the same code reads maps with and without a basemap.

use crate::map::MapError;

const MAGIC: [u8; 8] = *b"\xb7BASE\x01\r\n";
const VERSION: u32 = 1;
/// Bytes before the basemap itself.
pub const BASEMAP_PREFIX_BYTES: usize = 24;

/// A basemap's bytes as they are stored in a file.
#[must_use]
pub fn framed_basemap(basemap: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&crc32fast::hash(basemap).to_le_bytes());
    bytes.extend_from_slice(&(basemap.len() as u64).to_le_bytes());
    bytes.extend_from_slice(basemap);
    bytes
}

/// Reads the length in bytes of a basemap from the frame before it.
///
/// # Errors
/// The bytes are not such a frame, or its version differs.
pub fn basemap_len(prefix: &[u8]) -> Result<u64, MapError> {
    let prefix = prefix.get(..BASEMAP_PREFIX_BYTES).ok_or(MapError::Truncated)?;
    if prefix[..MAGIC.len()] != MAGIC {
        return Err(MapError::Inconsistent { what: "basemap" });
    }
    let found = number_at(prefix, 8);
    if found != VERSION {
        return Err(MapError::Version { found, expected: VERSION });
    }
    Ok(u64::from_le_bytes(prefix[16..24].try_into().expect("eight bytes")))
}

/// Checks that the bytes are those of the basemap that was written.
///
/// # Errors
/// The length or the checksum differs.
pub fn check_basemap(prefix: &[u8], basemap: &[u8]) -> Result<(), MapError> {
    if basemap.len() as u64 != basemap_len(prefix)? {
        return Err(MapError::Truncated);
    }
    if crc32fast::hash(basemap) != number_at(prefix, 12) {
        return Err(MapError::Checksum { part: "basemap" });
    }
    Ok(())
}

fn number_at(bytes: &[u8], position: usize) -> u32 {
    u32::from_le_bytes(bytes[position..position + 4].try_into().expect("four bytes"))
}
