//! `.osm.gz`: inflated incrementally, directly into the XML stream.
//!
//! The decoder has a buffer of 32 KiB, which is drained whenever it is full, so a malicious file cannot use
//! more memory, however far it inflates. A file with several members, as parallel compressors write it, is
//! the concatenation of their texts.

use std::io::Write;

use flate2::write::MultiGzDecoder;

use super::super::error::OsmError;
use super::super::pass::Pass;
use super::XmlStream;

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

    /// Processes the next bytes.
    pub(in crate::osm) fn push(
        &mut self,
        mut bytes: &[u8],
        pass: &mut Pass,
    ) -> Result<(), OsmError> {
        while !bytes.is_empty() {
            // Fills the decoder's buffer at most once per call, regardless of how much the bytes inflate to.
            let taken = self.decoder.write(bytes).unwrap_or(0);
            if taken == 0 {
                return Err(OsmError::GzipInvalid { offset: self.offset });
            }
            self.offset += taken as u64;
            bytes = &bytes[taken..];
            self.drain(pass)?;
        }
        Ok(())
    }

    /// Ends a pass: the last member must be complete.
    pub(in crate::osm) fn end_pass(&mut self, pass: &mut Pass) -> Result<(), OsmError> {
        let finished = self.decoder.try_finish();
        self.drain(pass)?;
        self.xml.end_pass(pass)?;
        // The decoder reports a wrong checksum and a missing one as the same error. A truncated text was
        // detected above.
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
