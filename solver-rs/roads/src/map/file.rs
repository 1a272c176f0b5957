//! The map file: a prefix, a header, a section of names, and one section per profile.
//!
//! ```text
//! [ magic 8 | version 4 | header bytes 4 | header CRC 4 ] [ header ] [ names ] [ section ] [ section ] …
//! ```
//!
//! The header contains the position of each section, counted from the end of the header, and its
//! checksum, so that a reader fetches the profiles that it needs with one read each. It also contains
//! their sizes in memory, so that a reader knows in advance whether they fit. The magic contains a line
//! end and a byte above 127, which any transfer as text would damage. Checksums are CRC-32: they detect
//! damage, not malice.

use super::MapError;
use super::section::ProfileSize;
use crate::codec::{ArrayReader, ArrayWriter};
use crate::profile::{Profile, RoadUser};

const MAGIC: [u8; 8] = *b"\xb7ROADS\r\n";
/// Must be incremented with any change of the content of sections or the header: of their format, and
/// of the rules by which roads become networks.
const VERSION: u32 = 8;
/// The length of the prefix, which contains the length of the header.
pub const PREFIX_BYTES: usize = 20;
/// Far more than the length of any header.
const HEADER_BYTES_MAX: usize = 1 << 20;

/// The origin of a map, and the positions of its sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapHeader {
    /// The attribution that the data requires; shown wherever results are shown.
    pub attribution: String,
    /// How many bytes the extract had.
    pub extract_bytes: u64,
    /// CRC-32 of the extract.
    pub extract_checksum: u32,
    /// Whether traffic drives on the left where no tag says so; `None`: by the country of the way.
    pub left_hand: Option<bool>,
    /// The number of bytes of the names of roads, which directly follow the header.
    pub names_bytes: u64,
    /// CRC-32 of the names of roads.
    pub names_checksum: u32,
    /// South, west, north and east of all roads, in 1e-7 degrees.
    pub bounds_e7: [i32; 4],
    /// The sections in the order of the file.
    pub sections: Vec<MapSection>,
}

/// The position of a profile in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapSection {
    /// Its name in requests.
    pub name: String,
    /// The road user, as written by [`RoadUser::text`].
    pub user: String,
    /// The profile, without the vehicle's size and load.
    pub profile: Profile,
    /// The position of its first byte, counted from the end of the header.
    pub first_byte: u64,
    /// How many bytes it has.
    pub byte_count: u64,
    /// CRC-32 of its bytes.
    pub checksum: u32,
    /// The memory that it takes when it is loaded.
    pub size: ProfileSize,
}

/// The side of traffic, as encoded in a map.
fn side_code(left_hand: Option<bool>) -> u32 {
    left_hand.map_or(2, u32::from)
}

fn side_of_code(code: u32) -> Option<Option<bool>> {
    [Some(false), Some(true), None].get(code as usize).copied()
}

impl MapHeader {
    /// Appends the entry of the next section.
    pub fn push(&mut self, user: &RoadUser, section: &[u8], size: ProfileSize) {
        let first_byte = self.sections_end();
        self.sections.push(MapSection {
            name: user.name().to_owned(),
            user: user.text().to_owned(),
            profile: user.profile(),
            first_byte,
            byte_count: section.len() as u64,
            checksum: crc32fast::hash(section),
            size,
        });
    }

    /// The end of all sections, counted from the end of the header: a basemap follows, or nothing.
    #[must_use]
    pub fn sections_end(&self) -> u64 {
        let last = self.sections.last();
        last.map_or(self.names_bytes, |last| last.first_byte + last.byte_count)
    }

    /// Encodes prefix and header: the bytes before the names.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = ArrayWriter::default();
        writer.write(self.attribution.as_bytes());
        writer.write(&[self.extract_bytes.cast_signed()]);
        writer.write(&[self.extract_checksum, side_code(self.left_hand), self.names_checksum]);
        writer.write(&[self.names_bytes.cast_signed()]);
        writer.write(&self.bounds_e7);
        let column = |number: fn(&MapSection) -> i64| -> Vec<i64> {
            self.sections.iter().map(number).collect()
        };
        let users: Vec<&str> = self.sections.iter().map(|section| &*section.user).collect();
        writer.write(users.join("\n").as_bytes());
        writer.write(&column(|section| section.first_byte.cast_signed()));
        writer.write(&column(|section| section.byte_count.cast_signed()));
        writer.write(&column(|section| section.checksum.into()));
        writer.write(&column(|section| section.size.roads_bytes.cast_signed()));
        writer.write(&column(|section| section.size.cost_count.cast_signed()));
        writer.write(&column(|section| section.size.closed_count.cast_signed()));
        writer.write(&column(|section| section.size.timed_pace_count.cast_signed()));
        let header = writer.finish();
        let header_bytes = u32::try_from(header.len()).expect("a header is small");
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, header_bytes, crc32fast::hash(&header)] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&header);
        bytes
    }

    /// The total length of prefix and header, read from the prefix.
    ///
    /// # Errors
    /// The file is not a map, or has another version.
    pub fn len_from_prefix(prefix: &[u8]) -> Result<usize, MapError> {
        let prefix = prefix.get(..PREFIX_BYTES).ok_or(MapError::Foreign)?;
        if prefix[..MAGIC.len()] != MAGIC {
            return Err(MapError::Foreign);
        }
        let found = number_at(prefix, 8);
        if found != VERSION {
            return Err(MapError::Version { found, expected: VERSION });
        }
        let header_bytes = number_at(prefix, 12) as usize;
        if header_bytes > HEADER_BYTES_MAX {
            return Err(MapError::Checksum { part: "header" });
        }
        Ok(PREFIX_BYTES + header_bytes)
    }

    /// Decodes prefix and header; the bytes after them are not read.
    ///
    /// # Errors
    /// The file is not a map, has another version, is truncated or is damaged.
    pub fn decode(bytes: &[u8]) -> Result<Self, MapError> {
        let len = Self::len_from_prefix(bytes)?;
        let header = bytes.get(PREFIX_BYTES..len).ok_or(MapError::Truncated)?;
        if crc32fast::hash(header) != number_at(bytes, 16) {
            return Err(MapError::Checksum { part: "header" });
        }
        let mut reader = ArrayReader::new(header);
        let inconsistent = MapError::Inconsistent { what: "header" };
        let attribution = String::from_utf8(reader.read()?).map_err(|_| inconsistent.clone())?;
        let (&[extract_bytes], &[extract_checksum, left_hand, names_checksum], &[names_bytes]) =
            (&reader.read::<i64>()?[..], &reader.read::<u32>()?[..], &reader.read::<i64>()?[..])
        else {
            return Err(inconsistent);
        };
        let bounds = reader.read::<i32>()?;
        let bounds_e7 = bounds.try_into().map_err(|_| inconsistent.clone())?;
        let users = String::from_utf8(reader.read()?).map_err(|_| inconsistent.clone())?;
        let users = users.lines().map(RoadUser::parse).collect::<Option<Vec<_>>>();
        let users = users.ok_or(inconsistent.clone())?;
        let columns = (0..7).map(|_| reader.read()).collect::<Result<Vec<Vec<i64>>, _>>()?;
        reader.finish()?;
        let count = users.len();
        if columns.iter().any(|column| column.len() != count) {
            return Err(inconsistent);
        }
        let sections = users
            .iter()
            .enumerate()
            .map(|(idx, user)| {
                let number = |column: usize| u64::try_from(columns[column][idx]).ok();
                Some(MapSection {
                    name: user.name().to_owned(),
                    user: user.text().to_owned(),
                    profile: user.profile(),
                    first_byte: number(0)?,
                    byte_count: number(1)?,
                    checksum: u32::try_from(columns[2][idx]).ok()?,
                    size: ProfileSize {
                        roads_bytes: number(3)?,
                        cost_count: number(4)?,
                        closed_count: number(5)?,
                        timed_pace_count: number(6)?,
                    },
                })
            })
            .collect::<Option<_>>()
            .ok_or(inconsistent.clone())?;
        Ok(Self {
            attribution,
            extract_bytes: extract_bytes.cast_unsigned(),
            extract_checksum,
            left_hand: side_of_code(left_hand).ok_or(inconsistent.clone())?,
            names_bytes: u64::try_from(names_bytes).map_err(|_| inconsistent.clone())?,
            names_checksum,
            bounds_e7,
            sections,
        })
    }

    /// The section of a profile.
    ///
    /// # Errors
    /// The map was not built for the profile.
    pub fn section(&self, name: &str) -> Result<&MapSection, MapError> {
        self.section_idx(name).map(|idx| &self.sections[idx])
    }

    /// The position of a profile's section.
    ///
    /// # Errors
    /// The map was not built for the profile.
    pub fn section_idx(&self, name: &str) -> Result<usize, MapError> {
        let position = self.sections.iter().position(|section| section.name == name);
        position.ok_or(MapError::ProfileMissing)
    }
}

impl MapHeader {
    /// Checks that the bytes are those of the names that were written.
    ///
    /// # Errors
    /// The length or the checksum differs.
    pub fn check_names(&self, bytes: &[u8]) -> Result<(), MapError> {
        if bytes.len() as u64 != self.names_bytes {
            return Err(MapError::Truncated);
        }
        if crc32fast::hash(bytes) != self.names_checksum {
            return Err(MapError::Checksum { part: "names" });
        }
        Ok(())
    }
}

impl MapSection {
    /// Checks that the bytes are those that were written.
    ///
    /// # Errors
    /// The length or the checksum differs.
    pub fn check(&self, bytes: &[u8]) -> Result<(), MapError> {
        if bytes.len() as u64 != self.byte_count {
            return Err(MapError::Truncated);
        }
        if crc32fast::hash(bytes) != self.checksum {
            return Err(MapError::Checksum { part: self.profile.name() });
        }
        Ok(())
    }
}

fn number_at(bytes: &[u8], position: usize) -> u32 {
    u32::from_le_bytes(bytes[position..position + 4].try_into().expect("four bytes"))
}
