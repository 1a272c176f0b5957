//! Maps: everything that is made of an extract, as one file.

mod codec;
mod error;

pub(crate) use codec::{ArrayReader, ArrayWriter, check_below, check_len, check_rows};
pub use error::MapError;
