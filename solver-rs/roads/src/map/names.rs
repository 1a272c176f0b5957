//! Names of roads, for drawing: by the ids of their ways, with each text stored once.
//!
//! ```text
//! way_id   17 23 90 …     ascending         text_end  0 9 21 …   of text 0: bytes 0 to 9
//! text      1  0  1 …     positions in      texts     Rua da BoavistaAvenida …
//! ```
//!
//! A map has one such section, before those of the profiles: names are the same for all profiles. It takes
//! 12 bytes per named way, plus each text once; Porto has 13,600 named ways and 6,700 texts of 140 kB.

use std::collections::HashMap;

use super::MapError;
use crate::codec::{ArrayReader, ArrayWriter, check_len, check_rows};
use crate::osm::OsmRoads;
use crate::profile::Tags;

const INCONSISTENT: MapError = MapError::Inconsistent { what: "names" };

/// The names of a map's roads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoadNames {
    /// Ascending, without duplicates.
    way_id: Vec<i64>,
    /// One per way: a position in `text_first`.
    text: Vec<u32>,
    /// One per text, plus one: positions in `texts`, all at character boundaries.
    text_first: Vec<u32>,
    texts: String,
}

impl RoadNames {
    /// The names of the roads of an extract, from OpenStreetMap's `name` tag.
    #[must_use]
    pub fn of(roads: &OsmRoads) -> Self {
        let mut named: Vec<(i64, &str)> = Vec::new();
        let views: Vec<_> =
            roads.ways.iter().map(|way| (way.id, roads.tags.view(way.tags))).collect();
        for (id, tags) in &views {
            if let Some(name) = tags.get("name").filter(|name| !name.is_empty()) {
                named.push((*id, name));
            }
        }
        named.sort_unstable();
        let mut known: HashMap<&str, u32> = HashMap::new();
        let mut names = Self { text_first: vec![0], ..Self::default() };
        for (id, name) in named {
            let next = names.text_first.len() - 1;
            let text = *known.entry(name).or_insert_with(|| {
                names.texts.push_str(name);
                names.text_first.push(short(names.texts.len()));
                short(next)
            });
            names.way_id.push(id);
            names.text.push(text);
        }
        names
    }

    /// The name of a way, if it has one. O(log ways).
    #[must_use]
    pub fn name(&self, way_id: i64) -> Option<&str> {
        let way = self.way_id.binary_search(&way_id).ok()?;
        let text = self.text[way] as usize;
        Some(&self.texts[self.text_first[text] as usize..self.text_first[text + 1] as usize])
    }

    /// Encodes the section as bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = ArrayWriter::default();
        writer.write(&self.way_id);
        writer.write(&self.text);
        writer.write(&self.text_first);
        writer.write(self.texts.as_bytes());
        writer.finish()
    }

    /// Decodes a section whose checksum is correct.
    ///
    /// # Errors
    /// The bytes are not those of a section.
    pub fn decode(bytes: &[u8]) -> Result<Self, MapError> {
        let mut reader = ArrayReader::new(bytes);
        let way_id: Vec<i64> = reader.read()?;
        let text: Vec<u32> = reader.read()?;
        let text_first: Vec<u32> = reader.read()?;
        let texts = String::from_utf8(reader.read()?).map_err(|_| INCONSISTENT)?;
        reader.finish()?;
        check_len(text.len(), way_id.len(), "names")?;
        check_rows(&text_first, texts.len(), "names")?;
        let is_sound = way_id.is_sorted_by(|a, b| a < b)
            && text.iter().all(|&text| (text as usize) < text_first.len() - 1)
            && text_first.iter().all(|&first| texts.is_char_boundary(first as usize));
        if is_sound { Ok(Self { way_id, text, text_first, texts }) } else { Err(INCONSISTENT) }
    }
}

/// # Panics
/// The length exceeds 2^32: all names of the roads of the planet have fewer bytes.
fn short(length: usize) -> u32 {
    u32::try_from(length).expect("texts of a map have 32-bit positions")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::osm::read_osm;

    const EXTRACT: &[u8] = "<osm><node id=\"1\" lat=\"1\" lon=\"1\"/><node id=\"2\" lat=\"1\" lon=\"2\"/>
        <way id=\"9\"><nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"service\"/><tag k=\"name\" v=\"Sé\"/></way>
        <way id=\"7\"><nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"service\"/></way>
        <way id=\"4\"><nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"service\"/><tag k=\"name\" v=\"Rua\"/></way>
        <way id=\"5\"><nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"service\"/><tag k=\"name\" v=\"Sé\"/></way></osm>"
        .as_bytes();

    fn names() -> RoadNames {
        RoadNames::of(&read_osm(EXTRACT).unwrap().0)
    }

    #[test]
    fn ways_have_the_names_of_their_tags_after_reading_them_back() {
        let again = RoadNames::decode(&names().encode()).unwrap();
        let found = [3, 4, 5, 7, 9, 10].map(|way| again.name(way));
        assert_eq!(found, [None, Some("Rua"), Some("Sé"), None, Some("Sé"), None]);
    }

    #[test]
    fn whatever_is_damaged_is_an_error_or_still_safe_to_ask() {
        let bytes = names().encode();
        for len in 0..bytes.len() {
            assert!(RoadNames::decode(&bytes[..len]).is_err(), "{len} bytes");
        }
        for position in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[position] ^= 1 << bit;
                if let Ok(read) = RoadNames::decode(&damaged) {
                    let _ = [4, 5, 9].map(|way| read.name(way).map(str::len));
                }
            }
        }
        // The bytes of the é in "Sé" may not be separated.
        let mut cut = names();
        cut.text_first = vec![0, 5, 6];
        assert_eq!(RoadNames::decode(&cut.encode()), Err(INCONSISTENT));
    }
}
