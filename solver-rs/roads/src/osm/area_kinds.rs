//! Which tags describe water, green areas, buildings and named places.

/// The kind of an area, in drawing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AreaKind {
    /// Parks, woods and meadows.
    Green,
    /// Lakes, rivers and basins, as areas.
    Water,
    /// Rivers, streams and canals, as lines.
    Waterway,
    /// Buildings.
    Building,
}

/// How important a named place is, the largest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlaceKind {
    /// A city.
    City,
    /// A town.
    Town,
    /// A village.
    Village,
    /// A suburb or quarter.
    Suburb,
    /// A neighbourhood or hamlet.
    Neighbourhood,
}

impl AreaKind {
    const ALL: [Self; 4] = [Self::Green, Self::Water, Self::Waterway, Self::Building];

    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    pub(crate) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// Returns the kind of area that a tag gives to a way or relation.
    pub(crate) fn of(key: &str, value: &str) -> Option<Self> {
        match (key, value) {
            ("natural", "water") | ("waterway", "riverbank" | "dock") => Some(Self::Water),
            ("landuse", "reservoir" | "basin") => Some(Self::Water),
            ("waterway", "river" | "stream" | "canal") => Some(Self::Waterway),
            ("natural", "wood" | "scrub" | "grassland" | "heath") => Some(Self::Green),
            ("landuse", "forest" | "grass" | "meadow" | "cemetery" | "recreation_ground") => {
                Some(Self::Green)
            }
            ("landuse", "village_green" | "orchard" | "vineyard") => Some(Self::Green),
            ("leisure", "park" | "garden" | "golf_course" | "nature_reserve") => Some(Self::Green),
            ("building", value) if value != "no" => Some(Self::Building),
            _ => None,
        }
    }
}

impl PlaceKind {
    const ALL: [Self; 5] =
        [Self::City, Self::Town, Self::Village, Self::Suburb, Self::Neighbourhood];

    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    pub(crate) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    pub(crate) fn of(place: &str) -> Option<Self> {
        match place {
            "city" => Some(Self::City),
            "town" => Some(Self::Town),
            "village" => Some(Self::Village),
            "suburb" | "quarter" => Some(Self::Suburb),
            "neighbourhood" | "hamlet" => Some(Self::Neighbourhood),
            _ => None,
        }
    }

    /// Returns the name that tiles use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::City => "city",
            Self::Town => "town",
            Self::Village => "village",
            Self::Suburb => "suburb",
            Self::Neighbourhood => "neighbourhood",
        }
    }
}

const KEYS: [&str; 8] =
    ["building", "landuse", "leisure", "name", "natural", "place", "type", "waterway"];

pub(super) fn is_area_key(key: &[u8]) -> bool {
    KEYS.iter().any(|known| known.as_bytes() == key)
}

/// Returns whether a way or relation with this tag is drawn.
pub(super) fn marks_area(key: &[u8], value: &[u8]) -> bool {
    match (str::from_utf8(key), str::from_utf8(value)) {
        (Ok(key), Ok(value)) => AreaKind::of(key, value).is_some(),
        _ => false,
    }
}
