//! Builds a map where only Node is available: bytes of an extract in, bytes of a map out.

use roads::basemap::{BasemapReading, framed_basemap};
use roads::map::{MapBuild, MapReading};
use roads::network::NetworkOptions;
use roads::osm::{OsmFormat, PassOutcome};
use roads::profile::RoadUser;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// A map that is being built.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MapBuilder {
    stage: Stage,
    options: NetworkOptions,
    format: OsmFormat,
    has_basemap: bool,
    basemap: Vec<u8>,
}

#[derive(Debug)]
enum Stage {
    Reading(Box<MapReading>),
    ReadingBasemap(Box<MapBuild>, Box<BasemapReading>),
    Building(Box<MapBuild>),
    Failed,
}

#[wasm_bindgen]
impl MapBuilder {
    /// Detects the format of an extract from its first bytes. These bytes have to be pushed as well.
    ///
    /// # Errors
    /// The bytes are not in a supported format.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = firstBytes)] first_bytes: &[u8],
        #[wasm_bindgen(js_name = leftHand)] left_hand: Option<bool>,
        #[wasm_bindgen(js_name = hasBasemap)] has_basemap: bool,
    ) -> Result<MapBuilder, JsError> {
        let format = OsmFormat::detect(first_bytes)?;
        let reading = MapReading::new(format);
        let options = NetworkOptions { left_hand, ..NetworkOptions::default() };
        let stage = Stage::Reading(Box::new(reading));
        Ok(Self { stage, options, format, has_basemap, basemap: Vec::new() })
    }

    /// Takes the next bytes of the extract.
    ///
    /// # Errors
    /// The file is unreadable, or all passes are over.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        match &mut self.stage {
            Stage::Reading(reading) => Ok(reading.push(bytes)?),
            Stage::ReadingBasemap(_, reading) => Ok(reading.push(bytes)?),
            Stage::Building(_) | Stage::Failed => Err(JsError::new("the extract has been read")),
        }
    }

    /// Declares that the extract has ended. Returns true if it has to be pushed once more from its beginning.
    ///
    /// # Errors
    /// The extract is truncated, or differs from the one in the first pass.
    #[wasm_bindgen(js_name = endPass)]
    pub fn end_pass(&mut self) -> Result<bool, JsError> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Reading(mut reading) => match reading.end_pass()? {
                PassOutcome::ReadAgain => Stage::Reading(reading),
                PassOutcome::Complete => {
                    let build = Box::new(reading.finish(self.options)?);
                    if self.has_basemap {
                        Stage::ReadingBasemap(build, Box::new(BasemapReading::new(self.format)))
                    } else {
                        Stage::Building(build)
                    }
                }
            },
            Stage::ReadingBasemap(build, mut reading) => match reading.end_pass()? {
                PassOutcome::ReadAgain => Stage::ReadingBasemap(build, reading),
                PassOutcome::Complete => {
                    self.basemap = framed_basemap(&reading.finish()?.encode());
                    Stage::Building(build)
                }
            },
            Stage::Building(_) | Stage::Failed => {
                return Err(JsError::new("the extract has been read"));
            }
        };
        Ok(!matches!(self.stage, Stage::Building(_)))
    }

    /// Returns a readable report of what was read and what was skipped.
    ///
    /// # Errors
    /// The extract has not been read to its end.
    pub fn report(&self) -> Result<String, JsError> {
        match &self.stage {
            Stage::Building(build) => Ok(format!("{:?}", build.report())),
            _ => Err(unread()),
        }
    }

    /// Returns the names of roads. Their bytes come before those of all profiles.
    ///
    /// # Errors
    /// The extract has not been read to its end.
    pub fn names(&self) -> Result<Vec<u8>, JsError> {
        match &self.stage {
            Stage::Building(build) => Ok(build.names().to_vec()),
            _ => Err(unread()),
        }
    }

    /// Builds one profile, given as a name or as a vehicle such as `semitrailer=truck:length=16.5:hazmat`. Its bytes
    /// follow those of the profiles before it.
    ///
    /// # Errors
    /// The extract has not been read to its end, or there is no such profile.
    pub fn section(
        &mut self,
        #[wasm_bindgen(js_name = roadUser)] road_user: &str,
    ) -> Result<MapSection, JsError> {
        let user = RoadUser::parse(road_user)
            .ok_or_else(|| JsError::new(&format!("there is no profile {road_user}")))?;
        match &mut self.stage {
            Stage::Building(build) => {
                let (bytes, report) = build.section(user);
                Ok(MapSection { bytes, report: format!("{report:?}") })
            }
            _ => Err(unread()),
        }
    }

    /// Returns the bytes after all sections, empty without a basemap. Taking them frees them in the core.
    #[wasm_bindgen(js_name = takeBasemap)]
    pub fn take_basemap(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.basemap)
    }

    /// Returns the bytes before all sections, once the sections are built.
    ///
    /// # Errors
    /// The extract has not been read to its end.
    pub fn header(&self) -> Result<Vec<u8>, JsError> {
        match &self.stage {
            Stage::Building(build) => Ok(build.header()),
            _ => Err(unread()),
        }
    }
}

/// One profile of a map that is being built.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MapSection {
    bytes: Vec<u8>,
    report: String,
}

#[wasm_bindgen]
impl MapSection {
    /// Returns the bytes of the section. Taking them frees them in the core.
    #[wasm_bindgen(js_name = takeBytes)]
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Returns a readable report with counts of the network.
    #[must_use]
    pub fn report(&self) -> String {
        self.report.clone()
    }
}

fn unread() -> JsError {
    JsError::new("the extract has not been read to its end")
}
