//! What cars, vans and trucks share: values, closures, surfaces, barriers.
//!
//! Surface speeds follow OSRM's `car.lua`, whose authors estimated them from photographs in the wiki. They
//! apply to cars; trucks have a list of their own.

use crate::profile::RoadClass;
use crate::profile::table::{Opening, TagRule};

/// Values of access keys that admit all traffic.
pub(super) static OPEN: &[&str] = &[
    "yes",
    "permissive",
    "designated",
    "official",
    "public",
    "hov",
    "motorcar",
    "motor_vehicle",
    "vehicle",
];

/// Values that admit only trips that start or end there.
pub(super) static DESTINATION_ONLY: &[&str] = &[
    "private",
    "destination",
    "delivery",
    "customers",
    "permit",
    "permits",
    "residents",
    "residential",
    "local",
    "employees",
    "visitors",
    "unsuitable",
    "discouraged",
];

/// Values that deny access.
pub(super) static FORBIDDEN: &[&str] = &[
    "no",
    "agricultural",
    "forestry",
    "emergency",
    "emergency_vehicle",
    "military",
    "psv",
    "bus",
    "minibus",
    "taxi",
    "share_taxi",
    "foot",
    "bicycle",
    "restricted",
    "use_sidepath",
    "dismount",
];

/// Tags of ways that are no usable road, temporarily or for all traffic.
pub(super) static CLOSED_BY: &[TagRule] = &[
    TagRule { key: "area", values: &["yes"] },
    TagRule { key: "impassable", values: &["yes"] },
    TagRule { key: "status", values: &["impassable"] },
    TagRule { key: "smoothness", values: &["impassable"] },
    TagRule { key: "service", values: &["emergency_access"] },
    TagRule { key: "ford", values: &["stepping_stones", "boat"] },
    TagRule { key: "abandoned", values: &["yes"] },
    TagRule { key: "disused", values: &["yes"] },
];

/// Roadworks during which traffic flows.
pub(super) static OPEN_CONSTRUCTION: &[&str] = &["no", "widening", "minor"];

/// Classes on which nobody stops for a delivery.
pub(super) static UNSNAPPABLE_CLASSES: &[RoadClass] =
    &[RoadClass::Motorway, RoadClass::MotorwayLink, RoadClass::Ferry, RoadClass::ShuttleTrain];

/// Tags of roads on which nobody stops either.
pub(super) static UNSNAPPABLE_TAGS: &[TagRule] =
    &[TagRule { key: "tunnel", values: &["yes"] }, TagRule { key: "motorroad", values: &["yes"] }];

/// Kerbs at the level of the road, kerbs at pedestrian crossings, and fences that are only audible.
pub(super) const FLAT: [Opening; 3] = [
    Opening {
        barrier: None,
        tag: TagRule { key: "kerb", values: &["lowered", "flush", "rolled", "no"] },
        delay_seconds: 0.0,
    },
    Opening {
        barrier: Some("kerb"),
        tag: TagRule { key: "highway", values: &["crossing"] },
        delay_seconds: 0.0,
    },
    Opening {
        barrier: Some("fence"),
        tag: TagRule { key: "sensory", values: &["audible", "audio"] },
        delay_seconds: 0.0,
    },
];

/// A bollard that is lowered for traffic that may pass.
pub(super) const RISING_BOLLARD: Opening = Opening {
    barrier: None,
    tag: TagRule { key: "bollard", values: &["rising"] },
    delay_seconds: 20.0,
};

/// Whether a van or a truck fits is known only if the height is tagged.
pub(super) const MEASURED_HEIGHT: Opening = Opening {
    barrier: Some("height_restrictor"),
    tag: TagRule { key: "maxheight", values: &[] },
    delay_seconds: 0.0,
};

/// A car fits under devices against vans, unless the tagged height says otherwise.
pub(super) const ANY_HEIGHT: Opening =
    Opening { tag: TagRule { key: "barrier", values: &["height_restrictor"] }, ..MEASURED_HEIGHT };

/// Barriers that can be passed, with seconds for stopping, opening and starting; they are not always closed.
pub(super) static PASSED: &[(&str, f64)] = &[
    ("no", 0.0),
    ("entrance", 0.0),
    ("cattle_grid", 0.0),
    ("sally_port", 0.0),
    ("arch", 0.0),
    ("coupure", 0.0),
    ("toll_booth", 15.0),
    ("border_control", 60.0),
    ("lift_gate", 20.0),
    ("sliding_gate", 20.0),
    ("swing_gate", 30.0),
    ("gate", 30.0),
    ("hampshire_gate", 60.0),
    ("rising_bollard", 20.0),
];

/// Nodes whose access tags concern crossing traffic or an object beside the road.
pub(super) static ACCESS_IGNORED_AT: &[TagRule] = &[
    TagRule { key: "highway", values: &["crossing", "bus_stop", "elevator"] },
    TagRule { key: "amenity", values: &[] },
    TagRule { key: "entrance", values: &[] },
];

/// The maximum speed of a car by surface.
pub(super) static SURFACE_KMH: &[(&str, f64)] = &[
    ("cement", 80.0),
    ("compacted", 80.0),
    ("fine_gravel", 80.0),
    ("paving_stones", 60.0),
    ("metal", 60.0),
    ("bricks", 60.0),
    ("grass", 40.0),
    ("wood", 40.0),
    ("sett", 40.0),
    ("grass_paver", 40.0),
    ("gravel", 40.0),
    ("unpaved", 40.0),
    ("ground", 40.0),
    ("dirt", 40.0),
    ("pebblestone", 40.0),
    ("tartan", 40.0),
    ("cobblestone", 30.0),
    ("clay", 30.0),
    ("earth", 20.0),
    ("stone", 20.0),
    ("rocky", 20.0),
    ("sand", 20.0),
    ("laterite", 15.0),
    ("mud", 10.0),
    ("ice", 20.0),
    ("snow", 30.0),
];

/// Surfaces that newer surveys name and OSRM does not.
pub(super) static MORE_SURFACE_KMH: &[(&str, f64)] =
    &[("unhewn_cobblestone", 20.0), ("rock", 20.0), ("chipseal", 90.0), ("woodchips", 15.0)];

/// The maximum speed of a car by the grade of a track.
pub(super) static TRACKTYPE_KMH: &[(&str, f64)] =
    &[("grade1", 60.0), ("grade2", 40.0), ("grade3", 30.0), ("grade4", 25.0), ("grade5", 20.0)];

/// The maximum speed of a car by smoothness.
pub(super) static SMOOTHNESS_KMH: &[(&str, f64)] = &[
    ("intermediate", 80.0),
    ("bad", 40.0),
    ("very_bad", 20.0),
    ("horrible", 10.0),
    ("very_horrible", 5.0),
];

/// The maximum speed by the kind of service road.
pub(super) static SERVICE_KMH: &[(&str, f64)] = &[
    ("alley", 12.0),
    ("driveway", 12.0),
    ("parking_aisle", 10.0),
    ("parking", 10.0),
    ("drive-through", 8.0),
    ("drive-thru", 8.0),
];

/// The maximum speed through water.
pub(super) static FORD_KMH: &[(&str, f64)] = &[("yes", 10.0), ("intermittent", 25.0)];
