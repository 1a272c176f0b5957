//! What a map file says of itself, before any of it is loaded.

use roads::basemap::{BASEMAP_PREFIX_BYTES, check_basemap};
use roads::map::{MapHeader, PREFIX_BYTES};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// How many bytes of a map file have to be read before its header can be.
#[wasm_bindgen(js_name = mapPrefixBytes)]
#[must_use]
pub fn map_prefix_bytes() -> usize {
    PREFIX_BYTES
}

/// How many bytes prefix and header of a map file have together, told from its first bytes.
///
/// # Errors
/// The file is not a map of this version.
#[wasm_bindgen(js_name = mapHeaderBytes)]
pub fn map_header_bytes(prefix: &[u8]) -> Result<usize, JsError> {
    Ok(MapHeader::len_from_prefix(prefix)?)
}

/// What a map file says of itself.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MapFileHeader(MapHeader);

#[wasm_bindgen]
impl MapFileHeader {
    /// Reads prefix and header.
    ///
    /// # Errors
    /// The bytes are not those of a map file, or damaged.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<MapFileHeader, JsError> {
        Ok(Self(MapHeader::decode(bytes)?))
    }

    /// Whom the data is owed to.
    #[must_use]
    pub fn attribution(&self) -> String {
        self.0.attribution.clone()
    }

    /// How many bytes the extract had.
    #[wasm_bindgen(js_name = extractBytes)]
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "files are smaller than 2^53 bytes")]
    pub fn extract_bytes(&self) -> f64 {
        self.0.extract_bytes as f64
    }

    /// South, west, north, east, in degrees.
    #[must_use]
    pub fn bounds(&self) -> Vec<f64> {
        self.0.bounds_e7.iter().map(|&e7| f64::from(e7) / 1e7).collect()
    }

    /// Names of the profiles that it was built for.
    #[must_use]
    pub fn profiles(&self) -> Vec<String> {
        self.0.sections.iter().map(|section| section.name.clone()).collect()
    }

    /// The same, each with all that there is to say of it: `semitrailer=truck:length=16.5`.
    #[wasm_bindgen(js_name = roadUsers)]
    #[must_use]
    pub fn road_users(&self) -> Vec<String> {
        self.0.sections.iter().map(|section| section.user.clone()).collect()
    }

    /// First byte of a profile's section, counted from the end of the header, and how many it has.
    ///
    /// # Errors
    /// The map was not built for the profile.
    #[expect(clippy::cast_precision_loss, reason = "files are smaller than 2^53 bytes")]
    pub fn section(&self, profile: &str) -> Result<Vec<f64>, JsError> {
        let section = self.0.section(profile)?;
        Ok(vec![section.first_byte as f64, section.byte_count as f64])
    }

    /// Where all sections end, counted from the end of the header: a basemap follows, or nothing.
    #[wasm_bindgen(js_name = sectionsEnd)]
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "files are smaller than 2^53 bytes")]
    pub fn sections_end(&self) -> f64 {
        self.0.sections_end() as f64
    }

    /// Whether bytes behind all sections are those of a basemap.
    ///
    /// # Errors
    /// They are not: the file is damaged.
    #[wasm_bindgen(js_name = checkBasemap)]
    pub fn check_basemap(&self, framed: &[u8]) -> Result<(), JsError> {
        let (prefix, bytes) = framed.split_at(BASEMAP_PREFIX_BYTES.min(framed.len()));
        Ok(check_basemap(prefix, bytes)?)
    }

    /// How many bytes the names of roads have; they come right behind the header.
    #[wasm_bindgen(js_name = namesBytes)]
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "files are smaller than 2^53 bytes")]
    pub fn names_bytes(&self) -> f64 {
        self.0.names_bytes as f64
    }

    /// Whether bytes are those of the names of roads.
    ///
    /// # Errors
    /// They are not: the file is damaged.
    #[wasm_bindgen(js_name = checkNames)]
    pub fn check_names(&self, bytes: &[u8]) -> Result<(), JsError> {
        Ok(self.0.check_names(bytes)?)
    }

    /// Whether bytes are those of a profile's section.
    ///
    /// # Errors
    /// They are not: the file is damaged.
    #[wasm_bindgen(js_name = checkSection)]
    pub fn check_section(&self, profile: &str, bytes: &[u8]) -> Result<(), JsError> {
        Ok(self.0.section(profile)?.check(bytes)?)
    }
}
