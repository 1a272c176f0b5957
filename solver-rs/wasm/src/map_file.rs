//! The metadata of a map file, which is read before any of the map is loaded.

use roads::basemap::{BASEMAP_PREFIX_BYTES, check_basemap};
use roads::map::{MapHeader, PREFIX_BYTES};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns how many bytes of a map file are needed to determine the length of its header.
#[wasm_bindgen(js_name = mapPrefixBytes)]
#[must_use]
pub fn map_prefix_bytes() -> usize {
    PREFIX_BYTES
}

/// Returns the length of prefix and header of a map file together, given its first bytes.
///
/// # Errors
/// The file is not a map of this version.
#[wasm_bindgen(js_name = mapHeaderBytes)]
pub fn map_header_bytes(prefix: &[u8]) -> Result<usize, JsError> {
    Ok(MapHeader::len_from_prefix(prefix)?)
}

/// The metadata of a map file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MapFileHeader(MapHeader);

#[wasm_bindgen]
impl MapFileHeader {
    /// Reads prefix and header.
    ///
    /// # Errors
    /// The bytes are not those of a map file, or they are damaged.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<MapFileHeader, JsError> {
        Ok(Self(MapHeader::decode(bytes)?))
    }

    /// Returns the attribution that the license of the data requires.
    #[must_use]
    pub fn attribution(&self) -> String {
        self.0.attribution.clone()
    }

    /// Returns the size of the extract in bytes.
    #[wasm_bindgen(js_name = extractBytes)]
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "files are smaller than 2^53 bytes")]
    pub fn extract_bytes(&self) -> f64 {
        self.0.extract_bytes as f64
    }

    /// Returns south, west, north and east, in degrees.
    #[must_use]
    pub fn bounds(&self) -> Vec<f64> {
        self.0.bounds_e7.iter().map(|&e7| f64::from(e7) / 1e7).collect()
    }

    /// Returns the names of the profiles that the map was built for.
    #[must_use]
    pub fn profiles(&self) -> Vec<String> {
        self.0.sections.iter().map(|section| section.name.clone()).collect()
    }

    /// Returns the same profiles with their full definitions, such as `semitrailer=truck:length=16.5`.
    #[wasm_bindgen(js_name = roadUsers)]
    #[must_use]
    pub fn road_users(&self) -> Vec<String> {
        self.0.sections.iter().map(|section| section.user.clone()).collect()
    }

    /// Returns the first byte of a profile's section, counted from the end of the header, and its number of bytes.
    ///
    /// # Errors
    /// The map was not built for the profile.
    #[expect(clippy::cast_precision_loss, reason = "files are smaller than 2^53 bytes")]
    pub fn section(&self, profile: &str) -> Result<Vec<f64>, JsError> {
        let section = self.0.section(profile)?;
        Ok(vec![section.first_byte as f64, section.byte_count as f64])
    }

    /// Returns where all sections end, counted from the end of the header. A basemap may follow.
    #[wasm_bindgen(js_name = sectionsEnd)]
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "files are smaller than 2^53 bytes")]
    pub fn sections_end(&self) -> f64 {
        self.0.sections_end() as f64
    }

    /// Checks that bytes after all sections are those of a basemap.
    ///
    /// # Errors
    /// The bytes are damaged.
    #[wasm_bindgen(js_name = checkBasemap)]
    pub fn check_basemap(&self, framed: &[u8]) -> Result<(), JsError> {
        let (prefix, bytes) = framed.split_at(BASEMAP_PREFIX_BYTES.min(framed.len()));
        Ok(check_basemap(prefix, bytes)?)
    }

    /// Returns how many bytes the names of roads have. They directly follow the header.
    #[wasm_bindgen(js_name = namesBytes)]
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "files are smaller than 2^53 bytes")]
    pub fn names_bytes(&self) -> f64 {
        self.0.names_bytes as f64
    }

    /// Checks that bytes are those of the names of roads.
    ///
    /// # Errors
    /// The bytes are damaged.
    #[wasm_bindgen(js_name = checkNames)]
    pub fn check_names(&self, bytes: &[u8]) -> Result<(), JsError> {
        Ok(self.0.check_names(bytes)?)
    }

    /// Checks that bytes are those of a profile's section.
    ///
    /// # Errors
    /// The bytes are damaged, or the map was not built for the profile.
    #[wasm_bindgen(js_name = checkSection)]
    pub fn check_section(&self, profile: &str, bytes: &[u8]) -> Result<(), JsError> {
        Ok(self.0.section(profile)?.check(bytes)?)
    }
}
