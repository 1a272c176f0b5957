//! Which ways, relations and tags a routing profile could use, and which names to keep.
//!
//! A quarter of the tags of roads describe sources and other bookkeeping, and these tags contain nearly half
//! of the different texts. Names are kept because they are drawn.
//!
//! A key is judged by the part before its first colon, so `maxspeed` also keeps `maxspeed:hgv:forward` and
//! `maxspeed:conditional`. Values are never judged.

/// The keys that are kept, up to their end or first colon, in ascending order.
///
/// They cover access for every mode of land transport, physical and legal limits, surface, crossings and
/// barriers, ferries, and the tags of restrictions.
const KEPT_KEYS: &[&str] = &[
    "access",
    "agricultural",
    "area",
    "barrier",
    "bicycle",
    "bicycle_road",
    "bollard",
    "boundary",
    "bridge",
    "bus",
    "busway",
    "caravan",
    "class",
    "coach",
    "construction",
    "crossing",
    "cyclestreet",
    "cycleway",
    "day_off",
    "day_on",
    "delivery",
    "direction",
    "driving_side",
    "duration",
    "embedded_rails",
    "emergency",
    "est_width",
    "except",
    "ferry",
    "flood_prone",
    "foot",
    "footway",
    "ford",
    "forestry",
    "four_wheel_drive",
    "goods",
    "hazmat",
    "height",
    "hgv",
    "hgv_articulated",
    "highway",
    "horse",
    "hour_off",
    "hour_on",
    "hov",
    "ice_road",
    "impassable",
    "incline",
    "interval",
    "junction",
    "kerb",
    "lanes",
    "lhv",
    "living_street",
    "locked",
    "maxaxleload",
    "maxaxles",
    "maxbogieweight",
    "maxgcweight",
    "maxheight",
    "maxlength",
    "maxspeed",
    "maxweight",
    "maxweightrating",
    "maxwidth",
    "minibus",
    "minspeed",
    "mofa",
    "moped",
    "motor_vehicle",
    "motorcar",
    "motorcycle",
    "motorroad",
    "mtb",
    "narrow",
    "oneway",
    "opening_hours",
    "passing_places",
    "path",
    "proposed",
    "psv",
    "railway",
    "ramp",
    "restriction",
    "route",
    "sac_scale",
    "sally_port",
    "seasonal",
    "segregated",
    "service",
    "share_taxi",
    "sidewalk",
    "smoothness",
    "stop",
    "surface",
    "taxi",
    "temporary",
    "toll",
    "tourist_bus",
    "tracktype",
    "traffic_calming",
    "traffic_sign",
    "traffic_signals",
    "trail_visibility",
    "trailer",
    "tunnel",
    "type",
    "vehicle",
    "width",
    "winter_road",
    "zone",
];

/// Keys that are kept only as a whole: other keys with the same beginning are not.
const KEPT_WHOLE_KEYS: &[&[u8]] = &[b"name", b"source:maxspeed"];

/// OpenStreetMap's limit is 255 characters, of up to four bytes each.
pub(super) const TEXT_BYTES_MAX: usize = 255 * 4;

pub(super) fn is_kept_key(key: &[u8]) -> bool {
    let base = key.split(|byte| *byte == b':').next().unwrap_or(key);
    KEPT_KEYS.binary_search_by(|kept| kept.as_bytes().cmp(base)).is_ok()
        || KEPT_WHOLE_KEYS.contains(&key)
}

/// Returns whether a way or relation with this tag is the border of a low-emission zone.
pub(super) fn marks_zone(key: &[u8], value: &[u8]) -> bool {
    key == b"boundary" && value == b"low_emission_zone"
}

/// Returns whether somebody could travel on a way with this tag: a road, a ferry, or a train that carries
/// vehicles.
pub(super) fn marks_road(key: &[u8], value: &[u8]) -> bool {
    match key {
        b"highway" => true,
        b"route" => value == b"ferry" || value == b"shuttle_train",
        _ => false,
    }
}

/// Returns whether a relation with this tag is a turn restriction.
pub(super) fn marks_restriction(key: &[u8], value: &[u8]) -> bool {
    key == b"type" && (value == b"restriction" || value.starts_with(b"restriction:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_keys_ascends_as_its_search_needs() {
        assert!(KEPT_KEYS.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn a_key_is_kept_by_its_part_before_the_first_colon() {
        for (key, kept) in [
            ("highway", true),
            ("maxspeed:hgv:forward", true),
            ("access:conditional", true),
            ("maxgcweight", true),
            ("source:maxspeed", true),
            ("mtb:scale", true),
            ("zone:traffic", true),
            ("source", false),
            ("source:name", false),
            ("name", true),
            ("name:pt", false),
            ("maxspeeding", false),
            ("", false),
            (":highway", false),
        ] {
            assert_eq!(is_kept_key(key.as_bytes()), kept, "{key}");
        }
    }

    #[test]
    fn roads_are_highways_ferries_and_shuttle_trains() {
        for (key, value, is_road) in [
            ("highway", "anything", true),
            ("route", "ferry", true),
            ("route", "shuttle_train", true),
            ("route", "bus", false),
            ("railway", "rail", false),
        ] {
            assert_eq!(marks_road(key.as_bytes(), value.as_bytes()), is_road, "{key}={value}");
        }
    }

    #[test]
    fn restrictions_are_recognized_by_their_type() {
        for (key, value, is_restriction) in [
            ("type", "restriction", true),
            ("type", "restriction:hgv", true),
            ("type", "restrictions", false),
            ("type", "route", false),
            ("restriction", "no_u_turn", false),
        ] {
            let found = marks_restriction(key.as_bytes(), value.as_bytes());
            assert_eq!(found, is_restriction, "{key}={value}");
        }
    }
}
