//! `.osm.gz`: inflated as it comes, straight into the XML stream.
//!
//! Some 4 KiB are inflated at a time: deflate grows them 1,032-fold at most, so a hostile file cannot
//! make more than 4 MiB of one step. A file of several members, as parallel compressors write it, is
//! their texts one after the other.

use std::io::Write;

use flate2::write::MultiGzDecoder;

use super::super::error::OsmError;
use super::super::reader::Pass;
use super::XmlStream;

const STEP_BYTES: usize = 4 * 1024;

#[derive(Debug)]
pub(in crate::osm) struct GzipStream {
    decoder: MultiGzDecoder<Vec<u8>>,
    offset: u64,
    xml: XmlStream,
}

impl GzipStream {
    pub(in crate::osm) fn new() -> Self {
        Self { decoder: MultiGzDecoder::new(Vec::new()), offset: 0, xml: XmlStream::default() }
    }

    /// Takes in the next bytes.
    pub(in crate::osm) fn push(&mut self, bytes: &[u8], pass: &mut Pass) -> Result<(), OsmError> {
        for step in bytes.chunks(STEP_BYTES) {
            self.offset += step.len() as u64;
            let offset = self.offset;
            self.decoder.write_all(step).map_err(|_| OsmError::GzipInvalid { offset })?;
            // Small steps are held back by the decoder, and need no flush before the end.
            self.drain(pass)?;
        }
        Ok(())
    }

    /// Ends a pass: the last member must be complete.
    pub(in crate::osm) fn end_pass(&mut self, pass: &mut Pass) -> Result<(), OsmError> {
        let finished = self.decoder.try_finish();
        self.drain(pass)?;
        self.xml.end_pass(pass)?;
        // The decoder has one error for a checksum that is wrong and one that never came; a text that
        // is cut off was found above.
        finished.map_err(|_| OsmError::GzipInvalid { offset: self.offset })?;
        self.decoder = MultiGzDecoder::new(Vec::new());
        self.offset = 0;
        Ok(())
    }

    fn drain(&mut self, pass: &mut Pass) -> Result<(), OsmError> {
        self.xml.push(self.decoder.get_ref(), pass)?;
        self.decoder.get_mut().clear();
        Ok(())
    }
}
