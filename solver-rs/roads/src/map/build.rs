//! Building a map: an extract in, section by section out.
//!
//! ```text
//! push, end_pass (twice or four times) ─► roads ─► names ─► section(car) ─► section(van) ─► … ─► header
//! ```
//!
//! One profile at a time, so that memory holds the roads and one network; or several at once, by threads
//! of the caller, with a network each. The caller feeds bytes and writes bytes; the same bytes in give the
//! same bytes out, natively and in WebAssembly, one after the other and at once.

use super::file::MapHeader;
use super::names::RoadNames;
use super::section::{ProfileMap, ProfileSize};
use crate::network::{NetworkOptions, NetworkReport};
use crate::osm::{OsmError, OsmFormat, OsmReport, OsmRoads, PassOutcome, ZoneReading};
use crate::profile::RoadUser;

/// Whom OpenStreetMap's data is owed to.
const ATTRIBUTION: &str = "© OpenStreetMap contributors, ODbL 1.0";

/// An extract that is being read.
#[derive(Debug)]
pub struct MapReading {
    reader: ZoneReading,
    is_first_pass: bool,
    hash: crc32fast::Hasher,
    byte_count: u64,
}

/// What all profiles of a map are built from.
#[derive(Debug)]
pub struct MapBuild {
    roads: OsmRoads,
    report: OsmReport,
    options: NetworkOptions,
    header: MapHeader,
    names: Vec<u8>,
}

/// One profile, to be written as it is.
#[derive(Debug)]
pub struct BuiltSection {
    user: RoadUser,
    size: ProfileSize,
    /// To be written after those of the profiles before it.
    pub bytes: Vec<u8>,
    /// What became of the roads.
    pub report: NetworkReport,
}

impl MapReading {
    /// Prepares to read an extract.
    #[must_use]
    pub fn new(format: OsmFormat) -> Self {
        Self {
            reader: ZoneReading::new(format),
            is_first_pass: true,
            hash: crc32fast::Hasher::new(),
            byte_count: 0,
        }
    }

    /// Takes the next bytes of the file.
    ///
    /// # Errors
    /// What makes the file unreadable.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), OsmError> {
        if self.is_first_pass {
            self.hash.update(bytes);
            self.byte_count += bytes.len() as u64;
        }
        self.reader.push(bytes)
    }

    /// Says that the file has ended; it may have to be read once more from its beginning.
    ///
    /// # Errors
    /// The file is cut off, or differs from the first pass.
    pub fn end_pass(&mut self) -> Result<PassOutcome, OsmError> {
        self.is_first_pass = false;
        self.reader.end_pass()
    }

    /// The roads, once the last pass has ended.
    ///
    /// # Errors
    /// A pass is missing, or an earlier error.
    pub fn finish(self, options: NetworkOptions) -> Result<MapBuild, OsmError> {
        let (roads, report) = self.reader.finish()?;
        let of_extract = (self.byte_count, self.hash.finalize());
        Ok(MapBuild::new(roads, report, options, of_extract))
    }
}

impl MapBuild {
    /// Of roads that no extract has: for measuring.
    #[must_use]
    pub fn of_roads(roads: OsmRoads, options: NetworkOptions) -> Self {
        Self::new(roads, OsmReport::default(), options, (0, 0))
    }

    fn new(
        roads: OsmRoads,
        report: OsmReport,
        options: NetworkOptions,
        (extract_bytes, extract_checksum): (u64, u32),
    ) -> Self {
        let names = RoadNames::of(&roads).encode();
        let header = MapHeader {
            attribution: ATTRIBUTION.to_owned(),
            extract_bytes,
            extract_checksum,
            left_hand: options.left_hand,
            names_bytes: names.len() as u64,
            names_checksum: crc32fast::hash(&names),
            bounds_e7: roads.bounds_e7(),
            sections: Vec::new(),
        };
        Self { roads, report, options, header, names }
    }

    /// What was read.
    #[must_use]
    pub fn report(&self) -> &OsmReport {
        &self.report
    }

    /// The bytes of the section of names, to be written before those of the profiles.
    #[must_use]
    pub fn names(&self) -> &[u8] {
        &self.names
    }

    /// Builds one profile and gives the bytes of its section, to be written after those before it.
    pub fn section(&mut self, user: impl Into<RoadUser>) -> (Vec<u8>, NetworkReport) {
        let section = self.build(user);
        self.add(&section);
        (section.bytes, section.report)
    }

    /// Builds one profile, beside others if need be. It is no part of the map until it is added.
    #[must_use]
    pub fn build(&self, user: impl Into<RoadUser>) -> BuiltSection {
        let user = user.into();
        let (map, report) = ProfileMap::build_for(&self.roads, &user, self.options);
        BuiltSection { user, size: map.size(), bytes: map.encode(), report }
    }

    /// Makes a section the next one of the map.
    pub fn add(&mut self, section: &BuiltSection) {
        self.header.push(&section.user, &section.bytes, section.size);
    }

    /// The bytes to be written before all sections, once they are built.
    #[must_use]
    pub fn header(&self) -> Vec<u8> {
        self.header.encode()
    }
}
