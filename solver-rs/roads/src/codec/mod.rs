//! Flat arrays as bytes: little endian, each preceded by its length, without padding.
//!
//! A reader gets bytes whose checksum has already been verified, but still does not trust any length:
//! it allocates an array only if the bytes of the array are there.

mod error;

pub use error::MapError;

/// Writes arrays one after the other.
#[derive(Debug, Default)]
pub(crate) struct ArrayWriter {
    bytes: Vec<u8>,
}

/// Reads arrays in the order in which they were written.
#[derive(Debug)]
pub(crate) struct ArrayReader<'a> {
    rest: &'a [u8],
}

/// A number type that arrays can hold.
pub(crate) trait Number: Copy {
    const BYTES: usize;
    fn write(self, bytes: &mut Vec<u8>);
    /// `bytes` has exactly the length of the number.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! number {
    ($($number:ty),*) => {$(
        impl Number for $number {
            const BYTES: usize = size_of::<$number>();
            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn read(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("the caller cuts it to size"))
            }
        }
    )*};
}

number!(u8, u32, i32, i64);

impl ArrayWriter {
    pub(crate) fn write<T: Number>(&mut self, numbers: &[T]) {
        let count = u32::try_from(numbers.len()).expect("arrays of a map have 32-bit indexes");
        count.write(&mut self.bytes);
        self.bytes.reserve(numbers.len() * T::BYTES);
        for number in numbers {
            number.write(&mut self.bytes);
        }
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

impl<'a> ArrayReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn read<T: Number>(&mut self) -> Result<Vec<T>, MapError> {
        let count = u32::read(self.take(u32::BYTES)?) as usize;
        let bytes = count.checked_mul(T::BYTES).ok_or(MapError::Truncated)?;
        Ok(self.take(bytes)?.chunks_exact(T::BYTES).map(T::read).collect())
    }

    pub(crate) fn finish(self) -> Result<(), MapError> {
        if self.rest.is_empty() { Ok(()) } else { Err(MapError::Inconsistent { what: "length" }) }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], MapError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(MapError::Truncated)?;
        self.rest = rest;
        Ok(taken)
    }
}

/// Checks that `first` cuts `len` entries into rows: it starts at 0, ends at `len` and never decreases.
pub(crate) fn check_rows(first: &[u32], len: usize, what: &'static str) -> Result<(), MapError> {
    let ends = first.first() == Some(&0) && first.last().map(|end| *end as usize) == Some(len);
    if ends && first.is_sorted() { Ok(()) } else { Err(MapError::Inconsistent { what }) }
}

/// Checks that an array has the expected number of entries.
pub(crate) fn check_len(len: usize, expected: usize, what: &'static str) -> Result<(), MapError> {
    if len == expected { Ok(()) } else { Err(MapError::Inconsistent { what }) }
}

/// Checks that all numbers are below a limit, or equal to the sentinel if one is given.
pub(crate) fn check_below(
    numbers: &[u32],
    limit: usize,
    sentinel: Option<u32>,
    what: &'static str,
) -> Result<(), MapError> {
    let is_good = |number: &u32| (*number as usize) < limit || Some(*number) == sentinel;
    if numbers.iter().all(is_good) { Ok(()) } else { Err(MapError::Inconsistent { what }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_come_back_as_they_were_written() {
        let mut writer = ArrayWriter::default();
        writer.write(&[1_u32, u32::MAX]);
        writer.write::<i32>(&[]);
        writer.write(&[i64::MIN, -1]);
        writer.write(&[7_u8]);
        let bytes = writer.finish();
        let mut reader = ArrayReader::new(&bytes);
        assert_eq!(reader.read::<u32>(), Ok(vec![1, u32::MAX]));
        assert_eq!(reader.read::<i32>(), Ok(vec![]));
        assert_eq!(reader.read::<i64>(), Ok(vec![i64::MIN, -1]));
        assert_eq!(reader.read::<u8>(), Ok(vec![7]));
        assert_eq!(reader.finish(), Ok(()));
    }

    #[test]
    fn every_truncation_is_refused() {
        let mut writer = ArrayWriter::default();
        writer.write(&[1_u32, 2, 3]);
        let bytes = writer.finish();
        for len in 0..bytes.len() {
            let read = ArrayReader::new(&bytes[..len]).read::<u32>();
            assert_eq!(read, Err(MapError::Truncated), "{len} bytes");
        }
    }

    #[test]
    fn rows_start_at_0_never_fall_and_end_with_the_entries() {
        for (first, len, is_good) in [
            (&[0, 2, 2, 5][..], 5, true),
            (&[0][..], 0, true),
            (&[][..], 0, false),
            (&[1, 2][..], 2, false),
            (&[0, 3, 2, 5][..], 5, false),
            (&[0, 2][..], 3, false),
        ] {
            assert_eq!(check_rows(first, len, "rows").is_ok(), is_good, "{first:?} {len}");
        }
    }
}
