//! What a map shows besides its roads: water, green areas, buildings and names of places.
//!
//! ```text
//! extract ─► OsmReader (areas) ─► rings ─► Basemap ─► bytes, behind the sections of a map file
//!                                             └─► tiles
//! ```
//!
//! It is optional: no cost and no route depends on it, and a map has the same bytes before it as a map without
//! it. A point takes eight bytes. The sea is missing, because coasts are lines that no relation closes.

mod build;
mod file;
mod reading;

use crate::codec::{ArrayReader, ArrayWriter, MapError, check_len, check_rows};
use crate::osm::{AreaKind, PlaceKind};

pub use file::{BASEMAP_PREFIX_BYTES, basemap_len, check_basemap, framed_basemap};
pub use reading::BasemapReading;

const INCONSISTENT: MapError = MapError::Inconsistent { what: "basemap" };

/// Areas, lines of waterways, and places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basemap {
    /// One per area, ascending; neighbors of one kind are close to one another.
    area_kind: Vec<u8>,
    /// One per area, plus one: positions in `ring_first`. The first ring of an area is the outer one,
    /// the others are holes.
    area_first: Vec<u32>,
    /// One per ring, plus one: positions in the points. Rings end where they begin, except for waterways:
    /// the only ring of a waterway is a line.
    ring_first: Vec<u32>,
    lat_e7: Vec<i32>,
    lon_e7: Vec<i32>,
    place_kind: Vec<u8>,
    place_lat_e7: Vec<i32>,
    place_lon_e7: Vec<i32>,
    /// One per place, plus one: positions in `place_names`, all at character boundaries.
    place_name_first: Vec<u32>,
    place_names: String,
}

/// A named place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The size class of the place.
    pub kind: PlaceKind,
    /// Latitude in units of 1e-7 degrees.
    pub lat_e7: i32,
    /// Longitude in units of 1e-7 degrees.
    pub lon_e7: i32,
    /// The name of the place.
    pub name: &'a str,
}

impl Basemap {
    /// The number of areas, including lines of waterways.
    #[must_use]
    pub fn area_count(&self) -> usize {
        self.area_kind.len()
    }

    /// The kind of an area.
    #[must_use]
    pub fn kind(&self, area: usize) -> AreaKind {
        AreaKind::from_code(self.area_kind[area]).expect("codes were checked")
    }

    /// Latitudes and longitudes of an area's rings, the outer ring first.
    pub fn rings(&self, area: usize) -> impl Iterator<Item = (&[i32], &[i32])> {
        let rings = self.area_first[area] as usize..self.area_first[area + 1] as usize;
        rings.map(|ring| {
            let points = self.ring_first[ring] as usize..self.ring_first[ring + 1] as usize;
            (&self.lat_e7[points.clone()], &self.lon_e7[points])
        })
    }

    /// All places, the largest first.
    pub fn places(&self) -> impl Iterator<Item = Place<'_>> {
        (0..self.place_kind.len()).map(|idx| {
            let name = self.place_name_first[idx] as usize..self.place_name_first[idx + 1] as usize;
            Place {
                kind: PlaceKind::from_code(self.place_kind[idx]).expect("codes were checked"),
                lat_e7: self.place_lat_e7[idx],
                lon_e7: self.place_lon_e7[idx],
                name: &self.place_names[name],
            }
        })
    }

    /// Encodes the basemap as bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = ArrayWriter::default();
        writer.write(&self.area_kind);
        for numbers in [&self.area_first, &self.ring_first] {
            writer.write(numbers);
        }
        for numbers in [&self.lat_e7, &self.lon_e7] {
            writer.write(numbers);
        }
        writer.write(&self.place_kind);
        for numbers in [&self.place_lat_e7, &self.place_lon_e7] {
            writer.write(numbers);
        }
        writer.write(&self.place_name_first);
        writer.write(self.place_names.as_bytes());
        writer.finish()
    }

    /// Decodes bytes whose checksum is correct.
    ///
    /// # Errors
    /// The bytes are not those of a basemap.
    pub fn decode(bytes: &[u8]) -> Result<Self, MapError> {
        let mut reader = ArrayReader::new(bytes);
        let area_kind: Vec<u8> = reader.read()?;
        let area_first: Vec<u32> = reader.read()?;
        let ring_first: Vec<u32> = reader.read()?;
        let lat_e7: Vec<i32> = reader.read()?;
        let lon_e7: Vec<i32> = reader.read()?;
        let place_kind: Vec<u8> = reader.read()?;
        let place_lat_e7: Vec<i32> = reader.read()?;
        let place_lon_e7: Vec<i32> = reader.read()?;
        let place_name_first: Vec<u32> = reader.read()?;
        let place_names = String::from_utf8(reader.read()?).map_err(|_| INCONSISTENT)?;
        reader.finish()?;
        check_len(area_first.len(), area_kind.len() + 1, "basemap")?;
        let ring_count = ring_first.len().checked_sub(1).ok_or(INCONSISTENT)?;
        check_rows(&area_first, ring_count, "basemap")?;
        check_rows(&ring_first, lat_e7.len(), "basemap")?;
        check_len(lon_e7.len(), lat_e7.len(), "basemap")?;
        let are_kinds = area_kind.iter().all(|&code| AreaKind::from_code(code).is_some())
            && place_kind.iter().all(|&code| PlaceKind::from_code(code).is_some());
        if !are_kinds {
            return Err(INCONSISTENT);
        }
        check_len(place_lat_e7.len(), place_kind.len(), "basemap")?;
        check_len(place_lon_e7.len(), place_kind.len(), "basemap")?;
        check_len(place_name_first.len(), place_kind.len() + 1, "basemap")?;
        check_rows(&place_name_first, place_names.len(), "basemap")?;
        if place_name_first.iter().any(|&at| !place_names.is_char_boundary(at as usize)) {
            return Err(INCONSISTENT);
        }
        Ok(Self {
            area_kind,
            area_first,
            ring_first,
            lat_e7,
            lon_e7,
            place_kind,
            place_lat_e7,
            place_lon_e7,
            place_name_first,
            place_names,
        })
    }
}

#[cfg(test)]
mod tests;
