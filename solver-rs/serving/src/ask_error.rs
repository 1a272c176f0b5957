//! The error of calls whose arguments are invalid.

use std::borrow::Cow;

use roads::RoadError;
use roads::map::MapError;

/// A call that cannot be answered, with the reason as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AskError(Cow<'static, str>);

impl AskError {
    pub(crate) fn new(sentence: impl Into<Cow<'static, str>>) -> Self {
        Self(sentence.into())
    }
}

impl From<RoadError> for AskError {
    fn from(error: RoadError) -> Self {
        Self::new(error.to_string())
    }
}

impl From<MapError> for AskError {
    fn from(error: MapError) -> Self {
        Self::new(error.to_string())
    }
}
