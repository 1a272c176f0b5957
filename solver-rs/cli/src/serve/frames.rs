//! The format of frames on a line, in both directions. `server/roads/program/frames.ts` implements the same.
//!
//! ```text
//! frame    u32 bytes of what follows the head | u32 kind | values …
//! number   f64
//! array    f64 bytes | its numbers, little endian | zeros up to a multiple of 8
//! text     an array of bytes, UTF-8
//! ```
//!
//! Every value begins at a multiple of 8, so that JavaScript can view arrays in place.

use std::io::{self, Read, Write};

/// `Number.MAX_SAFE_INTEGER`.
const SAFE_INTEGER_MAX: f64 = 9_007_199_254_740_991.0;

const HEAD_BYTES: usize = 8;
const ALIGNMENT: usize = 8;

/// A frame does not have the values that are read from it, so the other end does not use our format.
#[derive(Debug, thiserror::Error)]
#[error("a frame has other values than its kind says")]
pub(super) struct Damaged;

/// Reads the next frame; `None` at the end of the line.
pub(super) fn read_frame(from: &mut impl Read) -> io::Result<Option<(u32, Vec<u8>)>> {
    let mut head = [0; HEAD_BYTES];
    match from.read_exact(&mut head) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let [byte_count, kind] = [&head[..4], &head[4..]]
        .map(|bytes| u32::from_le_bytes(bytes.try_into().expect("each half has four bytes")));
    let mut payload = vec![0; byte_count as usize];
    from.read_exact(&mut payload)?;
    Ok(Some((kind, payload)))
}

/// Writes a frame.
pub(super) fn write_frame(to: &mut impl Write, kind: u32, values: &Values) -> io::Result<()> {
    let byte_count = u32::try_from(values.0.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    let mut head = [0; HEAD_BYTES];
    head[..4].copy_from_slice(&byte_count.to_le_bytes());
    head[4..].copy_from_slice(&kind.to_le_bytes());
    to.write_all(&head)?;
    to.write_all(&values.0)
}

/// Values to write, one after the other.
#[derive(Debug, Default)]
pub(super) struct Values(Vec<u8>);

impl Values {
    pub(super) fn number(&mut self, number: f64) -> &mut Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.begin(bytes.len());
        self.0.extend_from_slice(bytes);
        self.pad()
    }

    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        self.bytes(text.as_bytes())
    }

    pub(super) fn floats(&mut self, floats: &[f64]) -> &mut Self {
        self.begin(size_of_val(floats));
        floats.iter().for_each(|it| self.0.extend_from_slice(&it.to_le_bytes()));
        self
    }

    pub(super) fn integers(&mut self, integers: &[i32]) -> &mut Self {
        self.begin(size_of_val(integers));
        integers.iter().for_each(|it| self.0.extend_from_slice(&it.to_le_bytes()));
        self.pad()
    }

    #[expect(clippy::cast_precision_loss, reason = "memory is smaller than 2^53 bytes")]
    fn begin(&mut self, byte_count: usize) {
        self.0.reserve(byte_count + 2 * ALIGNMENT);
        self.number(byte_count as f64);
    }

    fn pad(&mut self) -> &mut Self {
        self.0.resize(self.0.len().next_multiple_of(ALIGNMENT), 0);
        self
    }
}

/// Values to read, in the order in which they were written.
#[derive(Debug)]
pub(super) struct Reading<'a>(pub(super) &'a [u8]);

impl<'a> Reading<'a> {
    pub(super) fn number(&mut self) -> Result<f64, Damaged> {
        let (first, rest) = self.0.split_first_chunk().ok_or(Damaged)?;
        self.0 = rest;
        Ok(f64::from_le_bytes(*first))
    }

    pub(super) fn count(&mut self) -> Result<usize, Damaged> {
        usize::try_from(integer(self.number()?)?).map_err(|_| Damaged)
    }

    pub(super) fn index(&mut self) -> Result<u32, Damaged> {
        u32::try_from(self.count()?).map_err(|_| Damaged)
    }

    pub(super) fn small(&mut self) -> Result<u8, Damaged> {
        u8::try_from(self.count()?).map_err(|_| Damaged)
    }

    pub(super) fn flag(&mut self) -> Result<bool, Damaged> {
        Ok(self.count()? != 0)
    }

    pub(super) fn bytes(&mut self) -> Result<&'a [u8], Damaged> {
        let byte_count = self.count()?;
        let padded = byte_count.checked_next_multiple_of(ALIGNMENT).ok_or(Damaged)?;
        let (bytes, rest) = self.0.split_at_checked(padded).ok_or(Damaged)?;
        self.0 = rest;
        Ok(&bytes[..byte_count])
    }

    pub(super) fn text(&mut self) -> Result<&'a str, Damaged> {
        std::str::from_utf8(self.bytes()?).map_err(|_| Damaged)
    }

    pub(super) fn floats(&mut self) -> Result<Vec<f64>, Damaged> {
        let (floats, []) = self.bytes()?.as_chunks() else { return Err(Damaged) };
        Ok(floats.iter().map(|it| f64::from_le_bytes(*it)).collect())
    }

    pub(super) fn words(&mut self) -> Result<Vec<u32>, Damaged> {
        let (words, []) = self.bytes()?.as_chunks() else { return Err(Damaged) };
        Ok(words.iter().map(|it| u32::from_le_bytes(*it)).collect())
    }
}

/// Converts a number of JavaScript to an integer, which has to be a safe one.
#[expect(clippy::cast_possible_truncation, reason = "checked to be an integer below 2^53")]
pub(super) fn integer(number: f64) -> Result<i64, Damaged> {
    let is_integer = number.fract() == 0.0 && number.abs() <= SAFE_INTEGER_MAX;
    if is_integer { Ok(number as i64) } else { Err(Damaged) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_as_they_were_written() {
        let mut values = Values::default();
        values.number(-0.5).bytes(b"abc").text("ä").floats(&[1.5, f64::INFINITY]).integers(&[7]);
        let mut line = Vec::new();
        write_frame(&mut line, 9, &values).unwrap();
        let (kind, payload) = read_frame(&mut &line[..]).unwrap().unwrap();
        let mut reading = Reading(&payload);
        assert_eq!((kind, payload.len() % ALIGNMENT), (9, 0));
        assert_eq!(reading.number().unwrap().to_bits(), (-0.5_f64).to_bits());
        assert_eq!(reading.bytes().unwrap(), b"abc");
        assert_eq!(reading.text().unwrap(), "ä");
        assert_eq!(reading.floats().unwrap(), [1.5, f64::INFINITY]);
        assert_eq!(reading.words().unwrap(), [7]);
        assert!(reading.number().is_err(), "there is no more");
    }

    #[test]
    fn a_line_that_ends_has_no_frame_and_one_cut_off_is_an_error() {
        assert!(read_frame(&mut &b""[..]).unwrap().is_none());
        let mut line = Vec::new();
        write_frame(&mut line, 1, Values::default().text("text")).unwrap();
        assert!(read_frame(&mut &line[..line.len() - 1]).is_err());
    }

    #[test]
    fn other_values_than_expected_are_errors() {
        let mut values = Values::default();
        values.number(1.5).number(1e300).bytes(&[0xff]);
        for skip in [0, 8] {
            assert!(Reading(&values.0[skip..]).count().is_err(), "{skip}");
        }
        assert!(Reading(&values.0[16..]).text().is_err());
        assert!(Reading(&values.0[16..]).floats().is_err());
        assert!(Reading(&[0; 7]).number().is_err());
        // An array with more bytes than there are.
        assert!(Reading(Values::default().number(9.0).0.as_slice()).bytes().is_err());
    }
}
