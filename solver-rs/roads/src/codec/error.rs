//! The reasons why bytes are not a usable map.

/// What is wrong with the bytes of a map file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// They do not start like a map file.
    #[error("this is not a map file")]
    Foreign,
    /// The file was written by another version of this program.
    #[error("the map file has version {found} and version {expected} is needed: rebuild it")]
    Version {
        /// The version of the file.
        found: u32,
        /// The version that this program reads.
        expected: u32,
    },
    /// There are fewer bytes than there should be.
    #[error("the map file ends too early: rebuild it")]
    Truncated,
    /// A part differs from what was written.
    #[error("the map file is damaged, the checksum of its {part} is wrong: rebuild it")]
    Checksum {
        /// The name of the part.
        part: &'static str,
    },
    /// Numbers contradict one another although the checksum is correct.
    #[error("the {what} of the map file contradict one another: rebuild it")]
    Inconsistent {
        /// The kind of the numbers.
        what: &'static str,
    },
    /// The map has no section for this profile.
    #[error("the map was not built for this profile")]
    ProfileMissing,
}
