//! On foot: everywhere but on motorways, in both directions, with no turn to pay for.
//!
//! Areas count here, unlike elsewhere: whoever crosses a square may as well walk along its edge, and
//! without its edge the ways that end at it would not meet.

use super::implied::IMPLIED_LIMITS;
use super::motor;
use crate::profile::table::{
    AccessRules, Caps, ClassRule, NodeRules, OnewayRules, OtherBarriers, ProfileTable, SpeedRules,
    TagRule, TurnCosts, Unsnappable, directed_keys,
};
use crate::profile::{Access, RoadClass};

const WALKED_KMH: f64 = 5.0;

pub(in crate::profile) static FOOT: ProfileTable = ProfileTable {
    follows_traffic: false,
    closed_by: &[
        TagRule { key: "impassable", values: &["yes"] },
        TagRule { key: "status", values: &["impassable"] },
        TagRule { key: "smoothness", values: &["impassable"] },
        TagRule { key: "ford", values: &["boat"] },
        TagRule { key: "abandoned", values: &["yes"] },
        TagRule { key: "disused", values: &["yes"] },
        TagRule {
            key: "sac_scale",
            values: &[
                "demanding_mountain_hiking",
                "alpine_hiking",
                "demanding_alpine_hiking",
                "difficult_alpine_hiking",
            ],
        },
    ],
    open_construction: motor::OPEN_CONSTRUCTION,
    access: AccessRules {
        own_keys: directed_keys!["foot"],
        general_keys: directed_keys!["access"],
        open: &["yes", "permissive", "designated", "official", "public", "foot"],
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
            "restricted",
        ],
        paced: &[],
        own_key_needed: &[TagRule { key: "motorroad", values: &["yes"] }],
        ferry_described_by: &[],
    },
    speed: SpeedRules {
        classes: &[
            ClassRule::for_ends(RoadClass::Trunk, WALKED_KMH, WALKED_KMH),
            ClassRule::for_ends(RoadClass::TrunkLink, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::Primary, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::PrimaryLink, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::Secondary, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::SecondaryLink, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::Tertiary, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::TertiaryLink, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::Unclassified, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::Residential, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::LivingStreet, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::Service, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::Other, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::Pedestrian, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::Footway, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::Cycleway, WALKED_KMH, WALKED_KMH),
            ClassRule::open(RoadClass::Path, 4.8, 4.8),
            ClassRule::open(RoadClass::Track, 4.8, 4.8),
            ClassRule::open(RoadClass::Steps, 2.5, 2.5),
            ClassRule::open(RoadClass::Ferry, 8.0, 8.0),
            ClassRule::by_own_key(RoadClass::ShuttleTrain, 35.0),
        ],
        other: ClassRule::by_own_key(RoadClass::Other, WALKED_KMH),
        limit_keys: &[],
        driven: &[],
        implied: &IMPLIED_LIMITS,
        vehicle_kmh_max: WALKED_KMH,
        caps: &[
            Caps {
                key: "surface",
                kmh_max: &[
                    ("gravel", 4.5),
                    ("pebblestone", 4.5),
                    ("grass", 4.5),
                    ("rock", 3.5),
                    ("snow", 3.5),
                    ("sand", 3.5),
                    ("mud", 3.0),
                    ("ice", 3.0),
                ],
            },
            Caps { key: "ford", kmh_max: &[("yes", 2.0), ("stepping_stones", 2.0)] },
            Caps { key: "sac_scale", kmh_max: &[("mountain_hiking", 3.5)] },
        ],
        narrow: None,
        alternating_factor: 1.0,
        movable_bridge_kmh: None,
    },
    oneway: OnewayRules { keys: &["oneway:foot"], own_key_count: 1, implied: false, against: &[] },
    size: None,
    node: NodeRules {
        passed: &[
            ("gate", 5.0),
            ("swing_gate", 5.0),
            ("kissing_gate", 5.0),
            ("hampshire_gate", 10.0),
            ("turnstile", 5.0),
            ("full-height_turnstile", 5.0),
            ("stile", 10.0),
            ("border_control", 60.0),
        ],
        blocking: &["wall", "fence", "hedge", "ditch", "city_wall", "retaining_wall", "yes"],
        others: OtherBarriers::Pass,
        openings: &[motor::FLAT[2]],
        locks_block: true,
        access_saves_delay: false,
        access_ignored_at: &[TagRule { key: "amenity", values: &[] }],
    },
    unsnappable: Unsnappable {
        classes: &[RoadClass::Ferry, RoadClass::ShuttleTrain],
        tags: &[],
        private_classes: &[],
    },
    toll_keys: &["toll:foot"],
    restricted_as: &[],
    turns: TurnCosts {
        seconds_max: 0.0,
        side_bias: 1.0,
        oncoming_seconds: 0.0,
        u_turn_seconds: 0.0,
        signal_seconds: 0.0,
    },
};
