//! The texts of one block by position, and which of them are known as keys and values.
//!
//! A block refers to its few texts many times, so the outcome for each text is determined once: it is
//! dropped, or it has the number that [`Texts`] assigned. Memory: 16 bytes per text, reused by the next
//! block.

use super::super::accumulator::Gathered;
use super::super::report::OsmFault;
use super::super::string_table::{TextIdx, Texts};
use super::super::tag_filter::TEXT_BYTES_MAX;
use super::wire::{Fields, Undecodable};

/// What is known about a text of the block.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Its offset in the table.
    first: u32,
    bytes: u32,
    /// [`UNASKED`], [`DROPPED`] or its number as a key.
    as_key: u32,
    /// [`UNASKED`] or its number as a value.
    as_value: u32,
}

const UNASKED: u32 = u32::MAX;
const DROPPED: u32 = u32::MAX - 1;

#[derive(Debug, Default)]
pub(super) struct BlockTexts {
    known: Vec<Known>,
}

/// The texts, together with the message that contains them.
#[derive(Debug)]
pub(super) struct TextTable<'a> {
    table: &'a [u8],
    known: &'a mut [Known],
}

impl BlockTexts {
    /// Locates the texts of a block's table.
    pub(super) fn load<'a>(&'a mut self, table: &'a [u8]) -> Result<TextTable<'a>, Undecodable> {
        self.known.clear();
        // Counted in advance: an array that grows by doubling would briefly occupy three times the memory.
        self.known.reserve_exact(count_texts(table)?);
        let mut fields = Fields::of(table);
        while let Some((number, value)) = fields.next()? {
            if number == 1 {
                let text = value.bytes()?;
                let first = table.len() - fields.rest_bytes() - text.len();
                // Fits: blocks are shorter than 32 MiB.
                let first = u32::try_from(first).map_err(|_| Undecodable)?;
                let bytes = u32::try_from(text.len()).map_err(|_| Undecodable)?;
                self.known.push(Known { first, bytes, as_key: UNASKED, as_value: UNASKED });
            }
        }
        Ok(TextTable { table, known: &mut self.known })
    }
}

fn count_texts(table: &[u8]) -> Result<usize, Undecodable> {
    let mut count = 0;
    let mut fields = Fields::of(table);
    while let Some((number, _)) = fields.next()? {
        count += usize::from(number == 1);
    }
    Ok(count)
}

impl TextTable<'_> {
    fn position(&self, number: u64) -> Result<usize, OsmFault> {
        let position = usize::try_from(number).ok().filter(|it| *it < self.known.len());
        position.ok_or(OsmFault::TextIndexOutOfRange)
    }

    /// Returns the bytes of a text.
    #[inline]
    pub(super) fn bytes(&self, number: u64) -> Result<&[u8], OsmFault> {
        let known = self.known[self.position(number)?];
        Ok(&self.table[known.first as usize..][..known.bytes as usize])
    }

    /// Returns a text that is kept beyond the block, after checking its length and encoding.
    pub(super) fn text(&self, number: u64) -> Result<&str, OsmFault> {
        let bytes = self.bytes(number)?;
        if bytes.len() > TEXT_BYTES_MAX {
            return Err(OsmFault::TextInvalid);
        }
        str::from_utf8(bytes).map_err(|_| OsmFault::TextInvalid)
    }

    /// Returns the number of a key, if tags with this key are kept.
    pub(super) fn key(
        &mut self,
        number: u64,
        gathered: &mut Gathered,
    ) -> Result<Option<TextIdx>, OsmFault> {
        let position = self.position(number)?;
        match self.known[position].as_key {
            DROPPED => Ok(None),
            UNASKED => {
                let kept = if gathered.wanted.keeps_key(self.bytes(number)?) {
                    Some(gathered.texts.intern(self.text(number)?))
                } else {
                    None
                };
                self.known[position].as_key = kept.map_or(DROPPED, |idx| idx.0);
                Ok(kept)
            }
            idx => Ok(Some(TextIdx(idx))),
        }
    }

    /// Returns the number of a value.
    pub(super) fn value(&mut self, number: u64, texts: &mut Texts) -> Result<TextIdx, OsmFault> {
        let position = self.position(number)?;
        if self.known[position].as_value == UNASKED {
            self.known[position].as_value = texts.intern(self.text(number)?).0;
        }
        Ok(TextIdx(self.known[position].as_value))
    }
}
