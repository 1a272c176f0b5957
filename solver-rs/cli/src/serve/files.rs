//! Map files by number, and the parts of them that are read on demand.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use anyhow::{Context, Result};
use roads::basemap::{BASEMAP_PREFIX_BYTES, check_basemap};
use roads::map::{MapHeader, PREFIX_BYTES};

/// The path of each map, and the length of its header, after which the sections begin.
#[derive(Debug)]
pub(super) struct MapFiles(RwLock<Vec<MapFile>>);

#[derive(Clone, Debug)]
struct MapFile {
    path: PathBuf,
    header_bytes: u64,
}

impl MapFiles {
    pub(super) const fn new() -> Self {
        Self(RwLock::new(Vec::new()))
    }

    /// Registers a file under its number, unless the number is already registered.
    pub(super) fn register(&self, number: usize, path: &str, header_bytes: usize) {
        let mut files = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if files.len() == number {
            files.push(MapFile { path: path.into(), header_bytes: header_bytes as u64 });
        }
    }

    /// Reads `byte_count` bytes of a map, from `first_byte` after its header; to the end of the file if no count is
    /// given.
    pub(super) fn read(
        &self,
        number: usize,
        first_byte: u64,
        byte_count: Option<u64>,
    ) -> io::Result<Vec<u8>> {
        let files = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let file = files.get(number).cloned().ok_or(io::ErrorKind::NotFound)?;
        drop(files);
        read(&mut File::open(&file.path)?, file.header_bytes + first_byte, byte_count)
    }
}

/// Reads bytes of a file. A truncated file yields fewer bytes, which is detected when they are checked.
fn read(file: &mut File, first_byte: u64, byte_count: Option<u64>) -> io::Result<Vec<u8>> {
    let left = file.metadata()?.len().saturating_sub(first_byte);
    let byte_count = byte_count.unwrap_or(left).min(left);
    let mut bytes = Vec::new();
    let capacity = usize::try_from(byte_count).map_err(|_| io::ErrorKind::OutOfMemory)?;
    bytes.try_reserve_exact(capacity).map_err(|_| io::ErrorKind::OutOfMemory)?;
    file.seek(SeekFrom::Start(first_byte))?;
    file.take(byte_count).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Checks everything that is in a map file.
pub(super) fn check(path: &Path) -> Result<()> {
    let mut file = File::open(path)?;
    let prefix = read(&mut file, 0, Some(PREFIX_BYTES as u64))?;
    let header_bytes = MapHeader::len_from_prefix(&prefix)? as u64;
    let header = MapHeader::decode(&read(&mut file, 0, Some(header_bytes))?)?;
    header.check_names(&read(&mut file, header_bytes, Some(header.names_bytes))?)?;
    for section in &header.sections {
        let bytes = read(&mut file, header_bytes + section.first_byte, Some(section.byte_count))?;
        section.check(&bytes).with_context(|| section.name.clone())?;
    }
    let basemap = read(&mut file, header_bytes + header.sections_end(), None)?;
    if !basemap.is_empty() {
        let (prefix, bytes) = basemap.split_at(BASEMAP_PREFIX_BYTES.min(basemap.len()));
        check_basemap(prefix, bytes)?;
    }
    Ok(())
}
