//! A car as OSRM 26's `car.lua` models it, with `weight_name = 'duration'`; for comparison only.
//!
//! No request uses this table. It exists to compare our durations with OSRM's at equal speeds, so that any
//! difference is a difference between engines. The numbers are those of `car.lua`. They show how OSRM works:
//!
//! - a posted limit, times 0.8, replaces the speed of the class, even if it is higher;
//! - penalties for service roads, narrow roads and side roads change a routing weight, but no duration;
//! - trips may pass through private roads: again, only a weight keeps them away;
//! - trips neither start nor end on private service roads: places there snap to the next road;
//! - any of the four access keys opens any `highway` at 10 km/h;
//! - any access tag at a gate removes its delay of one minute.
//!
//! Not modeled because they are rare: 2 s at a stop sign, 1 s at a give-way sign, ways on which all lanes are
//! reserved for carpools, and `winter_road`.

use super::motor;
use crate::profile::table::{
    AccessRules, Caps, ClassRule, ImpliedLimits, LawfulBound, ListedLimits, NodeRules, OnewayRules,
    Opening, OtherBarriers, ProfileTable, Size, SpeedRules, TagRule, TurnCosts, Unsnappable,
    directed_keys, restricted_as,
};
use crate::profile::{Access, RoadClass};

const NO_CEILING: f64 = f64::INFINITY;
const MPH: f64 = 1.609;

/// The table that reproduces OSRM's durations for a car, for comparison with them.
pub static CAR_AS_OSRM: ProfileTable = ProfileTable {
    follows_traffic: true,
    heeds_conditions: false,
    closed_by: &[
        TagRule { key: "area", values: &["yes"] },
        TagRule { key: "impassable", values: &["yes"] },
        TagRule { key: "status", values: &["impassable"] },
        TagRule { key: "smoothness", values: &["impassable"] },
        TagRule { key: "service", values: &["emergency_access"] },
        TagRule { key: "highway", values: &["steps"] },
    ],
    open_construction: motor::OPEN_CONSTRUCTION,
    access: AccessRules {
        own_keys: directed_keys!["motorcar", "motor_vehicle", "vehicle", "access"],
        general_keys: &[],
        open: &["yes", "motorcar", "motor_vehicle", "vehicle", "permissive", "designated", "hov"],
        destination_only: &[
            "private",
            "delivery",
            "destination",
            "customers",
            "permit",
            "residents",
            "unknown",
        ],
        destination_only_as: Access::Open,
        forbidden: &[
            "no",
            "agricultural",
            "forestry",
            "emergency",
            "psv",
            "taxi",
            "share_taxi",
            "minibus",
            "bus",
            "foot",
            "emergency_vehicle",
            "restricted",
            "military",
            "official",
        ],
        others: Some(Access::Open),
        paced: &[],
        own_key_needed: &[],
        ferry_described_by: &[],
    },
    speed: SpeedRules {
        classes: &[
            ClassRule::open(RoadClass::Motorway, 90.0, NO_CEILING),
            ClassRule::open(RoadClass::MotorwayLink, 45.0, NO_CEILING),
            ClassRule::open(RoadClass::Trunk, 85.0, NO_CEILING),
            ClassRule::open(RoadClass::TrunkLink, 40.0, NO_CEILING),
            ClassRule::open(RoadClass::Primary, 65.0, NO_CEILING),
            ClassRule::open(RoadClass::PrimaryLink, 30.0, NO_CEILING),
            ClassRule::open(RoadClass::Secondary, 55.0, NO_CEILING),
            ClassRule::open(RoadClass::SecondaryLink, 25.0, NO_CEILING),
            ClassRule::open(RoadClass::Tertiary, 40.0, NO_CEILING),
            ClassRule::open(RoadClass::TertiaryLink, 20.0, NO_CEILING),
            ClassRule::open(RoadClass::Unclassified, 25.0, NO_CEILING),
            ClassRule::open(RoadClass::Residential, 25.0, NO_CEILING),
            ClassRule::open(RoadClass::LivingStreet, 10.0, NO_CEILING),
            ClassRule::open(RoadClass::Service, 15.0, NO_CEILING),
            ClassRule::open(RoadClass::Ferry, 5.0, NO_CEILING),
            ClassRule::open(RoadClass::ShuttleTrain, 10.0, NO_CEILING),
        ],
        other: ClassRule { kmh_max: NO_CEILING, ..ClassRule::by_own_key(RoadClass::Other, 10.0) },
        limit_keys: directed_keys![
            "maxspeed:advisory",
            "maxspeed",
            "source:maxspeed",
            "maxspeed:type",
        ],
        driven: &[(0.0, 0.0), (250.0, 200.0)],
        implied: ImpliedLimits::Listed(&OSRM_LIMITS),
        bound_by_law: LawfulBound::Nobody,
        vehicle_kmh_max: f64::INFINITY,
        caps: &[
            Caps { key: "surface", kmh_max: motor::SURFACE_KMH },
            Caps { key: "tracktype", kmh_max: motor::TRACKTYPE_KMH },
            Caps { key: "smoothness", kmh_max: motor::SMOOTHNESS_KMH },
        ],
        narrow: None,
        alternating_factor: 1.0,
        movable_bridge_kmh: Some(5.0),
    },
    oneway: OnewayRules {
        keys: &["oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"],
        own_key_count: 3,
        implied: true,
        against: &[],
    },
    size: Some(Size {
        height_meters: 2.0,
        width_meters: 1.9,
        length_meters: 4.8,
        weight_tonnes: 2.0,
        axle_tonnes: 0.0,
    }),
    carries_hazmat: false,
    avoids_zones: false,
    node: NodeRules {
        passed: &[
            ("cattle_grid", 0.0),
            ("border_control", 0.0),
            ("toll_booth", 0.0),
            ("sally_port", 0.0),
            ("no", 0.0),
            ("entrance", 0.0),
            ("height_restrictor", 0.0),
            ("arch", 0.0),
            ("gate", 60.0),
            ("lift_gate", 60.0),
        ],
        blocking: &[],
        others: OtherBarriers::Block,
        openings: &[
            motor::FLAT[0],
            motor::FLAT[1],
            motor::FLAT[2],
            Opening { delay_seconds: 0.0, ..motor::RISING_BOLLARD },
        ],
        locks_block: false,
        access_saves_delay: true,
        access_ignored_at: &[],
    },
    unsnappable: Unsnappable {
        classes: &[RoadClass::Ferry, RoadClass::ShuttleTrain],
        tags: &[],
        private_classes: &[RoadClass::Service],
    },
    toll_keys: &["toll"],
    restricted_as: restricted_as!["motorcar", "motor_vehicle", "vehicle"],
    turns: TurnCosts {
        seconds_max: 7.5,
        side_bias: 1.075,
        oncoming_seconds: 2.0,
        u_turn_seconds: 20.0,
        signal_seconds: 2.0,
    },
};

/// The limits of `car.lua`, which differ from ours; few countries have a row.
static OSRM_LIMITS: ListedLimits = ListedLimits {
    usual: &[("urban", 50.0), ("rural", 90.0), ("trunk", 110.0), ("motorway", 130.0)],
    exceptions: &[
        ("at:rural", 100.0),
        ("at:trunk", 100.0),
        ("ar:urban", 40.0),
        ("ar:rural", 110.0),
        ("be:motorway", 120.0),
        ("be-bru:rural", 70.0),
        ("be-bru:urban", 30.0),
        ("be-vlg:rural", 70.0),
        ("bg:motorway", 140.0),
        ("by:urban", 60.0),
        ("by:motorway", 110.0),
        ("ca-on:rural", 80.0),
        ("ch:rural", 80.0),
        ("ch:trunk", 100.0),
        ("ch:motorway", 120.0),
        ("de:living_street", 7.0),
        ("de:rural", 100.0),
        ("de:motorway", 0.0),
        ("dk:rural", 80.0),
        ("es:trunk", 90.0),
        ("fr:rural", 80.0),
        ("gb:nsl_single", 60.0 * MPH),
        ("gb:nsl_dual", 70.0 * MPH),
        ("gb:motorway", 70.0 * MPH),
        ("lv:living_street", 20.0),
        ("nl:rural", 80.0),
        ("nl:trunk", 100.0),
        ("no:rural", 80.0),
        ("no:motorway", 110.0),
        ("ph:urban", 40.0),
        ("ph:rural", 80.0),
        ("ph:motorway", 100.0),
        ("pl:rural", 100.0),
        ("pl:expressway", 120.0),
        ("pl:motorway", 140.0),
        ("ro:trunk", 100.0),
        ("ru:living_street", 20.0),
        ("ru:urban", 60.0),
        ("ru:motorway", 110.0),
        ("uk:nsl_single", 60.0 * MPH),
        ("uk:nsl_dual", 70.0 * MPH),
        ("uk:motorway", 70.0 * MPH),
        ("za:urban", 60.0),
        ("za:rural", 100.0),
    ],
};
