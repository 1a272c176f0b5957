//! The wire format of protocol buffers, as far as OpenStreetMap's format uses it.
//!
//! ```text
//! message = (key value)*      key = varint of number << 3 | type
//! type 0: varint              7 bits per byte, lowest first, the top bit says "more"
//! type 1, 5: 8, 4 bytes       skipped, the format has none
//! type 2: length bytes        a text, a message, or numbers packed one after the other
//! ```
//!
//! This is written by hand because no library fits. `quick-protobuf` 0.8.1 does not check a nested length
//! against the end of its parent: the next read subtracts below zero, which panics where overflow is checked.
//! `prost` decodes packed numbers into vectors of eight times the size, and declares its borrowing primitives
//! internal. `osmpbf` uses threads and memory maps. This module borrows everything, allocates nothing, and
//! checks each length against the remaining bytes.

use super::super::report::OsmFault;

/// The bytes violate the wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Undecodable;

impl From<Undecodable> for OsmFault {
    fn from(_: Undecodable) -> Self {
        Self::Undecodable
    }
}

/// The value of one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    /// A number; negative ones of the types `int32` and `int64` occupy 64 bits.
    Number(u64),
    /// A text, a message or packed numbers.
    Bytes(&'a [u8]),
    /// A number of fixed width; no field that we read has one.
    Fixed,
}

impl<'a> Value<'a> {
    pub(super) fn number(self) -> Result<u64, Undecodable> {
        match self {
            Self::Number(number) => Ok(number),
            _ => Err(Undecodable),
        }
    }

    pub(super) fn signed(self) -> Result<i64, Undecodable> {
        Ok(self.number()?.cast_signed())
    }

    /// A number of type `sint64`.
    pub(super) fn zigzag(self) -> Result<i64, Undecodable> {
        Ok(zigzag(self.number()?))
    }

    pub(super) fn bytes(self) -> Result<&'a [u8], Undecodable> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            _ => Err(Undecodable),
        }
    }
}

/// The fields of a message, in the order of the bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    pub(super) const fn of(message: &'a [u8]) -> Self {
        Self { rest: message }
    }

    /// Returns the number of remaining bytes.
    pub(super) const fn rest_bytes(&self) -> usize {
        self.rest.len()
    }

    /// Returns the number and value of the next field.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<(u32, Value<'a>)>, Undecodable> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let key = u32::try_from(varint(&mut self.rest)?).map_err(|_| Undecodable)?;
        let value = match key & 7 {
            0 => Value::Number(varint(&mut self.rest)?),
            1 => self.fixed(8)?,
            2 => {
                let length = varint(&mut self.rest)?;
                let length = usize::try_from(length).map_err(|_| Undecodable)?;
                let (bytes, rest) = self.rest.split_at_checked(length).ok_or(Undecodable)?;
                self.rest = rest;
                Value::Bytes(bytes)
            }
            5 => self.fixed(4)?,
            // Types 3 and 4 are groups, which are deprecated; 6 and 7 never existed.
            _ => return Err(Undecodable),
        };
        Ok(Some((key >> 3, value)))
    }

    fn fixed(&mut self, width: usize) -> Result<Value<'a>, Undecodable> {
        self.rest = self.rest.get(width..).ok_or(Undecodable)?;
        Ok(Value::Fixed)
    }
}

/// Numbers that are packed one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Packed<'a> {
    rest: &'a [u8],
}

impl<'a> Packed<'a> {
    pub(super) const fn of(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns how many numbers there are, without decoding them.
    pub(super) fn count(&self) -> usize {
        self.rest.iter().filter(|byte| **byte < 0x80).count()
    }

    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<u64>, Undecodable> {
        if self.rest.is_empty() { Ok(None) } else { varint(&mut self.rest).map(Some) }
    }

    /// The next number of type `sint64`.
    #[inline]
    pub(super) fn next_zigzag(&mut self) -> Result<Option<i64>, Undecodable> {
        Ok(self.next()?.map(zigzag))
    }
}

#[inline]
const fn zigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -((number & 1).cast_signed())
}

#[inline]
fn varint(rest: &mut &[u8]) -> Result<u64, Undecodable> {
    match **rest {
        [low, ref after @ ..] if low < 0x80 => {
            *rest = after;
            Ok(u64::from(low))
        }
        [low, high, ref after @ ..] if high < 0x80 => {
            *rest = after;
            Ok(u64::from(low & 0x7f) | u64::from(high) << 7)
        }
        _ => long_varint(rest),
    }
}

fn long_varint(rest: &mut &[u8]) -> Result<u64, Undecodable> {
    let mut number = 0;
    for (place, byte) in rest.iter().take(10).enumerate() {
        number |= u64::from(byte & 0x7f) << (7 * place);
        if *byte < 0x80 {
            // The tenth byte may contribute only the last of 64 bits.
            if place == 9 && *byte > 1 {
                return Err(Undecodable);
            }
            *rest = &rest[place + 1..];
            return Ok(number);
        }
    }
    Err(Undecodable)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: Result<Option<u64>, Undecodable>) {
        assert_eq!(Packed::of(bytes).next(), expected, "{bytes:x?}");
    }

    #[test]
    fn varints_are_read_to_their_full_width_and_no_further() {
        check(&[], Ok(None));
        check(&[0], Ok(Some(0)));
        check(&[0x7f], Ok(Some(127)));
        check(&[0x80, 1], Ok(Some(128)));
        check(&[0xac, 2], Ok(Some(300)));
        check(&[0x80, 0x80, 1], Ok(Some(1 << 14)));
        // Nine bytes of 7 bits each and one of 1 bit make 64 bits.
        let mut widest = [0xff; 10];
        widest[9] = 1;
        check(&widest, Ok(Some(u64::MAX)));
        widest[9] = 2;
        check(&widest, Err(Undecodable));
        check(&[0x80], Err(Undecodable));
        check(&[0x80; 9], Err(Undecodable));
        check(&[0x80; 11], Err(Undecodable));
    }

    #[test]
    fn zigzag_numbers_alternate_about_zero() {
        for (number, expected) in
            [(0, 0), (1, -1), (2, 1), (3, -2), (u64::MAX - 1, i64::MAX), (u64::MAX, i64::MIN)]
        {
            assert_eq!(zigzag(number), expected, "{number}");
        }
    }

    #[test]
    fn fields_come_in_their_order_and_end_with_the_message() {
        let mut fields = Fields::of(&[0x08, 5, 0x12, 2, 7, 8, 0x1d, 0, 0, 0, 0, 0x08, 6]);
        assert_eq!(fields.next(), Ok(Some((1, Value::Number(5)))));
        assert_eq!(fields.next(), Ok(Some((2, Value::Bytes(&[7, 8])))));
        assert_eq!(fields.next(), Ok(Some((3, Value::Fixed))));
        assert_eq!(fields.next(), Ok(Some((1, Value::Number(6)))));
        assert_eq!(fields.next(), Ok(None));
    }

    #[test]
    fn fields_beyond_the_message_cannot_be_decoded() {
        for bytes in [
            &[0x08][..],
            &[0x12, 3, 1, 2],
            &[0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
            &[0x1d, 0, 0, 0],
            &[0x19, 0, 0, 0, 0, 0, 0, 0],
            &[0x0b],
            &[0x0c],
            &[0x0e],
            &[0xf8, 0xff, 0xff, 0xff, 0xff, 1, 0],
        ] {
            assert_eq!(Fields::of(bytes).next(), Err(Undecodable), "{bytes:x?}");
        }
    }
}
