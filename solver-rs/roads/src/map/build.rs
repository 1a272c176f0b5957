//! Builds a map: reads an extract, and writes section by section.
//!
//! ```text
//! push, end_pass (two or four times) ─► roads ─► names ─► section(car) ─► section(van) ─► … ─► header
//! ```
//!
//! Profiles are built one at a time, so that memory contains the roads and one network, or several at once
//! in threads of the caller, with one network each. The caller supplies bytes and writes bytes. The same
//! input gives the same output, natively and in WebAssembly, one at a time or several at once.

use super::file::MapHeader;
use super::names::RoadNames;
use super::section::{ProfileMap, ProfileSize};
use crate::network::{NetworkOptions, NetworkReport};
use crate::osm::{OsmError, OsmFormat, OsmReport, OsmRoads, PassOutcome, ZoneReading};
use crate::profile::RoadUser;

/// The attribution that OpenStreetMap's license requires.
const ATTRIBUTION: &str = "© OpenStreetMap contributors, ODbL 1.0";

/// The reading of an extract.
#[derive(Debug)]
pub struct MapReading {
    reader: ZoneReading,
    is_first_pass: bool,
    hash: crc32fast::Hasher,
    byte_count: u64,
}

/// The data from which all profiles of a map are built.
#[derive(Debug)]
pub struct MapBuild {
    roads: OsmRoads,
    report: OsmReport,
    options: NetworkOptions,
    header: MapHeader,
    names: Vec<u8>,
}

/// The section of one profile, ready to be written.
#[derive(Debug)]
pub struct BuiltSection {
    user: RoadUser,
    size: ProfileSize,
    /// The bytes to be written after the sections of the profiles before it.
    pub bytes: Vec<u8>,
    /// Counts of what happened to the roads.
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
    /// The file is unreadable, for the reason in the error.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), OsmError> {
        if self.is_first_pass {
            self.hash.update(bytes);
            self.byte_count += bytes.len() as u64;
        }
        self.reader.push(bytes)
    }

    /// Ends a pass at the end of the file; the file may have to be read again from the beginning.
    ///
    /// # Errors
    /// The file is truncated, or differs from that of the first pass.
    pub fn end_pass(&mut self) -> Result<PassOutcome, OsmError> {
        self.is_first_pass = false;
        self.reader.end_pass()
    }

    /// Returns the roads after the last pass has ended.
    ///
    /// # Errors
    /// A pass is missing, or an earlier call failed.
    pub fn finish(self, options: NetworkOptions) -> Result<MapBuild, OsmError> {
        let (roads, report) = self.reader.finish()?;
        let of_extract = (self.byte_count, self.hash.finalize());
        Ok(MapBuild::new(roads, report, options, of_extract))
    }
}

impl MapBuild {
    /// Builds from roads that do not come from an extract, for measurements.
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

    /// The report on the extract that was read.
    #[must_use]
    pub fn report(&self) -> &OsmReport {
        &self.report
    }

    /// The bytes of the names section, to be written before the sections of the profiles.
    #[must_use]
    pub fn names(&self) -> &[u8] {
        &self.names
    }

    /// Builds one profile. Returns the bytes of its section, to be written after those of the sections before it.
    pub fn section(&mut self, user: impl Into<RoadUser>) -> (Vec<u8>, NetworkReport) {
        let section = self.build(user);
        self.add(&section);
        (section.bytes, section.report)
    }

    /// Builds one profile, possibly concurrently with others. It is not part of the map until it is added.
    #[must_use]
    pub fn build(&self, user: impl Into<RoadUser>) -> BuiltSection {
        let user = user.into();
        let (map, report) = ProfileMap::build_for(&self.roads, &user, self.options);
        BuiltSection { user, size: map.size(), bytes: map.encode(), report }
    }

    /// Adds a section as the next one of the map.
    pub fn add(&mut self, section: &BuiltSection) {
        self.header.push(&section.user, &section.bytes, section.size);
    }

    /// The bytes to be written before all sections, available when all sections have been added.
    #[must_use]
    pub fn header(&self) -> Vec<u8> {
        self.header.encode()
    }
}
