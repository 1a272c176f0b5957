//! The bicycle: an ordinary one on level ground, pushed where riding is not allowed.

use super::implied::IMPLIED_LIMITS;
use super::motor;
use crate::profile::table::{
    AccessRules, Caps, ClassRule, NodeRules, OnewayRules, OtherBarriers, ProfileTable, SpeedRules,
    TagRule, TurnCosts, Unsnappable, directed_keys, restricted_as,
};
use crate::profile::{Access, RoadClass};

/// Pushing.
const PUSHED_KMH: f64 = 5.0;
/// Riding among people on foot.
const SHARED_KMH: f64 = 12.0;

pub(in crate::profile) static BICYCLE: ProfileTable = ProfileTable {
    follows_traffic: false,
    closed_by: &[
        TagRule { key: "area", values: &["yes"] },
        TagRule { key: "impassable", values: &["yes"] },
        TagRule { key: "status", values: &["impassable"] },
        TagRule { key: "smoothness", values: &["impassable"] },
        TagRule { key: "ford", values: &["stepping_stones", "boat"] },
        TagRule { key: "abandoned", values: &["yes"] },
        TagRule { key: "disused", values: &["yes"] },
        TagRule { key: "mtb:scale", values: &["3", "4", "5", "6"] },
        TagRule { key: "indoor", values: &["yes"] },
    ],
    open_construction: motor::OPEN_CONSTRUCTION,
    access: AccessRules {
        own_keys: directed_keys!["bicycle"],
        general_keys: directed_keys!["vehicle", "access"],
        open: &[
            "yes",
            "permissive",
            "designated",
            "official",
            "public",
            "optional_sidepath",
            "vehicle",
        ],
        destination_only: &[
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
            "discouraged",
            // The path beside it is meant; its houses still have this road as their address.
            "use_sidepath",
        ],
        destination_only_as: Access::DestinationOnly,
        forbidden: &[
            "no",
            "agricultural",
            "forestry",
            "emergency",
            "military",
            "psv",
            "bus",
            "foot",
            "restricted",
        ],
        paced: &[("dismount", PUSHED_KMH)],
        own_key_needed: &[TagRule { key: "motorroad", values: &["yes"] }],
        ferry_described_by: &[],
    },
    speed: SpeedRules {
        classes: &[
            ClassRule::for_ends(RoadClass::Trunk, 17.0, 17.0),
            ClassRule::for_ends(RoadClass::TrunkLink, 17.0, 17.0),
            ClassRule::open(RoadClass::Primary, 17.0, 17.0),
            ClassRule::open(RoadClass::PrimaryLink, 17.0, 17.0),
            ClassRule::open(RoadClass::Secondary, 17.0, 17.0),
            ClassRule::open(RoadClass::SecondaryLink, 17.0, 17.0),
            ClassRule::open(RoadClass::Tertiary, 17.0, 17.0),
            ClassRule::open(RoadClass::TertiaryLink, 17.0, 17.0),
            ClassRule::open(RoadClass::Unclassified, 16.0, 16.0),
            ClassRule::open(RoadClass::Residential, 16.0, 16.0),
            ClassRule::open(RoadClass::LivingStreet, 12.0, 12.0),
            ClassRule::open(RoadClass::Service, 14.0, 14.0),
            ClassRule::open(RoadClass::Other, 14.0, 14.0),
            ClassRule::open(RoadClass::Cycleway, 17.0, 17.0),
            ClassRule::open(RoadClass::Track, 12.0, 12.0),
            ClassRule::open(RoadClass::Path, 12.0, 12.0),
            ClassRule::open_paced(RoadClass::Pedestrian, PUSHED_KMH, SHARED_KMH),
            ClassRule::open_paced(RoadClass::Footway, PUSHED_KMH, SHARED_KMH),
            ClassRule::open(RoadClass::Steps, 2.0, 2.0),
            ClassRule::open(RoadClass::Ferry, 8.0, 8.0),
            ClassRule::open(RoadClass::ShuttleTrain, 35.0, 35.0),
        ],
        other: ClassRule::by_own_key(RoadClass::Other, 14.0),
        limit_keys: directed_keys!["maxspeed:bicycle", "maxspeed"],
        driven: &[(1.0, 1.0), (140.0, 140.0)],
        implied: &IMPLIED_LIMITS,
        vehicle_kmh_max: 25.0,
        caps: &[
            Caps { key: "surface", kmh_max: SURFACE_KMH },
            Caps { key: "tracktype", kmh_max: TRACKTYPE_KMH },
            Caps { key: "smoothness", kmh_max: SMOOTHNESS_KMH },
            Caps { key: "ford", kmh_max: &[("yes", 5.0)] },
            Caps { key: "mtb:scale", kmh_max: &[("1", 8.0), ("2", 5.0)] },
        ],
        narrow: None,
        alternating_factor: 1.0,
        movable_bridge_kmh: Some(10.0),
    },
    oneway: OnewayRules {
        keys: &["oneway:bicycle", "oneway:vehicle", "oneway"],
        own_key_count: 1,
        implied: true,
        against: &[
            TagRule { key: "cycleway", values: OPPOSITE },
            TagRule { key: "cycleway:both", values: OPPOSITE },
            TagRule { key: "cycleway:left", values: OPPOSITE },
            TagRule { key: "cycleway:right", values: OPPOSITE },
            TagRule { key: "cycleway:left:oneway", values: &["no", "-1"] },
            TagRule { key: "cycleway:right:oneway", values: &["no", "-1"] },
            TagRule { key: "bicycle:backward", values: &["yes", "designated"] },
        ],
    },
    size: None,
    node: NodeRules {
        passed: &[
            ("gate", 10.0),
            ("swing_gate", 10.0),
            ("kissing_gate", 20.0),
            ("hampshire_gate", 20.0),
            ("cycle_barrier", 5.0),
            ("motorcycle_barrier", 5.0),
            ("chain", 5.0),
            ("log", 10.0),
            ("horse_stile", 15.0),
        ],
        blocking: &[
            "wall",
            "fence",
            "hedge",
            "ditch",
            "city_wall",
            "retaining_wall",
            "guard_rail",
            "yes",
            "debris",
            "stile",
            "turnstile",
            "full-height_turnstile",
            "jersey_barrier",
        ],
        others: OtherBarriers::Pass,
        openings: &motor::FLAT,
        locks_block: true,
        access_saves_delay: false,
        access_ignored_at: motor::ACCESS_IGNORED_AT,
    },
    unsnappable: Unsnappable {
        classes: &[RoadClass::Ferry, RoadClass::ShuttleTrain, RoadClass::Steps],
        tags: &[],
        private_classes: &[],
    },
    toll_keys: &["toll:bicycle"],
    restricted_as: restricted_as!["bicycle", "vehicle"],
    turns: TurnCosts {
        seconds_max: 4.0,
        side_bias: 1.2,
        oncoming_seconds: 2.0,
        u_turn_seconds: 10.0,
        signal_seconds: 8.0,
    },
};

static OPPOSITE: &[&str] =
    &["opposite", "opposite_lane", "opposite_track", "opposite_share_busway"];

static SURFACE_KMH: &[(&str, f64)] = &[
    ("compacted", 15.0),
    ("fine_gravel", 14.0),
    ("paving_stones", 15.0),
    ("metal", 12.0),
    ("wood", 12.0),
    ("sett", 11.0),
    ("cobblestone", 9.0),
    ("unhewn_cobblestone", 6.0),
    ("grass_paver", 8.0),
    ("gravel", 9.0),
    ("pebblestone", 9.0),
    ("unpaved", 11.0),
    ("ground", 10.0),
    ("dirt", 10.0),
    ("earth", 10.0),
    ("clay", 9.0),
    ("grass", 7.0),
    ("rock", 6.0),
    ("stone", 6.0),
    ("woodchips", 6.0),
    ("snow", 6.0),
    ("sand", 4.0),
    ("mud", 4.0),
    ("ice", 4.0),
];

static TRACKTYPE_KMH: &[(&str, f64)] =
    &[("grade1", 16.0), ("grade2", 13.0), ("grade3", 11.0), ("grade4", 8.0), ("grade5", 6.0)];

static SMOOTHNESS_KMH: &[(&str, f64)] = &[
    ("intermediate", 15.0),
    ("bad", 12.0),
    ("very_bad", 8.0),
    ("horrible", 5.0),
    ("very_horrible", 4.0),
];
