//! What a profile is asked, and what it answers.

use crate::week::WeekHours;

/// Tags of one element of OpenStreetMap.
pub trait Tags {
    /// The value of a key.
    fn get(&self, key: &str) -> Option<&str>;
    /// All keys and values.
    fn pairs(&self) -> impl Iterator<Item = (&str, &str)>;
}

/// Class of a road: the name that speeds files use, and what traffic factors are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are OpenStreetMap's own values of `highway`")]
pub enum RoadClass {
    Motorway,
    MotorwayLink,
    Trunk,
    TrunkLink,
    Primary,
    PrimaryLink,
    Secondary,
    SecondaryLink,
    Tertiary,
    TertiaryLink,
    Unclassified,
    Residential,
    LivingStreet,
    Service,
    Track,
    Pedestrian,
    Footway,
    Cycleway,
    Path,
    Steps,
    Ferry,
    ShuttleTrain,
    Other,
}

/// How fast a way is travelled in one direction, in free flow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Kilometers per hour, above 0.
    KilometersPerHour(f64),
    /// Seconds for the whole way, whatever its length (ferries with a `duration`), above 0.
    WholeWaySeconds(f64),
}

/// Who may travel there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody of this profile.
    Open,
    /// Only who starts or ends a trip there (`private`, `destination`, `customers`, `delivery` …):
    /// never a way through.
    DestinationOnly,
}

/// A way in one of its two directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayDirection {
    /// How fast.
    pub pace: Pace,
    /// For whom.
    pub access: Access,
}

/// What a way is to a profile. A direction that may not be travelled is absent; a way with neither is
/// not part of the profile's network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayTravel {
    /// In the order of its nodes.
    pub forward: Option<WayDirection>,
    /// Against it.
    pub backward: Option<WayDirection>,
    /// Its class.
    pub class: RoadClass,
    /// Whether a trip may start or end on it: not on motorways, ferries, in tunnels for cars.
    pub snappable: bool,
    /// A toll is due.
    pub toll: bool,
    /// Part of a roundabout.
    pub roundabout: bool,
}

/// What a way is to a profile through the week, where that depends on the hour or another condition.
#[derive(Clone, Debug, PartialEq)]
pub struct WayWeek {
    /// All that it is at any hour: directions that are open at some, for everybody if they are so at some,
    /// at the pace that they have for longest. Nothing if no hour opens it.
    pub travel: Option<WayTravel>,
    /// What holds at hours, along the order of its nodes and against it.
    pub hours: [DirectionHours; 2],
    /// Conditions that were not understood.
    pub unread_count: u32,
}

/// At which hours a direction is not what [`WayWeek::travel`] says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DirectionHours {
    /// Nobody of this profile enters.
    pub closed: WeekHours,
    /// Only who starts or ends a trip there enters.
    pub ends_only: WeekHours,
    /// It has another pace.
    pub paces: Vec<(WeekHours, Pace)>,
}

/// A turn restriction and the hours at which it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldRestriction {
    /// What it demands.
    pub rule: RestrictionRule,
    /// When.
    pub hours: WeekHours,
}

/// For which directions along its way a signal or sign stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// None.
    Absent,
    /// For both directions.
    Both,
    /// In the order of the way's nodes.
    Forward,
    /// Against it.
    Backward,
}

/// What a node is to a profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeTravel {
    /// Nothing of this profile passes: reachable from each side, never a way through.
    pub blocked: bool,
    /// Seconds that passing costs whatever the turn (a gate that has to be opened).
    pub delay_seconds: f64,
    /// A gate that opens only to who starts or ends a trip behind it.
    pub ends_only: bool,
    /// Traffic signals.
    pub signal: Signal,
}

/// What a turn restriction demands of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictionRule {
    /// The turn is forbidden (`no_*`).
    Forbidden,
    /// Every other turn is forbidden (`only_*`).
    Mandatory,
}

/// A turn from one road into another at a junction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Degrees from straight on: positive to the right, negative to the left, -180 to 180.
    pub angle_degrees: f64,
    /// Back along the same road.
    pub is_u_turn: bool,
    /// How many roads of this profile meet there, both directions of one counted once.
    pub road_count: u32,
    /// Traffic keeps to the left here.
    pub left_hand: bool,
    /// A signal holds for all who make this turn.
    pub signal: bool,
    /// Along a roundabout, onto it or off it.
    pub on_roundabout: bool,
}
