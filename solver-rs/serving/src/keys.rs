//! The names of places, already quoted and escaped as JSON strings, in one buffer.
//!
//! JavaScript escapes each name once; this module only copies it, once for each pair.

use roads::PlaceIdx;

/// One JSON string per place.
#[derive(Clone, Debug)]
pub(crate) struct JsonKeys {
    bytes: Vec<u8>,
    /// Place `i` has the bytes `first_out[i]..first_out[i + 1]`. Ascending, and within `bytes`.
    first_out: Vec<u32>,
}

/// The offsets do not split the bytes into one key per place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{offset_count} key offsets do not cut {byte_count} bytes into {place_count} keys")]
pub(crate) struct KeyOffsetsInvalid {
    place_count: usize,
    offset_count: usize,
    byte_count: usize,
}

impl JsonKeys {
    pub(crate) fn new(
        place_count: usize,
        bytes: Vec<u8>,
        first_out: Vec<u32>,
    ) -> Result<Self, KeyOffsetsInvalid> {
        let cuts_all = first_out.len() == place_count + 1
            && first_out.first() == Some(&0)
            && first_out.last().is_some_and(|&end| end as usize == bytes.len())
            && first_out.is_sorted();
        if cuts_all {
            return Ok(Self { bytes, first_out });
        }
        Err(KeyOffsetsInvalid {
            place_count,
            offset_count: first_out.len(),
            byte_count: bytes.len(),
        })
    }

    pub(crate) fn of(&self, place: PlaceIdx) -> &[u8] {
        let at = place.as_usize();
        &self.bytes[self.first_out[at] as usize..self.first_out[at + 1] as usize]
    }

    /// The length of all keys together: an upper bound for the keys of a row, whose places are distinct.
    pub(crate) fn byte_count(&self) -> usize {
        self.bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_has_its_run_of_bytes() {
        let keys = JsonKeys::new(3, br#""a""""bc""#.to_vec(), vec![0, 3, 5, 9]).unwrap();
        assert_eq!(keys.of(PlaceIdx(0)), br#""a""#);
        assert_eq!(keys.of(PlaceIdx(1)), br#""""#);
        assert_eq!(keys.of(PlaceIdx(2)), br#""bc""#);
    }

    #[test]
    fn offsets_that_do_not_cut_the_bytes_are_refused() {
        for first_out in [&[][..], &[0, 4], &[1, 2, 4], &[0, 5, 4], &[0, 2, 3], &[0, 2, 5]] {
            let expected =
                KeyOffsetsInvalid { place_count: 2, offset_count: first_out.len(), byte_count: 4 };
            let keys = JsonKeys::new(2, br#""""""#.to_vec(), first_out.to_vec());
            assert_eq!(keys.unwrap_err(), expected, "{first_out:?}");
        }
    }
}
