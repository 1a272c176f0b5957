//! Why a profile cannot be used.

use roads::map::MapError;

/// The reasons why a profile cannot be used. `E` is the error of the caller's read function.
#[derive(Debug, thiserror::Error)]
pub enum LoadError<E> {
    /// The file is damaged, or was not built for the profile.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The profile needs more memory than all maps together may use.
    #[error("{bytes} bytes are needed and maps may take {bytes_max}")]
    TooLarge {
        /// The number of bytes that the profile needs.
        bytes: u64,
        /// The memory budget in bytes.
        bytes_max: u64,
    },
    /// No speeds have been set.
    #[error("speeds have to be set first")]
    NoSpeeds,
    /// No map has this number.
    #[error("there is no such map")]
    NoSuchMap,
    /// The error that the caller returned when reading the section.
    #[error("the section could not be read")]
    Unread(E),
}
