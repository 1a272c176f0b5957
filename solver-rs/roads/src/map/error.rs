//! Why bytes are not a map that can be used.

use std::fmt;

/// What is wrong with the bytes of a map file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapError {
    /// They do not begin as a map file does.
    Foreign,
    /// The file was written by another version of this program.
    Version {
        /// The version of the file.
        found: u32,
        /// The version that is read here.
        expected: u32,
    },
    /// There are fewer bytes than there should be.
    Truncated,
    /// A part differs from what was written.
    Checksum {
        /// Which part.
        part: &'static str,
    },
    /// Numbers contradict one another, though the checksum is right.
    Inconsistent {
        /// Of which kind they are.
        what: &'static str,
    },
    /// The map was not made for this profile.
    ProfileMissing,
}

impl fmt::Display for MapError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(formatter, "this is not a map file"),
            Self::Version { found, expected } => write!(
                formatter,
                "the map file has version {found} and version {expected} is needed: build it anew"
            ),
            Self::Truncated => write!(formatter, "the map file ends too early: build it anew"),
            Self::Checksum { part } => write!(
                formatter,
                "the map file is damaged, the checksum of its {part} is wrong: build it anew"
            ),
            Self::Inconsistent { what } => write!(
                formatter,
                "the {what} of the map file contradict one another: build it anew"
            ),
            Self::ProfileMissing => write!(formatter, "the map was not built for this profile"),
        }
    }
}

impl std::error::Error for MapError {}
